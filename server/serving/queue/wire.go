package queue

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
)

// A task is the message that a worker takes: some matches, which it plays in
// order. It is data alone; work that cannot be told so does not travel.
type task struct {
	ID      string  `json:"id"`
	Bots    []bot   `json:"bots"`
	Matches []order `json:"matches"`
}

// A bot is a contender as it travels.
type bot struct {
	league.Bot
	Archive  string `json:"archive,omitempty"`  // SHA-256 of its archive in the bucket; "" for a builtin bot
	Platform string `json:"platform,omitempty"` // GOOS/GOARCH on which it was built
}

// An order is a match to play.
type order struct {
	ID       string             `json:"match"` // of the job
	Job      league.Job         `json:"job"`
	Game     string             `json:"game"`
	Limits   referee.TimeLimits `json:"limits"`
	Position []byte             `json:"position,omitempty"`
	Seats    []int              `json:"seats"` // by seat: an index of task.Bots
}

// answers are what a worker sends back: what became of some matches.
type answers struct {
	Worker  string     `json:"worker"`
	Life    string     `json:"life"` // of its beats: nobody else can answer in its name
	Answers answerList `json:"answers"`
}

// An answer is what became of a match. Exactly one of Report, Failed and Again
// is set.
type answer struct {
	Match  string         `json:"match"`
	Task   string         `json:"task"`
	Report *league.Report `json:"report,omitempty"`
	Waited time.Duration  `json:"waited,omitempty"` // of the report
	Size   int            `json:"size,omitempty"`   // bytes of the record, which follow the JSON in order
	Failed string         `json:"failed,omitempty"`
	Void   bool           `json:"void,omitempty"`   // Failed: the machine did not let the bots run
	Again  string         `json:"again,omitempty"`  // why the worker hands it back; that counts nowhere
	Cannot string         `json:"cannot,omitempty"` // Again: the content of a bot that this worker cannot run
	// Missing is of Again: the archive of a bot that did not come. That passes.
	Missing string `json:"missing,omitempty"`
}

// check returns an error for an answer, the nth of a message, that is not exactly one
// of its kinds.
func (a answer) check(n int) error {
	kinds := 0
	for _, set := range []bool{a.Report != nil, a.Failed != "", a.Again != ""} {
		if set {
			kinds++
		}
	}
	if kinds != 1 {
		return fmt.Errorf("answer %d is %d of a report, a failure and a match handed back; want one", n, kinds)
	}
	return nil
}

// encode writes a length, the JSON and the records, which base64 would make a
// third larger.
func (a answers) encode() ([]byte, error) {
	records := 0
	for i := range a.Answers {
		if r := a.Answers[i].Report; r != nil {
			a.Answers[i].Waited, a.Answers[i].Size = r.Waited, len(r.Record)
			records += len(r.Record)
		}
	}
	text, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	message := make([]byte, 0, binary.MaxVarintLen64+len(text)+records)
	message = binary.AppendUvarint(message, uint64(len(text)))
	message = append(message, text...)
	for i := range a.Answers {
		if r := a.Answers[i].Report; r != nil {
			message = append(message, r.Record...)
		}
	}
	return message, nil
}

// decodeAnswers reads what encode wrote. The records share the message's memory.
func decodeAnswers(message []byte) (answers, error) {
	var a answers
	length, n := binary.Uvarint(message)
	if n <= 0 || length > uint64(len(message)-n) {
		return a, errors.New("the message ends before its JSON does")
	}
	if length > maxAnswersText {
		return a, fmt.Errorf("its JSON has %d bytes; want at most %d", length, maxAnswersText)
	}
	text, records := message[n:n+int(length)], message[n+int(length):]
	if err := json.Unmarshal(text, &a); err != nil {
		return a, err
	}
	for i := range a.Answers {
		answer := &a.Answers[i]
		if answer.Size < 0 || answer.Size > len(records) || answer.Size > 0 && answer.Report == nil {
			return a, fmt.Errorf("answer %d has a record of %d bytes; the message has %d", i, answer.Size, len(records))
		}
		if answer.Report != nil {
			answer.Report.Waited = answer.Waited
			answer.Report.Record = bytes.Clone(records[:answer.Size])
		}
		records = records[answer.Size:]
	}
	if len(records) > 0 {
		return a, fmt.Errorf("%d bytes after the last record", len(records))
	}
	return a, nil
}

// A beat is what a worker says of itself.
type beat struct {
	Worker   string    `json:"worker"`
	Life     string    `json:"life"` // another one after each start; a message on this subject asks for a beat
	Contract Contract  `json:"contract"`
	Slots    int       `json:"slots"` // matches at the same time
	Machine  Machine   `json:"machine"`
	Holds    []holding `json:"holds,omitempty"`
	Draining bool      `json:"draining,omitempty"` // it takes nothing more
	Leaving  bool      `json:"leaving,omitempty"`  // it has ended; the last beat
}

// A holding is a task that a worker has taken, with its matches that are not
// answered.
type holding struct {
	Task    string   `json:"task"`
	Matches []string `json:"matches"`
	Playing []string `json:"playing,omitempty"`
}

// A Machine is what a worker measures of the machine that it is on.
type Machine struct {
	Platform string        `json:"platform"`          // GOOS/GOARCH
	Host     string        `json:"host"`              // its name there
	CPUs     int           `json:"cpus"`              // that it may use
	Speed    float64       `json:"speed"`             // of one thread, relative to the reference machine; 0 before it is measured
	Load     float64       `json:"load"`              // threads that run or wait for a CPU, averaged over some seconds
	Stopped  time.Duration `json:"stopped,omitempty"` // time that the worker itself did not run
	Waiting  string        `json:"waiting,omitempty"` // why it takes no work now
}

// orders answer a beat.
type orders struct {
	Refused string   `json:"refused,omitempty"` // why the worker gets no work
	Drain   bool     `json:"drain,omitempty"`   // finish what is held, take nothing more
	Drop    []string `json:"drop,omitempty"`    // TASK/MATCH: what it holds and is no longer wanted of it
	// Watch has the matches whose frames somebody wants, as TASK/MATCH, and the
	// last word of the subject to which they are sent from the start.
	Watch     map[string]string `json:"watch,omitempty"`
	Unwatched bool              `json:"unwatched,omitempty"` // nobody may watch, so that nothing needs to be recorded for it
	Slowest   float64           `json:"slowest,omitempty"`   // a worker below this speed is slow: it takes only what slow workers may play
}
