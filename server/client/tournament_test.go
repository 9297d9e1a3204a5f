package client_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee"
	"arbiter/server/league"
)

// News carry the digest of play, the match of another tournament, and what
// was left out.
func TestNews(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       league.News
	}{
		{
			"all keys",
			`{"state":"done","mark":7,"void":3,"waiting":2,"left_out":[{"seed":"5","name":"seed 5"}],"outcomes":[{"seats":["a@1"],"start":{"seed":"4","name":"seed 4"},"repetition":0,"scores":[9],"ranks":[1],"faults":[""],"reason":"over","match":"0123","play":"18446744073709551615"}]}`,
			league.News{
				State: league.Done, Mark: 7, Voids: league.Voids{Matches: 3, LeftOut: []league.Start{{Seed: 5}}, PutOff: 2},
				Matches: []league.Match{{
					Seats: []string{"a@1"}, Start: league.Start{Seed: 4}, Reason: "over", Play: 1<<64 - 1, Stored: "0123",
					Outcome: league.Outcome{Scores: []int64{9}, Ranks: []int{1}, Faults: []referee.Kind{""}},
				}},
			},
		},
		{
			"few keys",
			`{"state":"done","mark":7,"outcomes":[{"seats":["a@1"],"start":{"seed":"4","name":"seed 4"},"repetition":0,"scores":[9],"ranks":[1],"faults":[""],"reason":"over"}]}`,
			league.News{State: league.Done, Mark: 7, Matches: []league.Match{{
				Seats: []string{"a@1"}, Start: league.Start{Seed: 4}, Reason: "over",
				Outcome: league.Outcome{Scores: []int64{9}, Ranks: []int{1}, Faults: []referee.Kind{""}},
			}}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, _ := serve(t, func(_ int, w http.ResponseWriter, _ *http.Request) { w.Write([]byte(tt.text)) })
			got, err := c.News(t.Context(), "t", 0, 0)
			if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
				t.Errorf("outcomes (-want +got), %v:\n%s", err, diff)
			}
		})
	}
}

// What the server does not know is an error at once.
func TestNoRoute(t *testing.T) {
	c, asked := serve(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		problem(w, http.StatusNotFound, `{"detail":"no route `+r.URL.Path+`; /api/docs lists the routes"}`)
	})
	err := c.SaveFindings(t.Context(), league.Findings{Tournament: "of commits", Kind: league.OfBisect, Document: []byte("{}")})
	if !errors.Is(err, league.ErrNotFound) || !strings.Contains(err.Error(), "no route /api/tournaments/of commits/findings") || asked.Load() != 1 {
		t.Errorf("%v after %d requests; want one, without a route", err, asked.Load())
	}
}
