package doctor

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
)

// A transcript is what the bot did in a match.
type transcript struct {
	scenario
	spec      process.Spec // how the bot was started
	exchanges []exchange   // in order
	played    []playedTurn // of all seats, in order
	faults    []referee.Fault
	late      []byte // stderr after the last answer
	memory    *memoryWatch
}

// until returns the scenario that plays the match again up to a turn.
func (t *transcript) until(turn int, limits referee.TimeLimits) scenario {
	s := t.scenario
	s.turns, s.limits = turn, &limits
	return s
}

// A playedTurn is what all asked seats answered in a turn.
type playedTurn struct {
	number  int
	answers []seatAnswer
	play    string // referee.AppendPlay after it
}

type seatAnswer struct {
	seat  int
	lines []string
	fault *referee.Fault
}

// playOf returns what was played in a turn and, where nobody is asked after it, in those
// that the turn's answers decide.
func (t *transcript) playOf(turn int) string {
	var all strings.Builder
	for _, played := range t.played {
		if played.number == turn || played.number > turn && len(played.answers) == 0 {
			all.WriteString(played.play)
		} else if played.number > turn {
			break
		}
	}
	return all.String()
}

// index returns the index of the last exchange up to a turn, which is the one that a fault of
// the turn concerns.
func (t *transcript) index(turn int) int {
	i := 0
	for i+1 < len(t.exchanges) && t.exchanges[i+1].turn <= turn {
		i++
	}
	return i
}

// at returns that exchange; an empty one if the bot was never asked.
func (t *transcript) at(turn int) exchange {
	if len(t.exchanges) == 0 {
		return exchange{}
	}
	return t.exchanges[t.index(turn)]
}

// An exchange is one input and the reply to it.
type exchange struct {
	turn        int
	input       string
	answer      string
	reply       referee.Reply // without its slices
	stderrBytes int
	busy        bool // other programs wanted the CPUs when the answer had come
}

// waited reports whether an answer took so long because the machine was busy: the bot hardly
// used the processor, which others wanted.
func (e exchange) waited() bool { return e.busy && e.reply.CPU < e.reply.Wall/2 }

// own returns how much of the time of an answer says something about the bot.
func (e exchange) own() time.Duration {
	if e.waited() {
		return e.reply.CPU
	}
	return e.reply.Wall
}

// A match is not played on after so many answers that took more than twice the limit and
// some time that any machine may take.
const (
	mostLate  = 8
	lateSlack = 100 * time.Millisecond
)

// A recorder is a referee.Recorder that writes a transcript.
type recorder struct {
	transcript *transcript
	match      referee.Match
	seat       int
	maxTurns   int           // then Turn returns errEnough; 0 means no limit
	limit      time.Duration // of later answers; 0 means none
	late       int           // answers that took far longer
}

// Turn implements referee.Recorder.
func (r *recorder) Turn(t *referee.Turn) error {
	played := playedTurn{number: t.Number, play: string(referee.AppendPlay(nil, r.match))}
	for seat := range t.Asked.All() {
		reply := &t.Replies[seat]
		played.answers = append(played.answers, seatAnswer{seat, slices.Clone(reply.Lines), reply.Fault})
	}
	r.transcript.played = append(r.transcript.played, played)
	if t.Asked.Has(r.seat) {
		reply := t.Replies[r.seat]
		e := exchange{
			turn: t.Number, input: string(t.Inputs[r.seat]), answer: strings.Join(reply.Lines, "\n"),
			stderrBytes: len(reply.Late) + len(reply.Stderr), reply: reply, busy: busyness() > 0,
		}
		e.reply.Lines, e.reply.Late, e.reply.Stderr = nil, nil, nil
		r.transcript.exchanges = append(r.transcript.exchanges, e)
		r.transcript.memory.look()
	}
	if e := r.transcript.exchanges; t.Asked.Has(r.seat) && r.limit > 0 && len(e) > 1 && e[len(e)-1].reply.Wall > 2*r.limit+lateSlack {
		if r.late++; r.late == mostLate {
			return errEnough // the rest would tell no more, and take minutes
		}
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

// firstOf returns the first lines of a text.
func firstOf(text string, most int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if more := len(lines) - most; more > 0 {
		lines = append(lines[:most], fmt.Sprintf("... %d lines more", more))
	}
	return strings.Join(lines, "\n")
}
