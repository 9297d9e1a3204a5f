package codingame

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"arbiter/referee/replay"
)

// A run is what the site's engine writes of a local run. It has a text by seat for each frame,
// and null where the seat was not asked.
type run struct {
	Errors    map[string][]*string `json:"errors"`
	Outputs   map[string][]*string `json:"outputs"`
	Summaries []string             `json:"summaries"`
	Views     []string             `json:"views"`
	Scores    map[string]int64     `json:"scores"`
	Input     []string             `json:"uinput"`
	Metadata  string               `json:"metadata"`
	Tooltips  []tooltip            `json:"tooltips"`
	IDs       map[string]int       `json:"ids"`
	Agents    []agent              `json:"agents"`
	Arbiter   Supplement           `json:"arbiter"`
}

type tooltip struct {
	Turn  int    `json:"turn"` // the frame
	Text  string `json:"text"`
	Event int    `json:"event"` // the seat
}

type agent struct {
	Index   int    `json:"index"`
	Name    string `json:"name"`
	Avatar  string `json:"avatar"`
	AgentID int    `json:"agentId"`
}

// kept is what is needed of what a record keeps of a referee that is a program of its own.
type kept struct {
	Key      bool     `json:"key"`
	Frame    string   `json:"frame"`
	Summary  []string `json:"summary"`
	Tooltips []struct {
		Text string `json:"text"`
		Seat int    `json:"seat"`
	} `json:"tooltips"`
	Asks *struct {
		Seat int `json:"seat"`
	} `json:"asks"`
	Scores     []int64         `json:"scores"`
	Parameters []string        `json:"parameters"`
	Metadata   json.RawMessage `json:"metadata"`
}

// refereeKey is the key of the referee's own texts.
const refereeKey = "referee"

// Write writes a record in the form of a local run of the site's engine: one frame for each
// question to a seat. The frames have no pictures, unless the referee is a program of its own.
// Reading the file and playing it again gives the same answers, digests and result, but no
// times.
func Write(w io.Writer, rec *replay.Record) error {
	if rec.Footer == nil {
		return errors.New("export replay: the record has no result; the engine's form is that of a whole match")
	}
	r := run{
		Errors: map[string][]*string{}, Outputs: map[string][]*string{}, Scores: map[string]int64{}, IDs: map[string]int{},
		Input: []string{fmt.Sprintf("seed=%d\n", rec.Header.Seed)}, Metadata: "{}\n", Tooltips: []tooltip{},
		Arbiter: Supplement{Game: rec.Header.Game, Setup: rec.Header.Setup},
	}
	stderr := make([][]replay.TurnStderr, len(rec.Header.Seats))
	for seat, player := range rec.Header.Seats {
		key := fmt.Sprint(seat)
		stderr[seat] = replay.Stderr(rec, seat)
		r.Outputs[key], r.Errors[key] = []*string{nil}, []*string{text(stderr[seat][0].Text)}
		r.Scores[key], r.IDs[key] = rec.Footer.Result.Scores[seat], seat
		r.Agents = append(r.Agents, agent{Index: seat, Name: player.Name, AgentID: seat})
	}
	before, err := r.said(rec.Header.Kept)
	if err != nil {
		return err
	}
	for i := range rec.Turns {
		t := &rec.Turns[i]
		for n := range t.Answers {
			a := &t.Answers[n]
			if n > 0 { // the referee says nothing between two seats of a turn
				r.frame("", "INTERMEDIATE_FRAME", "")
			}
			r.answer(a, stderr[a.Seat][t.Number].Text)
		}
		if len(t.Answers) == 0 && before != nil && before.Asks != nil { // a question for nothing
			r.exchange(before.Asks.Seat, new(string), nil)
		}
		if before, err = r.said(t.Kept); err != nil {
			return err
		}
	}
	r.end(rec, before)
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	if err := errors.Join(enc.Encode(r), out.Flush()); err != nil {
		return fmt.Errorf("export replay: %w", err)
	}
	return nil
}

// text returns a text as JSON can have it.
func text(bytes []byte) *string {
	s := strings.ToValidUTF8(string(bytes), "\uFFFD")
	return &s
}

// frame adds what the referee says in front of a question.
func (r *run) frame(summary, kind, picture string) {
	r.Views = append(r.Views, fmt.Sprintf("%s %d\n%s", kind, len(r.Views), picture))
	r.Summaries = append(r.Summaries, summary)
	r.Outputs[refereeKey], r.Errors[refereeKey] = append(r.Outputs[refereeKey], new(string)), append(r.Errors[refereeKey], new(string))
}

// said adds what the referee said after a turn, of which a record keeps nothing where the rules
// are ours.
func (r *run) said(text json.RawMessage) (*kept, error) {
	if text == nil {
		r.frame("", "KEY_FRAME", "")
		return nil, nil
	}
	k := &kept{}
	if err := json.Unmarshal(text, k); err != nil {
		return nil, fmt.Errorf("export replay: what was kept of the referee: %w", err)
	}
	kind, picture := "INTERMEDIATE_FRAME", ""
	if k.Key {
		kind = "KEY_FRAME"
	}
	if k.Frame != "" {
		picture = k.Frame + "\n"
	}
	summary := ""
	for _, line := range k.Summary {
		summary += line + "\n"
	}
	for _, t := range k.Tooltips {
		r.Tooltips = append(r.Tooltips, tooltip{Turn: len(r.Views), Text: t.Text, Event: t.Seat})
	}
	r.frame(summary, kind, picture)
	return k, nil
}

// exchange adds the answer of a seat, nil for none, and what it wrote to stderr.
func (r *run) exchange(seat int, answer, stderr *string) {
	own := fmt.Sprint(seat)
	if stderr == nil {
		stderr = new(string)
	}
	for key := range r.IDs {
		var out, err *string
		if key == own {
			out, err = answer, stderr
		}
		r.Outputs[key], r.Errors[key] = append(r.Outputs[key], out), append(r.Errors[key], err)
	}
}

// answer adds an answer of the record.
func (r *run) answer(a *replay.Answer, stderr []byte) {
	frame := len(r.Views) // the first one is the start
	if a.Fault != nil {
		f := FrameFault{Frame: frame, Kind: a.Fault.Kind, Line: a.Fault.Line, Why: a.Fault.Why}
		r.Arbiter.Faults = append(r.Arbiter.Faults, f)
		r.Tooltips = append(r.Tooltips, tooltip{Turn: frame, Text: fmt.Sprintf("$%d: %s", a.Seat, a.Fault.Kind), Event: a.Seat})
		r.exchange(a.Seat, nil, text(stderr))
		return
	}
	printed := strings.Join(a.Lines, "\n") + "\n"
	if !exact(a.Lines) {
		own := ExactAnswer{Frame: frame}
		for _, line := range a.Lines {
			own.Lines = append(own.Lines, []byte(line))
		}
		r.Arbiter.Exact = append(r.Arbiter.Exact, own)
	}
	r.exchange(a.Seat, text([]byte(printed)), text(stderr))
}

// exact reports whether the lines of an answer can be read back from its text.
func exact(lines []string) bool {
	for _, line := range lines {
		if !utf8.ValidString(line) || strings.HasSuffix(line, "\r") {
			return false
		}
	}
	return len(lines) > 0
}

// end adds the result, and what a referee of its own said at last.
func (r *run) end(rec *replay.Record, last *kept) {
	if last == nil {
		return
	}
	if len(last.Scores) == len(rec.Header.Seats) {
		for seat, score := range last.Scores {
			r.Scores[fmt.Sprint(seat)] = score
		}
	}
	if len(last.Parameters) > 0 {
		r.Input = []string{strings.Join(last.Parameters, "\n") + "\n"}
	}
	if last.Metadata != nil {
		r.Metadata = string(last.Metadata) + "\n"
	}
}
