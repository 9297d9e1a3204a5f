package keeper

import (
	"strings"
	"testing"

	"arbiter/referee"
	rules "arbiter/referee/games/keeper"
)

// dealt returns the match of an explicit position.
func dealt(t *testing.T, position string) referee.Match {
	t.Helper()
	m, err := rules.Game{}.New(referee.Setup{Position: []byte(position)}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// seen returns a position as a hero knows it who has seen all of it but the given cells.
func seen(t *testing.T, position string, unseen ...rules.Cell) *rules.Knowledge {
	t.Helper()
	s, _ := rules.StateOf(dealt(t, position))
	k := &rules.Knowledge{State: s, Known: rules.Square(0, rules.Width)}
	for _, c := range unseen {
		k.Known.Remove(c)
	}
	return k
}

// maze returns a position whose first rows are given. The others are floor.
func maze(more string, rows ...string) string {
	for len(rows) < rules.Height {
		rows = append(rows, strings.Repeat(".", rules.Width))
	}
	return `{"rows":["` + strings.Join(rows, `","`) + `"]` + more + `}`
}

const wall = "XXXXXXXXXXXXXXXX"

// "He is when he knows every cell of a way out, has turns to spare for it, and the
// monsters along it leave him healthy": they "take less than half of the hero's health".
func TestLeisure(t *testing.T) {
	const turns = 5 // to the exit of the clear way
	clear := maze("", "H....E..........", wall)
	for _, tt := range []struct {
		name, position string
		unseen         []rules.Cell
		left           int
		want           bool
	}{
		{"a clear way", clear, nil, 100, true},
		{"an exit seen across what was not", clear, []rules.Cell{rules.At(2, 0)}, 100, false},
		{"no way", maze("", "H.X..E..........", wall), nil, 100, false},
		{"no exit", maze("", "H...............", wall), nil, 100, false},
		{"just turns enough", clear, nil, turns*5/4 + 10, true},
		{"one turn fewer", clear, nil, turns*5/4 + 9, false},
		{"a vampire, and health for it", maze(`,"hero":{"hp":19}`, "H..4.E..........", wall), nil, 100, true},
		{"a vampire, who takes half of it", maze(`,"hero":{"hp":18}`, "H..4.E..........", wall), nil, 100, false},
		{"a safer way around the vampire", maze(`,"hero":{"hp":5}`, "H.4.E...........", ".XXX.XXXXXXXXXXX", ".....XXXXXXXXXXX"), nil, 100, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := seen(t, tt.position, tt.unseen...)
			k.State.Turn = rules.TurnLimit - tt.left
			p := plan{Parameters: DefaultParameters()}
			if p.make(k, 0); p.atLeisure != tt.want {
				t.Errorf("at leisure: %v; want %v", p.atLeisure, tt.want)
			}
		})
	}
}

// "When there are turns for it and none to spare, he counts on no way that he would have
// to find": else on the shortest one that there may be.
func TestCountsOnKnownWays(t *testing.T) {
	const short, long = 6, 13 // turns: of the five steps one is unknown, which counts for two
	shortcut := maze(`,"hero":{"hp":20}`, "H....E..........", ".XXXXX..........", ".XXXX...........")
	guarded := maze(`,"hero":{"hp":1}`, "H....E..........", ".XXXXX..........", ".XXXX...........", "...4............", wall)
	for _, tt := range []struct {
		name, position string
		left, want     int
	}{
		{"turns to spare", shortcut, 100, long},
		{"none to spare", shortcut, long + 1, long},
		{"too few", shortcut, long, short},
		{"turns to spare, and a vampire on the way", guarded, 100, short},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := seen(t, tt.position, rules.At(2, 0))
			k.State.Turn = rules.TurnLimit - tt.left
			p := plan{Parameters: DefaultParameters()}
			if p.make(k, 0); p.turns[k.State.Hero.Cell] != tt.want {
				t.Errorf("%d turns to the exit; want %d", p.turns[k.State.Hero.Cell], tt.want)
			}
		})
	}
}

// "All of Late if they are too few, and something for each of those that are missing to
// spare": a turn less is never better, and the last one that is enough counts most.
func TestLateness(t *testing.T) {
	const out, never = 5, 1000 + 10*(rules.TurnLimit/4+8)
	for _, tt := range []struct {
		name, row string
		costs     map[int]int // by turns left
	}{
		{"nine to spare beside the way", "H....E..........", map[int]int{150: 0, out + 9: 0, out + 8: 10, out + 1: 80, out: 1090, 0: 1090}},
		{"walled in, as in no game", "HX...E..........", map[int]int{150: never, out: never, 0: never}},
	} {
		k := seen(t, maze("", tt.row, wall))
		p := plan{Parameters: Parameters{Late: 1000, Tight: 10, Reserve: 8, Scale: 1}}
		p.make(k, 0)
		for left, want := range tt.costs {
			if got := p.lateness(k.State.Hero.Cell, left); got != want {
				t.Errorf("%s: with %d turns left it costs %d; want %d", tt.name, left, got, want)
			}
		}
	}
}

// "Most of what is left of them may be spent on points": at leisure a turn, a point of
// health and a charge cost less than before, but still something.
func TestLeisureIsCheap(t *testing.T) {
	p := plan{Parameters: DefaultParameters(), exitKnown: true}
	const turn, health = 60, 10
	costs := func() [3]int {
		p.weigh(turn)
		return [3]int{p.turn, p.peril[health] - p.peril[health+1], p.charges[rules.Bow]}
	}
	before := costs()
	p.atLeisure = true
	for i, cost := range costs() {
		if what := [...]string{"a turn", "a point of health", "a charge of the bow"}[i]; cost <= 0 || 2*cost >= before[i] {
			t.Errorf("%s costs %d at leisure and %d before; want less than half of it and more than 0", what, cost, before[i])
		}
	}
}

// "Once the way out is clear he collects treasures": those that he has seen, and those
// that he finds where he has not been. Then he leaves.
func TestCollectsAtLeisure(t *testing.T) {
	for _, tt := range []struct {
		name, position string
		treasures      int
	}{
		{"behind him", maze("", "t.....HE........", wall), 1},
		{"far out of sight", maze("", "HE.............t", ".XXXXXXXXXXXXXX.", "...............t"), 2},
		{"on both sides of the exit", maze("", "t......H.......t", "XXXXXXX.XXXXXXXX", "XXXXXXX.XXXXXXXX", "XXXXXXXEXXXXXXXX"), 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := dealt(t, tt.position)
			playMatch(t, m, NewPolicy(1000, DefaultParameters()).think)
			s, _ := rules.StateOf(m)
			if want := rules.ExitScore + tt.treasures*rules.TreasureScore; s.End != rules.Won || s.Hero.Score != want {
				t.Errorf("%v after turn %d with a score of %d; want %v with %d", s.End, s.Turn, s.Hero.Score, rules.Won, want)
			}
		})
	}
}
