package keeper

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// "No entity can occupy or step into an obstacle."
func TestObstacle(t *testing.T) {
	testPlays(t, []play{
		{"the hero stays", "HX.", "MOVE 1 0", "HX."},
		{"a vampire stays", "HX4", "MOVE 0 0", "HX4"},
	})
}

// "Moving through the game is only possible by making steps in cardinal
// directions (left, right, up, down)."
func TestCardinalSteps(t *testing.T) {
	testPlays(t, []play{
		{"left", ".../.H./...", "MOVE 0 1", ".../H../..."},
		{"right", ".../.H./...", "MOVE 2 1", ".../..H/..."},
		{"up", ".../.H./...", "MOVE 1 0", ".H./.../..."},
		{"down", ".../.H./...", "MOVE 1 2", ".../.../.H."},
		{"to a diagonal cell by way of the left one", ".../.H./...", "MOVE 0 0", ".../H../..."},
		{"to a diagonal cell round an obstacle", ".../XH./...", "MOVE 0 0", ".H./X../..."},
		{"not through a diagonal gap", "HX/X.", "MOVE 1 1", "HX/X."},
	})
}

// "Seeing or attacking in range n applies to all cells reachable from the
// entity position by making n steps in any (cardinal or diagonal) direction.":
// what stands between does not matter.
func TestRangePassesObstacles(t *testing.T) {
	s := draw(t, "HX3/XXX/...")
	do(t, &s, "MOVE 0 0")
	if s.Hero.Health != 18 {
		t.Errorf("health %d; want 18: an orc attacks over an obstacle", s.Hero.Health)
	}
	do(t, &s, "ATTACK 3 2 0")
	if s.Occupied.Len() != 0 {
		t.Error("the bow did not shoot over an obstacle")
	}
}

// "When they reach 0 or below, the game ends, and the score is reduced by 1000."
func TestDeath(t *testing.T) {
	for _, tt := range []struct {
		name                      string
		health                    int
		end                       End
		wantHealth, wantScoreLost int
	}{
		{"4 health bear 3 damage", 4, Playing, 1, 3},
		{"3 health do not", 3, Dead, 0, 1003},
		{"the score pays all of the damage", 1, Dead, -2, 1003},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := draw(t, "H4")
			s.Hero.Health = tt.health
			do(t, &s, "MOVE 0 0")
			if s.End != tt.end || s.Hero.Health != tt.wantHealth || s.Hero.Score != -tt.wantScoreLost {
				t.Errorf("end %q, health %d, score %d", s.End, s.Hero.Health, s.Hero.Score)
			}
		})
	}
}

// "Ending the game with an error (timeout, wrong command, etc.) sets the final
// score to -10000.": nobody acts any more.
func TestError(t *testing.T) {
	for _, end := range []End{BadCommand, TimedOut, Forfeit} {
		s := draw(t, "H4")
		s.Hero.Score = 777
		s.Fail(end, nil)
		if s.End != end || s.Hero.Score != -10000 || s.Hero.Health != 20 || s.Turn != 1 {
			t.Errorf("after %q: %+v", end, s.Hero)
		}
	}
}

// "Hero actions are performed at the beginning of the turn, before the monsters
// reaction."
func TestHeroActsFirst(t *testing.T) {
	s := draw(t, "H1")
	do(t, &s, "ATTACK 0 1 0")
	if s.Hero.Health != 20 || s.Hero.Score != 6 {
		t.Errorf("a killed skeleton acted: health %d, score %d", s.Hero.Health, s.Hero.Score)
	}
}

// "There are no limitations on using sword, but the remaining ones require to
// spend a charge."
func TestCharges(t *testing.T) {
	for w := Sword; w < Weapons; w++ {
		t.Run(w.String(), func(t *testing.T) {
			s := draw(t, "H.")
			line := AttackAt(w, At(1, 0)).String()
			do(t, &s, line)
			want := [Weapons]int{0, 5, 5, 5}
			if w != Sword {
				want[w] = 4 // though nothing was hit
			}
			if s.Hero.Charges != want {
				t.Errorf("charges %v; want %v", s.Hero.Charges, want)
			}
			do(t, &s, line, line, line, line)
			deed := s.Resolve(AttackAt(w, At(1, 0)))
			if spent := deed.Note == NoCharge; spent != (w != Sword) {
				t.Errorf("after five attacks: %+v", deed)
			}
		})
	}
}

// "If a given cell is outside the weapon's range, no action is performed and the
// charge is not spent."
func TestOutOfRange(t *testing.T) {
	for w := Sword; w < Weapons; w++ {
		s := draw(t, "H....")
		for _, x := range []int{0, 4} {
			do(t, &s, AttackAt(w, At(x, 0)).String())
		}
		if s.Hero.Charges != [Weapons]int{0, 5, 5, 5} {
			t.Errorf("%v: charges %v", w, s.Hero.Charges)
		}
	}
}

// The targets in range of a hero in the middle, and what each of them hits.
func TestWeapons(t *testing.T) {
	for _, tt := range []struct {
		rule    string
		weapon  Weapon
		inRange string // o: in range
		target  Cell   // from a hero on 3 3
		hits    []Cell
	}{
		{
			"Applies damage to one cell that is a step away (in cardinal direction) from the hero.", Sword,
			"......./......./...o.../..oHo../...o.../......./.......", At(3, 2), []Cell{At(3, 2)},
		},
		{
			"If the given target is diagonal, the attack also hits the closest neighbours in the two adjacent cardinal directions from the hero.", Hammer,
			"......./......./..ooo../..oHo../..ooo../......./.......", At(4, 2), []Cell{At(3, 2), At(4, 2), At(4, 3)},
		},
		{
			"If the target is in a cardinal direction, it also hits the closest neighbouring cells in the two diagonal adjacent directions.", Hammer,
			"", At(2, 3), []Cell{At(2, 2), At(2, 3), At(2, 4)},
		},
		{"The same up and down.", Hammer, "", At(3, 4), []Cell{At(2, 4), At(3, 4), At(4, 4)}},
		{
			"A target can be any cell in the chess queen move pattern limited to distance 2.", Scythe,
			"......./.o.o.o./..ooo../.ooHoo./..ooo../.o.o.o./.......", At(1, 3), []Cell{At(1, 3), At(2, 3)},
		},
		{
			"The attack applies damage to the two cells covered by a queen move pattern containing the given target cell.", Scythe,
			"", At(4, 4), []Cell{At(4, 4), At(5, 5)},
		},
		{
			"Applies damage to any single cell visible by the hero (which is in range ≤ 3).", Bow,
			"ooooooo/ooooooo/ooooooo/oooHooo/ooooooo/ooooooo/ooooooo", At(0, 6), []Cell{At(0, 6)},
		},
	} {
		t.Run(fmt.Sprintf("%v: %s", tt.weapon, tt.rule), func(t *testing.T) {
			hero := At(3, 3)
			if tt.inRange != "" {
				for y, row := range strings.Split(tt.inRange, "/") {
					for x, symbol := range row {
						if InRange(tt.weapon, hero, At(x, y)) != (symbol == 'o') {
							t.Errorf("%d %d is %c", x, y, symbol)
						}
					}
				}
			}
			cells, n := Struck(tt.weapon, hero, tt.target)
			got := slices.Sorted(slices.Values(cells[:n]))
			if !slices.Equal(got, tt.hits) {
				t.Errorf("hits %v; want %v", got, tt.hits)
			}
		})
	}
}

// Cells outside the maze drop out, the others are hit.
func TestStruckAtTheEdge(t *testing.T) {
	for _, tt := range []struct {
		name   string
		weapon Weapon
		target Cell
		hits   []Cell
	}{
		{"hammer along the edge", Hammer, At(1, 0), []Cell{At(1, 0), At(1, 1)}},
		{"scythe over the edge", Scythe, At(0, 1), []Cell{At(0, 1), At(0, 2)}},
	} {
		cells, n := Struck(tt.weapon, At(0, 0), tt.target)
		if got := slices.Sorted(slices.Values(cells[:n])); !slices.Equal(got, tt.hits) {
			t.Errorf("%s hits %v; want %v", tt.name, got, tt.hits)
		}
	}
	if cells, n := Struck(Scythe, At(1, 1), At(0, 1)); n != 1 || cells[0] != At(0, 1) {
		t.Errorf("scythe with the second cell outside hits %v", cells[:n])
	}
}

// "sword: 10 damage", "hammer: 6 damage", "scythe: 7 damage", "bow: 8 damage"
func TestDamage(t *testing.T) {
	for w, want := range map[Weapon]int8{Sword: 4, Hammer: 8, Scythe: 7, Bow: 6} {
		s := draw(t, "H2")
		do(t, &s, AttackAt(w, At(1, 0)).String())
		if got := s.Monsters[0].Health; got != want {
			t.Errorf("%v leaves a gargoyle %d health; want %d", w, got, want)
		}
	}
}

// "If a monster health hits 0, it is destroyed and the hero score is increased
// by the amount of the monster's initial health."
func TestKill(t *testing.T) {
	for name, tt := range map[string]struct {
		board, lines string
		score        int
	}{
		"box":                        {"H0", "ATTACK 0 1 0", 1},
		"skeleton":                   {"H1", "ATTACK 0 1 0", 6},
		"gargoyle after two hits":    {"H2", "ATTACK 0 1 0; ATTACK 0 1 0", 14 - 2},
		"orc":                        {"H3", "ATTACK 0 1 0", 8},
		"vampire":                    {"H4", "ATTACK 0 1 0", 10},
		"two with a scythe":          {"H01", "ATTACK 2 2 0", 7},
		"three with a hammer":        {"H0/00", "ATTACK 1 1 1", 3},
		"nothing for what is beside": {"H/0", "ATTACK 0 0 0", 0},
	} {
		t.Run(name, func(t *testing.T) {
			s := draw(t, tt.board)
			do(t, &s, strings.Split(tt.lines, "; ")...)
			if s.Hero.Score != tt.score {
				t.Errorf("score %d; want %d", s.Hero.Score, tt.score)
			}
		})
	}
}

// "If the hero is within the monster's attack range, the monster attacks
// reducing hero's health and score by damage."
func TestMonsterAttack(t *testing.T) {
	for name, tt := range map[string]struct {
		board  string
		damage int
	}{
		"a box is harmless":            {"H0", 0},
		"skeleton":                     {"H1", 1},
		"skeleton, diagonally":         {"H./.1", 1},
		"skeleton too far":             {"H.1", 0},
		"gargoyle":                     {"H2", 2},
		"orc":                          {"H3", 2},
		"orc from two cells":           {"H../.../..3", 2},
		"orc too far":                  {"H..3", 0},
		"vampire":                      {"H4", 3},
		"all of them":                  {"123/4H0/...", 8},
		"in reach it does not move on": {"H.../.2..", 2},
	} {
		t.Run(name, func(t *testing.T) {
			s := draw(t, tt.board)
			do(t, &s, MoveTo(s.Hero.Cell).String())
			if s.Hero.Health != 20-tt.damage || s.Hero.Score != -tt.damage {
				t.Errorf("health %d, score %d; want damage %d", s.Hero.Health, s.Hero.Score, tt.damage)
			}
			if got := redraw(&s, tt.board); tt.damage > 0 && got != tt.board {
				t.Errorf("moved to %s", got)
			}
		})
	}
}

// "If the hero is within the monster's view range but not attack range, the
// monster is making a step towards hero (possibly avoiding obstacles along the
// way). Otherwise, the monster stays in place and makes no action."
func TestMonsterStep(t *testing.T) {
	testPlays(t, []play{
		{"vampire from three cells", "H..4", "MOVE 0 0", "H.4."},
		{"vampire too far", "H...4", "MOVE 0 0", "H...4"},
		{"gargoyle from two cells", "H.2", "MOVE 0 0", "H2."},
		{"gargoyle too far", "H..2", "MOVE 0 0", "H..2"},
		{"orc only attacks", "H..3", "MOVE 0 0", "H..3"},
		{"skeleton only attacks", "H.1", "MOVE 0 0", "H.1"},
		{"round an obstacle", "HX4/...", "MOVE 0 0", "HX./..4"},
		{"away from the hero, when the way goes so", "HX4./.XX./....", "MOVE 0 0", "HX.4/.XX./...."},
		{"no way out of its view", "HX2/.X./.X./...", "MOVE 0 0", "HX2/.X./.X./..."},
		{"no way, but nearer", "HX.4", "MOVE 0 0", "HX4."},
		{"over an item", "H.t4", "MOVE 0 0", "H.4."},
	})
}

// "During the movement, each monster considers the other ones as unmoving
// obstacles."
func TestMonstersBlock(t *testing.T) {
	testPlays(t, []play{
		{"by a box", "H04", "MOVE 0 0", "H04"},
		{"round a box", "H04/...", "MOVE 0 0", "H0./..4"},
		{"the one before has moved on", "H.44", "MOVE 0 0", "H44."},
	})
	s := draw(t, "H.44")
	s.StepInOrder(MoveTo(s.Hero.Cell), []uint8{1, 0}, nil)
	if got := redraw(&s, "H.44"); got != "H4.4" {
		t.Errorf("the one behind acts first: %s; want H4.4", got)
	}
}

// "the order in which they are acting is uniformly random in each turn"
func TestOrderIsUniform(t *testing.T) {
	const rounds = 6000
	s := draw(t, "HXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/....012.")
	count := map[[3]uint8]int{}
	for range rounds {
		var buf [MaxMonsters]uint8
		count[[3]uint8(s.drawOrder(&buf))]++
	}
	for order, n := range count {
		if len(count) != 6 || n < rounds/6-200 || n > rounds/6+200 {
			t.Errorf("order %v came %d times of %d, %d orders", order, n, rounds, len(count))
		}
	}
}

// "If the hero moves into a cell containing an item, its effect is immediately
// applied."
func TestItems(t *testing.T) {
	for _, tt := range []struct {
		rule, board string
		health      int
		want        Hero
	}{
		{"Treasure: Increases the score by 100.", "Ht", 20, Hero{Health: 20, Score: 100, Charges: [4]int{0, 5, 5, 5}}},
		{"Potion: Gives up to 10 health", "Hp", 5, Hero{Health: 15, Charges: [4]int{0, 5, 5, 5}}},
		{"(never exceeds the hero's maximum health).", "Hp", 15, Hero{Health: 20, Charges: [4]int{0, 5, 5, 5}}},
		{"Hammer: A chest giving additional hammer charge.", "Ha", 20, Hero{Health: 20, Charges: [4]int{0, 6, 5, 5}}},
		{"Scythe: A chest giving additional scythe charge.", "Hb", 20, Hero{Health: 20, Charges: [4]int{0, 5, 6, 5}}},
		{"Bow: A chest giving additional bow charge.", "Hc", 20, Hero{Health: 20, Charges: [4]int{0, 5, 5, 6}}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			s := draw(t, tt.board)
			s.Hero.Health = tt.health
			do(t, &s, "MOVE 1 0")
			tt.want.Cell = At(1, 0)
			if s.Hero != tt.want {
				t.Errorf("got %+v; want %+v", s.Hero, tt.want)
			}
			if _, ok := s.ItemAt(At(1, 0)); ok {
				t.Error("the item is still there")
			}
		})
	}
}

// "A monster can stay on top of an item, but it is not influencing it in any
// way.": the item stays when the monster is killed, and is taken on entering.
func TestItemUnderMonster(t *testing.T) {
	s := draw(t, "H.t4")
	do(t, &s, "MOVE 0 0", "ATTACK 3 2 0", "ATTACK 3 1 0")
	if s.Hero.Score != 10 || redraw(&s, "....") != "H.t." {
		t.Fatalf("score %d, %s", s.Hero.Score, redraw(&s, "...."))
	}
	do(t, &s, "MOVE 2 0", "MOVE 2 0")
	if s.Hero.Score != 110 {
		t.Errorf("score %d; want 110", s.Hero.Score)
	}
}

// "Exit: Ends the level with success and increases the score by 10000.": at
// once, no monster acts any more.
func TestExit(t *testing.T) {
	s := draw(t, "HE4")
	do(t, &s, "MOVE 1 0")
	if s.End != Won || s.Hero.Score != 10000 || s.Hero.Health != 20 {
		t.Errorf("end %q, %+v", s.End, s.Hero)
	}
}

// "Turn limit: 150": the hero acts in turn 150, the monsters do not.
func TestTurnLimit(t *testing.T) {
	s := draw(t, "H4")
	s.Turn = TurnLimit - 2
	do(t, &s, "MOVE 0 0")
	if s.Over() || s.Hero.Health != 17 {
		t.Fatalf("turn %d: end %q, health %d", s.Turn, s.End, s.Hero.Health)
	}
	do(t, &s, "MOVE 0 0")
	if s.End != TurnsOver || s.Hero.Health != 17 {
		t.Errorf("turn %d: end %q, health %d", s.Turn, s.End, s.Hero.Health)
	}
	s = draw(t, "HE")
	s.Turn = TurnLimit - 1
	do(t, &s, "MOVE 1 0")
	if s.End != Won {
		t.Errorf("the exit in the last turn ends with %q", s.End)
	}
}

// "Moving to a cell more than one one step distant uses in-game pathfinding that
// takes into account only currently visible cells."
func TestPathfinding(t *testing.T) {
	testPlays(t, []play{
		{"straight on", "H...", "MOVE 3 0", ".H.."},
		{"the shortest way", "HX./.X./...", "MOVE 2 0", ".X./HX./..."},
		{"beyond the sight, nearer", "H......", "MOVE 6 0", ".H....."},
		{"to an obstacle, nearer", "H.X", "MOVE 2 0", ".HX"},
		{"nowhere nearer", "HX./XX.", "MOVE 2 0", "HX./XX."},
		{"the way round is out of sight", "HX../.X../.X../.X../....", "MOVE 2 0", "HX../.X../.X../.X../...."},
		{"monsters on the way are ignored", "H.0./XXX.", "MOVE 3 0", ".H0./XXX."},
		{"a monster on the first step gets the sword", "H0.", "MOVE 2 0", "H.."},
	})
}

// "Stepping into a cell containing monster automatically uses the sword attack."
func TestStepIntoMonster(t *testing.T) {
	s := draw(t, "H2")
	do(t, &s, "MOVE 1 0")
	if s.Monsters[0].Health != 4 || s.Hero.Cell != At(0, 0) {
		t.Errorf("gargoyle %+v, hero at %d", s.Monsters[0], s.Hero.Cell)
	}
}

// "To wait, hero can move to his current position."
func TestWait(t *testing.T) {
	s := draw(t, "H..")
	want := s
	do(t, &s, "MOVE 0 0")
	want.Turn = 1
	if s != want {
		t.Error("waiting changed something")
	}
}
