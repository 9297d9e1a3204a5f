package human

import (
	"fmt"
	"strings"

	"arbiter/referee/games/domain"
)

// DomainChoices is what may be answered in domain.
type DomainChoices struct {
	Token   Point          `json:"token" doc:"Where the own token stands."`
	Targets []DomainTarget `json:"targets" doc:"Where it may go, row by row."`
}

// A DomainTarget is a cell that the token may go to.
type DomainTarget struct {
	Cell  Point    `json:"cell"`
	Sides []string `json:"sides" doc:"U, D, L and R: where a wall may go then. Never empty."`
}

// domainAdvice knows the position: nothing is hidden.
type domainAdvice struct{ position }

func (*domainAdvice) Help() string {
	return `x y direction [message]   move to cell x y, at most 3 away, and build a wall on its side U, D, L or R
Example: 3 4 U`
}

// state returns the position of the match. Walls and tokens are all there is
// to it.
func (a *domainAdvice) state() domain.State {
	v := a.match.View().(*domain.View)
	at := func(p domain.Point) domain.Cell { return domain.At(p[0], p[1]) }
	s := domain.NewState(at(v.Tokens[0]), at(v.Tokens[1]), a.seat)
	for _, w := range v.Walls {
		side := domain.Down
		if w.Between[1][0] > w.Between[0][0] {
			side = domain.Right
		}
		s.Build(at(w.Between[0]), side)
	}
	return s
}

func (a *domainAdvice) Choices(string) Choices {
	s := a.state()
	token := s.Tokens[a.seat]
	c := &DomainChoices{Token: Point{token.X(), token.Y()}, Targets: []DomainTarget{}}
	for to := range s.Targets(a.seat).All() {
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

func (a *domainAdvice) Words() string {
	var b strings.Builder
	b.WriteString("Legal:")
	for _, t := range a.Choices("").Domain.Targets {
		fmt.Fprintf(&b, "  %d %d %s", t.Cell[0], t.Cell[1], strings.Join(t.Sides, ""))
	}
	return b.String()
}
