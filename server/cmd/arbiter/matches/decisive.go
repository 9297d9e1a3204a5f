package matches

import (
	"context"
	"fmt"

	"arbiter/referee/printable"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/study/whatif"
)

// A line is a match of a list.
type line struct {
	league.MatchSummary
	// Decisive is the turn in which it was decided; nil of a draw, where the record is
	// gone, and without --decisive.
	Decisive *decisive `json:"decisive,omitempty"`
}

// decisive is a whatif.Decisive.
type decisive whatif.Decisive

// text returns a decisive turn for people.
func (d *decisive) text() string {
	if d == nil {
		return "-"
	}
	return fmt.Sprintf("turn %d, seat %d (%s)", d.Turn, d.Seat, d.By.Words())
}

// decide fills in the turns in which the matches were decided. The log names each match without such a turn. The record of one may be deleted, for
// example.
func (c List) decide(ctx context.Context, s output.Streams, library league.Service, matches []line) error {
	for i := range matches {
		m := &matches[i]
		ranks := make([]int, len(m.Seats))
		for seat := range m.Seats {
			ranks[seat] = m.Seats[seat].Rank
		}
		seat, lost := whatif.LosingSeat(ranks)
		if !lost {
			continue
		}
		d, err := c.decisiveTurn(ctx, s, library, m.ID, seat)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			fmt.Fprintf(s.Err, "match %.10s: no decisive turn: %s\n", printable.Line(m.ID), printable.Line(err.Error()))
			continue
		}
		m.Decisive = &d
	}
	return nil
}

// decisiveTurn returns the turn in which a match was decided against a seat. A server
// knows its own analyses, so it is asked.
func (c List) decisiveTurn(ctx context.Context, s output.Streams, library league.Service, match string, seat int) (decisive, error) {
	if c.Server != "" {
		client, err := c.Client(s.Token)
		if err != nil {
			return decisive{}, err
		}
		d, err := client.Decisive(ctx, match, seat)
		return decisive{Seat: d.Seat, Turn: d.Turn, By: whatif.DecidedBy(printable.Line(d.By))}, err
	}
	rec, err := library.Replay(ctx, match)
	if err != nil {
		return decisive{}, err
	}
	registry, err := c.Registry(c.Library)
	if err != nil {
		return decisive{}, err
	}
	g, err := registry.Find(rec.Header.Game)
	if err != nil {
		return decisive{}, err
	}
	known, err := c.KnownAnalysis(rec, g)
	if err != nil {
		return decisive{}, err
	}
	d, err := whatif.DecisiveTurn(whatif.Seat{Match: match, Record: rec, Game: g, Seat: seat}, known)
	return decisive(d), err
}
