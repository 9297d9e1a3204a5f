package domain

import rules "arbiter/referee/games/domain"

const (
	// won is what a victory before the first wall would be worth. Every wall
	// makes a victory worth one less, and a defeat one more: the search wins
	// soon and loses late.
	won = 10_000

	// decided is less than every victory and more than every guess.
	decided = won - rules.WallCount - 1

	// infinite is more than every score.
	infinite = won + 1
)

// evaluate scores a position for its mover, above 0 when the mover is better
// off. Once the game is over the score is exact. Before, it is a guess: the
// sides that are open around the cells nearer to the mover's token, less those
// around the cells nearer to the other one. They stand for two things at once:
// the domain to come, and the walls that a player can still build without
// closing its own domain when nobody wants to build the last one.
func (w *Parameters) evaluate(p *rules.State) int {
	own, other := p.Mover, 1-p.Mover
	near := p.Nearer()
	if p.Over {
		return outcome(near[own].Len()-near[other].Len(), p)
	}
	return w.Side*(openSides(p, near[own])-openSides(p, near[other])) + w.Cell*(near[own].Len()-near[other].Len())
}

// outcome scores a game that is over by the difference of the domains.
func outcome(difference int, p *rules.State) int {
	walls := rules.WallCount - p.Open(rules.Right).Len() - p.Open(rules.Down).Len()
	switch {
	case difference > 0:
		return won - walls
	case difference < 0:
		return walls - won
	}
	return 0
}

// openSides counts the open sides of the cells.
func openSides(p *rules.State, cells rules.Cells) int {
	return (cells & p.Open(rules.Up)).Len() + (cells & p.Open(rules.Down)).Len() +
		(cells & p.Open(rules.Left)).Len() + (cells & p.Open(rules.Right)).Len()
}
