package api_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/referee/games"
	"arbiter/server/serving/api"
	"arbiter/server/study/whatif"
)

// The sets that arbiter puzzle keeps in a folder are shown with their matches, better
// answers and what bots answered last; they are read anew each time.
func TestPuzzleSets(t *testing.T) {
	dir := t.TempDir()
	s := serve(t, guardOff, func(c *api.Config) { c.PuzzleSets = whatif.PuzzleSets{Dir: dir} })
	if got := s.want(http.StatusOK, http.MethodGet, "/api/puzzle-sets", "")["puzzle_sets"].([]any); len(got) != 0 {
		t.Errorf("an empty folder: %v; want none", got)
	}
	id := s.played(`{"game":"domain","bots":["builtin:domain/greedy","builtin:domain/random"],"seed":"1","first_ms":0,"turn_ms":0}`)
	bot := s.want(http.StatusOK, http.MethodGet, "/api/matches/"+id, "")["seats"].([]any)[0].(map[string]any)["bot"].(string)
	rec, err := s.db.Replay(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	g, err := games.Find("domain")
	if err != nil {
		t.Fatal(err)
	}
	var set whatif.PuzzleSet
	folder := filepath.Join(dir, "mine & yours")
	for _, puzzle := range []whatif.Puzzle{
		{Name: "a", Match: id, Turn: 1, Recorded: "1 1 U", Best: "1 2 U", Judged: &whatif.Gain{Gain: 0.25, Error: 0.125, Pairs: 40}},
		{Name: "b", Match: "/home/ann/secret/m.jsonl.gz", Turn: 3, Recorded: "3 3 U"},
		{Name: "c", Match: "00000000000000000000", Turn: 3, Recorded: "3 3 U"},
	} {
		if _, err := set.Add(folder, whatif.Seat{Match: id, Record: rec, Game: g, Seat: 0}, puzzle); err != nil {
			t.Fatal(err)
		}
	}
	err = whatif.KeepPuzzleRuns(folder, []whatif.PuzzleRun{
		{Bot: bot, At: time.Now(), Answers: []whatif.PuzzleAnswer{{Puzzle: "a", Answer: "1 2 U", Best: true, Cost: &whatif.Cost{Regret: 0.5, Error: 0.25}}, {Puzzle: "b", Same: true, Answer: "3 3 U"}}},
		{Bot: "gone@1", At: time.Now().Add(-time.Hour), Answers: []whatif.PuzzleAnswer{{Puzzle: "a", Refused: "it crashed"}, {Puzzle: "b", Failed: "starved"}, {Puzzle: "c", Answer: "9 9 U"}}},
	})
	if err != nil {
		t.Fatal(err)
	}

	sets := s.want(http.StatusOK, http.MethodGet, "/api/puzzle-sets", "")["puzzle_sets"].([]any)
	if len(sets) != 1 {
		t.Fatalf("%v; want one set", sets)
	}
	listed := sets[0].(map[string]any)
	run := listed["runs"].([]any)[0].(map[string]any)
	if listed["name"] != "mine & yours" || listed["game"] != "domain" || listed["count"] != 3.0 || listed["unit"] != "points of winning chance" || listed["why"] != nil {
		t.Errorf("listed as %v", listed)
	}
	if run["bot"] != bot || run["known"] != true || run["asked"] != 2.0 || run["best"] != 1.0 || run["same"] != 1.0 || run["cost"] != 0.5 || run["judged"] != 1.0 {
		t.Errorf("the latest run is %v; want that of %s", run, bot)
	}
	if gone := listed["runs"].([]any)[1].(map[string]any); gone["known"] != false || gone["refused"] != 1.0 || gone["failed"] != 1.0 || gone["other"] != 1.0 {
		t.Errorf("the run of a bot that the server does not know: %v", gone)
	}

	mistakes := s.want(http.StatusOK, http.MethodGet, "/api/puzzle-sets/mine%20&%20yours", "")["puzzles"].([]any)
	want := []struct {
		match  string
		stored bool
		is     []string
	}{{id, true, []string{"best", "refused"}}, {"m.jsonl.gz", false, []string{"mistake", "failed"}}, {"00000000000000000000", false, []string{"other"}}}
	for i, want := range want {
		got := mistakes[i].(map[string]any)
		if got["match"] != want.match || got["stored"] != want.stored {
			t.Errorf("position %d is from %v (stored: %v); want %s (%t)", i, got["match"], got["stored"], want.match, want.stored)
		}
		answers := got["answers"].([]any)
		for k, is := range want.is {
			if k >= len(answers) || answers[k].(map[string]any)["is"] != is {
				t.Errorf("position %d: answers %v; want %v", i, answers, want.is)
				break
			}
		}
	}
	first := mistakes[0].(map[string]any)
	if gain := first["gain"].(map[string]any); first["best"] != "1 2 U" || gain["gain"] != 0.25 || gain["error"] != 0.125 || gain["pairs"] != 40.0 {
		t.Errorf("the better answer: %v, %v", first["best"], gain)
	}

	// A name stands for a set in the folder, and for nothing beside it.
	for _, name := range []string{"nothing", "..", "%2E%2E%2Fx", "mine%20&%20yours%2F..%2Fmine%20&%20yours"} {
		if status, body := s.do(http.MethodGet, "/api/puzzle-sets/"+name, ""); status != http.StatusNotFound || !strings.Contains(string(body), "; GET /api/puzzle-sets lists them") {
			t.Errorf("%s: %d %s; want 404, and where the sets are listed", name, status, body)
		}
	}
	// One that cannot be read says so, and hides no other.
	if err := os.Mkdir(filepath.Join(dir, "broken"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "broken", "set.toml"), []byte("game = ["), 0o600); err != nil {
		t.Fatal(err)
	}
	sets = s.want(http.StatusOK, http.MethodGet, "/api/puzzle-sets", "")["puzzle_sets"].([]any)
	if len(sets) != 2 || sets[0].(map[string]any)["why"] == nil {
		t.Errorf("%v; want the broken one with the reason", sets)
	}
	if why, _ := s.want(http.StatusOK, http.MethodGet, "/api/puzzle-sets/broken", "")["why"].(string); why == "" || strings.Contains(why, dir) {
		t.Errorf("the page of a broken set says %q; want why, without the folder", why)
	}
}

// A server without a folder has no sets.
func TestNoPuzzleSets(t *testing.T) {
	s := serve(t, guardOff)
	if got := s.want(http.StatusOK, http.MethodGet, "/api/puzzle-sets", "")["puzzle_sets"].([]any); len(got) != 0 {
		t.Errorf("%v; want none", got)
	}
}
