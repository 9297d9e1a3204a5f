package keeper

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"arbiter/referee/rng"
)

// anyState draws a position with many obstacles, items and monsters.
func anyState(t *rapid.T) State {
	hero := newHero(Cell(rapid.IntRange(0, Cells-1).Draw(t, "hero")))
	hero.Health = rapid.IntRange(1, MaxHealth).Draw(t, "health")
	fill := rapid.IntRange(0, 4).Draw(t, "fill")
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "maze"), 0))
	var things [things]Set
	var monsters []Monster
	for c := range Cell(Cells) {
		if c == hero.Cell {
			continue
		}
		if kind := r.IntN(20); kind < int(Box) {
			things[kind].Add(c)
		}
		if r.IntN(5) < fill && !things[Obstacle].Has(c) {
			monsters = append(monsters, newMonster(Box+Type(r.IntN(5)), c))
		}
	}
	return newState(hero, things, monsters, rng.NewJava(r.Int64()))
}

func anyAction(t *rapid.T) Action {
	return Action{
		Verb:   Verb(rapid.IntRange(int(Move), int(Attack)).Draw(t, "verb")),
		Weapon: Weapon(rapid.IntRange(int(Sword), int(Bow)).Draw(t, "weapon")),
		Target: Cell(rapid.IntRange(0, Cells-1).Draw(t, "target")),
	}
}

// check fails when a position breaks a sentence of the statement or when the
// repeated parts of a State disagree.
func check(t *rapid.T, s *State) {
	living := 0
	for id, m := range s.Monsters[:s.Count] {
		if m.Health <= 0 {
			continue
		}
		living++
		if at, ok := s.MonsterAt(m.Cell); !ok || at != id {
			t.Fatalf("monster %d shares cell %d with %d", id, m.Cell, at)
		}
		if s.Things[Obstacle].Has(m.Cell) || m.Cell == s.Hero.Cell {
			t.Fatalf("monster %d stands on an obstacle or the hero", id)
		}
	}
	if s.Occupied.Len() != living || s.table.n != living {
		t.Fatalf("%d living monsters, %d cells of them, %d in the table", living, s.Occupied.Len(), s.table.n)
	}
	for i, id := range s.table.ids[:s.table.n] {
		if i > 0 && s.table.bucket(s.Monsters[id].Cell) < s.table.bucket(s.Monsters[s.table.ids[i-1]].Cell) {
			t.Fatal("the table is out of order")
		}
	}
	if s.Things[Obstacle].Has(s.Hero.Cell) {
		t.Fatal("the hero stands on an obstacle")
	}
	if s.Hero.Health > MaxHealth || s.Hero.Health <= 0 && s.End != Dead {
		t.Fatalf("health %d, end %q", s.Hero.Health, s.End)
	}
}

func TestStepKeepsThePositionSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyState(t)
		check(t, &s)
		for range rapid.IntRange(1, 20).Draw(t, "turns") {
			if s.Over() {
				return
			}
			s.Step(anyAction(t), nil)
			check(t, &s)
		}
	})
}

func TestEventsTellTheScoreAndChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyState(t)
		a := anyAction(t)
		before, silent := s, s
		var events Events
		s.Step(a, &events)
		silent.Step(a, nil)
		if s != silent {
			t.Fatal("recording events changes the game")
		}
		score, step := before.Hero.Score, 0
		for _, e := range events.List {
			if e.Step < step || e.Step > step+1 {
				t.Fatalf("step %d after step %d", e.Step, step)
			}
			step = e.Step
			switch {
			case e.Type == EventKill, e.Type == EventTake && (e.Kind == Treasure || e.Kind == Exit):
				score += e.Amount
			case e.Type == EventDamage:
				score -= e.Amount
			case e.Type == EventEnd && e.Reason == Dead:
				score += DeathScore
			}
		}
		if score != s.Hero.Score {
			t.Fatalf("the events add up to %d; the score is %d", score, s.Hero.Score)
		}
	})
}

// Without an order, the monsters act row by row.
func TestStepInOrderRowByRow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := anyAction(t)
		s := anyState(t)
		given := s
		order := []uint8{} // monsters are numbered row by row
		for id := range s.Count {
			order = append(order, uint8(id))
		}
		s.StepInOrder(a, nil, nil)
		given.StepInOrder(a, order, nil)
		if s != given {
			t.Fatal("positions differ")
		}
	})
}

func TestActionsAreNoMistakes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyState(t)
		actions := s.Actions(nil)
		if len(actions) > MaxActions {
			t.Fatalf("%d actions; want %d at most", len(actions), MaxActions)
		}
		for _, a := range actions {
			if why := s.mistake(a); why != "" {
				t.Fatalf("%v: %s", a, why)
			}
		}
		for _, a := range s.Effective(nil) {
			if !slices.Contains(actions, a) {
				t.Fatalf("%v is effective but no action", a)
			}
		}
	})
}

// Every action comes to the same as one that Actions lists, or to nothing.
func TestActionsAreComplete(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyState(t)
		a := anyAction(t)
		play := func(a Action) []byte {
			next := s
			next.StepInOrder(a, nil, nil)
			return next.AppendState(nil)
		}
		want := play(a)
		for _, listed := range s.Actions(nil) {
			if bytes.Equal(play(listed), want) {
				return
			}
		}
		t.Fatalf("%v does what no listed action does", a)
	})
}

// What a hero knows is what was there when he saw it, and in his sight what is.
func TestKnowledge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyState(t)
		var k Knowledge
		for range rapid.IntRange(1, 30).Draw(t, "turns") {
			k.See(s.Hero, s.Visible(nil))
			if k.State.Hero != s.Hero || k.State.Turn != s.Turn {
				t.Fatalf("hero %+v in turn %d; want %+v in turn %d", k.State.Hero, k.State.Turn, s.Hero, s.Turn)
			}
			if !slices.Equal(k.State.Visible(nil), s.Visible(nil)) {
				t.Fatal("the sight is not known")
			}
			for thing := range s.Things {
				if k.State.Things[thing] != s.Things[thing].And(k.Known) {
					t.Fatalf("wrong knowledge of %v", Type(thing))
				}
			}
			for c := range k.State.Occupied.All() {
				id, ok := s.MonsterAt(c)
				knownID, _ := k.State.MonsterAt(c)
				if !ok || s.Monsters[id].Health != k.State.Monsters[knownID].Health {
					t.Fatalf("the monster known on %d %d is not there", c.X(), c.Y())
				}
			}
			actions := s.Actions(nil)
			s.Step(actions[rapid.IntRange(0, len(actions)-1).Draw(t, "action")], nil)
			if s.Over() {
				return
			}
		}
	})
}

// A chained is the hash table of the published referee, as it is described.
type chained struct {
	chains [][]uint8
	n      int
}

func (h *chained) insert(id uint8, c Cell) {
	bucket := (100*c.X() + c.Y()) % len(h.chains)
	h.chains[bucket] = append(h.chains[bucket], id)
	h.n++
}

func (h *chained) grow(cells func(uint8) Cell) {
	if 4*h.n <= 3*len(h.chains) {
		return
	}
	old := h.chains
	h.chains, h.n = make([][]uint8, 2*len(old)), 0
	for _, chain := range old {
		for _, id := range chain {
			h.insert(id, cells(id))
		}
	}
}

// The list in bucket order is what a table of chains that doubles would list.
func TestTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyState(t)
		cell := func(id uint8) Cell { return s.Monsters[id].Cell }
		h := chained{chains: make([][]uint8, 16)}
		for id := range s.Count {
			h.insert(uint8(id), cell(uint8(id)))
			h.grow(cell)
		}
		want := slices.Concat(h.chains...)
		if got := s.table.ids[:s.table.n]; !slices.Equal(got, want) {
			t.Fatalf("got %v; want %v", got, want)
		}
	})
}
