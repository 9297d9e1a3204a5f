package heropath

import (
	"testing"

	rules "arbiter/referee/games/heropath"

	"pgregory.net/rapid"
)

// "The ways on which no monster attacks, by moves from the middle of a square to the middle
// of another one": no other one takes fewer moves, however often the map was asked before.
func TestSafeWaysAreShortest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(from, to int64) int64 { return rapid.Int64Range(from, to).Draw(t, "") }
		w := rules.World{NumTurns: 100, Width: draw(40, 200), Height: draw(10, 30),
			Hero: rules.BaseHero{BaseSpeed: draw(16, 30), BasePower: 1, BaseRange: 1}}
		w.StartX, w.StartY = draw(0, w.Width), draw(0, w.Height)
		for range draw(1, 20) {
			w.Monsters = append(w.Monsters, rules.Monster{X: draw(0, w.Width), Y: draw(0, w.Height), HP: 1, Exp: 1, Range: draw(1, 15), Attack: draw(0, 1)})
		}
		world, err := rules.NewWorld(w)
		if err != nil {
			t.Fatal(err)
		}
		root := world.Start()
		p := newPlanner(&root, DefaultParameters())
		if !p.attackers {
			return
		}
		p.begin()
		for range 3 {
			p.state.SetHP(int(draw(0, int64(len(w.Monsters)-1))), draw(0, 1))
			p.epoch++
			p.state.X, p.state.Y = draw(0, w.Width), draw(0, w.Height)
			for range 3 {
				to := cell{draw(0, w.Width), draw(0, w.Height)}
				want, reachable := p.movesOfSafest(to)
				found := p.findSafe(to.x, to.y)
				if found != reachable {
					t.Fatalf("to %v: found %t; want %t", to, found, reachable)
				}
				if !found {
					continue
				}
				if len(p.route) > want { // fewer if the cell is the middle of a square
					t.Fatalf("to %v: %d moves; want %d", to, len(p.route), want)
				}
				at := cell{p.state.X, p.state.Y}
				for i := len(p.route) - 1; i >= 0; i-- {
					next := p.route[i]
					if dx, dy := next.x-at.x, next.y-at.y; dx*dx+dy*dy > p.state.Speed*p.state.Speed {
						t.Fatalf("a move from %v to %v; speed %d", at, next, p.state.Speed)
					}
					if i > 0 && p.threat(next.x, next.y) > 0 {
						t.Fatalf("attacked on %v", next)
					}
					at = next
				}
			}
		}
	})
}

// movesOfSafest counts the moves of the shortest way by looking at all pairs of squares. From
// one to another it is as far as between whole ones: the last squares of rows and columns may be
// cut off, so that their middles lie nearer.
func (p *planner) movesOfSafest(to cell) (moves int, reachable bool) {
	f, speed2 := &p.safe, p.state.Speed*p.state.Speed
	middle := func(c cell) cell { return cell{f.middle(c.x, p.world.Width), f.middle(c.y, p.world.Height)} }
	leads := func(from, to cell, side int64) bool {
		dx, dy := (to.x-from.x)*side, (to.y-from.y)*side
		return dx*dx+dy*dy <= speed2
	}
	hero := cell{p.state.X, p.state.Y}
	var free, front []cell
	reached := map[cell]bool{}
	for row := range f.rows {
		for col := range f.cols {
			c := cell{col, row}
			if m := middle(c); p.threat(m.x, m.y) > 0 {
				continue
			}
			free = append(free, c)
			if leads(hero, middle(c), 1) {
				reached[c] = true
				front = append(front, c)
			}
		}
	}
	for moves = 2; len(front) > 0; moves++ {
		var next []cell
		for _, from := range front {
			if leads(middle(from), to, 1) {
				return moves, true
			}
			for _, c := range free {
				if !reached[c] && leads(from, c, f.side) {
					reached[c] = true
					next = append(next, c)
				}
			}
		}
		front = next
	}
	return 0, false
}

// "How many moves of hopTo lead so far": as many as it takes to make them.
func TestMovesTo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		speed := rapid.Int64Range(1, 300).Draw(t, "speed")
		x, y := rapid.Int64Range(-3000, 3000).Draw(t, "x"), rapid.Int64Range(-3000, 3000).Draw(t, "y")
		n, sure := movesTo(x, y, speed)
		if !sure {
			return
		}
		made := int64(0)
		for atX, atY := int64(0), int64(0); atX != x || atY != y; made++ {
			atX, atY = hopTo(atX, atY, x, y, speed)
		}
		if made != n {
			t.Fatalf("%d moves of speed %d to (%d, %d); want %d", made, speed, x, y, n)
		}
	})
}
