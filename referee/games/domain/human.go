package domain

import (
	"fmt"
	"strings"

	"arbiter/referee"
)

// Choices are the legal answers, for a page to draw.
type Choices struct {
	Token   Point           `json:"token" doc:"Where your token is."`
	Targets []TargetChoices `json:"targets" doc:"Where it may move, row by row."`
}

// TargetChoices is a cell that the token may move to, and the walls there.
type TargetChoices struct {
	Cell  Point    `json:"cell"`
	Sides []string `json:"sides" doc:"Sides of that cell for the wall: U, D, L and R. Never empty."`
}

// Guide implements referee.Guided.
func (Game) Guide() (referee.Guide, error) { return &humanGuide{}, nil }

// A humanGuide knows the whole state: nothing is hidden.
type humanGuide struct{ referee.Rehearsal }

// Help implements referee.Guide.
func (*humanGuide) Help() string {
	return `x y direction [message]   move to cell x y, at most 3 away, and build a wall on its side U, D, L or R
Example: 3 4 U`
}

// Choices implements referee.Guide.
func (g *humanGuide) Choices(string) any { return g.choices() }

func (g *humanGuide) choices() *Choices {
	s := &g.Match.(*match).state
	token := s.Tokens[g.Seat]
	c := &Choices{Token: Point{token.X(), token.Y()}, Targets: []TargetChoices{}}
	for to := range s.Targets(g.Seat).All() {
		target := TargetChoices{Cell: Point{to.X(), to.Y()}}
		for _, side := range []Direction{Up, Down, Left, Right} {
			if s.Open(side).Has(to) {
				target.Sides = append(target.Sides, side.String())
			}
		}
		if len(target.Sides) > 0 {
			c.Targets = append(c.Targets, target)
		}
	}
	return c
}

// Summary implements referee.Guide.
func (g *humanGuide) Summary() string {
	var b strings.Builder
	b.WriteString("Legal:")
	for _, t := range g.choices().Targets {
		fmt.Fprintf(&b, "  %d %d %s", t.Cell[0], t.Cell[1], strings.Join(t.Sides, ""))
	}
	return b.String()
}
