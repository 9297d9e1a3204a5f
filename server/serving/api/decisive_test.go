package api_test

import (
	"fmt"
	"net/http"
	"testing"
)

// Pages tell one decisive turn of a match, before it is analysed and after, also where no seat is named.
func TestDecisiveTurn(t *testing.T) {
	s := serve(t, guardOff)
	match := "/api/matches/" + s.played(`{"game":"ctf","bots":["builtin:ctf/greedy","builtin:ctf/wait"],"seed":"1","first_ms":0,"turn_ms":0}`)
	seats := s.want(http.StatusOK, http.MethodGet, match, "")["seats"].([]any)
	lost := 0
	if seats[1].(map[string]any)["rank"].(float64) > seats[0].(map[string]any)["rank"].(float64) {
		lost = 1
	}
	check := func() {
		t.Helper()
		own := s.want(http.StatusOK, http.MethodGet, match+"/decisive", "")
		if own["seat"].(float64) != float64(lost) || own["turn"].(float64) < 1 || own["by"] == "nothing" {
			t.Errorf("without a seat: %v; want that of seat %d, which lost", own, lost)
		}
		named := s.want(http.StatusOK, http.MethodGet, fmt.Sprintf("%s/decisive?seat=%d", match, lost), "")
		if named["turn"] != own["turn"] || named["by"] != own["by"] {
			t.Errorf("seat %d: %v; want %v", lost, named, own)
		}
	}
	check()
	s.want(http.StatusAccepted, http.MethodPost, match+"/analysis", `{"budget_ms":500}`)
	s.until(match+"/analysis", func(v map[string]any) bool { return v["state"] == "done" })
	check()

	s.want(http.StatusUnprocessableEntity, http.MethodGet, match+"/decisive?seat=2", "")
	s.want(http.StatusNotFound, http.MethodGet, "/api/matches/00000000000000000000/decisive", "")
}
