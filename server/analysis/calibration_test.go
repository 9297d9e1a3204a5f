package analysis_test

import (
	"flag"
	"fmt"
	"math"
	"strings"
	"testing"

	"arbiter/referee/replay"
	"arbiter/server/analysis"
)

var calibrate = flag.Int("calibrate", 0, "tell how well values foretell the results of so many matches of the boss")

// calibrationTurns is how many positions of a match are judged, and with how many
// samples.
const (
	calibrationTurns   = 6
	calibrationSamples = 12
	calibrationNodes   = 20_000
)

// A foretold is a value and what came of it, as shares of the scale.
type foretold struct{ value, score, result float64 }

// TestCalibration prints for each game how often matches of the boss were won from
// positions of a value, and the mean square of the error (for a win, the Brier
// score), beside that of the score so far:
//
//	go test ./server/analysis -run TestCalibration -calibrate 50 -v
func TestCalibration(t *testing.T) {
	if *calibrate == 0 {
		t.Skip("plays many matches: see -calibrate")
	}
	for name, s := range subjects() {
		if *game != "" && name != *game {
			continue
		}
		var all []foretold
		for number := range int64(*calibrate) {
			all = append(all, s.foretell(t, number+10_000)...)
		}
		t.Logf("%s: %d positions\n%s", name, len(all), reliability(all))
	}
}

// foretell judges some positions of a match of the boss, for seat 0.
func (s subject) foretell(t *testing.T, number int64) []foretold {
	rec := s.bosses(t, s.setup(number), planted{})
	j := s.judging.New(0)
	var positions, turns []int
	var scores []float64
	seen := 0
	for p, err := range replay.Positions(rec, s.game) {
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range p.Turn.Answers {
			if a.Seat != 0 {
				continue
			}
			j.Look(p.Match)
			j.Took(a.Lines)
			positions, turns = append(positions, seen), append(turns, p.Turn.Number)
			scores = append(scores, soFar(p.Match.Result().Scores))
			seen++
		}
	}
	result := analysis.ResultOf(rec.Footer.Result, 0)
	var all []foretold
	for i := range calibrationTurns {
		at := i * (len(positions) - 1) / (calibrationTurns - 1)
		value := 0.0
		switch j := j.(type) {
		case analysis.Searcher:
			value, _, _, _ = j.Search(positions[at], nil, calibrationNodes)
		case analysis.Sampler:
			for n := range calibrationSamples {
				value += j.Sample(positions[at], make([][]string, len(rec.Header.Seats)), n) / calibrationSamples
			}
		}
		all = append(all, foretold{value, scores[at], result})
	}
	return all
}

// soFar is what the score of a position foretells of the result.
func soFar(scores []int64) float64 {
	if len(scores) == 1 {
		return float64(scores[0])
	}
	switch {
	case scores[0] > scores[1]:
		return 1
	case scores[0] < scores[1]:
		return 0
	}
	return 0.5
}

// reliability prints what came of values, by tenths of their range.
func reliability(all []foretold) string {
	low, high := math.Inf(1), math.Inf(-1)
	for _, f := range all {
		low, high = min(low, f.value), max(high, f.value)
	}
	const bins = 10
	var count [bins]int
	var value, result [bins]float64
	own, score := 0.0, 0.0
	for _, f := range all {
		bin := min(bins-1, int((f.value-low)/max(high-low, 1e-9)*bins))
		count[bin]++
		value[bin] += f.value
		result[bin] += f.result
		own += (f.value - f.result) * (f.value - f.result)
		score += (f.score - f.result) * (f.score - f.result)
	}
	var text strings.Builder
	for bin, n := range count {
		if n > 0 {
			fmt.Fprintf(&text, "%4d positions, mean value %10.3f, mean result %10.3f\n", n, value[bin]/float64(n), result[bin]/float64(n))
		}
	}
	n := float64(len(all))
	fmt.Fprintf(&text, "mean square error %.4g; of the score so far %.4g", own/n, score/n)
	return text.String()
}
