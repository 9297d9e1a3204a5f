package rating

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// A recordedBot has the scores of a bot of a solo game, by start.
type recordedBot struct {
	game, name      string
	scores          []float64
	mean, margin    float64
	lowest, highest float64 // that the game allows
}

// recordedBots reads the scores of testdata/soloscores.txt. Bots with the same score on
// every start have no margin, and are left out.
func recordedBots(t *testing.T) (all []recordedBot) {
	t.Helper()
	text, err := os.ReadFile("testdata/soloscores.txt")
	if err != nil {
		t.Fatal(err)
	}
	bounds := map[string][2]float64{"keeper": {-10000, 11615}, "flames": {0, 40}, "heropath": {0, 1000}}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(line)
		b := recordedBot{game: words[0], name: words[1], lowest: bounds[words[0]][0], highest: bounds[words[0]][1]}
		for _, word := range words[2:] {
			score, err := strconv.ParseFloat(word, 64)
			if err != nil || score < b.lowest || score > b.highest {
				t.Fatalf("%s %s: score %q, %v; want %v to %v", b.game, b.name, word, err, b.lowest, b.highest)
			}
			b.scores = append(b.scores, score)
			b.mean += score
		}
		b.mean /= float64(len(b.scores))
		if b.margin, err = ScoreMargin(b.scores); err == nil {
			all = append(all, b)
		}
	}
	return all
}

// A rival makes a candidate's scores from those of the baseline. Their mean is higher by
// the given number of points. The starts of both are drawn; own is the candidate's.
type rival struct {
	name  string
	score func(b recordedBot, r *rand.Rand, own, common float64, points float64) float64
}

func rivals() []rival {
	jackpot := func(points, steady, prize, mean float64, own float64, r *rand.Rand) float64 {
		if r.Float64() < (points-steady)/(prize-mean-steady) {
			return prize
		}
		return own + steady
	}
	return []rival{
		{"on starts of its own", func(_ recordedBot, _ *rand.Rand, own, _, points float64) float64 { return own + points }},
		{"half alike", func(_ recordedBot, r *rand.Rand, own, common, points float64) float64 {
			if r.IntN(2) == 0 {
				own = common
			}
			return own + points
		}},
		{"a little better, loses all on rare starts", func(b recordedBot, r *rand.Rand, own, _, points float64) float64 {
			return jackpot(points, b.margin/2, b.lowest, b.mean, own, r)
		}},
		{"as good, loses all on rare starts", func(b recordedBot, r *rand.Rand, _, common, points float64) float64 {
			return jackpot(min(points, 0), 0, b.lowest, b.mean, common, r) + max(points, 0)
		}},
		{"worse, wins all on rare starts", func(b recordedBot, r *rand.Rand, own, _, points float64) float64 {
			return jackpot(points, -1.5*b.margin, b.highest, b.mean, own, r)
		}},
	}
}

// checks runs so many checks by score of a candidate whose mean is higher by so many
// margins.
func (v rival) checks(tb testing.TB, b recordedBot, margins float64, runs int) (sum tallied) {
	tb.Helper()
	q := ScoreQuestion{
		Difference0: -b.margin, Range: b.highest - b.lowest, Alpha: DefaultAlpha + DefaultBetting, Beta: DefaultBeta + DefaultBetting, Cap: DefaultDuels,
	}
	tests := make([]*SequentialScore, runs)
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for worker := range workers {
		wg.Go(func() {
			for i := worker; i < runs; i += workers {
				r := rand.New(rand.NewPCG(uint64(i), 31))
				s, err := NewSequentialScore(q)
				if err != nil {
					panic(err)
				}
				for !s.Over() {
					own, common := b.scores[r.IntN(len(b.scores))], b.scores[r.IntN(len(b.scores))]
					s.Add(v.score(b, r, own, common, margins*b.margin), common)
				}
				tests[i] = s
			}
		})
	}
	wg.Wait()
	sum.runs = runs
	for _, s := range tests {
		sum.mean += s.paired.starts / float64(runs)
		if low, high := s.allowed(); low <= margins*b.margin && margins*b.margin <= high {
			sum.holds += 1 / float64(runs)
		}
		switch s.verdict {
		case H0:
			sum.refuse += 1 / float64(runs)
		case H1:
			sum.pass += 1 / float64(runs)
		}
	}
	return sum
}

// "At -margin at most 5 % pass, at 0 at most 3.5 % are refused", for the recorded scores of
// five bots of each solo game and however heavy the tails are. With -v and -calibrate 400
// it prints the table of docs/calibration/scores.txt.
func TestCalibrateScores(t *testing.T) {
	n := *calibrate
	for _, b := range recordedBots(t) {
		if short := map[string]string{"keeper": "greedy", "flames": "boss?level=3", "heropath": "greedy"}; n < 100 && b.name != short[b.game] {
			continue
		}
		for _, v := range rivals() {
			worse, equal, better := v.checks(t, b, -1, n), v.checks(t, b, 0, n), v.checks(t, b, 1, n)
			t.Logf("| %s %s | %g | %s | %s | %s | %s | %s | %s | %.0f | %.0f | %.0f | %s |", b.game, b.name, b.margin, v.name,
				plusMinus(worse.pass, n), plusMinus(equal.refuse, n), plusMinus(worse.refuse, n), plusMinus(equal.pass, n), plusMinus(better.pass, n),
				worse.mean, equal.mean, better.mean, plusMinus((worse.holds+equal.holds+better.holds)/3, 3*n))
			name := fmt.Sprintf("%s %s, %s", b.game, b.name, v.name)
			wantAtMost(t, name+": passes at -margin", worse.pass, 0.05, n)
			wantAtMost(t, name+": refusals at 0", equal.refuse, 0.035, n)
			wantAtMost(t, name+": refusals at +margin", better.refuse, 0.035, n)
			if limit := 0.085 + 3*math.Sqrt(0.085*0.915/float64(n)); 1-worse.holds > limit || 1-equal.holds > limit {
				t.Errorf("%s: the interval holds the truth in %.0f and %.0f %%; want 91.5", name, 100*worse.holds, 100*equal.holds)
			}
		}
	}
}
