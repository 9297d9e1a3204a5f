package heropath

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"arbiter/referee"
)

// Stepwise is HeroPath with one move an answer, for learning programs: the seat is asked after
// each move. A match has a method Moves, which returns its moves as one answer of Game with the
// same score.
type Stepwise struct{}

// Info describes the game.
func (Stepwise) Info() referee.Info {
	info := Game{}.Info()
	info.Answers = 0 // as many as moves
	return info
}

// New deals a match as Game does.
func (Stepwise) New(setup referee.Setup, seats int) (referee.Match, error) {
	m, err := Game{}.New(setup, seats)
	if err != nil {
		return nil, err
	}
	return &stepMatch{match: m.(*match)}, nil
}

// The table of actions of Stepwise. Monsters are those of the observation, the
// nearest first.
const (
	tableAttack   = 0                       // attack the monster in this place
	tableApproach = tableAttack + Nearest   // go toward it until it is in range
	tableWalk     = tableApproach + Nearest // a full move in one of 8 directions
	tableStay     = tableWalk + 8           // "standing still is a move"
	tableSize     = tableStay + 1
)

// compass are the directions of a full move, clockwise from north.
var compass = [8]struct {
	name   string
	dx, dy float64
}{
	{"north", 0, -1}, {"north-east", math.Sqrt2 / 2, -math.Sqrt2 / 2}, {"east", 1, 0}, {"south-east", math.Sqrt2 / 2, math.Sqrt2 / 2},
	{"south", 0, 1}, {"south-west", -math.Sqrt2 / 2, math.Sqrt2 / 2}, {"west", -1, 0}, {"north-west", -math.Sqrt2 / 2, -math.Sqrt2 / 2},
}

// A stepMatch is a match whose answer arrives move by move.
type stepMatch struct {
	*match
	near []int // the nearest monsters, as the observation shows them
	at   int   // the turns played when near was made, and 1; 0: never
}

// Clone implements referee.Cloner.
func (m *stepMatch) Clone() referee.Match {
	c := m.match.Clone().(*match)
	c.answer.Moves = append([]Action(nil), m.answer.Moves...)
	c.answer.comments = append([]comment(nil), m.answer.comments...)
	return &stepMatch{match: c}
}

// Asked returns the seat until the last turn.
func (m *stepMatch) Asked() referee.Seats {
	if m.Over() {
		return 0
	}
	return referee.SeatSet(0)
}

// Input is the test in the first turn, and the hero in every turn: turn, x, y,
// level, exp, gold, fatigue.
func (m *stepMatch) Input(_ int, dst []byte) []byte {
	if m.turn == 0 {
		dst = append(dst, m.document...)
	}
	h := &m.state.Hero
	return fmt.Appendf(dst, "%d %d %d %d %d %d %d\n", h.Turn, h.X, h.Y, h.Level, h.Exp, h.Gold, h.Fatigue)
}

// Lines returns 1: a move as it stands in an answer of Game.
func (m *stepMatch) Lines(int) int { return 1 }

// Answer holds one move. Its comment stays with it.
func (m *stepMatch) Answer(_ int, lines []string) {
	answer, wrong := ParseAnswer([]byte(`{"moves":[` + strings.Join(lines, "\n") + `]}`))
	if wrong == nil && len(answer.Moves) != 1 {
		wrong = &FormatError{BadFormat, -1, referee.Quote(strings.Join(lines, "\n")), fmt.Sprintf("found %d moves; want one", len(answer.Moves))}
	}
	m.wrong = wrong
	if wrong != nil {
		return
	}
	if text := answer.Comment(0); text != "" {
		m.answer.comments = append(m.answer.comments, comment{len(m.answer.Moves), text})
	}
	m.answer.Moves = append(m.answer.Moves, answer.Moves[0])
}

// Step plays the move. The match ends after the last turn of the test, or with
// a move that breaks the rules.
func (m *stepMatch) Step() {
	if m.Over() {
		return
	}
	m.match.Step()
	switch {
	case m.reason == OK && m.state.Turn < m.state.World.NumTurns:
		m.reason = ""
	case m.reason == "" && m.state.Turn >= m.state.World.NumTurns:
		m.reason = OK
	}
}

// Moves returns the moves so far as an answer of Game.
func (m *stepMatch) Moves() string { return string(AppendAnswer(nil, m.answer.Moves)) }

// AppendState encodes what the last Step changed.
func (m *stepMatch) AppendState(dst []byte) []byte {
	return binary.AppendVarint(m.match.AppendState(dst), m.state.Turn)
}

// Actions implements referee.Actor: one part. An index names a place in the
// observation's list of monsters, whichever monster that is. Left out are the
// other cells that a move can lead to.
func (m *stepMatch) Actions() [][]string {
	names := make([]string, 0, tableSize)
	for i := range Nearest {
		names = append(names, fmt.Sprint("attack ", i))
	}
	for i := range Nearest {
		names = append(names, fmt.Sprint("approach ", i))
	}
	for _, c := range compass {
		names = append(names, "walk "+c.name)
	}
	return [][]string{append(names, "stay")}
}

// nearest returns the monsters of the observation.
func (m *stepMatch) nearest() []int {
	if m.at != m.turn+1 {
		m.near, m.at = m.state.nearest(Nearest), m.turn+1
	}
	return m.near
}

// actionAt returns the move that an index stands for.
func (m *stepMatch) actionAt(index int) Action {
	s := &m.state
	near := m.nearest()
	switch {
	case index < tableApproach:
		if index < len(near) {
			return AttackOn(near[index])
		}
		return AttackOn(len(s.World.Monsters)) // there is none
	case index < tableWalk:
		if i := index - tableApproach; i < len(near) {
			monster := &s.World.Monsters[near[i]]
			return s.toward(float64(monster.X-s.X), float64(monster.Y-s.Y), s.Range)
		}
	case index < tableStay:
		c := compass[index-tableWalk]
		return s.toward(c.dx*farthest, c.dy*farthest, 0)
	}
	return MoveTo(s.X, s.Y)
}

// toward returns the longest legal move on the straight way to the cell at
// (dx, dy), which ends as soon as that is in reach.
func (s *State) toward(dx, dy float64, reach int64) Action {
	distance := math.Hypot(dx, dy)
	if distance <= float64(reach) {
		return MoveTo(s.X, s.Y)
	}
	// One cell more than it takes, since a move ends on a cell; and less where the
	// nearest cell would be beyond the speed.
	for length := min(float64(s.Speed), distance, distance-float64(reach)+1); length > 0; length-- {
		a := MoveTo(clamp(s.X+int64(math.Round(dx/distance*length)), s.World.Width), clamp(s.Y+int64(math.Round(dy/distance*length)), s.World.Height))
		if s.Check(a) == OK {
			return a
		}
	}
	return MoveTo(s.X, s.Y)
}

func clamp(x, most int64) int64 { return min(max(x, 0), most) }

// Mask implements referee.Actor: attacks on monsters in range, and moves that
// lead to another cell; to stay is always allowed.
func (m *stepMatch) Mask(_ int, dst []byte) {
	clear(dst)
	if m.Over() {
		return
	}
	s := &m.state
	near := m.nearest()
	for i, id := range near {
		if s.Check(AttackOn(id)) == OK {
			dst[tableAttack+i] = 1
		}
	}
	stay := MoveTo(s.X, s.Y)
	for i := tableApproach; i < tableStay; i++ {
		if a := m.actionAt(i); a != stay {
			dst[i] = 1
		}
	}
	dst[tableStay] = 1
}

// ActionText implements referee.Actor.
func (m *stepMatch) ActionText(_ int, actions []int32) string {
	return string(AppendAction(nil, m.actionAt(int(actions[0]))))
}

// ActionOf implements referee.Actor: the first index whose move it is. Moves to
// other cells have none.
func (m *stepMatch) ActionOf(_ int, lines []string, dst []int32) bool {
	answer, wrong := ParseAnswer([]byte(`{"moves":[` + strings.Join(lines, "\n") + `]}`))
	if wrong != nil || len(answer.Moves) != 1 || m.state.Check(answer.Moves[0]) != OK {
		return false
	}
	if a := answer.Moves[0]; a != MoveTo(m.state.X, m.state.Y) {
		for i := range tableStay {
			if m.actionAt(i) == a {
				dst[0] = int32(i)
				return true
			}
		}
		return false
	}
	dst[0] = tableStay
	return true
}
