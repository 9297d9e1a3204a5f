package external

import (
	"bytes"
	"context"
	"time"

	"arbiter/referee"
)

// A Trial is what two matches with the same start and the same answers showed of a game. All
// but Differs is of the first one.
type Trial struct {
	Turns   int           // turns that were played
	Ended   bool          // false if it was stopped after mostTried turns
	First   time.Duration // limit of the first answer that the referee asked for
	Later   time.Duration // limit of the last later answer; 0 if no seat was asked twice
	Monitor bool          // the referee counts slow answers
	Took    time.Duration // how long the match took, the start of the referee included
	Differs int           // the first turn after which the matches differed, 0 for the start; -1 if they did not
}

// mostTried is how many turns a trial has.
const mostTried = 2000

// Try plays two matches with the same start, in which every line of an answer is the given one,
// and returns what they showed. Such an answer is hardly ever a good one, so the matches may be
// short.
func (g *Game) Try(ctx context.Context, setup referee.Setup, seats int, line string) (t Trial, err error) {
	t.Differs = -1
	begun := time.Now()
	first, err := g.try(ctx, setup, seats, line, &t)
	if err != nil {
		return t, err
	}
	t.Took = time.Since(begun)
	again, err := g.try(ctx, setup, seats, line, nil)
	if err != nil {
		return t, err
	}
	for turn := range max(len(first), len(again)) {
		if turn >= min(len(first), len(again)) || !bytes.Equal(first[turn], again[turn]) {
			t.Differs = turn
			break
		}
	}
	return t, nil
}

// try plays a match and returns its states.
func (g *Game) try(ctx context.Context, setup referee.Setup, seats int, line string, t *Trial) (states [][]byte, err error) {
	dealt, err := g.New(setup, seats)
	if err != nil {
		return nil, err
	}
	m := dealt.(*match)
	defer m.Close()
	defer context.AfterFunc(ctx, m.Interrupt)()
	for turn := 0; ; turn++ {
		over := m.Over()
		states = append(states, m.AppendState(nil))
		if over || turn == mostTried {
			if t != nil {
				t.Turns, t.Ended, t.Monitor = turn, over, m.monitor
			}
			break
		}
		for seat := range m.Asked().All() {
			m.Limit(seat, 0)
			switch {
			case t != nil && t.First == 0:
				t.First = m.asked()
			case t != nil && m.answered.Has(seat):
				t.Later = m.asked()
			}
			lines := make([]string, m.Lines(seat))
			for i := range lines {
				lines[i] = line
			}
			m.Answer(seat, lines)
		}
		m.Step()
	}
	return states, m.Err()
}
