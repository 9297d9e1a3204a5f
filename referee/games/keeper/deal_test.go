package keeper

import (
	"slices"
	"testing"
)

// The map that the published generator deals from seed 0.
func TestDeal(t *testing.T) {
	want := []string{
		"X..4.XtXtXX1..4t",
		"..XX..14..XX.X.X",
		"pXXXX.XtXp.X4...",
		"...2X.XXXX.4.XX1",
		"2XX....X1XX.XX14",
		"4X1.XX1X.4X.XXbX",
		"aXX..32paXX.X101",
		"..XXX2XpXX3tXXX0",
		"X.X...X.XXX..0X4",
		"X...XXX0p0XXXXXE",
		"aH..3XX.X2.4XX..",
		"tXXX.04...X04.4X",
	}
	s := Deal(0)
	if got := rowsOf(&s); !slices.Equal(got, want) {
		t.Errorf("got %q; want %q", got, want)
	}
	if s.Hero.Health != 20 || s.Hero.Score != 0 || s.Hero.Charges != [Weapons]int{0, 5, 5, 5} || s.Turn != 0 {
		t.Errorf("start %+v in turn %d", s.Hero, s.Turn)
	}
}

// The published referee starts the first order of seed 1001 like this: its
// generator goes on after the map.
func TestDealtOrder(t *testing.T) {
	s := Deal(1001)
	var buf [MaxMonsters]uint8
	order := s.drawOrder(&buf)
	if want := []uint8{43, 12, 37, 2, 36, 32, 35, 9}; len(order) != 48 || !slices.Equal(order[:8], want) {
		t.Errorf("got %v; want 48 ids from %v on", order, want)
	}
}

// What the published generator promises of every map.
func TestDealtMaps(t *testing.T) {
	for seed := range int64(200) {
		s := Deal(seed)
		d := dealer{floor: Set{^s.Things[Obstacle][0], ^s.Things[Obstacle][1], ^s.Things[Obstacle][2]}}
		var reached, last Set
		for reached.Add(s.Hero.Cell); reached != last; {
			last = reached
			reached = reached.Grown().And(d.floor)
		}
		if reached != d.floor {
			t.Fatalf("seed %d: some floor cannot be reached", seed)
		}
		for exit := range s.Things[Exit].All() {
			if n := d.walk(s.Hero.Cell, exit); n < 16 {
				t.Errorf("seed %d: the exit is %d steps away; want 16 at least", seed, n)
			}
		}
		if n := s.Things[Exit].Len(); n != 1 {
			t.Errorf("seed %d: %d exits", seed, n)
		}
		if n := s.Things[Treasure].Len(); n < 5 || n > 9 {
			t.Errorf("seed %d: %d treasures; want 5 to 9", seed, n)
		}
		for _, m := range s.Monsters[:s.Count] {
			if m.Type != Box && Range(m.Cell, s.Hero.Cell) < 3 {
				t.Errorf("seed %d: a %v starts in range %d", seed, m.Type, Range(m.Cell, s.Hero.Cell))
			}
		}
	}
}

// A seed is 64 bits, of which the published generator takes the low 48.
func TestSeedBits(t *testing.T) {
	if Deal(5) != Deal(5|1<<48) || Deal(-1) != Deal(1<<48-1) {
		t.Error("a bit above the 48th counts")
	}
	if Deal(5) == Deal(5|1<<47) {
		t.Error("the 48th bit does not count")
	}
}
