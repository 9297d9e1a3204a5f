package analysis_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbiter/bots/heropath"
	"arbiter/referee"
	heropathrules "arbiter/referee/games/heropath"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
	"arbiter/server/study/analysis"
)

// heropathMatch returns heropath with its judge, and a match of greedy in a small
// world; change may change its answer.
func heropathMatch(t testing.TB, change func(answer string) string) (subject, *replay.Record) {
	t.Helper()
	world := heropathrules.World{NumTurns: 50, Width: 100, Height: 60, Hero: heropathrules.BaseHero{
		BaseSpeed: 10, BasePower: 25, BaseRange: 12, LevelSpeedCoeff: 20, LevelPowerCoeff: 20, LevelRangeCoeff: 20,
	}}
	for i := range int64(20) {
		world.Monsters = append(world.Monsters, heropathrules.Monster{
			X: i * 37 % 100, Y: i * 53 % 60, HP: 40 + i*7%50, Gold: 100 + i*31%200, Exp: 100 + i*57%200,
		})
	}
	s := subject{game: heropathrules.Game{}, judging: heropath.Judging()}
	return s, s.record(t, referee.Setup{Position: world.AppendDocument(nil)}, func(m referee.Match, seat int) []string {
		var out bytes.Buffer
		if err := heropath.Greedy(bytes.NewReader(m.Input(seat, nil)), &out, nil); err != nil {
			t.Fatal(err)
		}
		return []string{change(strings.TrimSpace(out.String()))}
	})
}

func asItIs(answer string) string { return answer }

// "What the planner still makes of the world from each kill, without marks": never
// less than what was made of it, and of an earlier position no less than of a later one.
func TestValuesOfHeropath(t *testing.T) {
	s, rec := heropathMatch(t, asItIs)
	r, notes := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: 30})
	kills := map[int]bool{1: true} // in front of the turn
	before := 0
	for p, err := range replay.Positions(rec, s.game) {
		if err != nil {
			t.Fatal(err)
		}
		state, ok := heropathrules.StateOf(p.Match)
		if !ok {
			t.Fatal("the match has no state")
		}
		if state.Kills > before {
			kills[p.Turn.Number] = true
		}
		before = state.Kills
	}
	made := float64(rec.Footer.Result.Scores[0])
	last := *r.Turns[0].Value
	if last <= made {
		t.Errorf("the first position is worth %.0f; want more than the %.0f of greedy", last, made)
	}
	for _, turn := range r.Turns {
		if !kills[turn.Turn] {
			t.Errorf("turn %d has a value; want those in front of the answer and after a kill", turn.Turn)
		}
		if turn.Value == nil {
			t.Fatalf("turn %d has no value", turn.Turn)
		}
		if *turn.Value > last || *turn.Value < made {
			t.Errorf("turn %d is worth %.0f; the position before %.0f, and %.0f was made of it", turn.Turn, *turn.Value, last, made)
		}
		last = *turn.Value
	}
	if len(r.Turns) != len(kills) || len(r.mistakes()) != 0 || r.Examined != 0 {
		t.Errorf("%d turns with %d mistakes, %v examined; want %d, and no answer", len(r.Turns), len(r.mistakes()), r.Examined, len(kills))
	}
	more, _ := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: 4, Notes: notes})
	for i := range more.Turns {
		if *more.Turns[i].Value < *r.Turns[i].Value {
			t.Errorf("turn %d is worth %.0f after a longer analysis, %.0f before", more.Turns[i].Turn, *more.Turns[i].Value, *r.Turns[i].Value)
		}
	}
}

// The same effort gives the same report, and a time is kept to: an appraisal that
// runs when it is over ends, too.
func TestBudgetOfHeropath(t *testing.T) {
	s, rec := heropathMatch(t, asItIs)
	one, _ := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: 4, Workers: 1})
	three, _ := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: 4, Workers: 3})
	if diff := cmp.Diff(one, three); diff != "" {
		t.Errorf("one worker and three: %s", diff)
	}
	if one.Turns[0].Value == nil || !slices.ContainsFunc(one.Turns, func(t analysis.Turn) bool { return t.Value == nil }) {
		t.Error("all positions or none have a value after a small effort; want some")
	}
	used := refereetest.OwnCPU()
	s.analyse(t, rec, analysis.Options{Seat: 0, Time: 200 * time.Millisecond, Workers: 1})
	if used = refereetest.OwnCPU() - used; used > 5*time.Second {
		t.Errorf("an analysis of 200ms took %v of processor time", used)
	}
}

// An answer that is no answer has a value in front of it, and an illegal move those
// of the kills before.
func TestInvalidAnswersOfHeropath(t *testing.T) {
	for name, change := range map[string]func(string) string{
		"garbled": func(string) string { return "none" },
		"illegal": func(answer string) string {
			return strings.TrimSuffix(answer, "]}") + `,{"type":"attack","target_id":-1}]}`
		},
	} {
		s, rec := heropathMatch(t, change)
		r, _ := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: 4})
		if len(r.Turns) == 0 || r.Turns[0].Value == nil || *r.Turns[0].Value == 0 || rec.Footer.Result.Scores[0] != 0 {
			t.Errorf("%s: turns %+v, score %v", name, r.Turns, rec.Footer.Result.Scores)
		}
		if illegal := name == "illegal"; illegal != (len(r.Turns) > 1) {
			t.Errorf("%s: %d turns", name, len(r.Turns))
		}
	}
}
