package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"arbiter/referee/games"
	"arbiter/server/league"
)

// Metrics collects the server's Prometheus metrics. docs/operations.md lists
// their names. It is safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry

	matches  *prometheus.CounterVec   // by game
	turns    *prometheus.CounterVec   // by game
	faults   *prometheus.CounterVec   // by game and kind
	answers  *prometheus.CounterVec   // by game
	thinking *prometheus.CounterVec   // by game
	duration *prometheus.HistogramVec // by game
	overhead *prometheus.HistogramVec // by game
	slowest  *prometheus.HistogramVec // by game

	watchers prometheus.Gauge
	dropped  prometheus.Counter

	requests  *prometheus.CounterVec   // by method, route and code
	answering *prometheus.HistogramVec // by method and route
}

// NewMetrics returns metrics that are all zero.
func NewMetrics(version string) *Metrics {
	game := []string{"game"}
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	seconds := func(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
		return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, labels)
	}
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		matches:  counter("arbiter_matches_total", "Matches played.", game...),
		turns:    counter("arbiter_turns_total", "Turns played.", game...),
		faults:   counter("arbiter_faults_total", "Bot faults, including forgiven ones.", "game", "kind"),
		answers:  counter("arbiter_answers_total", "Answers requested from bots.", game...),
		thinking: counter("arbiter_answer_seconds_total", "Time from input to answer, summed over seats.", game...),
		duration: seconds("arbiter_match_duration_seconds", "Duration of a match, including start and end of its bots.",
			[]float64{.01, .03, .1, .3, 1, 3, 10, 30, 100, 300}, game...),
		overhead: seconds("arbiter_turn_overhead_seconds", "Duration of a match without the time waiting for answers, per turn. Includes start and end of its bots.",
			[]float64{10e-6, 20e-6, 50e-6, 100e-6, 200e-6, 500e-6, 1e-3, 2e-3, 5e-3, 10e-3, 100e-3}, game...),
		slowest: seconds("arbiter_slowest_answer_seconds", "Slowest answer of each seat of each match.",
			[]float64{.0001, .001, .005, .01, .02, .05, .1, .2, .5, 1, 5}, game...),
		watchers: prometheus.NewGauge(prometheus.GaugeOpts{Name: "arbiter_watchers", Help: "Live connections."}),
		dropped: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "arbiter_watchers_dropped_total", Help: "Live connections dropped because the client fell behind."}),
		requests: counter("arbiter_http_requests_total", "HTTP requests served.", "method", "route", "code"),
		answering: seconds("arbiter_http_request_duration_seconds", "Duration of a request; for a live connection, its lifetime.",
			[]float64{.001, .003, .01, .03, .1, .3, 1, 3, 10, 30}, "method", "route"),
	}
	build := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "arbiter_build_info", Help: "Always 1; the version is in the labels.",
		ConstLabels: prometheus.Labels{"version": version, "go": runtime.Version()},
	}, func() float64 { return 1 })
	m.registry.MustRegister(build, m.matches, m.turns, m.faults, m.answers, m.thinking, m.duration, m.overhead, m.slowest,
		m.watchers, m.dropped, m.requests, m.answering,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for _, g := range games.All() { // so that rates are defined from the first match on
		name := g.Info().Name
		for _, c := range []*prometheus.CounterVec{m.matches, m.turns, m.answers, m.thinking} {
			c.WithLabelValues(name)
		}
	}
	return m
}

// Count counts a match. Matches with a person are ignored: their times say
// nothing about bots or the machine.
func (m *Metrics) Count(r league.Report) {
	if r.Match().ByHand() {
		return
	}
	m.matches.WithLabelValues(r.Game).Inc()
	m.turns.WithLabelValues(r.Game).Add(float64(r.Turns))
	m.duration.WithLabelValues(r.Game).Observe(r.Duration.Seconds())
	if r.Turns > 0 {
		m.overhead.WithLabelValues(r.Game).Observe((r.Duration - r.Waited).Seconds() / float64(r.Turns))
	}
	for _, t := range r.Times {
		m.answers.WithLabelValues(r.Game).Add(float64(t.Answers))
		m.thinking.WithLabelValues(r.Game).Add(t.Wall.Seconds())
		m.slowest.WithLabelValues(r.Game).Observe(t.MaxWall.Seconds())
	}
	for _, f := range r.Result.Faults {
		m.faults.WithLabelValues(r.Game, string(f.Kind)).Inc()
	}
}

// measured counts and times requests by the pattern of their route, so that
// clients cannot create label values. The pattern is "none" for pages, unknown
// paths and requests that the guard refuses.
func (m *Metrics) measured(next http.Handler) http.Handler {
	route := promhttp.WithLabelFromRequest("route", func(r *http.Request) string {
		if pattern := chi.RouteContext(r.Context()).RoutePattern(); pattern != "" {
			return pattern
		}
		return "none"
	})
	return promhttp.InstrumentHandlerDuration(m.answering, promhttp.InstrumentHandlerCounter(m.requests, next, route), route)
}

// registerGauges registers the metrics that are computed on a scrape.
func (s *Server) registerGauges() {
	gauge := func(name, help string, value func() int) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return float64(value()) })
	}
	s.Metrics.registry.MustRegister(
		gauge("arbiter_queue_depth", "Single matches waiting for a worker.", func() int {
			singles, _ := s.Scheduler.Waiting()
			return singles
		}),
		gauge("arbiter_tournaments_running", "Running tournaments.", func() int {
			_, tournaments := s.Scheduler.Waiting()
			return tournaments
		}),
		gauge("arbiter_matches_playing", "Running matches.", func() int { return len(s.Scheduler.Playing()) }),
		databaseSize{
			store:   s.Store,
			bytes:   prometheus.NewDesc("arbiter_database_bytes", "Size of the database file.", nil, nil),
			matches: prometheus.NewDesc("arbiter_database_matches", "Matches in the database.", nil, nil),
		},
	)
}

// databaseSize is a prometheus.Collector, because one query returns both values.
type databaseSize struct {
	store          league.Store
	bytes, matches *prometheus.Desc
}

// Describe implements prometheus.Collector.
func (d databaseSize) Describe(descs chan<- *prometheus.Desc) {
	descs <- d.bytes
	descs <- d.matches
}

// databaseTimeout bounds how long a scrape waits for the database.
const databaseTimeout = 5 * time.Second

// Collect implements prometheus.Collector. When the database does not answer,
// the scrape logs an error and returns the other metrics.
func (d databaseSize) Collect(metrics chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), databaseTimeout)
	defer cancel()
	size, matches, err := d.store.Size(ctx)
	if err != nil {
		metrics <- prometheus.NewInvalidMetric(d.bytes, err)
		return
	}
	metrics <- prometheus.MustNewConstMetric(d.bytes, prometheus.GaugeValue, float64(size))
	metrics <- prometheus.MustNewConstMetric(d.matches, prometheus.GaugeValue, float64(matches))
}

// metrics returns the handler of scrapes.
func (s *Server) metrics() http.Handler {
	s.registerGauges()
	return promhttp.HandlerFor(s.Metrics.registry, promhttp.HandlerOpts{
		ErrorHandling: promhttp.ContinueOnError,
		ErrorLog:      slog.NewLogLogger(s.Log.Handler(), slog.LevelError),
	})
}

// healthz reports that the process serves requests.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") }

// readyz reports whether the database can be read and written too. Everybody may
// ask, so the answer names no files.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) {
	err := s.Store.Ready(r.Context())
	if err == nil {
		fmt.Fprintln(w, "ok")
		return
	}
	reason := "it does not answer; the server's log has the details"
	var storage storageError
	if errors.As(err, &storage) {
		reason = storage.Advice()
	}
	s.Log.Warn("not ready", "error", err)
	http.Error(w, "database: "+reason, http.StatusServiceUnavailable)
}
