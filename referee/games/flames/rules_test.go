package flames

import (
	"fmt"
	"strings"
	"testing"
)

// drawn reads a drawing: @ character, * flame, o glyph, % flame on a glyph,
// & character on a glyph, # wall, . open cell. Beyond its edge all is wall.
// The later waves are empty.
func drawn(t testing.TB, drawing string) (*Case, State) {
	t.Helper()
	rows := strings.Fields(drawing)
	c := &Case{First: 1, Waves: make([]Wave, 1)}
	s := State{HP: 20, AP: AP, JumpsLeft: Jumps, Cycle: 1}
	for y, row := range rows {
		for x, sign := range row {
			cell := Cell{int8(x), int8(y)}
			switch sign {
			case '@', '&':
				s.Pos = cell
			case '*', '%':
				s.Flames.Add(cell)
			}
			if strings.ContainsRune("o%&", sign) {
				c.Waves[0].add(cell)
			}
		}
		rows[y] = strings.NewReplacer("@", "S", "&", "S", "*", ".", "o", ".", "%", ".").Replace(row)
	}
	arena, err := ParseArena(rows)
	if err != nil {
		t.Fatal(err)
	}
	c.Arena = arena
	return c, s
}

// draw is the inverse of drawn.
func draw(c *Case, s *State) string {
	var b strings.Builder
	glyphs := s.Glyphs(c)
	for y := range c.Arena.Height {
		for x := range c.Arena.Width {
			cell := Cell{int8(x), int8(y)}
			sign := s.sign(cell, &glyphs)
			switch {
			case !c.Arena.Open(cell):
				sign = "#"
			case cell == s.Pos && glyphs.Has(cell):
				sign = "&"
			case sign == "·":
				sign = "."
			}
			b.WriteString(sign)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// wantBoard compares a position with a drawing.
func wantBoard(t *testing.T, c *Case, s *State, want string) {
	t.Helper()
	want = strings.Join(strings.Fields(want), "\n") + "\n"
	if got := draw(c, s); got != want {
		t.Errorf("board is\n%swant\n%s", got, want)
	}
}

// A rule is one position, an answer, and what it becomes.
type rule struct {
	name, before, answer, after string
	hp                          int16 // from 20
	outcome                     Outcome
}

func (r rule) test(t *testing.T) {
	t.Helper()
	t.Run(r.name, func(t *testing.T) {
		t.Helper()
		c, s := drawn(t, r.before)
		play(c, &s, r.answer, nil)
		if r.after != "" {
			wantBoard(t, c, &s, r.after)
		}
		if s.HP != r.hp || s.Outcome != r.outcome {
			t.Errorf("hp %d, %v; want hp %d, %v", s.HP, s.Outcome, r.hp, r.outcome)
		}
	})
}

// "Your character starts with 40 HP (Health Points) and 10 AP (Action Points)."
// "Maximum 2 jumps per cycle."
func TestStart(t *testing.T) {
	c, s := Deal(1)
	if s.HP != 40 || s.AP != 10 || s.JumpsLeft != 2 || s.Cycle != 1 || s.Pos != c.Arena.Start || !s.Flames.Empty() {
		t.Errorf("the start is %+v", s)
	}
}

// "the map is always the same in terms of character starting position, wall
// layout and dimensions (35x34), and the borders are always walls"
func TestStandardArena(t *testing.T) {
	a := StandardArena()
	if a.Width != 35 || a.Height != 34 || a.Start != (Cell{17, 15}) || a.open.Len() != 546 {
		t.Errorf("%dx%d, start %v, %d open cells", a.Width, a.Height, a.Start, a.open.Len())
	}
	for cell := range a.open.All() {
		if cell.X == 0 || cell.Y == 0 || int(cell.X) == a.Width-1 || int(cell.Y) == a.Height-1 {
			t.Errorf("the border is open at %v", cell)
		}
	}
}

// "x increases to the right and y increases downward"; "Moves the character 1
// cell in the given direction"; "2 cells in the given direction"; "the
// non-wall diagonally adjacent cell"
func TestDirections(t *testing.T) {
	want := map[Action]Cell{
		MoveN: {0, -1}, MoveS: {0, 1}, MoveE: {1, 0}, MoveW: {-1, 0},
		JumpN: {0, -2}, JumpS: {0, 2}, JumpE: {2, 0}, JumpW: {-2, 0},
		// "if the character is at (2, 2), the possible target positions are (3, 1)
		// with NE, (3, 3) with SE, (1, 3) with SW, or (1, 1) with NW"
		ImmoNE: {1, -1}, ImmoSE: {1, 1}, ImmoSW: {-1, 1}, ImmoNW: {-1, -1},
	}
	for a, d := range want {
		if got := (Cell{orders[a].dx, orders[a].dy}); got != d {
			t.Errorf("%v goes %v; want %v", a, got, d)
		}
	}
}

// MOVE "Cost: 1 AP and 1 HP", JUMP "Cost: 2 AP and 1 HP. Maximum 2 jumps per
// cycle", IMMO "Cost: 1 AP and 5 HP", PASS "Restores AP to 10 and resets the
// jump counter to 0"
func TestCosts(t *testing.T) {
	for _, tt := range []struct {
		answer    string
		hp        int16
		ap, jumps int8
	}{
		{"MOVE E", 19, 9, 2},
		{"JUMP E", 19, 8, 1},
		{"IMMO SE", 15, 9, 2},
		{"MOVE E;JUMP E;IMMO SW", 13, 6, 1},
		{"JUMP E;JUMP W;PASS", 17, 10, 2}, // and 1 HP for a cycle without glyphs
	} {
		t.Run(tt.answer, func(t *testing.T) {
			c, s := drawn(t, "@...... ....... ......o")
			play(c, &s, tt.answer, nil)
			if s.HP != tt.hp || s.AP != tt.ap || s.JumpsLeft != tt.jumps {
				t.Errorf("hp %d, ap %d, jumps left %d; want %d, %d, %d", s.HP, s.AP, s.JumpsLeft, tt.hp, tt.ap, tt.jumps)
			}
		})
	}
}

// "The destination can't be a wall"; "The destination can't be a wall, but the
// intermediate cell can be"; IMMO "targets the non-wall diagonally adjacent cell"
func TestValidActions(t *testing.T) {
	for _, tt := range []struct {
		name, board string
		ap, jumps   int8
		hp          int16
		want        string
	}{
		{"in the open", "..... ..... ..@.. ..... .....", 10, 2, 20,
			"PASS,MOVE N,MOVE S,MOVE E,MOVE W,JUMP N,JUMP S,JUMP E,JUMP W,IMMO NE,IMMO NW,IMMO SE,IMMO SW"},
		{"walled in", "##### ##### ##@## ##### #####", 10, 2, 20, "PASS"},
		{"over a wall", "..... ..... ..@#. ..... .....", 10, 2, 20,
			"PASS,MOVE N,MOVE S,MOVE W,JUMP N,JUMP S,JUMP E,JUMP W,IMMO NE,IMMO NW,IMMO SE,IMMO SW"},
		{"IMMO past two corners", "@# #.", 10, 2, 20, "PASS,IMMO SE"},
		{"no AP", "..... ..... ..@.. ..... .....", 0, 2, 20, "PASS"},
		{"1 AP is no jump", "@..", 1, 2, 20, "PASS,MOVE E"},
		{"no jumps left", "@..", 10, 0, 20, "PASS,MOVE E"},
		{"killing actions are valid", "@*. ...", 10, 0, 1, "PASS,MOVE S,MOVE E,IMMO SE"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, s := drawn(t, tt.board)
			s.AP, s.JumpsLeft, s.HP = tt.ap, tt.jumps, tt.hp
			var got []string
			for a := range s.Valid(c).All() {
				got = append(got, a.String())
			}
			if strings.Join(got, ",") != tt.want {
				t.Errorf("valid: %v\nwant: %s", got, tt.want)
			}
		})
	}
}

// "You may send any number of MOVE and IMMO during a cycle, subject to AP and
// HP availability."
func TestTenActionsACycle(t *testing.T) {
	c, s := drawn(t, "@........o")
	p := play(c, &s, strings.Repeat("MOVE E;MOVE W;", 6), nil)
	if p.done != 10 || p.refusal != NoAP || s.Outcome != Illegal {
		t.Errorf("%d actions, then %q; want 10, then %q", p.done, p.refusal, NoAP)
	}
}

// "If the destination cell contains a flame, it is extinguished and the HP cost
// is refunded."
func TestExtinguish(t *testing.T) {
	for _, r := range []rule{
		{"by a move", "@*...*", "MOVE E", ".@..*.", 20, Playing},
		{"by a jump", "@.*...*", "JUMP E", "..@..*.", 20, Playing},
		{"not a flame jumped over", "@**....", "JUMP E", ".*@....", 20, Playing},
		{"an empty cell costs 1 HP", "@....*", "MOVE E", ".@..*.", 19, Playing},
	} {
		r.test(t)
	}
}

// "the HP loss is applied first, so a character with only 1 HP will die before
// the refund occurs"
func TestRefundComesTooLate(t *testing.T) {
	for hp, want := range map[int16]Outcome{1: DeadHP, 2: Playing} {
		c, s := drawn(t, "@*...*")
		s.HP = hp
		if got := s.Act(c, MoveE, nil); got != want {
			t.Errorf("with %d HP: %v; want %v", hp, got, want)
		}
	}
}

// "After a flame is extinguished, each flame adjacent to the destination
// (8-neighbours) is pushed one cell away from the character, keeping the same
// relative direction." The attraction brings most of them back, so the events
// are looked at.
func TestPush(t *testing.T) {
	for _, tt := range []struct{ name, before, answer, pushes string }{
		{"cardinal", "@**..", "MOVE E", "[2 0]-[3 0]"},
		{"diagonal", "@*... ..*.. ..... .....", "MOVE E", "[2 1]-[3 2]"},
		{"all eight neighbours", `
			.......
			...@...
			..***..
			..***..
			..***..
			.......
			.......`, "JUMP S",
			"[3 2]-[3 1] [4 2]-[5 1] [4 3]-[5 3] [4 4]-[5 5] [3 4]-[3 5] [2 4]-[1 5] [2 3]-[1 3] [2 2]-[1 1]"},
		{"no flame extinguished, no push", "@.*...", "MOVE E", ""},
		{"only the neighbours", "@*.*..", "MOVE E", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, s := drawn(t, tt.before)
			var e Events
			play(c, &s, tt.answer, &e)
			var pushes []string
			for _, event := range e.List {
				if f, ok := event.(FlameEvent); ok && f.Type == "push" {
					pushes = append(pushes, fmt.Sprintf("%v-%v", f.From, f.To))
				}
			}
			if got := strings.Join(pushes, " "); got != tt.pushes {
				t.Errorf("pushed %q; want %q", got, tt.pushes)
			}
		})
	}
}

// "A flame is blocked (and cannot be pushed) if its destination cell is a wall,
// or already occupied by another flame. For a diagonal push, the two orthogonal
// cells along the trajectory must also be free (not a wall and not occupied).
// If any flame is blocked, the character dies instantly."
func TestBlockedPush(t *testing.T) {
	for _, tt := range []struct {
		name, before string
		by           string // what blocks, and where
	}{
		{"by a wall", "@**#..", "wall [3 0]"},
		{"by a flame", "@***..", "flame [3 0]"},
		{"by the edge of the map", "@**", "wall [3 0]"},
		{"diagonal by a wall", "@*... ..*.. ...#.", "wall [3 2]"},
		{"diagonal by a flame", "@*... ..*.. ...*.", "flame [3 2]"},
		{"diagonal by a corner wall beside", "@*... ..*#. .....", "wall [3 1]"},
		{"diagonal by a corner wall below", "@*... ..*.. ..#..", "wall [2 2]"},
		{"diagonal by a corner flame beside", "@*... ..**. .....", "flame [3 1]"},
		{"diagonal by a corner flame below", "@*... ..*.. ..*..", "flame [2 2]"},
		{"not by walls between", "@*#.. .#*.. .....", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, s := drawn(t, tt.before)
			before := s
			var e Events
			outcome := s.Act(c, MoveE, &e)
			var by string
			for _, event := range e.List {
				if b, ok := event.(BlockEvent); ok && b.Type == "blocked" {
					by = b.What + " " + b.By.String()
				}
			}
			if by != tt.by || (outcome == DeadPush) != (tt.by != "") {
				t.Errorf("%v, blocked by %q; want %q", outcome, by, tt.by)
			}
			before.Flames.Remove(s.Pos)
			if outcome == DeadPush && (s.HP != 0 || s.Flames != before.Flames) {
				t.Errorf("hp %d and flames\n%s; want 0 and no flame pushed", s.HP, draw(c, &s))
			}
		})
	}
}

// "All flames on the arena are attracted one cell toward the destination cell".
// "Each flame moves in the direction that most closely aligns with the vector
// from the flame to the destination".
func TestToward(t *testing.T) {
	target := Cell{10, 10}
	for _, tt := range []struct {
		name        string
		flame, want Cell
	}{
		{"on the same row, it moves cardinally", Cell{13, 10}, Cell{12, 10}},
		{"on the same column, it moves cardinally", Cell{10, 5}, Cell{10, 6}},
		{"exactly diagonal, it moves diagonally", Cell{7, 13}, Cell{8, 12}},
		{"otherwise cardinally along the dominant axis: x", Cell{14, 7}, Cell{13, 7}},
		{"otherwise cardinally along the dominant axis: y", Cell{7, 14}, Cell{7, 13}},
		{"on the target", target, target},
	} {
		if got := Toward(tt.flame, target); got != tt.want {
			t.Errorf("%s: %v goes to %v; want %v", tt.name, tt.flame, got, tt.want)
		}
	}
}

// "processed in order of increasing Manhattan distance to the destination (ties
// broken clockwise from North)"
func TestAttractionOrder(t *testing.T) {
	target := Cell{20, 20}
	want := []Cell{
		{20, 19}, {21, 20}, {20, 21}, {19, 20}, // N E S W
		{20, 18}, {21, 19}, {22, 20}, {21, 21}, {20, 22}, {19, 21}, {18, 20}, {19, 19}, // N NE E SE S SW W NW
		{20, 17}, {21, 18}, {22, 19}, {23, 20}, {22, 21}, {21, 22}, {20, 23}, {19, 22}, {18, 21}, {17, 20}, {18, 19}, {19, 18},
	}
	for i := 1; i < len(want); i++ {
		if rank(want[i-1], target) >= rank(want[i], target) {
			t.Errorf("%v comes after %v; want it before", want[i-1], want[i])
		}
	}
}

// "If the target cell is a wall or already occupied by another flame, the flame
// stays in place. For a diagonal move, the two orthogonal cells along the
// trajectory must also be free (not a wall and not occupied), otherwise the
// flame stays in place."
func TestAttraction(t *testing.T) {
	for _, r := range []rule{
		{"cardinal", "@....*", "MOVE E", ".@..*.", 19, Playing},
		{"a file moves together", "@...***", "MOVE E", ".@.***.", 19, Playing},
		{"a wall stops it", "@..#*.", "MOVE E", ".@.#*.", 19, Playing},
		{"a stopped flame stops the next", "@..#**", "MOVE E", ".@.#**", 19, Playing},
		{"diagonal", `
			@.....
			......
			......
			....*.`, "MOVE E", `
			.@....
			......
			...*..
			......`, 19, Playing},
		{"a corner wall stops a diagonal", `
			@.....
			......
			....#.
			....*.`, "MOVE E", `
			.@....
			......
			....#.
			....*.`, 19, Playing},
		{"a corner flame stops a diagonal", `
			@.......
			....#...
			....*...
			....*...`, "MOVE E", `
			.@......
			....#...
			...*....
			....*...`, 19, Playing},
		{"the nearer flame takes the cell, the other stays", `
			@......
			.......
			....*..
			.....*.
			....*..`, "MOVE E", `
			.@.....
			.......
			...*...
			....*..
			....*..`, 19, Playing},
	} {
		r.test(t)
	}
}

// "If a flame would be attracted onto the character's cell, the character dies
// instantly."
func TestDeadlyAttraction(t *testing.T) {
	for _, r := range []rule{
		{"a flame beside the destination", "@.*...*", "MOVE E", ".@*...*", 0, DeadAttraction},
		{"a flame diagonal to it", "@... ..*.", "MOVE E", ".@.. ..*.", 0, DeadAttraction},
		{"not past a corner wall", "@.#. ..*.", "MOVE E", ".@#. ..*.", 19, Playing},
		{"not past a flame just attracted beside it", `
			..*..
			...*.
			@....`, "JUMP E", `
			.....
			..**.
			..@..`, 19, Playing},
		{"a flame attracted later is no shield", `
			.....
			...*.
			@...*`, "JUMP E", `
			.....
			...*.
			..@.*`, 0, DeadAttraction},
		{"nearer flames have moved, the others not", `
			.....*.
			.......
			@.*....
			.......`, "MOVE E", `
			.....*.
			.......
			.@*....
			.......`, 0, DeadAttraction},
		{"after an extinguished flame none is near enough", "@**...", "MOVE E", ".@*...", 20, Playing},
	} {
		r.test(t)
	}
}

// IMMO: "The character loses 5 HP. All flames are attracted one cell toward the
// targeted cell". "Unlike movement, the character's cell behaves like a wall
// for flames".
func TestImmo(t *testing.T) {
	for _, r := range []rule{
		{"attracts to the target", `
			@....
			.....
			.....
			.*..*`, "IMMO SE", `
			@....
			.....
			.*...
			...*.`, 15, Playing},
		{"a flame on the target stays", "@... .*.. ....", "IMMO SE", "@... .*.. ....", 15, Playing},
		{"the character is like a wall", `
			*@..
			....`, "IMMO SE", `
			*@..
			....`, 15, Playing},
		{"a flame enters the target", "@... ..*.", "IMMO SE", "@... .*..", 15, Playing},
		{"extinguishes nothing, pushes nothing", "@*.. .*..", "IMMO SE", "@*.. .*..", 15, Playing},
	} {
		r.test(t)
	}
}

// A cost that takes the last HP kills: "0 if the character died after a valid action".
func TestImmoTakesTheLastHP(t *testing.T) {
	for hp, want := range map[int16]Outcome{1: DeadHP, 5: DeadHP, 6: Playing} {
		c, s := drawn(t, "@... .... ...*")
		s.HP = hp
		if got := s.Act(c, ImmoSE, nil); got != want || got == DeadHP && s.HP != 0 {
			t.Errorf("with %d HP: %v, hp %d; want %v", hp, got, s.HP, want)
		}
	}
}

// "The end of a cycle converts glyphs into flames, provided its cell is not
// occupied by the character or another flame. Whether or not a glyph is
// converted, the glyph disappears."
func TestConvert(t *testing.T) {
	for _, r := range []rule{
		{"converts", "@.o.o", "PASS", "@.*.*", 19, Playing},
		{"not under a flame", "@.%.", "PASS", "@.*.", 19, Playing},
		{"not under the character", "&..*", "PASS", "@..*", 19, Playing},
		{"the last glyph under the character wins", "&...", "PASS", "@...", 20, Victory},
		{"new flames do not attack", "@o..", "PASS", "@*..", 19, Playing},
	} {
		r.test(t)
	}
}

// "If no glyphs appear at the start of a cycle, the character loses 1 HP instead."
func TestCycleStart(t *testing.T) {
	c, s := drawn(t, "@..*.")
	c.Waves = make([]Wave, 3)
	c.Waves[1].add(Cell{4, 0})
	s.HP = 2
	if s.Act(c, Pass, nil); s.HP != 2 || s.Cycle != 2 {
		t.Errorf("cycle %d: hp %d; want 2: glyphs appear", s.Cycle, s.HP)
	}
	wantBoard(t, c, &s, "@..*o")
	if s.Act(c, Pass, nil); s.HP != 1 || s.Cycle != 3 {
		t.Errorf("cycle %d: hp %d; want 1: no glyph appears", s.Cycle, s.HP)
	}
	if got := s.Act(c, Pass, nil); got != DeadCycle || s.HP != 0 {
		t.Errorf("%v with hp %d; want %v", got, s.HP, DeadCycle)
	}
}

// "All flames are extinguished and no glyphs remain. The score is the number of
// HP remaining (0 if the character died after a valid action)."
func TestVictory(t *testing.T) {
	for _, r := range []rule{
		{"the last flame", "@*", "MOVE E", ".@", 20, Victory},
		{"a flame is left", "@*...*", "MOVE E", ".@..*.", 20, Playing},
		{"a glyph remains", "@*..o", "MOVE E", ".@..o", 20, Playing},
	} {
		r.test(t)
	}
	t.Run("a later wave has glyphs", func(t *testing.T) {
		c, s := drawn(t, "@*..")
		c.Waves = make([]Wave, 4)
		c.Waves[3].add(Cell{3, 0})
		if got := s.Act(c, MoveE, nil); got != Playing {
			t.Errorf("%v; want %v", got, Playing)
		}
	})
	t.Run("a wave that a bot only knows to come", func(t *testing.T) {
		c, s := drawn(t, "@*..")
		c.Waves = []Wave{{}, {Count: WaveGlyphs}}
		s.Act(c, MoveE, nil)
		if got := s.Act(c, Pass, nil); got != Playing || s.HP != 20 {
			t.Errorf("%v, hp %d; want %v, hp 20", got, s.HP, Playing)
		}
	})
	for outcome, want := range map[Outcome]int64{Playing: 7, Victory: 7, DeadPush: 0, Illegal: 0, Timeout: 0, Forfeit: 0} {
		s := State{HP: 7, Outcome: outcome}
		if got := s.Score(); got != want {
			t.Errorf("score after %v is %d; want %d", outcome, got, want)
		}
	}
}

// "The player sends an illegal or impossible action (wrong direction,
// insufficient AP, timeout, etc.)." It changes nothing else.
func TestDefeat(t *testing.T) {
	c, s := drawn(t, "@#..*")
	before := s
	before.Outcome = Illegal
	if got := s.Act(c, MoveE, nil); got != Illegal || s != before {
		t.Errorf("%v; want %v and the position as before", got, Illegal)
	}
	if got := s.Act(c, Pass, nil); got != Illegal || s != before {
		t.Error("an action after the end changes the position")
	}
}
