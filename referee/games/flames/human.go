package flames

import (
	"strings"

	"arbiter/referee"
)

// Choices are the actions that can follow the prefix of an answer, for a page to
// draw, and the position after that prefix.
type Choices struct {
	Valid  []string `json:"valid" doc:"Actions, for example MOVE N; none after a PASS, which ends an answer."`
	At     Cell     `json:"at" doc:"Where the character is."`
	HP     int      `json:"hp"`
	AP     int      `json:"ap"`
	Jumps  int      `json:"jumps" doc:"Left in this cycle."`
	Flames []Cell   `json:"flames"`
	Dead   bool     `json:"dead" doc:"The prefix kills the character."`
	Wrong  string   `json:"wrong,omitempty" doc:"Why the prefix is not valid; the other fields are the current position then."`
}

// Guide implements referee.Guided.
func (Game) Guide() (referee.Guide, error) { return &humanGuide{}, nil }

// A humanGuide knows the whole state. What is hidden, the glyphs to come, shows
// only after a PASS, which ends an answer.
type humanGuide struct{ referee.Rehearsal }

// Help implements referee.Guide.
func (*humanGuide) Help() string {
	return `Actions, separated by ; and played in order up to a PASS:
  MOVE N|S|E|W        1 AP, 1 HP: to the next cell
  JUMP N|S|E|W        2 AP, 1 HP: two cells away, twice a cycle
  IMMO NE|NW|SE|SW    1 AP, 5 HP: flames step toward that neighbour
  PASS                ends the cycle
Example: JUMP E;MOVE N;PASS`
}

// Summary implements referee.Guide.
func (g *humanGuide) Summary() string {
	return "Valid: " + strings.Join(choicesOf(g.Match).Valid, ", ")
}

// Choices implements referee.Guide.
func (g *humanGuide) Choices(prefix string) any {
	if ReadAnswer(prefix).Passes() {
		c := choicesOf(g.Match)
		c.Valid = []string{}
		return c
	}
	m, wrong := g.Match, ""
	if prefix != "" {
		after, err := g.Try(prefix)
		if err == nil {
			m = after
		} else {
			wrong = err.Error()
		}
	}
	c := choicesOf(m)
	c.Wrong = wrong
	return c
}

// choicesOf returns what a position allows: nothing after the end.
func choicesOf(m referee.Match) *Choices {
	v := m.View().(View)
	c := &Choices{
		Valid: []string{}, At: v.Pos, HP: int(v.HP), AP: int(v.AP), Jumps: int(v.JumpsLeft),
		Flames: v.Flames, Dead: v.Cause != "",
	}
	if !m.Over() {
		c.Valid = m.(referee.Chooser).Choices(0)[0]
	}
	return c
}
