package referee_test

import (
	"fmt"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/games/ctf"
	"arbiter/referee/games/domain"
	"arbiter/referee/games/flames"
	"arbiter/referee/games/heropath"
	"arbiter/referee/games/keeper"
)

// "SameEffect reports whether two answers of an asked seat do the same to a match in front of
// a turn, however they are written."
func TestSameEffect(t *testing.T) {
	var x, y int    // of the hero, of keeper and of heropath
	var step string // a MOVE that leads somewhere
	fill := func(text string) string {
		return strings.NewReplacer("STEP", step, "HERE", fmt.Sprint(x, " ", y), "$X", fmt.Sprint(x), "$Y", fmt.Sprint(y)).Replace(text)
	}
	const moves, tail = `{"moves":[{"type":"move","target_x":$X,"target_y":$Y}`, `]}`
	for _, tt := range []struct {
		game   referee.Game
		name   string
		a, b   string
		differ bool
	}{
		{game: ctf.Game{}, name: "text after a command", a: "MOVE 0 3 4 hello", b: "MOVE 0 3 4 bye"},
		{game: ctf.Game{}, name: "text after a command, and none", a: "WAIT 0 hello", b: "WAIT 0"},
		{game: ctf.Game{}, name: "case and blanks", a: "move  0   3 4 | WAIT 1", b: "MOVE 0 3 4|WAIT 1"},
		{game: ctf.Game{}, name: "commands of minions in another order", a: "MOVE 0 3 4|WAIT 1", b: "WAIT 1|MOVE 0 3 4"},
		{game: ctf.Game{}, name: "empty commands", a: "|WAIT 0||", b: "WAIT 0"},
		{game: ctf.Game{}, name: "another act", a: "WAIT 0", b: "STEP", differ: true},
		{game: ctf.Game{}, name: "two acts that come to nothing", a: "WAIT 0", b: "FREEZE 1"},
		{game: ctf.Game{}, name: "the same fault in other words", a: "MVOE 0 3 4", b: "jump!"},
		{game: ctf.Game{}, name: "an answer and a fault", a: "WAIT 0", b: "MVOE 0 3 4", differ: true},
		{game: ctf.Game{}, name: "a fault after a command, and none", a: "WAIT 0|JUMP 1", b: "WAIT 0", differ: true},
		{game: keeper.Game{}, name: "a message", a: "MOVE HERE hello", b: "MOVE HERE bye"},
		{game: keeper.Game{}, name: "a message and none", a: "MOVE HERE hello", b: "MOVE HERE"},
		{game: keeper.Game{}, name: "a sign and zeros", a: "MOVE +$X 00$Y", b: "MOVE HERE"},
		{game: keeper.Game{}, name: "another act", a: "MOVE HERE", b: "STEP", differ: true},
		{game: keeper.Game{}, name: "two acts that come to nothing", a: "MOVE HERE", b: "ATTACK 1 HERE"},
		{game: keeper.Game{}, name: "the same fault in other words", a: "MVOE 3 4", b: "move 5 5"},
		{game: keeper.Game{}, name: "another fault", a: "MVOE 3 4", b: "ATTACK 9 3 4", differ: true},
		{game: keeper.Game{}, name: "a case that counts", a: "MOVE HERE", b: "move HERE", differ: true},
		{game: domain.Game{}, name: "a message", a: "1 0 R hello", b: "1 0 R bye"},
		{game: domain.Game{}, name: "blanks and a message", a: "1  0\tD", b: "1 0 D hello"},
		{game: domain.Game{}, name: "a case that counts", a: "1 0 d", b: "1 0 D", differ: true},
		{game: domain.Game{}, name: "another wall", a: "1 0 R", b: "1 0 D", differ: true},
		{game: domain.Game{}, name: "the same rule broken otherwise", a: "6 6 U", b: "5 6 L hello"},
		{game: domain.Game{}, name: "another rule", a: "6 6 U", b: "1 9 U", differ: true},
		{game: flames.Game{}, name: "blanks and an end", a: "PASS ;", b: " PASS"},
		{game: flames.Game{}, name: "what is after PASS", a: "PASS; MOVE N", b: "PASS"},
		{game: flames.Game{}, name: "text after PASS, which is forgiven", a: "PASS; thinking", b: "PASS"},
		{game: flames.Game{}, name: "another act", a: "MOVE N; PASS", b: "PASS", differ: true},
		{game: flames.Game{}, name: "the same fault in other words", a: "WAIT", b: "stay"},
		{game: heropath.Game{}, name: "blanks, order of keys and comments", a: moves + tail, b: ` { "moves" : [{"comment":"hi","target_y":$Y,"target_x":$X,"type":"move"}] } `},
		{game: heropath.Game{}, name: "fields that are ignored", a: moves + tail, b: moves + `],"debug":[1,2]}`},
		{game: heropath.Game{}, name: "another move", a: moves + tail, b: `{"moves":[{"type":"move","target_x":0,"target_y":-1}]}`, differ: true},
		{game: heropath.Game{}, name: "fewer moves", a: moves + tail, b: `{"moves":[]}`, differ: true},
		{game: heropath.Game{}, name: "the same fault in other words", a: `{`, b: `moves`},
	} {
		info := tt.game.Info()
		t.Run(info.Name+": "+tt.name, func(t *testing.T) {
			m, err := tt.game.New(referee.Setup{Seed: 1}, info.MinSeats)
			if err != nil {
				t.Fatal(err)
			}
			switch input := string(m.Input(0, nil)); info.Name {
			case "ctf", "keeper":
				fmt.Sscan(input, &x, &y)
				for _, choice := range m.(referee.Chooser).Choices(0)[0] {
					if strings.HasPrefix(choice, "MOVE") && choice != fmt.Sprint("MOVE ", x, " ", y) {
						step = choice
					}
				}
			case "heropath":
				fmt.Sscanf(input[strings.Index(input, `"start_x"`):], `"start_x":%d,"start_y":%d`, &x, &y)
			}
			a, b := fill(tt.a), fill(tt.b)
			before := string(m.AppendState(nil))
			others := func(m referee.Match) {
				if m.Asked().Has(1) {
					m.Answer(1, []string{"WAIT 0"})
				}
			}
			for range 2 {
				if same := referee.SameEffect(m.(referee.Cloner), 0, []string{a}, []string{b}, others); same == tt.differ {
					t.Errorf("%q and %q do the same: %v", a, b, same)
				}
				a, b = b, a
			}
			if after := string(m.AppendState(nil)); after != before {
				t.Error("the match was touched")
			}
		})
	}
}
