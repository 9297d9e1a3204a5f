package domain

import rules "arbiter/referee/games/domain"

// joint returns the sides that join the region around a player's token, the
// cells that are nearer to it, with the rest of the board: those of the player
// with fewer. While walls nearly close a region its borders say more than the
// guess of evaluate, since whoever closes them ends the game.
func joint(p *rules.State, near [2]rules.Cells) (sides border, count int) {
	for player := range near {
		b := borderOf(p, near[player])
		if n := b.right.Len() + b.down.Len(); player == 0 || n < count {
			sides, count = b, n
		}
	}
	return sides, count
}

// A border is a set of open sides, each with its left or upper cell.
type border struct{ right, down rules.Cells }

// borderOf returns the open sides between the cells and all others.
func borderOf(p *rules.State, cells rules.Cells) border {
	right, down := p.Open(rules.Right), p.Open(rules.Down)
	return border{
		right: right & (cells ^ cells>>1),
		down:  down & (cells ^ cells>>rules.Size),
	}
}

// has reports whether the action builds on the border.
func (b border) has(a rules.Action) bool {
	switch a.Wall {
	case rules.Right:
		return b.right.Has(a.To)
	case rules.Left:
		return b.right.Has(a.To - 1)
	case rules.Down:
		return b.down.Has(a.To)
	default:
		return b.down.Has(a.To - rules.Size)
	}
}

// region scores a position at the end of the search. When at most Joint sides
// still join a region with the rest, it goes on with the actions that close
// them: both players may stop at the guess instead.
func (s *search) region(p *rules.State, ply, low, high int) int {
	score := s.evaluate(p)
	if s.Joint == 0 || p.Over || ply >= len(s.actions) || score >= high {
		return score
	}
	sides, count := joint(p, p.Nearer())
	if count > s.Joint {
		return score
	}
	low = max(low, score)
	actions := p.ActionsWithin(s.steps(p), s.actions[ply][:0])
	for _, action := range actions {
		if !sides.has(action) {
			continue
		}
		next, ok := s.step(p, action)
		if !ok {
			return 0
		}
		if got := -s.region(&next, ply+1, -high, -low); got > score {
			score = got
			if low = max(low, score); score >= high {
				break
			}
		}
	}
	return score
}
