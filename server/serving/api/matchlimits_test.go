package api_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
)

// "Time limit of first answers that the match was played with": what a match says
// agrees with what its faults say.
func TestMatchSaysItsLimits(t *testing.T) {
	s := sampled(t, 2000)
	status, text := s.do("GET", "/api/matches?"+url.Values{"game": {"domain"}, "fault": {"timeout"}}.Encode(), "")
	if status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	var page struct {
		Matches []struct {
			FirstMS *float64 `json:"first_ms"`
			TurnMS  *float64 `json:"turn_ms"`
			Faults  []struct {
				Turn      int
				Kind, Why string
			}
		}
	}
	if err := json.Unmarshal(text, &page); err != nil {
		t.Fatal(err)
	}
	if len(page.Matches) == 0 {
		t.Fatal("no match with a fault")
	}
	for _, m := range page.Matches {
		if m.FirstMS == nil || m.TurnMS == nil || *m.FirstMS != 1000 || *m.TurnMS != 50 {
			t.Fatalf("limits %v and %v; want 1000 and 50", m.FirstMS, m.TurnMS)
		}
		for _, f := range m.Faults {
			limit := "50 ms"
			if f.Turn == 1 {
				limit = "1000 ms"
			}
			if f.Kind == "timeout" && !strings.HasSuffix(f.Why, "within "+limit) {
				t.Errorf("turn %d: %q; the limit is %s", f.Turn, f.Why, limit)
			}
		}
	}
}
