package api_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"arbiter/server/kept/sqlite"
	"arbiter/server/serving/api"
	"arbiter/server/serving/scheduler"
)

// Names, units and help texts follow Prometheus conventions, and our own names
// begin with arbiter_.
func TestMetricsAreLinted(t *testing.T) {
	s := serve(t, guardOff)
	s.tournament(small, "small", "done")
	s.played(`{"game":"keeper","bots":["true"]}`)
	_, text := s.do("GET", "/metrics", "")
	problems, err := promlint.New(bytes.NewReader(text)).Lint()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
	for _, name := range regexp.MustCompile(`(?m)^# TYPE (\w+)`).FindAllSubmatch(text, -1) {
		if !regexp.MustCompile(`^(arbiter|go|process)_`).Match(name[1]) {
			t.Errorf("the name %s", name[1])
		}
	}
}

// The counters and gauges after a tournament and a single match.
func TestMetricsCountMatches(t *testing.T) {
	s := serve(t, guardOff)
	s.played(`{"game":"keeper","bots":["true"]}`)
	s.tournament(small, "small", "done")
	s.untilPlaying(func(matches int) bool { return matches == 0 }) // a match is counted just after it is stored
	turns := 0.0
	for _, m := range s.want(200, "GET", "/api/matches?game=domain", "")["matches"].([]any) {
		turns += m.(map[string]any)["turns"].(float64)
	}
	s.scraped(`
		# HELP arbiter_matches_total Matches played.
		# TYPE arbiter_matches_total counter
		arbiter_matches_total{game="ctf"} 0
		arbiter_matches_total{game="domain"} 6
		arbiter_matches_total{game="flames"} 0
		arbiter_matches_total{game="heropath"} 0
		arbiter_matches_total{game="keeper"} 1
		# HELP arbiter_faults_total Bot faults, including forgiven ones.
		# TYPE arbiter_faults_total counter
		arbiter_faults_total{game="keeper",kind="crash"} 1
		# HELP arbiter_queue_depth Single matches waiting for a worker.
		# TYPE arbiter_queue_depth gauge
		arbiter_queue_depth 0
		# HELP arbiter_tournaments_running Running tournaments.
		# TYPE arbiter_tournaments_running gauge
		arbiter_tournaments_running 0
		# HELP arbiter_matches_playing Running matches.
		# TYPE arbiter_matches_playing gauge
		arbiter_matches_playing 0
		# HELP arbiter_database_matches Matches in the database.
		# TYPE arbiter_database_matches gauge
		arbiter_database_matches 7
	`)
	for _, want := range []string{
		`arbiter_match_duration_seconds_count{game="domain"} 6`, // one a match
		`arbiter_turn_overhead_seconds_count{game="domain"} 6`,
		`arbiter_slowest_answer_seconds_count{game="domain"} 12`, // one a seat
		`arbiter_turns_total{game="domain"} ` + fmt.Sprint(turns),
		`arbiter_answers_total{game="domain"} ` + fmt.Sprint(turns), // one seat is asked a turn
		`arbiter_build_info{go="go`,
	} {
		if _, text := s.do("GET", "/metrics", ""); !bytes.Contains(text, []byte(want)) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

// Requests are counted by the pattern of their route, so that clients cannot
// create label values.
func TestMetricsCountRequests(t *testing.T) {
	s := serve(t, guardOff)
	id := s.played(`{"game":"keeper","bots":["true"]}`)
	for _, path := range []string{"/api/bots", "/api/bots", "/api/matches/" + id + "/record", "/api/matches/00000000000000000000/record", "/made-up", "/api/made-up"} {
		s.do("GET", path, "")
	}
	s.do("GET", "/api/games", "", "Host", "evil.example")
	s.do("MADEUP", "/healthz", "")
	_, text := s.do("GET", "/metrics", "")
	var got []string
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "arbiter_http_requests_total{") && !strings.Contains(line, `route="/api/matches/{id}"`) {
			got = append(got, strings.TrimPrefix(strings.TrimSpace(line), "arbiter_http_requests_total"))
		}
	}
	want := []string{
		`{code="200",method="get",route="/api/bots"} 2`,
		`{code="200",method="get",route="/api/matches/{id}/record"} 1`,
		`{code="200",method="get",route="none"} 1`,
		`{code="202",method="post",route="/api/matches"} 1`,
		`{code="404",method="get",route="/api/matches/{id}/record"} 1`,
		`{code="404",method="get",route="none"} 1`,
		`{code="405",method="unknown",route="none"} 1`,
		`{code="421",method="get",route="none"} 1`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("counted\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// "When the database does not answer, the scrape returns the other metrics."
func TestMetricsWithoutDatabase(t *testing.T) {
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "t.db"), sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
	api := api.New(api.Config{
		Store: db, Scheduler: &scheduler.Scheduler{}, Metrics: api.NewMetrics("test"), Log: slog.New(slog.DiscardHandler),
	})
	w := httptest.NewRecorder()
	api.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost/metrics", nil))
	text := w.Body.String()
	if w.Code != 200 || strings.Contains(text, "arbiter_database_") || !strings.Contains(text, "arbiter_queue_depth 0") {
		t.Errorf("%d\n%s", w.Code, text)
	}
}

// scraped compares the metrics that are in want.
func (s *site) scraped(want string) {
	s.t.Helper()
	var names []string
	for _, name := range regexp.MustCompile(`# TYPE (\w+)`).FindAllStringSubmatch(want, -1) {
		names = append(names, name[1])
	}
	if err := testutil.ScrapeAndCompare(s.URL+"/metrics", strings.NewReader(want), names...); err != nil {
		s.t.Error(err)
	}
}
