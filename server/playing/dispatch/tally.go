package dispatch

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/league"
)

// A tally is a referee.Recorder that counts what a report has beside the result.
type tally struct {
	turns   int
	waited  time.Duration
	times   []league.Times
	metrics []map[string]float64 // by seat: the last value of each
}

func (t *tally) reset(seats int) {
	t.turns, t.waited = 0, 0
	t.times = append(t.times[:0], make([]league.Times, seats)...)
	t.metrics = append(t.metrics[:0], make([]map[string]float64, seats)...)
}

// Turn implements referee.Recorder.
func (t *tally) Turn(turn *referee.Turn) error {
	t.turns = turn.Number
	slowest := time.Duration(0)
	for seat := range turn.Asked.All() {
		reply := &turn.Replies[seat]
		times := &t.times[seat]
		slowest = max(slowest, reply.Wall)
		times.Answers++
		times.Wall += reply.Wall
		times.CPU += reply.CPU
		times.MaxWall = max(times.MaxWall, reply.Wall)
		t.read(seat, reply.Late)
		t.read(seat, reply.Stderr)
	}
	t.waited += slowest
	return nil
}

// End implements referee.Recorder.
func (t *tally) End(_ referee.Result, late [][]byte) error {
	for seat, stderr := range late {
		t.read(seat, stderr)
	}
	return nil
}

// read notes the metrics in what a seat's bot wrote to stderr.
func (t *tally) read(seat int, stderr []byte) {
	if !bytes.Contains(stderr, []byte("@metric")) {
		return
	}
	for name, value := range replay.ParseDrawings(stderr).Metrics {
		if t.metrics[seat] == nil {
			t.metrics[seat] = map[string]float64{}
		}
		t.metrics[seat][name] = value
	}
}

// maxMetrics is how many metrics of a seat are kept, so that a bot that invents
// names without end cannot fill the database.
const maxMetrics = 100

// all returns the metrics of all seats, by name.
func (t *tally) all() []league.Metric {
	var all []league.Metric
	for seat, metrics := range t.metrics {
		var own []league.Metric
		for name, value := range metrics {
			own = append(own, league.Metric{Seat: seat, Name: name, Value: value})
		}
		slices.SortFunc(own, func(a, b league.Metric) int { return strings.Compare(a.Name, b.Name) })
		all = append(all, own[:min(len(own), maxMetrics)]...)
	}
	return all
}
