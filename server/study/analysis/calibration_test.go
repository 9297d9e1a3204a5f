package analysis_test

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"arbiter/bots/judge"
)

var calibrate = flag.Int("calibrate", 0, "tell how well values foretell the results of so many matches a game; 0: of few, with few samples")

// calibrationTurns is how many positions of a match are judged, a Searcher's with
// calibrationNodes.
const (
	calibrationTurns = 6
	calibrationNodes = 20_000
)

// A foretold is a value and what came of it, as shares of the scale.
type foretold struct{ value, score, result float64 }

// "Win probabilities are calibrated (reliability table; Brier score against "score
// so far")": of matches of the boss, what came of the values. In solo games the
// mean square of the error takes the place of the Brier score.
//
//	go test ./server/study/analysis -run TestCalibration -calibrate 20 -v -timeout 0
func TestCalibration(t *testing.T) {
	if testing.Short() {
		t.Skip("left by -short to make test: statistics") // make quick passes -short; make test and CI play it
	}
	samples := 12
	if *calibrate == 0 {
		samples = 3
	}
	for name, s := range chosen() {
		t.Run(name, func(t *testing.T) {
			var all []foretold
			count := cmp.Or(*calibrate, s.quick.calibrate)
			for number := range int64(count) {
				all = append(all, s.foretell(t, number+10_000, samples)...)
			}
			table, own, score := reliability(all)
			t.Logf("%d matches, %d positions\n%s", count, len(all), table)
			if own >= score {
				t.Errorf("mean square error %.4g; that of the score so far is %.4g", own, score)
			}
		})
	}
}

// foretell judges some positions of a match of the boss, for seat 0.
func (s subject) foretell(t *testing.T, number int64, samples int) []foretold {
	rec := s.bosses(t, s.setup(number), planted{})
	j := s.judging.New(0)
	var scores []float64 // by position
	for p, given := range s.asked(t, rec, 0) {
		j.Look(p.Match)
		j.Took(given[0])
		scores = append(scores, soFar(p.Match.Result().Scores))
	}
	result := judge.ResultOf(rec.Footer.Result, 0)
	var all []foretold
	for i := range calibrationTurns {
		at := i * (len(scores) - 1) / (calibrationTurns - 1)
		value := 0.0
		if s.judging.Searches {
			value = j.Value(t.Context(), at, nil, calibrationNodes).Value
		} else {
			for n := range samples {
				value += j.Continue(at, make([][]string, len(rec.Header.Seats)), judge.Own, n) / float64(samples)
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

// reliability prints what came of values, by tenths of their range, and returns the
// mean square errors of the values and of the score so far.
func reliability(all []foretold) (table string, own, score float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, f := range all {
		low, high = min(low, f.value), max(high, f.value)
	}
	const bins = 10
	var count [bins]int
	var value, result [bins]float64
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
	var gains paired // of matches: the positions of one have the same result
	for match := range slices.Chunk(all, calibrationTurns) {
		gain := 0.0
		for _, f := range match {
			gain += ((f.score-f.result)*(f.score-f.result) - (f.value-f.result)*(f.value-f.result)) / float64(len(match))
		}
		gains.add(gain)
	}
	fmt.Fprintf(&text, "mean square error %.4g; of the score so far %.4g; less by %.4g ± %.4g", own/n, score/n, gains.mean(), gains.err())
	return text.String(), own / n, score / n
}
