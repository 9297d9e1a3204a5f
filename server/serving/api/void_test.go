package api_test

import (
	"strings"
	"testing"

	"arbiter/server/league"
)

// Void matches are shown with a finished tournament: in lists, with its outcomes,
// and as a note on its standings, which the pages show.
func TestVoidsOfTournament(t *testing.T) {
	s := serve(t, guardOff)
	s.tournament(small, "small", "done")
	p := league.Pairing{Seats: []string{"a", "b"}, Start: league.Start{Seed: 1}}
	err := s.db.SaveVoid(t.Context(), league.Void{Job: league.Job{ID: p.ID("small"), Tournament: "small", Pairing: p}, Times: 3, LeftOut: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/api/tournaments/small", "/api/tournaments/small/outcomes"} {
		if got := s.want(200, "GET", path, ""); got["void"] != 3.0 || got["left_out"] == nil {
			t.Errorf("%s: void %v, left out %v; want 3 and one", path, got["void"], got["left_out"])
		}
	}
	p.Start.Seed = 2
	if err := s.db.SaveVoid(t.Context(), league.Void{Job: league.Job{ID: p.ID("small"), Tournament: "small", Pairing: p}, Times: 3, PutOff: true}); err != nil {
		t.Fatal(err)
	}
	got := s.want(200, "GET", "/api/tournaments/small/outcomes", "")
	if left, put := got["left_out"].([]any), got["put_off"].([]any); len(left) != 1 || len(put) != 1 || put[0].(map[string]any)["seed"] != "2" {
		t.Errorf("left out %v, put off %v; want seed 1 left out and seed 2 put off", left, put)
	}
	notes, _ := s.want(200, "GET", "/api/tournaments/small/standings", "")["notes"].([]any)
	for _, note := range notes {
		if strings.Contains(note.(string), "6 matches were starved by the machine and played again; 1 pairing was left out (50.0 %") {
			return
		}
	}
	t.Errorf("notes %v; want one on the 6 void matches", notes)
}

// "A link to a match that waits to be played again must not say that it is not found":
// it says why it waits, and why one is not played again.
func TestVoidMatch(t *testing.T) {
	s := serve(t, guardOff)
	s.tournament(small, "small", "done")
	idle := strings.NewReplacer(`"start":true`, `"start":false`, `"small"`, `"idle"`).Replace(small)
	s.tournament(idle, "idle", "idle")
	for seed, tt := range []struct {
		tournament, state, why string
		leftOut                bool
	}{
		{"idle", "waiting", "played again when its tournament goes on: the machine was busy", false},
		{"idle", "lost", "left out: the machine was too busy to play it", true},
		{"small", "lost", "the machine was too busy to play it, and its tournament is done", false},
	} {
		p := league.Pairing{Seats: []string{"a", "b"}, Start: league.Start{Seed: int64(100 + seed)}}
		v := league.Void{Job: league.Job{ID: p.ID(tt.tournament), Tournament: tt.tournament, Pairing: p}, Times: 1, LeftOut: tt.leftOut}
		if err := s.db.SaveVoid(t.Context(), v); err != nil {
			t.Fatal(err)
		}
		got := s.want(200, "GET", "/api/matches/"+v.ID, "")
		if got["state"] != tt.state || got["why"] != tt.why || got["game"] != "domain" || len(got["seats"].([]any)) != 2 {
			t.Errorf("%v; want %s: %s", got, tt.state, tt.why)
		}
	}
}
