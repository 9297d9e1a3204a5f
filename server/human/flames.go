package human

import (
	"slices"
	"strings"

	"arbiter/referee"
	"arbiter/referee/games/flames"
)

// FlamesChoices is what may be answered in flames, or what may go on with the
// beginning of an answer, and the position there.
type FlamesChoices struct {
	Valid  []string `json:"valid" doc:"Actions such as MOVE N; none after a PASS, which ends an answer."`
	At     Point    `json:"at" doc:"Where the character stands."`
	HP     int      `json:"hp"`
	AP     int      `json:"ap"`
	Jumps  int      `json:"jumps" doc:"Left in this cycle."`
	Flames []Point  `json:"flames"`
	Dead   bool     `json:"dead" doc:"The beginning of the answer kills the character."`
	Wrong  string   `json:"wrong,omitempty" doc:"Why the beginning of the answer is none; the rest is the position of now."`
}

// flamesAdvice knows the position. What is hidden, the glyphs to come, shows
// only after a PASS, and no answer goes on there.
type flamesAdvice struct{ position }

func (*flamesAdvice) Help() string {
	return `Actions, separated by ; and played one after the other up to a PASS:
  MOVE N|S|E|W        1 AP, 1 HP: to the next cell
  JUMP N|S|E|W        2 AP, 1 HP: two cells away, twice a cycle
  IMMO NE|NW|SE|SW    1 AP, 5 HP: flames step toward that neighbour
  PASS                ends the cycle
Example: JUMP E;MOVE N;PASS`
}

// valid lists the actions that a position allows.
func valid(m referee.Match, seat int) []string {
	if m.Over() {
		return []string{}
	}
	return m.(referee.Chooser).Choices(seat)[0]
}

func (a *flamesAdvice) Words() string { return "Valid: " + strings.Join(valid(a.match, a.seat), ", ") }

func (a *flamesAdvice) Choices(begun string) Choices {
	if passes(begun) {
		c := flamesChoices(a.match, a.seat)
		c.Valid = []string{}
		return Choices{Flames: c}
	}
	m, wrong := a.match, ""
	if begun != "" {
		after, err := a.after(begun)
		if err == nil {
			m = after
		} else {
			wrong = err.Error()
		}
	}
	c := flamesChoices(m, a.seat)
	c.Wrong = wrong
	return Choices{Flames: c}
}

// passes reports whether an answer has a PASS.
func passes(line string) bool {
	answer := flames.ReadAnswer(line)
	for piece, ok := answer.Next(); ok; piece, ok = answer.Next() {
		if action, err := flames.ParseAction(piece); err == nil && action == flames.Pass {
			return true
		}
	}
	return false
}

func flamesChoices(m referee.Match, seat int) *FlamesChoices {
	v := m.View().(flames.View)
	return &FlamesChoices{
		Valid: slices.Clone(valid(m, seat)), At: pointOf(v.Pos), HP: int(v.HP), AP: int(v.AP), Jumps: int(v.JumpsLeft),
		Flames: points(v.Flames), Dead: v.Cause != "",
	}
}

func pointOf(c flames.Cell) Point { return Point{int(c.X), int(c.Y)} }

func points(cells []flames.Cell) []Point {
	all := make([]Point, len(cells))
	for i, c := range cells {
		all[i] = pointOf(c)
	}
	return all
}
