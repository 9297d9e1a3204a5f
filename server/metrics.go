package server

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"arbiter/server/league"
)

// Metrics counts what the server does, in the text format of Prometheus.
type Metrics struct {
	watchers gauge
	dropped  gauge

	mu       sync.Mutex
	matches  map[string]int64         // by game
	faults   map[[2]string]int64      // by game and kind
	turns    map[string]int64         // by game
	thinking map[string]time.Duration // of the bots, by game
	playing  map[string]time.Duration // of the matches, by game
}

// A gauge goes up and down.
type gauge struct{ n atomic.Int64 }

func (g *gauge) add(n int64) { g.n.Add(n) }

// Count counts a match that was played.
func (m *Metrics) Count(r league.Report) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.matches == nil {
		m.matches, m.turns, m.faults = map[string]int64{}, map[string]int64{}, map[[2]string]int64{}
		m.thinking, m.playing = map[string]time.Duration{}, map[string]time.Duration{}
	}
	m.matches[r.Game]++
	m.turns[r.Game] += int64(r.Turns)
	m.playing[r.Game] += r.Duration
	for _, t := range r.Times {
		m.thinking[r.Game] += t.Wall
	}
	for _, f := range r.Result.Faults {
		m.faults[[2]string{r.Game, string(f.Kind)}]++
	}
}

// metrics writes the counts of this process, and how things stand.
func (s *Server) metrics(w http.ResponseWriter, r *http.Request) {
	var text bytes.Buffer
	s.Metrics.write(&text)
	singles, tournaments := s.Scheduler.Waiting()
	family(&text, "arbiter_queue_depth", "gauge", "Single matches that wait for a worker.")
	fmt.Fprintf(&text, "arbiter_queue_depth %d\n", singles)
	family(&text, "arbiter_tournaments_running", "gauge", "Tournaments that are running.")
	fmt.Fprintf(&text, "arbiter_tournaments_running %d\n", tournaments)
	family(&text, "arbiter_matches_playing", "gauge", "Matches that are being played.")
	fmt.Fprintf(&text, "arbiter_matches_playing %d\n", len(s.Scheduler.Playing()))
	family(&text, "arbiter_goroutines", "gauge", "Goroutines of the process.")
	fmt.Fprintf(&text, "arbiter_goroutines %d\n", runtime.NumGoroutine())
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	family(&text, "arbiter_heap_bytes", "gauge", "Memory in use on the heap.")
	fmt.Fprintf(&text, "arbiter_heap_bytes %d\n", memory.HeapInuse)
	if size, matches, err := s.Store.Size(r.Context()); err == nil {
		family(&text, "arbiter_database_bytes", "gauge", "Size of the database file.")
		fmt.Fprintf(&text, "arbiter_database_bytes %d\n", size)
		family(&text, "arbiter_database_matches", "gauge", "Matches in the database.")
		fmt.Fprintf(&text, "arbiter_database_matches %d\n", matches)
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	text.WriteTo(w)
}

func (m *Metrics) write(w *bytes.Buffer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	family(w, "arbiter_matches_total", "counter", "Matches played.")
	for _, game := range slices.Sorted(maps.Keys(m.matches)) {
		fmt.Fprintf(w, "arbiter_matches_total{game=%q} %d\n", game, m.matches[game])
	}
	family(w, "arbiter_turns_total", "counter", "Turns played.")
	for _, game := range slices.Sorted(maps.Keys(m.turns)) {
		fmt.Fprintf(w, "arbiter_turns_total{game=%q} %d\n", game, m.turns[game])
	}
	family(w, "arbiter_match_seconds_total", "counter", "Time that matches took, the start of the bots included.")
	for _, game := range slices.Sorted(maps.Keys(m.playing)) {
		fmt.Fprintf(w, "arbiter_match_seconds_total{game=%q} %g\n", game, m.playing[game].Seconds())
	}
	family(w, "arbiter_answer_seconds_total", "counter", "Time from the inputs to the answers, all seats together.")
	for _, game := range slices.Sorted(maps.Keys(m.thinking)) {
		fmt.Fprintf(w, "arbiter_answer_seconds_total{game=%q} %g\n", game, m.thinking[game].Seconds())
	}
	family(w, "arbiter_faults_total", "counter", "Faults of bots, forgiven ones included.")
	keys := slices.SortedFunc(maps.Keys(m.faults), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	for _, key := range keys {
		fmt.Fprintf(w, "arbiter_faults_total{game=%q,kind=%q} %d\n", key[0], key[1], m.faults[key])
	}
	family(w, "arbiter_watchers", "gauge", "Live connections.")
	fmt.Fprintf(w, "arbiter_watchers %d\n", m.watchers.n.Load())
	family(w, "arbiter_watchers_dropped_total", "counter", "Live connections that could not keep up.")
	fmt.Fprintf(w, "arbiter_watchers_dropped_total %d\n", m.dropped.n.Load())
}

func family(w *bytes.Buffer, name, kind, help string) {
	fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}
