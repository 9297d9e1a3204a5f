package api_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/server/league"
)

// sleeper returns a bot that never answers.
func sleeper(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sleeper")
	if err := os.WriteFile(path, []byte("#!/bin/sh\nexec sleep 1000000\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// play requests a match and returns its ID.
func (s *site) play(body string) string {
	s.t.Helper()
	return s.want(http.StatusAccepted, http.MethodPost, "/api/matches", body)["id"].(string)
}

func (s *site) state(id string) string {
	s.t.Helper()
	return s.want(http.StatusOK, http.MethodGet, "/api/matches/"+id, "")["state"].(string)
}

// "Cancel a single match that is waiting or running." Two matches of a bot that
// sleeps hold both workers; when they are cancelled, others are played.
func TestCancelMatch(t *testing.T) {
	s := serve(t, guardOff)
	sleeps := fmt.Sprintf(`{"game":"keeper","bots":["%s"],"first_ms":0}`, sleeper(t))
	var stuck []string
	for range 2 {
		id := s.play(sleeps)
		s.until("/api/matches/"+id, func(m map[string]any) bool { return m["state"] == "playing" })
		stuck = append(stuck, id)
	}
	const honest = `{"game":"keeper","bots":["builtin:keeper/wait"]}`
	waits, next := s.play(honest), s.play(honest)
	if state := s.state(waits); state != "waiting" {
		t.Fatalf("behind two matches on two workers: %s", state)
	}
	for _, id := range append([]string{waits}, stuck...) {
		for range 2 { // idempotent
			m := s.want(http.StatusOK, http.MethodPost, "/api/matches/"+id+"/cancel", "")
			if m["state"] != "lost" || m["why"] != "cancelled by a user" {
				t.Errorf("cancelled: %v, %v", m["state"], m["why"])
			}
		}
	}
	s.until("/api/matches/"+next, func(m map[string]any) bool { return m["state"] == "played" })
	s.want(http.StatusConflict, http.MethodPost, "/api/matches/"+next+"/cancel", "")
	s.want(http.StatusNotFound, http.MethodPost, "/api/matches/00000000000000000000/cancel", "")
	if queued, err := s.db.QueuedMatches(t.Context()); err != nil || len(queued) > 0 {
		t.Errorf("%d matches would come back after a restart, %v", len(queued), err)
	}
}

// "No limit means MaxLimit, so that no bot holds a worker for ever"; without a
// limit in the request it is the game's. "Old command lines and JSON keep working":
// 0 is still accepted, and the same definition is still the same tournament.
func TestLimitsAreCapped(t *testing.T) {
	s := serve(t, guardOff)
	s.want(http.StatusUnprocessableEntity, http.MethodPost, "/api/matches", `{"game":"keeper","bots":["builtin:keeper/wait"],"turn_ms":3600001}`)
	for _, tt := range []struct {
		limits      string
		first, turn time.Duration
	}{
		{`"first_ms":0,"turn_ms":0`, time.Hour, time.Hour},
		{`"first_ms":5000,"turn_ms":0`, 5 * time.Second, time.Hour},
		{`"first_ms":5000,"turn_ms":4000`, 5 * time.Second, 4 * time.Second},
	} {
		rec, err := s.db.Replay(t.Context(), s.played(`{"game":"keeper","bots":["builtin:keeper/wait"],`+tt.limits+`}`))
		if err != nil {
			t.Fatal(err)
		}
		if l := rec.Header.Limits.Referee(); l.First != tt.first || l.Turn != tt.turn {
			t.Errorf("%s: limits %v; want %v and %v", tt.limits, l, tt.first, tt.turn)
		}
	}
	s.tournament(small, "small", "done")
	if got := s.want(http.StatusOK, http.MethodPost, "/api/tournaments", small); got["first_ms"] != 3.6e6 {
		t.Errorf("limit %v ms; want an hour", got["first_ms"])
	}
	// A tournament that the command line has made without limits.
	old, err := s.db.Tournament(t.Context(), "small")
	if err != nil {
		t.Fatal(err)
	}
	old.Limits.First, old.Limits.Turn = 0, 0
	if err := s.db.SaveTournament(t.Context(), old, nil, nil); err != nil {
		t.Fatal(err)
	}
	if got := s.want(http.StatusOK, http.MethodPost, "/api/tournaments", small); got["first_ms"] != 0.0 {
		t.Errorf("limit %v ms; want none as before", got["first_ms"])
	}
}

// "Cancel a tournament for good; running matches are aborted": without limits they
// might never end.
func TestCancelTournamentFreesItsWorkers(t *testing.T) {
	s := serve(t, guardOff)
	s.want(http.StatusOK, http.MethodPost, "/api/tournaments",
		fmt.Sprintf(`{"name":"stuck","game":"keeper","bots":["%s"],"seeds":"1..4","first_ms":0,"start":true}`, sleeper(t)))
	s.untilPlaying(func(matches int) bool { return matches == 2 })
	s.want(http.StatusOK, http.MethodPost, "/api/tournaments/stuck/cancel", "")
	s.played(`{"game":"keeper","bots":["builtin:keeper/wait"]}`)
	s.untilPlaying(func(matches int) bool { return matches == 0 })
}

// "Delete a tournament with its matches, replays, check and findings. Its bots are
// kept. A running tournament is a conflict. Idempotent." Numbers of matches are
// not used again, so that a client that follows another tournament by marks
// misses nothing.
func TestDeleteTournament(t *testing.T) {
	s := serve(t, guardOff)
	s.tournament(small, "small", "done")
	other := strings.Replace(small, `"small"`, `"other"`, 1)
	s.tournament(other, "other", "done")
	mark := s.want(http.StatusOK, http.MethodGet, "/api/tournaments/small/outcomes", "")["mark"].(float64)
	lost := s.want(http.StatusOK, http.MethodGet, "/api/matches?tournament=other&limit=1", "")["matches"].([]any)[0].(map[string]any)["id"].(string)

	running := fmt.Sprintf(`{"name":"running","game":"keeper","bots":["%s"],"seeds":"1..2","start":true,"first_ms":0}`, sleeper(t))
	s.want(http.StatusOK, http.MethodPost, "/api/tournaments", running)
	s.untilPlaying(func(matches int) bool { return matches > 0 })
	s.want(http.StatusConflict, http.MethodDelete, "/api/tournaments/running", "")
	s.want(http.StatusOK, http.MethodPost, "/api/tournaments/running/pause", "")
	s.want(http.StatusNoContent, http.MethodDelete, "/api/tournaments/running", "") // although its matches never end

	for range 2 {
		s.want(http.StatusNoContent, http.MethodDelete, "/api/tournaments/other", "")
	}
	s.want(http.StatusNotFound, http.MethodGet, "/api/tournaments/other", "")
	s.want(http.StatusNotFound, http.MethodGet, "/api/matches/"+lost, "")
	s.want(http.StatusNotFound, http.MethodGet, "/api/matches/"+lost+"/record", "")
	if wrong, err := s.db.Check(t.Context()); err != nil || len(wrong) > 0 {
		t.Errorf("the database: %v %v", wrong, err)
	}
	s.want(http.StatusOK, http.MethodGet, "/api/bots/domain/"+s.bot("greedy"), "")
	s.played(`{"game":"keeper","bots":["builtin:keeper/wait"]}`)
	s.want(http.StatusConflict, http.MethodDelete, "/api/tournaments/single:keeper", "")

	// What is saved now comes after the mark.
	s.want(http.StatusOK, http.MethodPost, "/api/tournaments/small/extend", `{"seeds":"4..5"}`)
	s.want(http.StatusOK, http.MethodPost, "/api/tournaments/small/resume", "")
	s.until("/api/tournaments/small", func(t map[string]any) bool { return t["state"] == "done" })
	after := s.want(http.StatusOK, http.MethodGet, fmt.Sprintf("/api/tournaments/small/outcomes?after=%.0f", mark), "")
	if n := len(after["outcomes"].([]any)); n != 4 {
		t.Errorf("%d matches after the mark; want the 4 new ones", n)
	}
	if got, err := s.db.Matches(t.Context(), league.Query{Tournament: "small"}); err != nil || len(got) != 10 {
		t.Errorf("%d matches of another tournament; want its 10", len(got))
	}
}
