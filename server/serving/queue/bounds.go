package queue

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"arbiter/server/league"
)

// What a worker may make a coordinator hold. A worker's token belongs to a whole
// machine, which may be in somebody else's hands. So a message of a worker is bounded
// before it is decoded. Of its content the coordinator keeps only what it asked for.
const (
	// MaxConnections is how many clients a broker has at the same time, MaxPending
	// how many bytes it holds for each that does not read what it has asked for.
	// Those are at least the largest message.
	MaxConnections = 512
	MaxPending     = 2 * MaxMessage
	// MaxBuffered is how many bytes a broker holds of messages that a stream has not
	// stored yet, MaxAnswers how many a stream stores that nobody has taken.
	MaxBuffered = 2 * MaxMessage
	maxAnswers  = 128 << 20 // the broker keeps the blocks of its files in memory for seconds

	maxBeat      = 256 << 10 // bytes; one of 100 slots that are full has a tenth
	maxWord      = 200       // bytes of the host, the platform and such
	maxSlots     = 1024      // of a worker
	maxMembers   = 1000      // workers that are known, also those that have gone
	pendingBeats = 4 << 20   // bytes that have come and are not read
	// maxAnswersText is how many bytes of JSON a message of answers has, without the
	// records: decoded it is many times as large.
	maxAnswersText = 1 << 20
	maxAdopted     = 32 << 20 // bytes of records of reports that nobody has asked for yet
	// maxFrames is how many bytes of frames of a match are passed on: a hundred times
	// those of the longest matches.
	maxFrames = 64 << 20
)

// checkWorker returns an error for a name that cannot be a worker's. Names are
// those of folders, too.
func checkWorker(name string) error {
	if err := league.CheckName(name); err != nil {
		return err
	}
	if !filepath.IsLocal(name) || filepath.Base(name) != name || name == "." {
		return fmt.Errorf("%q is a path; want a name", name)
	}
	return nil
}

// decodeBeat reads a beat. It refuses one that is too large, or that wants to be
// asked on a subject that is not a worker's: a message there is the coordinator's.
func decodeBeat(message []byte) (beat, error) {
	var b beat
	if len(message) > maxBeat {
		return b, fmt.Errorf("it has %d bytes; want at most %d", len(message), maxBeat)
	}
	if err := json.Unmarshal(message, &b); err != nil {
		return b, err
	}
	if !isInbox(b.Life) {
		return b, fmt.Errorf("its life %.100q is no subject of a worker; want one that begins with %s", b.Life, inbox)
	}
	if b.Slots < 0 || b.Slots > maxSlots {
		return b, fmt.Errorf("it wants to play %d matches at a time; want at most %d", b.Slots, maxSlots)
	}
	for _, word := range []*string{&b.Machine.Platform, &b.Machine.Host, &b.Machine.Waiting} {
		*word = strings.ToValidUTF8((*word)[:min(len(*word), maxWord)], "")
	}
	return b, nil
}

// isInbox reports whether a subject is one on which a worker gets replies.
func isInbox(subject string) bool {
	rest, ok := strings.CutPrefix(subject, inbox+".")
	return ok && rest != "" && !strings.ContainsAny(rest, "*> \t\r\n") && len(subject) <= maxWord
}

// kept returns the part of a beat that a coordinator keeps. Among the tasks and matches
// that the worker says it holds, these are the ones that it was given. The caller holds
// mu.
func (c *Coordinator) kept(b beat) beat {
	b.Contract = Contract{Platform: b.Contract.Platform[:min(len(b.Contract.Platform), maxWord)], Build: b.Contract.Build[:min(len(b.Contract.Build), maxWord)]}
	var holds []holding
	for _, h := range b.Holds {
		s := c.tasks[h.Task]
		if s == nil || slices.ContainsFunc(holds, func(other holding) bool { return other.Task == h.Task }) {
			continue
		}
		known := func(matches []string) []string {
			set := map[string]bool{}
			for _, match := range matches {
				if s.flights[match] != nil {
					set[match] = true
				}
			}
			return slices.Sorted(maps.Keys(set))
		}
		holds = append(holds, holding{s.id, known(h.Matches), known(h.Playing)})
	}
	b.Holds = holds
	return b
}

// roomForMember reports whether one more worker can be known. It forgets those that
// have gone and of which nothing is known against them; mu is held.
func (c *Coordinator) roomForMember() bool {
	if len(c.members) < maxMembers {
		return true
	}
	maps.DeleteFunc(c.members, func(_ string, m *member) bool { return m.gone && m.wrong == "" })
	return len(c.members) < maxMembers
}

// An answerList is decoded one by one: a list of empty answers is refused at the
// first one, before it takes a hundred times its size.
type answerList []answer

// UnmarshalJSON implements json.Unmarshaler.
func (l *answerList) UnmarshalJSON(text []byte) error {
	*l = nil
	if bytes.Equal(text, []byte("null")) {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		var a answer
		if err := d.Decode(&a); err != nil {
			return err
		}
		if err := a.check(len(*l)); err != nil {
			return err
		}
		*l = append(*l, a)
	}
	return nil
}
