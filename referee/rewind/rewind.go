// Package rewind takes a bot back into a recorded match: it feeds the bot the
// input that its seat was sent, turn by turn, and compares the answers with the
// recorded ones. A bot knows nothing but its input, so after that it is where it
// was in the match. The package starts no processes and knows no debuggers.
package rewind

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// An Exchange is what a seat was sent in a turn, and what it answered.
type Exchange struct {
	Turn   int
	Input  []byte
	Lines  int            // of a complete answer, or referee.Document
	Answer []string       // as recorded; nil when Fault is set
	Fault  *referee.Fault // why there was no answer
	Wall   time.Duration  // how long the answer took

	match referee.Cloner  // in front of the turn; nil where matches cannot be copied
	turn  []replay.Answer // of all seats
	seat  int
}

// Exchanges replays a record and returns the exchanges of a seat. It stops with
// the error of replay.Inputs.
func Exchanges(rec *replay.Record, g referee.Game, seat int) ([]Exchange, error) {
	var all []Exchange
	for input, err := range replay.Inputs(rec, g, seat) {
		if err != nil {
			return all, err
		}
		e := Exchange{Turn: input.Turn, Input: slices.Clone(input.Text), Lines: input.Lines, turn: rec.Turns[input.Turn-1].Answers, seat: seat}
		if m, ok := input.Match.(referee.Cloner); ok {
			e.match = m.Clone().(referee.Cloner)
		}
		for _, a := range e.turn {
			if a.Seat == seat {
				e.Answer, e.Fault, e.Wall = a.Lines, a.Fault, a.Wall
			}
		}
		all = append(all, e)
	}
	return all, nil
}

// A Difference is the first answer that is not as recorded.
type Difference struct {
	Turn     int
	Recorded []string // nil when the record has a fault
	Found    []string // nil when Fault is set
	Fault    *referee.Fault
}

// String returns the difference as a line.
func (d *Difference) String() string {
	found := "answered " + quoted(d.Found)
	if d.Fault != nil {
		found = fmt.Sprintf("gave no answer (%s: %s)", d.Fault.Kind, d.Fault.Why)
	}
	return fmt.Sprintf("turn %d: it %s; the record has %s", d.Turn, found, quoted(d.Recorded))
}

func quoted(lines []string) string {
	return fmt.Sprintf("%q", referee.Quote(strings.Join(lines, "\n")))
}

// Feed asks the bot the exchanges in order, without the limits of the match. It returns
// the first difference between its answers and the recorded ones, or nil without a
// difference. A turn in which the record has a fault is asked and not compared. After
// an answer that differs it goes on with the recorded input, until the bot gives none.
func Feed(ctx context.Context, bot referee.Player, seat int, exchanges []Exchange) (*Difference, error) {
	all, _, err := Differences(ctx, bot, seat, exchanges, Fed, referee.WallClock)
	if len(all) == 0 {
		return nil, err
	}
	return &all[0], err
}

// Differences is Feed that returns all differences, and the bot's answer to the last exchange,
// nil if it gave none. A bot that is Fed does not know that the match goes on with the recorded
// answer in place of its own, so after its first difference it may answer another position.
// clock says which time of an answer counts.
func Differences(ctx context.Context, bot referee.Player, seat int, exchanges []Exchange, how Joining, clock referee.Clock) (all []Difference, last []string, err error) {
	for i, e := range exchanges {
		input := e.Input
		if how == Told && i == 0 {
			input = append(told(exchanges), input...)
		}
		bot.Ask(referee.Ask{Turn: e.Turn, Seat: seat, Input: input, Lines: e.Lines, Limit: CatchUpLimit, Clock: clock})
		reply, err := bot.Reply(ctx)
		if err != nil {
			return all, nil, fmt.Errorf("turn %d: %w", e.Turn, err)
		}
		if d := e.compare(&reply); d != nil {
			all = append(all, *d)
		}
		if reply.Fault != nil {
			return all, nil, nil
		}
		last = slices.Clone(reply.Lines)
	}
	return all, last, nil
}

// told returns the line that a builtin bot reads before its input: the answers as
// package recorded of the builtin bots reads them.
func told(exchanges []Exchange) []byte {
	answers := make([]string, len(exchanges))
	for i, e := range exchanges {
		answers[i] = strings.Join(e.Answer, "\n")
	}
	line, err := json.Marshal(answers)
	if err != nil {
		panic(err) // strings always encode
	}
	return append(line, '\n')
}

// compare returns how a reply differs from the recorded answer, or nil. Where the
// record has a fault there is nothing to compare with.
func (e *Exchange) compare(reply *referee.Reply) *Difference {
	if e.Fault != nil || reply.Fault == nil && e.Same(reply.Lines, e.Answer) {
		return nil
	}
	return &Difference{Turn: e.Turn, Recorded: e.Answer, Found: slices.Clone(reply.Lines), Fault: reply.Fault}
}

// Same reports whether two answers do the same by the rules of the game, however they are
// written and whatever they say beside it. In a game whose matches cannot be copied only equal
// texts are the same.
func (e *Exchange) Same(a, b []string) bool {
	return slices.Equal(a, b) || e.match != nil && referee.SameEffect(e.match, e.seat, a, b, e.answerOthers)
}

// answerOthers gives a match the recorded answers of the other seats.
func (e *Exchange) answerOthers(m referee.Match) {
	for _, a := range e.turn {
		switch {
		case a.Seat == e.seat:
		case a.Fault != nil:
			m.Drop(a.Seat, *a.Fault)
		default:
			m.Answer(a.Seat, a.Lines)
		}
	}
}

// Slowest returns the turn whose answer took the most wall time. The first answer does not
// count, because it has a limit of its own, unless it is the only one. The turn is 0 for a seat
// without answers.
func Slowest(exchanges []Exchange) (turn int, wall time.Duration) {
	later := exchanges[min(1, max(0, len(exchanges)-1)):]
	for _, e := range later {
		if turn == 0 || e.Wall > wall {
			turn, wall = e.Turn, e.Wall
		}
	}
	return turn, wall
}
