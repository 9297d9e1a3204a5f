package domain

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"arbiter/referee"
)

// draw returns the position of a drawn corner of the board, player 0 to move;
// what is not drawn is open. Cells stand at even places of even rows, walls
// between them: | beside and - below a cell. A and B are the tokens.
//
//	A|. B
//	-
//	. . .
func draw(t *testing.T, rows ...string) State {
	t.Helper()
	s := NewState(CellCount, CellCount, 0)
	for row, text := range rows {
		for col, r := range text {
			c := At(col/2, row/2)
			switch {
			case r == 'A':
				s.Tokens[0] = c
			case r == 'B':
				s.Tokens[1] = c
			case r == '|' && row%2 == 0 && col%2 == 1:
				s.Build(c, Right)
			case r == '-' && row%2 == 1 && col%2 == 0:
				s.Build(c, Down)
			case r != ' ' && r != '.':
				t.Fatalf("row %d of the drawn board: %q", row, text)
			}
		}
	}
	for player, c := range s.Tokens {
		if c >= CellCount {
			t.Fatalf("the drawn board has no token %c", 'A'+player)
		}
	}
	return s
}

// matchAt returns a match that starts at the position.
func matchAt(t testing.TB, s State) *match {
	t.Helper()
	setup, err := json.Marshal(map[string]any{
		"tokens":      [2]Point{point(s.Tokens[0]), point(s.Tokens[1])},
		"walls":       wallNames(&s),
		"first_mover": s.Mover,
	})
	if err != nil {
		t.Fatal(err)
	}
	m, err := Game{}.New(referee.Setup{Position: setup}, 2)
	if err != nil {
		t.Fatal(err)
	}
	return m.(*match)
}

// newMatch returns a match from the start position.
func newMatch(t testing.TB) *match {
	t.Helper()
	m, err := Game{}.New(referee.Setup{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	return m.(*match)
}

// answerWith plays one turn with the mover's line.
func answerWith(m *match, line string) {
	m.Answer(m.mover(), []string{line})
	m.Step()
}

// A ruling is a line on a drawn board, and what comes of it: nothing, or the
// beginning of the reason why the action is refused.
type ruling struct {
	name  string
	board []string
	line  string
	why   string
}

func (r ruling) check(t *testing.T) {
	t.Run(r.name, func(t *testing.T) {
		s := draw(t, r.board...)
		m := matchAt(t, s)
		answerWith(m, r.line)
		action, _, err := ParseAnswer(r.line)
		if err != nil {
			t.Fatal(err)
		}
		if legal := s.Legal(action); legal != (r.why == "") {
			t.Errorf("%s: Legal is %v", r.line, legal)
		}
		if listed := slices.Contains(s.Actions(nil), action); listed != (r.why == "") {
			t.Errorf("%s: in Actions: %v", r.line, listed)
		}
		result := m.Result()
		if r.why == "" {
			if len(result.Faults) > 0 {
				t.Errorf("%s: refused: %v", r.line, result.Faults[0])
			}
			return
		}
		f := result.FaultOf(0)
		if f == nil || f.Kind != referee.Illegal || !strings.HasPrefix(f.Why, r.why) {
			t.Errorf("%s: fault %v, want illegal: %s", r.line, f, r.why)
		}
		if result.Reason != reasonIllegal || !slices.Equal(result.Scores, []int64{scoreIllegal, 0}) || result.Winner() != 1 {
			t.Errorf("%s: result %+v, want a loss by %s", r.line, result, reasonIllegal)
		}
	})
}

// "The game is played on a 7x7 board, where each cell is identified by
// coordinates ranging from (0, 0) in the top-left corner to (6, 6) in the
// bottom-right." "Each player will control a token."
func TestStart(t *testing.T) {
	s := Start()
	if s.Tokens != [2]Cell{At(0, 0), At(6, 6)} || s.Mover != 0 || s.Over {
		t.Errorf("the game starts at %+v", s)
	}
	if n := len(wallNames(&s)); n != 0 {
		t.Errorf("%d inner walls at the start", n)
	}
	if n := s.ActionCount(); n != 32 {
		t.Errorf("%d legal actions at the start, want 32", n)
	}
	if n := s.Targets(0).Len(); n != 10 {
		t.Errorf("%d targets at the start, want 10", n)
	}
}

// "the player may either keep their token in its current location, or move it
// to another cell up to 3 steps away (measured in Manhattan distance)."
func TestMove(t *testing.T) {
	open := []string{"A . . . . . .", "", ". . . . . . .", "", ". . . . . . .", "", ". . . . . . B"}
	for _, r := range []ruling{
		{"stays", open, "0 0 R", ""},
		{"one step", open, "1 0 R", ""},
		{"two steps", open, "1 1 R", ""},
		{"three steps in a line", open, "3 0 R", ""},
		{"three steps around a corner", open, "1 2 R", ""},
		{"four steps", open, "4 0 R", "cell 4 0 is 4 steps away from your token at 0 0; want up to 3"},
		{"four steps around a corner", open, "2 2 R", "cell 2 2 is 4 steps away"},
		{"across the board", open, "6 6 U", "cell 6 6 is 12 steps away"},
	} {
		r.check(t)
	}
}

// "There must be an unobstructed path (not blocked by any wall or the other
// player's token) to be able to move to the new location." How long it may be
// the statement leaves open: at most MaxPath.
func TestPath(t *testing.T) {
	for _, r := range []ruling{
		{"around a wall, 4 steps to a cell at 2", []string{"A .|. B"}, "2 0 D", ""},
		{"3 steps to a cell at 1", []string{"A|. . B"}, "1 0 R", ""},
		{"5 steps to a cell at 1", []string{"A|. . B", "", ".|. ."}, "1 0 R", "the shortest unobstructed path from your token at 0 0 to 1 0 has 5 steps; want at most 4"},
		{"5 steps to a cell at 3", []string{"A . .|. B"}, "3 0 D", "the shortest unobstructed path from your token at 0 0 to 3 0 has 5 steps"},
		{"6 steps to a cell at 2", []string{"A .|. B", "", ". .|. ."}, "2 0 D", "the shortest unobstructed path from your token at 0 0 to 2 0 has 6 steps"},
		{"around the other token in 4 steps to a cell at 2", []string{"A B ."}, "2 0 D", ""},
		{"not through the other token, 5 steps to a cell at 3", []string{"A B . ."}, "3 0 D", "the shortest unobstructed path from your token at 0 0 to 3 0 has 5 steps"},
		{"a closed cell", []string{"A .|.|. B", "    -"}, "2 0 L", "no unobstructed path leads from your token at 0 0 to 2 0"},
	} {
		r.check(t)
	}
}

// "A token cannot be moved outside the board, or to a cell occupied by the
// other player's token." Cells outside the board cannot even be written: see
// TestParseAnswer.
func TestOccupied(t *testing.T) {
	for _, r := range []ruling{
		{"beside", []string{"A B"}, "1 0 R", "cell 1 0 is occupied by the other player's token"},
		{"three steps away", []string{"A . . B"}, "3 0 R", "cell 3 0 is occupied"},
		{"far away", []string{"A . . . . B"}, "5 0 R", "cell 5 0 is occupied"},
	} {
		r.check(t)
	}
}

// "the player must build a wall on any side of their token: Up, Down, Left,
// or Right." "A wall cannot be built on an existing wall." "the border of the
// board is automatically a wall, hence you are also not allowed to build on it."
func TestWall(t *testing.T) {
	inside := []string{". . .", "", ". A .", "", ". . .", "", ". . . B"}
	walled := []string{". . .", "  -", ".|A|.", "", ". . .", "", ". . . B"}
	for _, r := range []ruling{
		{"up", inside, "1 1 U", ""},
		{"down", inside, "1 1 D", ""},
		{"left", inside, "1 1 L", ""},
		{"right", inside, "1 1 R", ""},
		{"after the move", inside, "2 1 L", ""},
		{"on a wall", walled, "1 1 U", "side U of cell 1 1 has a wall already; open there: D"},
		{"on a wall from its other side", walled, "0 1 R", "side R of cell 0 1 has a wall already"},
		{"on the upper border", inside, "1 0 U", "side U of cell 1 0 is the border of the board, which is a wall already; open there: D, L, R"},
		{"on the left border", inside, "0 1 L", "side L of cell 0 1 is the border"},
		{"on the right border", []string{". . . . . . A", "", "B"}, "6 0 R", "side R of cell 6 0 is the border"},
		{"on the lower border", []string{"B", "", "", "", "", "", "", "", "", "", "", "", "A"}, "0 6 D", "side D of cell 0 6 is the border"},
		{"on a cell that is refused anyway", inside, "6 0 U", "cell 6 0 is 6 steps away"},
	} {
		r.check(t)
	}
}

// "After a wall is built, neither player's token will be able to pass through it."
func TestWallBlocksBoth(t *testing.T) {
	s := draw(t, "A . .", "", ". . .", "", ". . B")
	s.Step(Action{At(1, 0), Right})
	if s.Open(Right).Has(At(1, 0)) || s.Open(Left).Has(At(2, 0)) {
		t.Error("the wall is not closed from both sides")
	}
	for _, tt := range []struct {
		player   int
		from, to Cell
	}{{0, At(1, 0), At(2, 0)}, {1, At(2, 0), At(1, 0)}} {
		after := s
		after.Tokens = [2]Cell{At(5, 5), At(6, 6)}
		after.Tokens[tt.player] = tt.from
		if n := len(after.Path(tt.player, tt.to, nil)) - 1; n != 3 {
			t.Errorf("player %d walks from %v to %v in %d steps, want 3: around the wall", tt.player, tt.from, tt.to, n)
		}
	}
}

// The token has moved when its wall is refused; it has not when the move is.
func TestTokenAfterRefusal(t *testing.T) {
	for line, want := range map[string]Cell{"2 0 U": At(2, 0), "5 0 U": At(0, 0)} {
		m := newMatch(t)
		if answerWith(m, line); m.state.Tokens[0] != want {
			t.Errorf("after %q the token stands on %v, want %v", line, m.state.Tokens[0], want)
		}
	}
}

// "A game is over if the walls on the board split the players to two
// completely separated domains, meaning that neither player can reach the
// cell occupied by the other player." "You have a larger domain (more
// accessible cells) than your opponent's."
func TestSeparation(t *testing.T) {
	for _, tt := range []struct {
		name   string
		board  []string
		line   string
		scores []int64
		reason string
	}{
		{"the mover is walled in", []string{"A .", "-", ". . B"}, "0 0 R", []int64{1, 48}, reasonDomain},
		{"the other is walled in", []string{"B . .", "-", ". . A"}, "1 0 L", []int64{48, 1}, reasonDomain},
		{"not yet", []string{"A .", "", ". . B"}, "0 0 R", []int64{0, 0}, ""},
		{"the other token in the only gap does not close it", []string{"A B .", "-", ". ."}, "0 0 R", []int64{1, 48}, reasonDomain},
		{"a token in the only gap parts nobody", []string{"A B .", "-", ". ."}, "0 0 U", []int64{scoreIllegal, 0}, reasonIllegal},
		{"a cell that neither reaches is nobody's", []string{"A .|.|. B", "-   -"}, "0 0 R", []int64{1, 47}, reasonDomain},
		{"equal domains are a draw", []string{"A B|.", "- -"}, "0 0 R", []int64{1, 1}, reasonDomainTie},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := matchAt(t, draw(t, tt.board...))
			answerWith(m, tt.line)
			if r := m.Result(); !slices.Equal(r.Scores, tt.scores) || r.Reason != tt.reason {
				t.Errorf("%+v, want scores %v, reason %q", r, tt.scores, tt.reason)
			}
			if draw := m.Result().Winner() < 0; draw != (tt.scores[0] == tt.scores[1]) {
				t.Errorf("draw %v with scores %v", draw, tt.scores)
			}
		})
	}
}
