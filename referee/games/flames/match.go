package flames

import (
	"encoding/binary"
	"fmt"
	"time"

	"arbiter/referee"
)

// Game is Flames Extinguisher as a referee.Game.
type Game struct{}

// Info describes the game.
func (Game) Info() referee.Info {
	return referee.Info{
		Name: "flames", Title: "Flames Extinguisher", Rules: 1,
		MinSeats: 1, MaxSeats: 1,
		// The statement gives a turn's time only. A program has to start
		// within its first answer, so that gets the usual second.
		First:   1000 * time.Millisecond,
		Turn:    100 * time.Millisecond, // "Response time per turn < 100 ms"
		Seed:    "A seed decides which cells the glyphs of the six waves mark; the arena is always the same.",
		Answers: 81, // "A match from a seed has at most 81 actions"
		Unit:    "HP",
		Highest: HP,
	}
}

// New deals a match.
func (Game) New(setup referee.Setup, seats int) (referee.Match, error) {
	if seats != 1 {
		return nil, fmt.Errorf("flames: %d seats; want 1", seats)
	}
	c, s, err := start(setup)
	if err != nil {
		return nil, fmt.Errorf("flames: %w", err)
	}
	return newMatch(c, s), nil
}

// A match wraps a State. Step records no events: View plays the turn again
// from the position before it, so that nobody pays who does not watch.
type match struct {
	referee.Pure

	test    *Case
	state   State
	before  State          // where the last turn began
	turn    int            // turns played
	line    string         // the answer of this turn
	drop    *referee.Fault // why there is no answer in this turn
	played  played         // what became of the last answer
	firstHP int16          // HP at the start: the most there will be
	faults  []referee.Fault
}

// played is what became of one answer.
type played struct {
	done    int     // "actions are executed in order": how many were
	refusal Refusal // why the match is lost by a rule
	piece   string  // the piece that lost it
	rest    Answer  // what stands after the PASS that ended the turn
}

func newMatch(c *Case, s State) *match {
	return &match{test: c, state: s, before: s, firstHP: s.HP, faults: []referee.Fault{}}
}

// Over implements referee.Match.
func (m *match) Over() bool { return m.state.Outcome != Playing }

// Asked implements referee.Match: the one seat, until the end.
func (m *match) Asked() referee.Seats {
	if m.Over() {
		return 0
	}
	return referee.SeatSet(0)
}

// Input implements referee.Match. The first one begins with the map.
func (m *match) Input(_ int, dst []byte) []byte {
	if m.turn == 0 {
		dst = appendInit(dst, &m.test.Arena)
	}
	return appendTurn(dst, m.test, &m.state)
}

// Lines implements referee.Match: "One line containing one or more actions".
func (m *match) Lines(int) int { return 1 }

// Answer implements referee.Match.
func (m *match) Answer(_ int, lines []string) {
	m.line, m.drop = "", nil
	if len(lines) > 0 {
		m.line = lines[0]
	}
}

// Drop implements referee.Match.
func (m *match) Drop(_ int, f referee.Fault) { m.line, m.drop = "", &f }

// Step implements referee.Match.
func (m *match) Step() {
	if m.Over() {
		return
	}
	m.turn++
	m.before = m.state
	m.played = played{}
	if m.drop != nil {
		m.state.Outcome = Forfeit
		if m.drop.Kind == referee.Timeout {
			m.state.Outcome = Timeout
		}
		m.faults = append(m.faults, *m.drop)
		return
	}
	m.played = play(m.test, &m.state, m.line, nil)
	m.judge()
}

// play executes the actions of a line "up to and including the first PASS
// encountered", or to the end of the match.
func play(c *Case, s *State, line string, e *Events) played {
	var p played
	answer := ReadAnswer(line)
	for s.Outcome == Playing {
		piece, ok := answer.Next()
		if !ok && p.done > 0 {
			break
		}
		p.piece = piece
		action, err := ParseAction(piece)
		switch {
		case !ok:
			p.refusal = Empty
		case err != nil:
			p.refusal = Syntax
		default:
			p.refusal = s.Refuses(c, action)
		}
		if p.refusal != NoRefusal {
			s.Outcome = Illegal
			break
		}
		s.Act(c, action, e)
		p.done++
		if action == Pass {
			p.rest = answer
			break
		}
	}
	return p
}

// Play plays the actions of an answer, a line of the protocol, and
// returns how the match stands. A line that breaks the rules loses it.
func (s *State) Play(c *Case, line string) Outcome {
	play(c, s, line, nil)
	return s.Outcome
}

// judge notes what was wrong with the answer that was just played.
func (m *match) judge() {
	if p := &m.played; p.refusal != NoRefusal {
		kind := referee.Illegal
		if p.refusal == Empty || p.refusal == Syntax {
			kind = referee.Garbled
		}
		m.fault(kind, p.piece, m.why())
		m.faults[len(m.faults)-1].Rule = p.refusal.rule()
		return
	}
	// Legal actions after a PASS are ignored by the statement's own words; text
	// that is no action there is most likely a mistake.
	for piece, ok := m.played.rest.Next(); ok && !m.Over(); piece, ok = m.played.rest.Next() {
		if _, err := ParseAction(piece); err != nil {
			m.fault(referee.Garbled, piece, err.Error()+"; ignored because it stands after PASS")
			m.faults[len(m.faults)-1].Forgiven = true
			return
		}
	}
}

// why explains the refusal of the last answer to its author.
func (m *match) why() string {
	p, s := &m.played, &m.state
	action, err := ParseAction(p.piece)
	o := &orders[action]
	switch p.refusal {
	case Empty:
		return "no action in the answer; want MOVE, JUMP, IMMO or PASS"
	case Syntax:
		return err.Error()
	case NoAP:
		return fmt.Sprintf("%v costs %d AP and %d are left; PASS restores them", action, o.ap, s.AP)
	case NoJumps:
		return fmt.Sprintf("no jump is left in this cycle; want at most %d before PASS", Jumps)
	default:
		return fmt.Sprintf("%v leads from %v to %v, which is a wall; want an open cell", action, s.Pos, s.Pos.plus(1, o.dx, o.dy))
	}
}

func (m *match) fault(kind referee.Kind, line, why string) {
	m.faults = append(m.faults, referee.Fault{Turn: m.turn, Kind: kind, Line: referee.Quote(line), Why: why})
}

// Result implements referee.Match.
func (m *match) Result() referee.Result {
	return referee.Result{
		Scores: []int64{m.state.Score()},
		Ranks:  []int{1},
		Reason: m.state.Outcome.reason(),
		Faults: m.faults,
	}
}

// Score returns "the number of HP remaining", and 0 after a defeat.
func (s *State) Score() int64 {
	if s.Outcome == Playing || s.Outcome == Victory {
		return int64(s.HP)
	}
	return 0
}

// AppendState implements referee.Match: outcome, actions done, numbers, then
// flames and glyphs, each as a count and the cells.
func (m *match) AppendState(dst []byte) []byte {
	s := &m.state
	dst = append(dst, s.Outcome.code(), byte(s.Pos.X), byte(s.Pos.Y), byte(s.AP), byte(s.JumpsLeft))
	for _, n := range []int{m.played.done, int(s.HP), int(s.Cycle)} {
		dst = binary.AppendUvarint(dst, uint64(n))
	}
	glyphs := s.Glyphs(m.test)
	for _, cells := range []*Rows{&s.Flames, &glyphs} {
		dst = binary.AppendUvarint(dst, uint64(cells.Len()))
		for cell := range cells.All() {
			dst = append(dst, byte(cell.X), byte(cell.Y))
		}
	}
	return dst
}

// code returns the outcome's byte in AppendState. A forfeit has that of a
// timeout: records from before the two were told apart keep their digests.
func (o Outcome) code() byte {
	if o == Forfeit {
		o = Timeout
	}
	return byte(o)
}
