package rewind

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// A Branch leaves a recorded match after a turn. It is played from the start like
// any match: up to that turn its seats answer as recorded, so that it comes to the
// same position, and after it they are live.
type Branch struct {
	Record *replay.Record // of the match that is left, its parent
	Match  string         // the parent's ID; "" when it is not known
	Turn   int            // the last turn as recorded; 0 leaves the match at its start
	// Differs, when set, is told of the first answer of a joining bot that is not
	// as recorded.
	Differs func(seat int, d *Difference)

	game   referee.Game
	untold string // why such a bot cannot join; "" where every input tells the position
}

// NewBranch returns the branch of a recorded match of the game after a turn. It
// plays the record up to there, and an error says where this build plays it
// differently, or which turns the match can be left after.
func NewBranch(rec *replay.Record, g referee.Game, turn int) (*Branch, error) {
	if turn < 0 || turn >= len(rec.Turns) {
		return nil, fmt.Errorf("turn %d: the match has %d turns; it can be left after turns 0 to %d", turn, len(rec.Turns), len(rec.Turns)-1)
	}
	shared := *rec
	shared.Turns, shared.Footer = rec.Turns[:turn], nil
	v, err := replay.Verify(&shared, g)
	if err == nil && v.Status == replay.Differs {
		err = errors.New(v.String())
	}
	if err != nil {
		return nil, err
	}
	b := &Branch{Record: rec, Turn: turn, game: g}
	if u, ok := g.(referee.OutcomeHider); ok {
		b.untold = u.HiddenOutcome()
	}
	return b, nil
}

// Answering returns the branch that leaves the match a turn later: in that turn the seat gives
// the given answer, and the others answer as recorded. seed takes the place of the recorded
// seed that bots are sent.
func (b *Branch) Answering(seat int, answer []string, seed string) *Branch {
	rec := *b.Record
	rec.Header.BotSeed = seed
	rec.Turns = slices.Clone(rec.Turns)
	answers := slices.Clone(rec.Turns[b.Turn].Answers)
	for i := range answers {
		if answers[i].Seat == seat {
			answers[i] = replay.Answer{Seat: seat, Lines: answer}
		}
	}
	rec.Turns[b.Turn].Answers = answers
	later := *b
	later.Record, later.Turn = &rec, b.Turn+1
	return &later
}

// Tells reports whether a bot that joins in this way can be brought to a position after answers
// that were not its own. If it cannot, why is the reason, as a clause. A bot that is Told the
// recorded answers always can.
func (b *Branch) Tells(how Joining) (why string, ok bool) {
	if how != Fed || b.untold == "" {
		return "", true
	}
	return b.untold, false
}

// Parent returns the parent for the header of the branch's record.
func (b *Branch) Parent() *replay.Parent {
	return &replay.Parent{Match: b.Match, Play: b.Record.Turns[len(b.Record.Turns)-1].Digest, Turn: b.Turn}
}

// Asked reports whether the recorded match asked a seat after the branch's turn. A bot that
// joins any other seat changes nothing.
func (b *Branch) Asked(seat int) bool {
	for _, t := range b.Record.Turns[b.Turn:] {
		for i := range t.Answers {
			if t.Answers[i].Seat == seat {
				return true
			}
		}
	}
	return false
}

// A Joining says how a player learns what was played before it joins.
type Joining int

// The ways to join.
const (
	Fed     Joining = iota // it is sent every input of its seat, and its answers are compared with the record
	Told                   // the same, but it is told the recorded answers beforehand, as package recorded of the builtin bots reads them
	Present                // it sees the match itself, as a person does, and is not asked before
)

// CatchUpLimit is the time for an answer of a bot that is fed the record. It is far
// from any limit of a game: a bot that hangs must not hang the branch.
const CatchUpLimit = 10 * time.Second

// A JoinError reports a bot that the protocol cannot bring to the position of the
// branch.
type JoinError struct {
	Difference
	Why string // as a clause
}

// Error returns the difference and the reason as a line.
func (e *JoinError) Error() string {
	return fmt.Sprintf("the bot cannot join here: %v; %s", e.Difference.String(), e.Why)
}
