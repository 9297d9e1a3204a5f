package api_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"arbiter/server/league"
)

// "Request again with the mark of the response for those that follow": every
// outcome is returned once.
func TestOutcomes(t *testing.T) {
	s := serve(t, guardOff)
	s.tournament(small, "small", "done")
	all := s.want(200, "GET", "/api/tournaments/small/outcomes", "")
	if n := len(all["outcomes"].([]any)); n != 6 || all["state"] != "done" || all["more"] != false {
		t.Fatalf("%d outcomes, %v; want the 6 of a tournament that is done", n, all["state"])
	}
	first := all["outcomes"].([]any)[0].(map[string]any)
	if first["start"].(map[string]any)["seed"] != "1" || len(first["seats"].([]any)) != 2 || len(first["ranks"].([]any)) != 2 {
		t.Errorf("%v; want two seats on seed 1", first)
	}
	played := map[league.Play]bool{}
	if err := s.db.EachMatchUntil(t.Context(), "small", math.MaxInt64, func(m league.Match) { played[m.Play] = true }); err != nil {
		t.Fatal(err)
	}
	for _, o := range all["outcomes"].([]any) {
		play, err := strconv.ParseUint(fmt.Sprint(o.(map[string]any)["play"]), 10, 64)
		if err != nil || play == 0 || !played[league.Play(play)] {
			t.Errorf("digest of play %d, %v; want one of %v", play, err, played)
		}
	}
	s.tournament(strings.Replace(small, `"small"`, `"other"`, 1), "other", "done")
	none := s.want(200, "GET", fmt.Sprintf("/api/tournaments/small/outcomes?after=%.0f", all["mark"]), "")
	if len(none["outcomes"].([]any)) != 0 || none["mark"].(float64) <= all["mark"].(float64) {
		t.Errorf("after matches of another tournament: %v; want none, and a later mark than %v", none, all["mark"])
	}
	s.want(200, "POST", "/api/tournaments/small/extend", `{"seeds":"4"}`)
	s.want(200, "POST", "/api/tournaments/small/start", "")
	s.until("/api/tournaments/small", func(t map[string]any) bool { return t["state"] == "done" })
	more := s.want(200, "GET", fmt.Sprintf("/api/tournaments/small/outcomes?after=%.0f", all["mark"]), "")
	for _, o := range more["outcomes"].([]any) {
		if seed := o.(map[string]any)["start"].(map[string]any)["seed"]; seed != "4" {
			t.Errorf("after the mark there is one on seed %v; want 4 only", seed)
		}
	}
	if n := len(more["outcomes"].([]any)); n != 2 {
		t.Errorf("%d outcomes after the mark; want 2", n)
	}
	if status, _ := s.do("GET", "/api/tournaments/nosuch/outcomes", ""); status != 404 {
		t.Errorf("of no tournament: %d; want 404", status)
	}
}
