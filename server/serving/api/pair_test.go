package api_test

import (
	"encoding/json"
	"math"
	"net/http"
	"net/url"
	"testing"

	"arbiter/server/kept/sample"
)

// Two bots of a solo game are compared on all starts that both have played, not only
// on those of their latest matches.
func TestPairs(t *testing.T) {
	s := sampled(t, 30_000) // of the solo game, 1500 matches a bot
	bots, err := s.db.Bots(t.Context(), sample.Solo)
	if err != nil {
		t.Fatal(err)
	}
	a, b := bots[0].ID, bots[1].ID
	q := url.Values{"a": {a}, "b": {b}, "tournament": {sample.Solo}}
	status, text := s.do(http.MethodGet, "/api/ratings/keeper/pairs?"+q.Encode(), "")
	var got struct {
		Starts, Better, Worse int
		Mean                  float64
		Pairs                 []struct {
			Start   struct{ Name string }
			Matches []string
			Scores  []int64
		}
	}
	if err := json.Unmarshal(text, &got); err != nil || status != http.StatusOK {
		t.Fatalf("%d %.300s, %v", status, text, err)
	}
	if got.Starts != 1500 || len(got.Pairs) != 1500 || got.Better+got.Worse > 1500 {
		t.Errorf("%d starts, %d of them shown, better on %d, worse on %d; want 1500", got.Starts, len(got.Pairs), got.Better, got.Worse)
	}
	better, sum := 0, 0.0
	for i, p := range got.Pairs {
		if p.Scores[0] > p.Scores[1] {
			better++
		}
		sum += float64(p.Scores[0] - p.Scores[1])
		if i%500 > 0 {
			continue
		}
		for k, bot := range []string{a, b} {
			m := s.want(http.StatusOK, http.MethodGet, "/api/matches/"+p.Matches[k], "")
			seat := m["seats"].([]any)[0].(map[string]any)
			if seat["bot"] != bot || seat["score"] != float64(p.Scores[k]) || m["start"].(map[string]any)["name"] != p.Start.Name {
				t.Errorf("match %s of %s on %s is %v", p.Matches[k], bot, p.Start.Name, m)
			}
		}
	}
	if mean := sum / 1500; better != got.Better || math.Abs(mean-got.Mean) > 1e-6 {
		t.Errorf("better on %d with a mean of %v; want %d and %v", got.Better, got.Mean, better, mean)
	}
	none := s.want(http.StatusOK, http.MethodGet, "/api/ratings/keeper/pairs?a="+url.QueryEscape(a)+"&b=nobody", "")
	if none["starts"] != 0.0 {
		t.Errorf("a bot that has not played: %v; want no starts", none)
	}
	s.want(http.StatusUnprocessableEntity, http.MethodGet, "/api/ratings/keeper/pairs?a="+url.QueryEscape(a), "")
}
