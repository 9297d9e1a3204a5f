package keeper

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/refereetest"
)

// randomAnswer answers with one of the listed actions.
func randomAnswer(r *rand.Rand, m referee.Match, _ int) []string {
	var buf [MaxActions]Action
	actions := m.(*match).state.Actions(buf[:0])
	return []string{actions[r.IntN(len(actions))].String()}
}

func TestGame(t *testing.T) { refereetest.TestGame(t, Game{}, randomAnswer) }

// A line that is no command ends the match with -10000 and a fault; so does no
// answer, whatever the cause. Only a bot that ran out of time is said to have
// timed out.
func TestMatchErrors(t *testing.T) {
	for _, tt := range []struct {
		name   string
		give   func(m *match)
		reason string
		kind   referee.Kind
	}{
		{"bad command", func(m *match) { m.Answer(0, []string{"WAIT"}) }, "bad_command", referee.Garbled},
		{"no lines", func(m *match) { m.Answer(0, nil) }, "bad_command", referee.Garbled},
		{"outside the maze", func(m *match) { m.Answer(0, []string{"MOVE 16 0"}) }, "bad_command", referee.Illegal},
		{"late", func(m *match) { m.Drop(0, referee.Fault{Turn: 1, Kind: referee.Timeout}) }, "timeout", referee.Timeout},
		{"gone", func(m *match) { m.Drop(0, referee.Fault{Turn: 1, Kind: referee.Crash}) }, "forfeit", referee.Crash},
		{"talkative", func(m *match) { m.Drop(0, referee.Fault{Turn: 1, Kind: referee.Unasked}) }, "forfeit", referee.Unasked},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := newMatch(draw(t, "H4"))
			tt.give(m)
			m.Step()
			res := m.Result()
			if !m.Over() || res.Reason != tt.reason || res.Scores[0] != -10000 || m.Asked() != 0 {
				t.Errorf("over %v, result %+v", m.Over(), res)
			}
			if len(res.Faults) != 1 || res.Faults[0].Kind != tt.kind || res.Faults[0].Turn != 1 {
				t.Errorf("faults %v", res.Faults)
			}
		})
	}
}

// What the rules forgive is told all the same, and the match goes on.
func TestForgivenFaults(t *testing.T) {
	for _, tt := range []struct{ line, why string }{
		{"MOVE 1 0", "cell 1 0 next to the hero is an obstacle; the hero stays"},
		{"MOVE 5 0", "no way over visible cells leads from 0 0 to 5 0 or nearer to it; the hero stays"},
		{"ATTACK 0 0 0", "cell 0 0 is outside the range of the sword from 0 0, want a cell one step left, right, up or down; nothing happens"},
		{"ATTACK 3 4 0", "cell 4 0 is outside the range of the bow from 0 0, want another cell in range 3; nothing happens"},
		{"ATTACK 1 0 1", "no charge is left of the hammer; nothing happens"},
	} {
		s := draw(t, "HX")
		s.Hero.Charges[Hammer] = 0
		m := newMatch(s)
		m.Answer(0, []string{tt.line})
		m.Step()
		res := m.Result()
		want := referee.Fault{Turn: 1, Kind: referee.Illegal, Line: tt.line, Why: tt.why, Forgiven: true, Rule: ruleNoEffect}
		if m.Over() || len(res.Faults) != 1 || res.Faults[0] != want {
			t.Errorf("%s: over %v\ngot  %v\nwant %v", tt.line, m.Over(), res.Faults, want)
		}
	}
	m := newMatch(draw(t, "H.X"))
	m.Answer(0, []string{"MOVE 2 0"})
	m.Step()
	if faults := m.Result().Faults; len(faults) != 0 {
		t.Errorf("a step towards an unreachable cell is called a fault: %v", faults)
	}
}

func TestResultFaultsAreAList(t *testing.T) {
	text, err := json.Marshal(newMatch(Deal(1)).Result())
	if err != nil || !strings.Contains(string(text), `"faults":[]`) {
		t.Errorf("%s %v", text, err)
	}
}

// The events of a turn: the message, the hero, the monsters one after the other,
// the damage, the end.
func TestViewEvents(t *testing.T) {
	m := newMatch(draw(t, "H01/..4/..E"))
	m.state.Hero.Health = 2
	m.Answer(0, []string{`ATTACK 2 2 0 take\nthat`})
	m.Step()
	text, err := json.MarshalIndent(m.View().(view).Events, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range m.View().(view).Events {
		line, _ := json.Marshal(e)
		got = append(got, string(line))
	}
	want := []string{
		`{"type":"message","step":0,"seat":0,"text":"take\nthat"}`,
		`{"type":"attack","step":0,"weapon":"scythe","from":[0,0],"target":[2,0],"cells":[[1,0],[2,0]]}`,
		`{"type":"hit","step":0,"monster":0,"kind":"box","cell":[1,0],"damage":7,"health":0}`,
		`{"type":"kill","step":0,"monster":0,"kind":"box","cell":[1,0],"score":1}`,
		`{"type":"hit","step":0,"monster":1,"kind":"skeleton","cell":[2,0],"damage":7,"health":0}`,
		`{"type":"kill","step":0,"monster":1,"kind":"skeleton","cell":[2,0],"score":6}`,
		`{"type":"monster_move","step":1,"monster":2,"kind":"vampire","from":[2,1],"to":[1,1]}`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Fatalf("got %s\nwant %s", text, strings.Join(want, "\n"))
	}
	m.Answer(0, []string{"MOVE 0 3"})
	m.Step()
	got = nil
	for _, e := range m.View().(view).Events {
		line, _ := json.Marshal(e)
		got = append(got, string(line))
	}
	want = []string{
		`{"type":"move","step":0,"from":[0,0],"to":[0,1],"note":"detour"}`,
		`{"type":"monster_attack","step":1,"monster":2,"kind":"vampire","from":[1,1],"to":[0,1],"damage":3}`,
		`{"type":"damage","step":2,"cell":[0,1],"damage":3,"health":-1}`,
		`{"type":"end","step":3,"reason":"dead","score":-996}`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %s\nwant %s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Step allocates nothing even where every cell in sight holds an attacker.
func TestCrowdAllocatesNothing(t *testing.T) {
	crowd := draw(t, "3333333/3333333/3333333/333H333/3333333/3333333/3333333")
	m := newMatch(crowd)
	allocations := testing.AllocsPerRun(10, func() {
		m.state = crowd
		m.action = AttackAt(Hammer, At(3, 2))
		m.Step()
	})
	if allocations != 0 {
		t.Errorf("%v allocations; want none", allocations)
	}
}

// The fog tells what the bot was really sent.
func TestViewFog(t *testing.T) {
	m := newMatch(draw(t, "H........."))
	m.Answer(0, []string{"MOVE 1 0"})
	m.Step()
	m.Answer(0, []string{"MOVE 2 0"})
	m.Step()
	m.Answer(0, []string{"MOVE 3 0"})
	m.Step()
	m.Answer(0, []string{"MOVE 4 0"})
	m.Step()
	m.Answer(0, []string{"MOVE 5 0"})
	m.Step()
	fog := m.View().(view).Fog
	if fog[0] != "--.......#######" || fog[3] != fog[0] || fog[4] != "################" {
		t.Errorf("fog %q", fog)
	}
	m.Answer(0, []string{"quit"})
	m.Step()
	if got := m.View().(view).Fog; got[0] != fog[0] {
		t.Errorf("the fog lifts after the last input: %q", got)
	}
}

func TestBoard(t *testing.T) {
	m := newMatch(draw(t, "H0.1..2/EtXp.34/abc"))
	want := ` @ b . s     g # # # # # # # # #
 E $ # +   o v # # # # # # # # #
 H S B # # # # # # # # # # # # #
`
	got := string(m.Board(nil))
	if !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "\nturn 0/150  health 20/20  score 0  hammer 5  scythe 5  bow 5\n"+
		"@ hero   . floor in sight   E exit   # obstacle   $ treasure   + potion   H hammer charge   S scythe charge   B bow charge"+
		"   b box   s skeleton   g gargoyle   o orc   v vampire\n") {
		t.Errorf("got\n%s", got)
	}
}
