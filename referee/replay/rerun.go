package replay

import (
	"fmt"
	"strings"

	"arbiter/referee"
)

// A Difference reports the turn from which this build plays a record differently
// from the build that made it.
type Difference struct {
	Turn int    // the first turn that differs; 0 is the start position
	Why  string // what the record says and what was found
}

// Error returns the difference as one line.
func (d *Difference) Error() string {
	return fmt.Sprintf("differs at turn %d: %s", d.Turn, d.Why)
}

// A rerun replays a record. For each turn in order call fits and then play, or
// Play and compare; their error is a *Difference.
type rerun struct {
	*Framer
	header *Header
	rules  int // of this build
}

// newRerun begins to play a record again, with its match at the start if it has been
// made already; otherwise m is nil.
func newRerun(rec *Record, g referee.Game, m referee.Match) (*rerun, error) {
	h := &rec.Header
	info := g.Info()
	if info.Name != h.Game {
		return nil, fmt.Errorf("the replay is of the game %s; it cannot be played as %s", h.Game, info.Name)
	}
	if h.SetupRef != "" && h.Setup == nil {
		return nil, fmt.Errorf("the replay's start position is stored elsewhere, as %s; fill it in first", h.SetupRef)
	}
	if m == nil {
		var err error
		if m, err = g.New(referee.Setup{Seed: h.Seed, Position: h.Setup}, len(h.Seats)); err != nil {
			return nil, fmt.Errorf("deal the replay's match: %w", err)
		}
	}
	r := &rerun{Framer: NewFramer(m, len(h.Seats), h.Limits.Referee()), header: h, rules: info.Rules}
	return r, r.compare(0, h.Start, r.chain.Last)
}

// fits reports whether the rules ask the same seats that answered in the record.
func (r *rerun) fits(t *Turn) error {
	if r.match.Over() {
		return r.differs(t.Number, fmt.Sprintf("the match is over after turn %d; the record goes on", t.Number-1))
	}
	var answered referee.Seats
	for i := range t.Answers {
		answered |= referee.SeatSet(t.Answers[i].Seat)
	}
	if asked := r.match.Asked(); asked != answered {
		return r.differs(t.Number, fmt.Sprintf("the record has answers of %s; the rules ask %s", names(answered), names(asked)))
	}
	return nil
}

// play plays the turn and compares the digests.
func (r *rerun) play(t *Turn) error { return r.compare(t.Number, t.Digest, r.step(t)) }

func (r *rerun) compare(turn int, recorded, found Digest) error {
	if found != recorded {
		return r.differs(turn, fmt.Sprintf("the record has the digest %s; found %s", recorded, found))
	}
	return nil
}

// differs returns the difference, with the reason when the rules have changed.
func (r *rerun) differs(turn int, why string) error {
	if r.rules != r.header.Rules {
		why += fmt.Sprintf(" (recorded under rules %d; this build plays rules %d)", r.header.Rules, r.rules)
	}
	return &Difference{Turn: turn, Why: why}
}

// names returns "no seat", "seat 1" or "seats 0, 2".
func names(seats referee.Seats) string {
	var list []string
	for seat := range seats.All() {
		list = append(list, fmt.Sprint(seat))
	}
	switch len(list) {
	case 0:
		return "no seat"
	case 1:
		return "seat " + list[0]
	}
	return "seats " + strings.Join(list, ", ")
}
