package api_test

import (
	"bytes"
	"net/http"
	"testing"
)

// "In games whose seed decides nothing a match starts from an opening, by its number; 1 is the
// statement's own start." Other numbers and other games are refused at the field.
func TestMatchFromAnOpening(t *testing.T) {
	s := serve(t, guardOff)
	const bots = `"bots":["builtin:domain/wait","builtin:domain/random?seed=1"],"first_ms":0,"turn_ms":0`
	start := func(number string) string {
		id := s.played(`{"game":"domain",` + bots + `,"opening":` + number + `}`)
		name, _ := s.want(http.StatusOK, http.MethodGet, "/api/matches/"+id, "")["start"].(map[string]any)["name"].(string)
		return name
	}
	if first, second := start("1"), start("2"); first != "official" || second == "official" || second == "" {
		t.Errorf("openings 1 and 2 start from %q and %q; want the official one and another", first, second)
	}
	for body, want := range map[string]string{
		`{"game":"domain",` + bots + `,"opening":100000}`:                 "opening: found 100000; want 1 to",
		`{"game":"keeper","bots":["builtin:keeper/wait"],"opening":1}`:    "opening: keeper has none, its seeds deal different starts; want seeds",
		`{"game":"domain",` + bots + `,"opening":1,"setup":{"tokens":0}}`: "opening: given together with setup",
	} {
		if status, text := s.do(http.MethodPost, "/api/matches", body); status != http.StatusUnprocessableEntity || !bytes.Contains(text, []byte(want)) {
			t.Errorf("%s: %d %s; want %q", body, status, text, want)
		}
	}
}
