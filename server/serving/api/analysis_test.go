package api_test

import (
	"net/http"
	"strings"
	"testing"
)

// A match can be analysed, the analysis be read while it goes on and afterwards,
// and refined, as long as there is more to find out.
func TestAnalysis(t *testing.T) {
	s := serve(t, guardOff)
	path := "/api/matches/" + s.played(`{"game":"domain","bots":["builtin:domain/greedy","builtin:domain/random"],"seed":"1","first_ms":0,"turn_ms":0}`) + "/analysis"
	if got := s.want(http.StatusOK, http.MethodGet, path, ""); got["state"] != "none" || got["report"] != nil {
		t.Errorf("before: %v", got)
	}
	var seconds float64
	for range 2 {
		if got := s.want(http.StatusAccepted, http.MethodPost, path, `{"budget_ms":200}`); got["state"] != "queued" && got["state"] != "running" && got["state"] != "done" {
			t.Errorf("requested: %v", got)
		}
		done := s.until(path, func(v map[string]any) bool { return v["state"] == "done" })
		report := done["report"].(map[string]any)
		if now := report["seconds"].(float64); now < seconds {
			t.Errorf("%v seconds after %v; want no fewer", now, seconds)
		} else {
			seconds = now
		}
		if report["answers"].(float64) == 0 || report["game"] != "domain" {
			t.Errorf("report %v", report)
		}
	}
	s.want(http.StatusNotFound, http.MethodGet, "/api/matches/00000000000000000000/analysis", "")
	s.want(http.StatusNotFound, http.MethodPost, "/api/matches/00000000000000000000/analysis", `{}`)
}

// An analysis can be cancelled, and what it has found out is kept.
func TestCancelAnalysis(t *testing.T) {
	s := serve(t, guardOff)
	path := "/api/matches/" + s.played(`{"game":"domain","bots":["builtin:domain/greedy","builtin:domain/random"],"seed":"1","first_ms":0,"turn_ms":0}`) + "/analysis"
	var got map[string]any
	for share := 1e-5; ; share *= 4 { // of the time: one that is cancelled at its begin has found nothing
		s.want(http.StatusAccepted, http.MethodPost, path, `{"budget_ms":600000}`)
		s.until(path, func(v map[string]any) bool { return v["state"] == "running" && v["share"].(float64) > share })
		if status, text := s.do(http.MethodDelete, path, ""); status != http.StatusNoContent {
			t.Fatalf("cancel: status %d: %s", status, text)
		}
		got = s.until(path, func(v map[string]any) bool { return v["state"] != "running" })
		if got["state"] != "none" || share > 0.01 {
			break
		}
	}
	if got["state"] != "done" || got["report"] == nil {
		t.Errorf("cancelled: state %v, report %v", got["state"], got["report"] != nil)
	}
}

// A match that nobody can judge is refused, with the reason: the server is well.
func TestAnalysisWithoutAJudge(t *testing.T) {
	s := serve(t, guardOff)
	path := "/api/matches/" + s.played(`{"game":"heropath","bots":["builtin:heropath/wait"],"seed":"1","first_ms":0,"turn_ms":0}`) + "/analysis"
	if got := s.want(http.StatusOK, http.MethodGet, path, ""); got["state"] != "failed" || !strings.HasPrefix(got["why"].(string), "no judge: ") {
		t.Errorf("got %v; want that there is no judge", got)
	}
	if got := s.want(http.StatusUnprocessableEntity, http.MethodPost, path, `{}`); !strings.HasPrefix(got["detail"].(string), "no judge: ") {
		t.Errorf("requested: %v; want that there is no judge", got)
	}
}
