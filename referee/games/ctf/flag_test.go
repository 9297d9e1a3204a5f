package ctf

import "testing"

// duel is a corridor with a base at each end, as [1, 1] and [1, 8].
func duel(row string) State {
	s := drawn("##########", row, "##########")
	s.Bases = [2]Cell{{1, 1}, {1, 8}}
	for seat, base := range s.Bases {
		s.Flags[seat].Pos = base
	}
	return s
}

// "A player's minions can only carry opponent's flag." It goes where they go.
func TestFlagIsCarried(t *testing.T) {
	s := duel("#.....A0.#")
	play(t, &s, "MOVE 0 1 8")
	if s.Flags[1] != (Flag{Cell{1, 8}, 0}) {
		t.Errorf("flag %+v; want taken at {1 8} by minion 0", s.Flags[1])
	}
	play(t, &s, "MOVE 0 1 1")
	if s.Flags[1] != (Flag{Cell{1, 7}, 0}) {
		t.Errorf("flag %+v; want at {1 7} with minion 0", s.Flags[1])
	}
	play(t, &s, "", "MOVE 0 1 8")
	play(t, &s, "", "MOVE 0 1 8")
	if s.Flags[1].Carrier != 0 {
		t.Error("the owner's minion on the flag's base changed the flag")
	}
}

// "Note that, each player's minions cannot carry their own flag."
func TestOwnFlagIsNotCarried(t *testing.T) {
	s := duel("#0......A#")
	play(t, &s, "MOVE 0 1 5")
	if s.Flags[0] != (Flag{Cell{1, 1}, NoCarrier}) {
		t.Errorf("flag %+v; want at home", s.Flags[0])
	}
}

// "A flag can be carried by only one minion at a time." The lowest id takes it.
func TestFlagIsTakenByOne(t *testing.T) {
	s := duel("#.....A0.#")
	s.Minions[0][1] = s.Minions[0][0]
	play(t, &s, "MOVE 1 1 8 | MOVE 0 1 8")
	if s.Flags[1].Carrier != 0 {
		t.Errorf("carrier %d; want 0", s.Flags[1].Carrier)
	}
}

// "Following the flag carrying minion's death, the flag remains at that cell
// where the minion died until some other minion picks it up."
func TestFlagOfADeadCarrier(t *testing.T) {
	s := duel("#.1.0..A.#")
	s.Flags[1] = Flag{Cell{1, 4}, 0}
	s.Minions[0][0].Health = FireDamage
	s.Credits[1] = FirePrice
	play(t, &s, "", "FIRE 0")
	if s.Flags[1] != (Flag{Cell{1, 4}, NoCarrier}) {
		t.Fatalf("flag %+v; want dropped at {1 4}", s.Flags[1])
	}
	play(t, &s, "MOVE 1 1 4")
	play(t, &s, "MOVE 1 1 4")
	if s.Flags[1] != (Flag{Cell{1, 4}, 1}) {
		t.Errorf("flag %+v; want picked up by minion 1", s.Flags[1])
	}
}

// "When a flag carrier minion is timed-out [...] the minion drops the flag in
// the cell where it is timed-out. When the timeout becomes 0 for that minion aka
// the minion is unfrozen, it immediately picks the flag up again."
func TestFlagOfAFrozenCarrier(t *testing.T) {
	s := duel("#.1.0..A.#")
	s.Flags[1] = Flag{Cell{1, 4}, 0}
	s.Credits[1] = FreezePrice
	play(t, &s, "", "FREEZE 0")
	for range 3 {
		if s.Flags[1] != (Flag{Cell{1, 4}, NoCarrier}) {
			t.Fatalf("flag %+v; want dropped at {1 4}", s.Flags[1])
		}
		play(t, &s, "")
	}
	play(t, &s, "MOVE 0 1 3")
	if s.Flags[1] != (Flag{Cell{1, 3}, 0}) {
		t.Errorf("flag %+v; want picked up before the move, and carried to {1 3}", s.Flags[1])
	}
}

// "It is also possible for another minion to pick up the flag during the period
// it was dropped due to the carrier being timed-out." A mate on the same cell
// does so in the same update.
func TestFlagIsTakenOverByAMate(t *testing.T) {
	s := duel("#...0..A.#")
	s.Flags[1] = Flag{Cell{1, 4}, 0}
	s.Minions[0][0].Timeout = 4
	s.Minions[0][1] = Minion{Pos: Cell{1, 4}, Health: StartHealth}
	play(t, &s, "MOVE 1 1 3")
	if s.Flags[1] != (Flag{Cell{1, 3}, 1}) {
		t.Errorf("flag %+v; want carried by minion 1 to {1 3}", s.Flags[1])
	}
}

// The victory and defeat conditions, one after the other.
func TestVictory(t *testing.T) {
	bring := func(s *State, seat int) { // seat's minion 0 stands next to its base, with the flag
		c := []int8{2, 7}[seat]
		s.Minions[seat][0] = Minion{Pos: Cell{1, c}, Health: StartHealth}
		s.Flags[1-seat] = Flag{Cell{1, c}, 0}
	}
	home := [2]string{"MOVE 0 1 1", "MOVE 0 1 8"}
	for _, tt := range []struct {
		name   string
		setup  func(s *State)
		lines  [2]string
		reason string
		scores [2]int64
	}{
		// "Your minion has returned to your base with the opponent's flag
		// before opponent took your flag to their base"
		{"seat 0 brings the flag", func(s *State) { bring(s, 0) }, home, "flag", [2]int64{1, 0}},
		{"seat 1 brings the flag", func(s *State) { bring(s, 1) }, home, "flag", [2]int64{0, 1}},
		{"nobody brings a flag", func(*State) {}, [2]string{}, "", [2]int64{0, 0}},
		// "If both the flags were captured at the same time, then you have
		// more alive minions than your opponent"
		{"both flags, more alive", func(s *State) {
			bring(s, 0)
			bring(s, 1)
			s.Minions[1][1] = Minion{Pos: Cell{1, 5}, Health: 1}
		}, home, "both_flags_alive", [2]int64{0, 1}},
		// "... same number of alive minions as your opponent, then you have
		// higher score than your opponent"
		{"both flags, higher score", func(s *State) { bring(s, 0); bring(s, 1); s.Credits[0] = 1 }, home, "both_flags_credit", [2]int64{1, 0}},
		// "In case of tie, the game is considered as a draw, with both player
		// being 1st"
		{"both flags, tie", func(s *State) { bring(s, 0); bring(s, 1) }, home, "both_flags_tie", [2]int64{1, 1}},
		// "All opponent minions are killed."
		{"elimination", func(s *State) { s.Minions[1][0].Health = 1; s.Credits[0] = FirePrice }, [2]string{"FIRE 0"}, "elimination", [2]int64{1, 0}},
		{"own elimination", func(s *State) {
			s.Minions[0][0].Health = MineDamage
			s.Planted[0], s.MineCount = Mine{Pos: s.Minions[0][0].Pos}, 1
		}, [2]string{}, "elimination", [2]int64{0, 1}},
		{"both eliminated", func(s *State) {
			s.Minions[0][0].Health, s.Minions[1][0].Health = 1, 1
			s.Credits = [2]int{FirePrice, FirePrice}
		}, [2]string{"FIRE 0", "FIRE 0"}, "both_eliminated", [2]int64{1, 1}},
		// A capture counts before an elimination, and for a dead carrier too.
		{"flag brought by the dead", func(s *State) {
			bring(s, 0)
			s.Minions[0][0].Health = 1
			s.Credits[1] = FirePrice
		}, [2]string{"MOVE 0 1 1", "FIRE 0"}, "flag", [2]int64{1, 0}},
		// "You have more alive minions after 200 turns"
		{"after 200 turns, more alive", func(s *State) {
			s.Turn = 199
			s.Minions[0][4] = s.Minions[0][0]
		}, [2]string{}, "turn_limit_alive", [2]int64{1, 0}},
		// "In case of having same number of alive minions as your opponent
		// after 200 turns, you have higher score."
		{"after 200 turns, higher score", func(s *State) { s.Turn = 199; s.Credits[1] = 1 }, [2]string{}, "turn_limit_credit", [2]int64{0, 1}},
		{"after 200 turns, tie", func(s *State) { s.Turn = 199 }, [2]string{}, "turn_limit_draw", [2]int64{0, 0}},
		{"after 199 turns", func(s *State) { s.Turn = 198; s.Credits[1] = 1 }, [2]string{}, "", [2]int64{0, 1}},
		{"flag in turn 200", func(s *State) { s.Turn = 199; s.Credits[1] = 1; bring(s, 0) }, home, "flag", [2]int64{1, 0}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := duel("#..0..A..#")
			tt.setup(&s)
			play(t, &s, tt.lines[0], tt.lines[1])
			if s.Reason.String() != tt.reason || s.Scores() != tt.scores {
				t.Errorf("%q with scores %v; want %q with %v", s.Reason, s.Scores(), tt.reason, tt.scores)
			}
			if s.Over() != (tt.reason != "") {
				t.Errorf("over %t", s.Over())
			}
		})
	}
}

// "Your program does not provide a valid command in time." is a defeat, and
// lines that break off after a valid command are not.
func TestDefeatWithoutValidCommand(t *testing.T) {
	late, bad, broken := Orders{Missing: true, Late: true}, Orders{Missing: true}, Orders{Broken: true}
	for _, tt := range []struct {
		name   string
		orders [2]Orders
		setup  func(s *State)
		reason string
		scores [2]int64
	}{
		{"seat 0, late", [2]Orders{late, {}}, func(*State) {}, "timeout", [2]int64{0, 1}},
		{"seat 1, late", [2]Orders{{}, late}, func(*State) {}, "timeout", [2]int64{1, 0}},
		{"both, late", [2]Orders{late, late}, func(*State) {}, "both_timeout", [2]int64{1, 1}},
		{"seat 0", [2]Orders{bad, {}}, func(*State) {}, "forfeit", [2]int64{0, 1}},
		{"seat 1", [2]Orders{{}, bad}, func(*State) {}, "forfeit", [2]int64{1, 0}},
		{"both", [2]Orders{bad, bad}, func(*State) {}, "both_forfeit", [2]int64{1, 1}},
		{"both, one of them late", [2]Orders{bad, late}, func(*State) {}, "both_forfeit", [2]int64{1, 1}},
		{"a seat that wins meanwhile", [2]Orders{late, {}}, func(s *State) { s.Flags[1].Pos = s.Bases[0] }, "timeout", [2]int64{1, 1}},
		{"one broken line", [2]Orders{broken, {}}, func(*State) {}, "", [2]int64{0, 0}},
		{"broken lines of both", [2]Orders{broken, broken}, func(*State) {}, "both_bad_draw", [2]int64{0, 0}},
		{"broken lines in different turns", [2]Orders{broken, {}}, func(s *State) { s.Inactive[1] = true; s.Credits[0] = 3 }, "both_bad_credit", [2]int64{1, 0}},
		{"broken and missing", [2]Orders{broken, bad}, func(*State) {}, "forfeit", [2]int64{1, 0}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := duel("#..0..A..#")
			tt.setup(&s)
			s.Step(tt.orders, nil)
			if s.Reason.String() != tt.reason || s.Scores() != tt.scores {
				t.Errorf("%q with scores %v; want %q with %v", s.Reason, s.Scores(), tt.reason, tt.scores)
			}
		})
	}
}
