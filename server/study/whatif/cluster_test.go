package whatif

import (
	"context"
	"strings"
	"testing"

	"arbiter/referee/games/ctf"
)

// "In a sight of a carrier it moved; FREEZE was better": one sentence for mistakes of a
// kind, with what they cost each and together and how much was examined.
func TestClusters(t *testing.T) {
	r := &reporter{BotReport: BotReport{Analysed: 4}, answers: 200, examined: 50}
	add := func(match string, asked int, regret float64, situation, given, best string) {
		a := Costly{Match: match, Turn: asked, Situations: []string{situation}, Answer: given, Cost: Cost{Regret: regret, Mark: "blunder", Best: best}}
		a.Differs = Deviations(ctf.Game{}, given, best)
		r.marked = append(r.marked, marked{a, asked})
	}
	moves, freezes := "MOVE 0 5 7 | WAIT 1", "FREEZE 0 | WAIT 1"
	add("a", 3, 0.3, "flag carrier in sight", moves, freezes)
	add("a", 4, 0.4, "flag carrier in sight", moves, freezes)
	add("a", 5, 0.2, "flag carrier in sight", moves, freezes)
	add("b", 9, 0.3, "flag carrier in sight", moves, freezes)
	add("b", 20, 0.5, "fewer minions", "WAIT 0 | WAIT 1", "WAIT 0 | MOVE 1 2 3")
	causes := r.clusters("points of winning chance")
	want := []string{
		"In 2 of 4 analysed matches, flag carrier in sight, it answered MOVE where FREEZE was better 2 times: 0.35 points of winning chance each, 0.7 together (25 % of its answers there are examined).",
		"In 1 of 4 analysed matches, fewer minions, it answered WAIT where MOVE was better: 0.5 points of winning chance (25 % of its answers there are examined).",
	}
	if len(causes) != 2 || causes[0].Text != want[0] || causes[1].Text != want[1] || causes[0].Examined != 0.25 {
		t.Errorf("causes %+v; want %q: three turns in a row are one chance that was missed", causes, want)
	}
	if better := causes[0].Better(); len(better) == 0 || better[0].Match != "a" || better[0].Turn != 4 || better[0].Better != freezes {
		t.Errorf("examples %+v; want the dearest first, with the better answer", better)
	}
}

// "In ctf a mark names the minion whose command differs."
func TestDeviations(t *testing.T) {
	all := Deviations(ctf.Game{}, "MOVE 0 5 7 | wait  1|FIRE 2", "FREEZE 0 | WAIT 1 | FIRE 2")
	if len(all) != 1 || all[0].String() != "minion 0: MOVE 0 5 7" || all[0].Best != "FREEZE 0" {
		t.Errorf("%v; want minion 0 alone: the others are told the same", all)
	}
}

// A match that this build plays otherwise than recorded tells no habit, and the report
// says how much it has examined.
func TestUnplayable(t *testing.T) {
	s := recorded(t, 0, 0)
	other := *s.Record
	other.Turns = append(other.Turns[:0:0], other.Turns...)
	other.Turns[1].Digest++
	broken := s
	broken.Record = &other
	if seen := watch(broken, broken.Seat); seen != nil {
		t.Errorf("it showed %v", seen)
	}
	c, err := newSearcher(t.Context(), []Seat{s, broken}, nil, nil)
	if err != nil || c.own[0].seen == nil || c.own[1].seen != nil {
		t.Errorf("%v, %+v; want the other match", err, c.own)
	}
	for _, cause := range c.habitCauses() {
		if cause.Examined != 0.5 {
			t.Errorf("%+v; want half of the matches examined", cause)
		}
	}
	if _, err := newSearcher(stopped(t), []Seat{s}, nil, nil); err == nil || !strings.Contains(err.Error(), "canceled") {
		t.Errorf("%v; want the end of the context", err)
	}
}

func stopped(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}
