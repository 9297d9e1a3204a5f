package api_test

import (
	"fmt"
	"testing"
)

// Answers are counted by their time, metrics by turn.
func TestAnswers(t *testing.T) {
	s := serve(t, guardOff)
	const bot = `sh -c 'read a; read b; read c; read d; echo "@metric depth 3" >&2; echo 0 0 R; while read d; do echo 0 0 D; done'`
	id := s.played(fmt.Sprintf(`{"game":"domain","bots":[%q,"builtin:domain/random"],"first_ms":0,"turn_ms":0}`, bot))
	seat := s.want(200, "GET", "/api/matches/"+id, "")["seats"].([]any)[0].(map[string]any)
	a := s.want(200, "GET", fmt.Sprintf("/api/bots/domain/%s/answers", seat["bot"]), "")
	first, later := 0.0, 0.0
	for _, bar := range a["times"].([]any) {
		first += bar.(map[string]any)["first"].(float64)
		later += bar.(map[string]any)["later"].(float64)
	}
	if first != 1 || first+later != seat["answers"].(float64) {
		t.Errorf("%v first answers and %v later ones; want 1 and the rest of %v", first, later, seat["answers"])
	}
	metrics := a["metrics"].([]any)
	if len(metrics) != 1 {
		t.Fatalf("metrics %v; want depth", metrics)
	}
	turns := metrics[0].(map[string]any)["turns"].([]any)
	if point := turns[0].(map[string]any); len(turns) != 1 || point["turn"] != 1.0 || point["mean"] != 3.0 || point["matches"] != 1.0 {
		t.Errorf("depth is %v; want 3 in turn 1 of one match", turns)
	}
	if status, _ := s.do("GET", "/api/bots/domain/nobody@00000000/answers", ""); status != 404 {
		t.Errorf("a bot that nobody knows: %d; want 404", status)
	}
}

// "Where a bot's points go: by opponent and fault."
func TestBotReport(t *testing.T) {
	s := serve(t, guardOff)
	id := s.played(`{"game":"domain","bots":["sh -c 'exit 3'","builtin:domain/random"],"first_ms":0,"turn_ms":0}`)
	seats := s.want(200, "GET", "/api/matches/"+id, "")["seats"].([]any)
	bot, other := seats[0].(map[string]any)["bot"], seats[1].(map[string]any)["bot"]
	r := s.want(200, "GET", fmt.Sprintf("/api/bots/domain/%s/report", bot), "")
	opponent := r["opponents"].([]any)[0].(map[string]any)
	fault := r["faults"].([]any)[0].(map[string]any)
	if r["matches"] != 1.0 || opponent["bot"] != other || opponent["lost"] != 1.0 || fault["kind"] != "crash" || fault["lost"] != 1.0 {
		t.Errorf("report %v; want a match lost to %s by a crash", r, other)
	}
	if status, _ := s.do("GET", "/api/bots/domain/nobody@00000000/report", ""); status != 404 {
		t.Errorf("a bot that nobody knows: %d; want 404", status)
	}
}
