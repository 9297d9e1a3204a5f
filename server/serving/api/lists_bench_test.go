package api_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"arbiter/server/kept/sample"
	"arbiter/server/kept/sqlite"
	"arbiter/server/playing/live"
	"arbiter/server/serving/api"
	"arbiter/server/serving/scheduler"
)

// BenchmarkPages measures what the pages of a server with 100 000 matches request:
// the first time after Prepare, and again.
func BenchmarkPages(b *testing.B) {
	ctx := context.Background()
	db, err := sqlite.Open(ctx, filepath.Join(b.TempDir(), "t.db"), sqlite.Normal)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	if err := sample.Fill(ctx, db, 100_000, time.Now()); err != nil {
		b.Fatal(err)
	}
	bots, err := db.Bots(ctx, sample.Duels)
	if err != nil {
		b.Fatal(err)
	}
	solo, err := db.Bots(ctx, sample.Solo)
	if err != nil {
		b.Fatal(err)
	}
	pairs := "/api/ratings/keeper/pairs?tournament=" + sample.Solo + "&a=" + url.QueryEscape(solo[0].ID) + "&b=" + url.QueryEscape(solo[1].ID)
	serve := func() *api.Server {
		log := slog.New(slog.DiscardHandler)
		s := api.New(api.Config{
			Store: db, Scheduler: &scheduler.Scheduler{Store: db, Log: log}, Live: &live.Broadcaster{}, Feed: &live.Feed{}, Metrics: api.NewMetrics("test"), Version: "test", Log: log,
		})
		if err := s.Prepare(ctx); err != nil {
			b.Fatal(err)
		}
		return s
	}
	warm := serve()
	get := func(s *api.Server, path string) {
		r := httptest.NewRequestWithContext(ctx, "GET", "http://localhost"+path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			text, _ := io.ReadAll(w.Body)
			b.Fatalf("%s: %d %s", path, w.Code, text)
		}
	}
	for _, path := range []string{
		"/api/matches", "/api/matches?bot=bot01&result=lost&sort=margin&order=asc", "/api/matches?filter=seat%3D1,score%3E20",
		"/api/matches?filter=metric.depth%3E7", "/api/matches?result=upset&sort=expected&order=asc&limit=5", "/api/matches?tournament=" + sample.Solo,
		"/api/faults", "/api/tournaments", "/api/tournaments/" + sample.Duels, "/api/tournaments/" + sample.Duels + "/standings",
		"/api/tournaments/" + sample.Duels + "/matrix", "/api/tournaments/" + sample.Duels + "/history", "/api/tournaments/" + sample.Solo + "/standings",
		"/api/tournaments/" + sample.Solo + "/matrix", "/api/tournaments/" + sample.Solo + "/history", pairs, "/api/ratings/domain", "/api/ratings/domain/history",
		"/api/ratings/domain?filter=bot%3D" + bots[0].ID,
		"/api/bots?game=domain", "/api/bots/domain/" + bots[0].ID, "/api/checks", "/metrics",
	} {
		b.Run("first"+path, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				s := serve()
				b.StartTimer()
				get(s, path)
			}
		})
		get(warm, path)
		b.Run("again"+path, func(b *testing.B) {
			for b.Loop() {
				get(warm, path)
			}
		})
	}
}
