package ctf

import "testing"

// "Any minion caught in this fire will take 24 damage." and the other rules of
// what a fire reaches.
func TestFire(t *testing.T) {
	for _, tt := range []struct {
		name string
		rows []string
		want string
	}{
		// "connected with a continuous straight line starting from that
		// minion's position (along the row and column)"
		{"burns along the row", []string{"######", "#0..A#", "######"}, "0:100 A:76"},
		{"burns along the column", []string{"###", "#0#", "#.#", "#A#", "###"}, "0:100 A:76"},
		{"burns no diagonal", []string{"####", "#0.#", "#.A#", "####"}, "0:100 A:100"},
		{"stops at a wall", []string{"######", "#0#.A#", "#....#", "######"}, "0:100 A:100"},
		{"burns through minions", []string{"######", "#0AB.#", "######"}, "0:100 A:76 B:76"},
		// "all the power-ups have friendly fire on"
		{"burns a friend", []string{"######", "#0..1#", "######"}, "0:100 1:76"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := drawn(tt.rows...)
			s.Credits = [2]int{FirePrice, 0}
			play(t, &s, "FIRE 0")
			if got := healths(&s); got != tt.want {
				t.Errorf("healths %s; want %s", got, tt.want)
			}
			// "Cost of using a fire is 7 score points."
			if s.Credits[0] != 0 {
				t.Errorf("%d credits left; want 0", s.Credits[0])
			}
		})
	}
}

// "Only the minion that uses FIRE or FREEZE is unaffected by that action." Mates
// in the same cell are not that minion.
func TestFireBurnsMatesInTheSameCell(t *testing.T) {
	s := drawn("####", "#0.#", "####")
	s.Minions[0][1] = s.Minions[0][0]
	s.Credits[0] = 2 * FirePrice
	play(t, &s, "FIRE 0 | FIRE 1")
	if got, want := healths(&s), "0:76 1:76"; got != want {
		t.Errorf("healths %s; want %s", got, want)
	}
}

// "Any minion caught in this freeze will be timed out for 4 turns." The turn of
// the freeze counts: three turns of commands are lost.
func TestFreeze(t *testing.T) {
	s := drawn("########", "#0....A#", "########")
	s.Credits[0] = FreezePrice
	play(t, &s, "FREEZE 0", "MOVE 0 1 5")
	if s.Credits[0] != 0 {
		t.Errorf("%d credits left; want 0: \"Cost of using a freeze is 12 score points.\"", s.Credits[0])
	}
	for turn, want := range []struct {
		timeout int8
		pos     Cell
	}{{3, Cell{1, 5}}, {2, Cell{1, 5}}, {1, Cell{1, 5}}, {0, Cell{1, 5}}, {0, Cell{1, 4}}} {
		if m := s.Minions[1][0]; m.Timeout != want.timeout || m.Pos != want.pos {
			t.Errorf("after %d turns more: timeout %d at %v; want %d at %v", turn, m.Timeout, m.Pos, want.timeout, want.pos)
		}
		// "Any commands given to a timed out minion won't have any impact."
		play(t, &s, "", "MOVE 0 1 1")
	}
}

// Freezing a frozen minion starts the 4 turns again; they do not add up.
func TestFreezeAgain(t *testing.T) {
	s := drawn("########", "#0....A#", "########")
	s.Credits[0] = 2 * FreezePrice
	play(t, &s, "FREEZE 0")
	play(t, &s, "FREEZE 0")
	if got := s.Minions[1][0].Timeout; got != 3 {
		t.Errorf("timeout %d; want 3", got)
	}
	if healths(&s) != "0:100 A:100" {
		t.Errorf("a freeze took health: %s", healths(&s))
	}
}

// "A minion that uses mine can plant a bomb at any empty cell adjacent to the
// current position of that minion."
func TestMinePlanting(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		credits    int
		mines      int
		left       int
	}{
		// "Cost of using a mine is 15 score points."
		{"adjacent", "MINE 0 1 3", 15, 1, 0},
		{"too far", "MINE 0 1 4", 15, 0, 15},
		{"diagonal", "MINE 0 2 3", 15, 0, 15},
		{"own cell", "MINE 0 1 2", 15, 0, 15},
		{"wall", "MINE 0 0 2", 15, 0, 15},
		{"too poor", "MINE 0 1 3", 14, 0, 14},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := drawn("######", "#.0..#", "#....#", "#...A#", "######")
			s.Credits[0] = tt.credits
			play(t, &s, tt.line)
			if s.MineCount != tt.mines || s.Credits[0] != tt.left {
				t.Errorf("%d mines and %d credits; want %d and %d", s.MineCount, s.Credits[0], tt.mines, tt.left)
			}
		})
	}
}

// A list of mines that is full takes no more; no match comes that far.
func TestMinesAreBounded(t *testing.T) {
	s := drawn("######", "#.0.A#", "######")
	for i := range s.Planted {
		s.Planted[i].Pos = Cell{1, 1}
	}
	s.MineCount, s.Credits[0] = MaxMines, MinePrice
	play(t, &s, "MINE 0 1 3")
	if s.MineCount != MaxMines || s.Credits[0] != MinePrice {
		t.Errorf("%d mines and %d credits; want %d and %d", s.MineCount, s.Credits[0], MaxMines, MinePrice)
	}
}

// "Once a minion (including the one who planted the bomb) walks over that cell
// the bomb will explode."
func TestMineExplodes(t *testing.T) {
	s := drawn("#######", "#.0..A#", "#######")
	s.Credits[0] = MinePrice
	play(t, &s, "MINE 0 1 3")
	play(t, &s, "", "")
	if s.MineCount != 1 {
		t.Error("the mine went off although no minion walked over it")
	}
	play(t, &s, "MOVE 0 1 3")
	if got, want := healths(&s), "0:70 A:70"; got != want || s.MineCount != 0 {
		t.Errorf("healths %s, %d mines; want %s and none", got, s.MineCount, want)
	}
	play(t, &s, "MOVE 0 1 2")
	if got, want := healths(&s), "0:70 A:70"; got != want {
		t.Errorf("healths %s; want %s: the mine is gone", got, want)
	}
}

// A mine also goes off under a minion that stands where it is planted, in the
// very turn.
func TestMineUnderAMinion(t *testing.T) {
	s := drawn("######", "#0A..#", "######")
	s.Credits[0] = MinePrice
	play(t, &s, "MINE 0 1 2")
	if got, want := healths(&s), "0:70 A:70"; got != want {
		t.Errorf("healths %s; want %s", got, want)
	}
}

// "Once a bomb explodes, any minion within a radius of 2 will take 30 damage.
// The explosion impact does not go through walls."
func TestBlast(t *testing.T) {
	for _, tt := range []struct {
		name string
		rows []string
		want string
	}{
		{"distance 2", []string{"#######", "#.A.0.#", "#######"}, "0:70 A:70"},
		{"distance 3", []string{"#######", "#A..0.#", "#######"}, "0:70 A:100"},
		{"diagonal", []string{"#######", "#...0.#", "#..A..#", "#######"}, "0:70 A:100"},
		{"behind a wall", []string{"#######", "#.A#0.#", "#.....#", "#######"}, "0:70 A:100"},
		{"column", []string{"#######", "#...0.#", "#.....#", "#...A.#", "#######"}, "0:70 A:70"},
		{"a friend", []string{"#######", "#.1.0.#", "#######"}, "0:70 1:70"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := drawn(tt.rows...)
			s.Planted[0], s.MineCount = Mine{Pos: Cell{1, 4}}, 1
			play(t, &s)
			if got := healths(&s); got != tt.want {
				t.Errorf("healths %s; want %s", got, tt.want)
			}
		})
	}
}

// A blast sets off no other mine; two mines on one cell both go off.
func TestMinesAreSetOffByMinionsOnly(t *testing.T) {
	s := drawn("######", "#0..A#", "######")
	s.Planted = [MaxMines]Mine{{Pos: Cell{1, 1}}, {Pos: Cell{1, 2}}, {Pos: Cell{1, 1}}}
	s.MineCount = 3
	play(t, &s)
	if got, want := healths(&s), "0:40 A:100"; got != want || s.MineCount != 1 || s.Planted[0].Pos != (Cell{1, 2}) {
		t.Errorf("healths %s, mines %v; want %s and the one at {1 2}", got, s.Mines(), want)
	}
}

// "Apply power ups and damage to corresponding minions" comes before "Remove
// dead minions": who dies or freezes in this turn still acts in it.
func TestPowerUpsAreSimultaneous(t *testing.T) {
	s := drawn("######", "#0..A#", "######")
	s.Minions[0][0].Health, s.Minions[1][0].Health = FireDamage, FireDamage
	s.Credits = [2]int{FirePrice, FirePrice}
	play(t, &s, "FIRE 0", "FIRE 0")
	if got, want := healths(&s), "0:0 A:0"; got != want {
		t.Errorf("healths %s; want %s", got, want)
	}
	s = drawn("######", "#0..A#", "######")
	s.Credits = [2]int{FreezePrice, FirePrice}
	play(t, &s, "FREEZE 0", "FIRE 0")
	if got, want := healths(&s), "0:76 A:100"; got != want {
		t.Errorf("healths %s; want %s", got, want)
	}
}

// Score points are spent by id; who finds too few left does nothing.
func TestCreditIsSpentInOrder(t *testing.T) {
	s := drawn("######", "#0.A1#", "######")
	s.Credits[0] = FirePrice + FreezePrice - 1
	events := play(t, &s, "FREEZE 1 | FIRE 0")
	if s.Credits[0] != FreezePrice-1 || s.Minions[1][0].Timeout != 0 || s.Minions[1][0].Health != 76 {
		t.Errorf("%d credits, enemy %+v; want only the fire of minion 0 paid", s.Credits[0], s.Minions[1][0])
	}
	last := events[len(events)-1]
	if last.Kind != Unpaid || last.Minion != 1 || last.Amount != FreezePrice-1 {
		t.Errorf("last event %+v; want Unpaid for minion 1", last)
	}
}

// "Coin positions are updated" comes before "Apply power ups": a coin of this
// turn pays a power-up of this turn.
func TestCoinsPayInTheSameTurn(t *testing.T) {
	s := drawn("######", "#1o0A#", "######")
	s.Credits[0] = FirePrice - 1
	play(t, &s, "MOVE 1 1 2 | FIRE 0")
	if got, want := healths(&s), "0:100 1:76 A:76"; got != want || s.Credits[0] != 0 {
		t.Errorf("healths %s, %d credits; want %s and 0", got, s.Credits[0], want)
	}
}

// "A minion can collect a coin if it walks over a cell that contains a coin.
// Once a coin has been collected, it disappears and never reappears."
func TestCoins(t *testing.T) {
	s := drawn("######", "#0o.A#", "######")
	play(t, &s, "MOVE 0 1 2")
	if s.Credits != [2]int{1, 0} || s.Coins.Len() != 0 {
		t.Errorf("credits %v, %d coins; want [1 0] and none", s.Credits, s.Coins.Len())
	}
	play(t, &s, "WAIT 0")
	if s.Credits != [2]int{1, 0} {
		t.Errorf("credits %v; want [1 0]", s.Credits)
	}
}

// A coin reached by both seats in one turn pays both, once each.
func TestCoinForBothSeats(t *testing.T) {
	s := drawn("######", "#0oA.#", "#.1..#", "######")
	play(t, &s, "MOVE 0 1 2 | MOVE 1 1 2", "MOVE 0 1 2")
	if s.Credits != [2]int{1, 1} || s.Coins.Len() != 0 {
		t.Errorf("credits %v, %d coins; want [1 1] and none", s.Credits, s.Coins.Len())
	}
}

// "A minion whose health drops below 1 dies and is removed from the game. A
// dead minion never returns back to the game."
func TestDeath(t *testing.T) {
	for _, tt := range []struct {
		health int16
		alive  bool
	}{{FireDamage, false}, {FireDamage + 1, true}} {
		s := drawn("######", "#0.AB#", "######")
		s.Credits[0] = FirePrice
		s.Minions[1][0].Health = tt.health
		play(t, &s, "FIRE 0")
		if got := s.Minions[1][0].Alive(); got != tt.alive {
			t.Errorf("health %d less 24: alive %t; want %t", tt.health, got, tt.alive)
		}
		play(t, &s, "", "MOVE 0 1 2")
		if moved := s.Minions[1][0].Pos == (Cell{1, 2}); moved != tt.alive {
			t.Errorf("health %d less 24: moved %t; want %t", tt.health, moved, tt.alive)
		}
	}
}
