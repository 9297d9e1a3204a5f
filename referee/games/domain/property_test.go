package domain

import (
	"fmt"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/rng"

	"pgregory.net/rapid"
)

// anyGame draws a seed and plays a random game, showing look every position
// that is not over, and the action that follows.
func anyGame(t *rapid.T, look func(s State, a Action)) State {
	r := rng.NewSplitMix64(rapid.Uint64().Draw(t, "seed"))
	s := Start()
	for !s.Over {
		a := s.RandomAction(&r)
		look(s, a)
		s.Step(a)
	}
	return s
}

// Every action builds one wall, so a game has at most 84 turns; while it goes
// on the mover has a legal action, and every one listed is legal.
func TestGamesEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		turns := 0
		end := anyGame(t, func(s State, a Action) {
			if n := len(wallNames(&s)); n != turns {
				t.Fatalf("%d walls after %d turns", n, turns)
			}
			turns++
			actions := s.Actions(nil)
			if len(actions) != s.ActionCount() || len(actions) == 0 || len(actions) > MaxActions {
				t.Fatalf("%d actions, counted %d", len(actions), s.ActionCount())
			}
			for _, listed := range actions {
				if !s.Legal(listed) {
					t.Fatalf("%v is listed and illegal", listed)
				}
			}
		})
		if turns > WallCount {
			t.Errorf("%d turns", turns)
		}
		if end.Actions(nil) != nil || end.ActionCount() != 0 || end.Legal(Action{end.Tokens[0], Up}) {
			t.Error("actions after the end")
		}
		if end.Domain(0)&end.Domain(1) != 0 {
			t.Error("the domains of a finished game overlap")
		}
	})
}

// Path and Targets agree: a target is at most MaxDistance away by a free path
// of at most MaxPath steps, and a path steps through open sides only.
func TestPathsAndTargetsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		anyGame(t, func(s State, _ Action) {
			for player := range 2 {
				from, targets := s.Tokens[player], s.Targets(player)
				for to := range Cell(CellCount) {
					path := s.Path(player, to, nil)
					near := from.Distance(to) <= MaxDistance
					if want := near && path != nil && len(path)-1 <= MaxPath; targets.Has(to) != want {
						t.Fatalf("%+v: %v from %v: target %v, path %v", s, to, from, targets.Has(to), path)
					}
					checkPath(t, &s, player, to, path)
				}
			}
		})
	})
}

func checkPath(t *rapid.T, s *State, player int, to Cell, path []Cell) {
	if path == nil {
		return
	}
	if path[0] != s.Tokens[player] || path[len(path)-1] != to {
		t.Fatalf("path %v from %v to %v", path, s.Tokens[player], to)
	}
	for i, c := range path[1:] {
		if s.grow(path[i].Set())&^path[i].Set()&c.Set() == 0 || c == s.Tokens[1-player] {
			t.Fatalf("path %v takes a step that is not free", path)
		}
	}
}

// Nearer is what walking distances say.
func TestNearer(t *testing.T) {
	distances := func(s *State, player int) (d [CellCount]int) {
		reached := Cells(0)
		for steps, next := 1, s.Tokens[player].Set(); next != reached; steps++ {
			for c := range (next &^ reached).All() {
				d[c] = steps // from 1, so that 0 is a cell out of reach
			}
			reached, next = next, s.grow(next)
		}
		return d
	}
	nearer := func(a, b int) bool { return a != 0 && (b == 0 || a < b) }
	rapid.Check(t, func(t *rapid.T) {
		check := func(s State) {
			d := [2][CellCount]int{distances(&s, 0), distances(&s, 1)}
			for player, cells := range s.Nearer() {
				for c := range Cell(CellCount) {
					if want := nearer(d[player][c], d[1-player][c]); cells.Has(c) != want {
						t.Fatalf("%+v: %v nearer to player %d: %v, want %v", s, c, player, cells.Has(c), want)
					}
				}
			}
		}
		end := anyGame(t, func(s State, _ Action) { check(s) })
		check(end)
		if end.Nearer() != [2]Cells{end.Domain(0), end.Domain(1)} {
			t.Error("the cells nearer to separated tokens are not their domains")
		}
	})
}

// A symmetry maps cells and sides.
type symmetry struct {
	cell func(Cell) Cell
	side [directions]Direction
	swap bool // the players change places
}

// transposed returns the board mirrored at the diagonal of both tokens.
func transposed() symmetry {
	return symmetry{
		cell: func(c Cell) Cell { return At(c.Y(), c.X()) },
		side: [directions]Direction{Up: Left, Left: Up, Down: Right, Right: Down},
	}
}

// rotated returns the board turned by half, with the players exchanged.
func rotated() symmetry {
	return symmetry{
		cell: func(c Cell) Cell { return CellCount - 1 - c },
		side: [directions]Direction{Up: Down, Down: Up, Left: Right, Right: Left},
		swap: true,
	}
}

func (y symmetry) action(a Action) Action { return Action{y.cell(a.To), y.side[a.Wall]} }

func (y symmetry) state(s State) State {
	image := NewState(y.cell(s.Tokens[0]), y.cell(s.Tokens[1]), int(s.Mover))
	if y.swap {
		image = NewState(image.Tokens[1], image.Tokens[0], 1-int(s.Mover))
	}
	image.Over = s.Over
	for c := range Cell(CellCount) {
		for side := range Direction(directions) {
			if !s.Open(side).Has(c) {
				image.Build(y.cell(c), y.side[side])
			}
		}
	}
	return image
}

// Playing on the image of a board is the image of playing on the board.
func TestSymmetries(t *testing.T) {
	for name, y := range map[string]symmetry{"transposed": transposed(), "rotated": rotated()} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				anyGame(t, func(s State, a Action) {
					image := y.state(s)
					if s.ActionCount() != image.ActionCount() || !image.Legal(y.action(a)) {
						t.Fatalf("%+v: %d actions, on the image %d", s, s.ActionCount(), image.ActionCount())
					}
					image.Step(y.action(a))
					if s.Step(a); image != y.state(s) {
						t.Fatalf("after %v on the image: %+v, want %+v", a, image, y.state(s))
					}
				})
			})
		})
	}
	if s := Start(); transposed().state(s) != s {
		t.Error("the start is not its own transposed image")
	}
}

// What a bot is sent is enough to follow the match: both players' boards,
// built from their inputs alone, are the referee's.
func TestBothPlayersFollow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newMatchOrFail(t)
		var boards [2]State
		anyGame(t, func(s State, a Action) {
			seat := m.mover()
			lines := strings.Split(strings.TrimSuffix(string(m.Input(seat, nil)), "\n"), "\n")
			if len(lines) == 4 {
				var ownX, ownY, x, y int
				if _, err := fmt.Sscan(lines[1]+" "+lines[2], &ownX, &ownY, &x, &y); err != nil {
					t.Fatal(err)
				}
				boards[seat] = NewState(At(x, y), At(ownX, ownY), 0)
				if seat == 0 {
					boards[seat] = NewState(At(ownX, ownY), At(x, y), 0)
				}
			}
			if last := lines[len(lines)-1]; last != NoAction {
				action, _, err := ParseAnswer(last)
				if err != nil {
					t.Fatal(err)
				}
				boards[seat].Mover = uint8(1 - seat)
				boards[seat].Step(action)
			}
			if boards[seat] != s {
				t.Fatalf("player %d sees %+v, the referee %+v", seat, boards[seat], s)
			}
			boards[seat].Step(a)
			answerWith(m, a.String())
		})
	})
}

func newMatchOrFail(t *rapid.T) *match {
	m, err := Game{}.New(referee.Setup{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	return m.(*match)
}
