package dispatch_test

import (
	"context"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// "two matches with the same Play went through the same states", whoever played
// them, in which seats, on which seed, and however long they thought.
func TestDigestOfPlay(t *testing.T) {
	play := func(t *testing.T, seed int64, answers ...string) league.Report {
		e, _ := entry(t, league.RoundRobin, 2)
		work := dispatch.Work{
			Job:  league.Job{ID: "m", Pairing: league.Pairing{Start: league.Start{Seed: seed}}},
			Game: e.Game, Setup: referee.Setup{Seed: seed}, Limits: referee.TimeLimits{First: time.Minute, Turn: time.Minute},
		}
		for _, answer := range answers {
			work.Contenders = append(work.Contenders, contender(answer))
		}
		r, err := (dispatch.Pool{}).Play(context.Background(), work)
		if err != nil {
			t.Fatal(err)
		}
		if r.Limits != work.Limits {
			t.Errorf("limits %v; want those that were in force, %v", r.Limits, work.Limits)
		}
		return r
	}
	first := play(t, 1, "3", "5").Play
	if first == 0 {
		t.Fatal("no digest of play")
	}
	for _, tt := range []struct {
		name    string
		answers []string
		same    bool
	}{
		{"the same bots", []string{"3", "5"}, true},
		{"other bots with the same moves", []string{"03", "05"}, true},
		{"other moves", []string{"3", "7"}, false},
		{"the moves in other seats", []string{"5", "3"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := play(t, 1, tt.answers...).Play; (got == first) != tt.same {
				t.Errorf("digest of play %x beside %x; want the same: %v", got, first, tt.same)
			}
		})
	}
}
