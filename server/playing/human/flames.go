package human

import (
	"slices"
	"strings"

	"arbiter/referee"
	"arbiter/referee/games/flames"
)

// FlamesChoices are the actions that can follow the prefix of an answer in
// flames, and the position after that prefix.
type FlamesChoices struct {
	Valid  []string `json:"valid" doc:"Actions, for example MOVE N; none after a PASS, which ends an answer."`
	At     Point    `json:"at" doc:"Where the character is."`
	HP     int      `json:"hp"`
	AP     int      `json:"ap"`
	Jumps  int      `json:"jumps" doc:"Left in this cycle."`
	Flames []Point  `json:"flames"`
	Dead   bool     `json:"dead" doc:"The prefix kills the character."`
	Wrong  string   `json:"wrong,omitempty" doc:"Why the prefix is not valid; the other fields are the current position then."`
}

// flamesGuide knows the whole state. What is hidden, the glyphs to come, shows
// only after a PASS, which ends an answer.
type flamesGuide struct{ matchCopy }

func (*flamesGuide) Help() string {
	return `Actions, separated by ; and played in order up to a PASS:
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

func (g *flamesGuide) Summary() string { return "Valid: " + strings.Join(valid(g.match, g.seat), ", ") }

func (g *flamesGuide) Choices(prefix string) Choices {
	if flames.ReadAnswer(prefix).Passes() {
		c := flamesChoices(g.match, g.seat)
		c.Valid = []string{}
		return Choices{Flames: c}
	}
	m, wrong := g.match, ""
	if prefix != "" {
		after, err := g.try(prefix)
		if err == nil {
			m = after
		} else {
			wrong = err.Error()
		}
	}
	c := flamesChoices(m, g.seat)
	c.Wrong = wrong
	return Choices{Flames: c}
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
