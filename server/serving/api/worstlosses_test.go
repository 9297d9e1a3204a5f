package api_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"arbiter/bots/judge"
	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/serving/api"
	"arbiter/server/study/analyst"
)

// "LossesEach of each at most, as their pages show them": those that are listed first.
func TestLossesToAnalyse(t *testing.T) {
	s := serve(t, guardOff)
	s.tournament(`{"name":"duel","game":"domain","bots":["builtin:domain/greedy","builtin:domain/wait"],"seeds":"1..8","first_ms":0,"turn_ms":0,"start":true}`, "duel", "done")
	s.tournament(`{"name":"solo","game":"keeper","bots":["builtin:keeper/wait"],"seeds":"1..7","first_ms":0,"turn_ms":0,"start":true}`, "solo", "done")
	got, err := s.api.WorstLosses(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	wanted := 0
	for _, b := range s.want(http.StatusOK, http.MethodGet, "/api/bots", "")["bots"].([]any) {
		bot := b.(map[string]any)
		query := fmt.Sprintf("/api/matches?game=%s&bot=%s&result=lost&sort=expected", bot["game"], bot["id"])
		if bot["game"] == "keeper" {
			query = fmt.Sprintf("/api/matches?game=keeper&bot=%s&sort=score&order=asc", bot["id"])
		}
		all := s.want(http.StatusOK, http.MethodGet, query, "")["matches"].([]any)
		for i, m := range all {
			id := m.(map[string]any)["id"].(string)
			if listed := slices.Contains(got, id); listed != (i < api.LossesEach) {
				t.Errorf("loss %d of %d of %s is among them: %t", i, len(all), bot["id"], listed)
			}
		}
		wanted += min(len(all), api.LossesEach)
	}
	if len(got) != wanted || wanted < 2*api.LossesEach {
		t.Errorf("%d matches; want %d", len(got), wanted)
	}
}

// A thinker takes so long that no analysis ends by itself, until it is in a hurry.
type thinker struct {
	judge.Judge
	hurry *atomic.Bool
}

func (t thinker) Continue(position int, answers [][]string, kind, n int) float64 {
	if !t.hurry.Load() {
		time.Sleep(50 * time.Millisecond)
	}
	return t.Judge.Continue(position, answers, kind, n)
}

// While a match is played, no analysis runs that was not asked for. A tournament that
// starts in the middle of an analysis ends it. The losses are analysed when the
// tournament is done.
func TestNoAnalysisWhileMatchesArePlayed(t *testing.T) {
	var studies *analyst.Analyst
	var hurry atomic.Bool
	s := serve(t, guardOff, func(c *api.Config) {
		studies = c.Analyst
		of := studies.Judge
		studies.Judge = func(rec *replay.Record, g referee.Game) (judge.Judging, error) {
			j, err := of(rec, g)
			fast := j.New
			j.New = func(seat int) judge.Judge { return thinker{fast(seat), &hurry} }
			return j, err
		}
	})
	s.tournament(`{"name":"duel","game":"domain","bots":["builtin:domain/greedy","builtin:domain/wait"],"seeds":"1","first_ms":0,"turn_ms":0,"start":true}`, "duel", "done")
	spare := &analyst.Spare{Analyst: studies, Pauses: s.scheduler, Matches: s.api.WorstLosses, Log: slog.New(slog.DiscardHandler), Quiet: time.Millisecond, Budget: time.Hour}
	ctx, cancel := context.WithCancel(t.Context())
	var spent sync.WaitGroup
	spent.Go(func() { spare.Run(ctx) })
	defer spent.Wait()
	defer cancel()

	losses, err := s.api.WorstLosses(t.Context())
	if err != nil || len(losses) == 0 {
		t.Fatalf("losses %v, %v", losses, err)
	}
	path := "/api/matches/" + losses[0] + "/analysis"
	// One that ended before it had found anything has no report, and is not done.
	running := func(v map[string]any) bool { return v["state"] == "running" }
	ended := func(v map[string]any) bool { return v["state"] == "done" || v["state"] == "none" }
	for round := range 2 {
		s.until(path, running)
		name := fmt.Sprintf("t%d", round)
		bot, goOn := s.heldBot()
		s.want(http.StatusOK, http.MethodPost, "/api/tournaments", fmt.Sprintf(`{"name":%q,"game":"keeper","bots":[%q],"seeds":"1..2","first_ms":0,"turn_ms":0,"start":true}`, name, bot))
		s.until(path, ended)
		for looks := 0; ; looks++ {
			analysed := s.want(http.StatusOK, http.MethodGet, path, "")
			if s.want(http.StatusOK, http.MethodGet, "/api/tournaments/"+name, "")["state"] != "running" {
				break
			}
			if !ended(analysed) {
				t.Fatalf("%s is %v while a tournament runs", losses[0], analysed["state"])
			}
			if looks == 20 {
				goOn()
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	hurry.Store(true)
	// What it has found out is shown where the worst losses are.
	decisive := s.until("/api/matches/"+losses[0]+"/decisive", func(v map[string]any) bool { return v["analysis"] != nil })
	found := decisive["analysis"].(map[string]any)
	if found["unit"] != "points of winning chance" {
		t.Errorf("the page shows %v; want what is known of the seat that lost", found)
	}
}
