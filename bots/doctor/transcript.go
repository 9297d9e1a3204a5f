package doctor

import (
	"fmt"
	"slices"
	"strings"

	"arbiter/referee"
)

// A transcript is what the bot did in a match.
type transcript struct {
	name      string     // of the scenario
	exchanges []exchange // in order
	faults    []referee.Fault
	late      []byte // stderr after the last answer
}

// An exchange is one input and the reply to it.
type exchange struct {
	turn        int
	input       string
	answer      string
	reply       referee.Reply // without its slices
	stderrBytes int
}

// at returns the last exchange up to a turn, which is the one that a fault of the
// turn concerns.
func (t *transcript) at(turn int) exchange {
	var found exchange
	for _, e := range t.exchanges {
		if e.turn <= turn {
			found = e
		}
	}
	return found
}

// A recorder is a referee.Recorder that writes a transcript.
type recorder struct {
	transcript *transcript
	seat       int
	maxTurns   int // then Turn returns errEnough; 0 means no limit
}

// Turn implements referee.Recorder.
func (r *recorder) Turn(t *referee.Turn) error {
	if t.Asked.Has(r.seat) {
		reply := t.Replies[r.seat]
		e := exchange{
			turn: t.Number, input: string(t.Inputs[r.seat]), answer: strings.Join(reply.Lines, "\n"),
			stderrBytes: len(reply.Late) + len(reply.Stderr), reply: reply,
		}
		e.reply.Lines, e.reply.Late, e.reply.Stderr = nil, nil, nil
		r.transcript.exchanges = append(r.transcript.exchanges, e)
	}
	if r.maxTurns > 0 && t.Number >= r.maxTurns {
		return errEnough
	}
	return nil
}

// End implements referee.Recorder.
func (r *recorder) End(_ referee.Result, late [][]byte) error {
	r.transcript.late = slices.Clone(late[r.seat])
	return nil
}

// shownLines is how many lines of a text a finding shows.
const shownLines = 8

// lastLines returns the last lines of a text, quoted for a finding.
func lastLines(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if cut := len(lines) - shownLines; cut > 0 {
		lines = append([]string{fmt.Sprintf("... %d lines before", cut)}, lines[cut:]...)
	}
	for i := range lines {
		lines[i] = referee.Quote(lines[i])
	}
	return strings.Join(lines, "\n")
}
