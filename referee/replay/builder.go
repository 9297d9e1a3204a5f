package replay

import (
	"errors"
	"fmt"

	"arbiter/referee"
)

// Approximate memory of the parts of a record, in bytes, without their text.
const (
	turnSize   = 48
	seatSize   = 32 // of each seat in each turn, asked or not: Stderr
	answerSize = 128
	lineSize   = 16
)

// A builder assembles a record from turns in order and a footer, and checks the
// rules that every version of the format shares.
type builder struct {
	rec  Record
	size int // approximate memory of the turns, in bytes
}

func (b *builder) turn(t Turn) error {
	if b.rec.Footer != nil {
		return errors.New("a turn after the footer; want the end of the file")
	}
	if want := len(b.rec.Turns) + 1; t.Number != want {
		return fmt.Errorf("turn %d; want turn %d", t.Number, want)
	}
	if t.Number > MaxTurns {
		return fmt.Errorf("turn %d; no match has more than %d turns", t.Number, MaxTurns)
	}
	last := -1
	b.size += turnSize + len(t.Kept) + len(b.rec.Header.Seats)*seatSize + len(t.Answers)*answerSize
	for i := range t.Answers {
		a := &t.Answers[i]
		if a.Seat <= last || a.Seat >= len(b.rec.Header.Seats) {
			return fmt.Errorf("turn %d: seat %d after seat %d; want ascending seats up to %d", t.Number, a.Seat, last, len(b.rec.Header.Seats)-1)
		}
		if a.Wall < 0 || a.CPU < 0 {
			return fmt.Errorf("turn %d: seat %d: times of %v and %v; want microseconds from 0", t.Number, a.Seat, a.Wall, a.CPU)
		}
		last = a.Seat
		b.size += len(a.Late) + len(a.Stderr)
		for _, line := range a.Lines {
			b.size += len(line) + lineSize
		}
	}
	if b.size > MaxRecord {
		return fmt.Errorf("turn %d: the turns take more than %d bytes; no record is so long", t.Number, MaxRecord)
	}
	b.rec.Turns = append(b.rec.Turns, t)
	return nil
}

func (b *builder) footer(f footerV1) error {
	seats := len(b.rec.Header.Seats)
	switch {
	case b.rec.Footer != nil:
		return errors.New("a second footer; want the end of the file")
	case len(f.Result.Scores) != seats || len(f.Result.Ranks) != seats:
		return fmt.Errorf("footer: %d scores and %d ranks; want one for each of %d seats", len(f.Result.Scores), len(f.Result.Ranks), seats)
	}
	if d := f.Result.Decimals; d < 0 || d > referee.MaxDecimals {
		return fmt.Errorf("footer: %d decimals; want 0 to %d", d, referee.MaxDecimals)
	}
	result := referee.Result{Scores: f.Result.Scores, Ranks: f.Result.Ranks, Reason: f.Result.Reason, Faults: f.Result.Faults, Scoring: f.Result.Scoring}
	footer := Footer{Result: result, Late: make([][]byte, seats), Cut: f.Cut}
	footer.Result.Upgrade()
	for _, late := range f.Late {
		if late.Seat < 0 || late.Seat >= seats {
			return fmt.Errorf("footer: stderr of seat %d; want 0 to %d", late.Seat, seats-1)
		}
		footer.Late[late.Seat] = exactly(late.Text, late.Exact)
	}
	b.rec.Footer = &footer
	return nil
}

func (b *builder) record() *Record { return &b.rec }
