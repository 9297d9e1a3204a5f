package human

import (
	"fmt"
	"strings"

	"arbiter/referee/games/domain"
)

// DomainChoices are the legal answers in domain.
type DomainChoices struct {
	Token   Point          `json:"token" doc:"Where your token is."`
	Targets []DomainTarget `json:"targets" doc:"Where it may move, row by row."`
}

// A DomainTarget is a cell that the token may move to.
type DomainTarget struct {
	Cell  Point    `json:"cell"`
	Sides []string `json:"sides" doc:"Sides of that cell for the wall: U, D, L and R. Never empty."`
}

// domainGuide knows the whole state: nothing is hidden.
type domainGuide struct{ matchCopy }

func (*domainGuide) Help() string {
	return `x y direction [message]   move to cell x y, at most 3 away, and build a wall on its side U, D, L or R
Example: 3 4 U`
}

// state returns the state of the match, which is its walls and tokens.
func (g *domainGuide) state() domain.State {
	v := g.match.View().(*domain.View)
	at := func(p domain.Point) domain.Cell { return domain.At(p[0], p[1]) }
	s := domain.NewState(at(v.Tokens[0]), at(v.Tokens[1]), g.seat)
	for _, w := range v.Walls {
		side := domain.Down
		if w.Between[1][0] > w.Between[0][0] {
			side = domain.Right
		}
		s.Build(at(w.Between[0]), side)
	}
	return s
}

func (g *domainGuide) Choices(string) Choices {
	s := g.state()
	token := s.Tokens[g.seat]
	c := &DomainChoices{Token: Point{token.X(), token.Y()}, Targets: []DomainTarget{}}
	for to := range s.Targets(g.seat).All() {
		target := DomainTarget{Cell: Point{to.X(), to.Y()}}
		for _, side := range []domain.Direction{domain.Up, domain.Down, domain.Left, domain.Right} {
			if s.Open(side).Has(to) {
				target.Sides = append(target.Sides, side.String())
			}
		}
		if len(target.Sides) > 0 {
			c.Targets = append(c.Targets, target)
		}
	}
	return Choices{Domain: c}
}

func (g *domainGuide) Summary() string {
	var b strings.Builder
	b.WriteString("Legal:")
	for _, t := range g.Choices("").Domain.Targets {
		fmt.Fprintf(&b, "  %d %d %s", t.Cell[0], t.Cell[1], strings.Join(t.Sides, ""))
	}
	return b.String()
}
