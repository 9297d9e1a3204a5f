package ladder_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/referee/refereetest"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/ladder"
)

var (
	runs = flag.Int("ladders", 2, "simulated ladders for each cell of the table")
	seed = flag.Uint64("seed", 1, "of the simulations")
)

// A field is bots of known strength.
type field struct {
	strength map[string]float64
	random   *rand.Rand
}

func newField(bots int, spacing float64, random *rand.Rand) (f field, names []string) {
	f = field{map[string]float64{}, random}
	for n := range bots {
		name := fmt.Sprintf("b%03d", n)
		f.strength[name] = spacing * float64(n)
		names = append(names, name)
	}
	random.Shuffle(bots, func(i, j int) { names[i], names[j] = names[j], names[i] })
	return f, names
}

// pair plays two bots on one start.
func (f field) pair(a, b string) ladder.Pair {
	p := ladder.Pair{A: a, B: b, Each: 2}
	win := rating.ScoreOf(f.strength[a] - f.strength[b])
	for i := range p.Scores {
		if f.random.Float64() < win {
			p.Scores[i] = rating.Win
		}
	}
	return p
}

// play plays a number of matches, batch by batch.
func (f field) play(t *testing.T, l *ladder.Ladder, matches int) {
	t.Helper()
	for played := 0; played < matches; {
		cells, err := l.Next(4, 2)
		if err != nil || len(cells) == 0 {
			t.Fatal(cells, err)
		}
		for _, c := range cells {
			for range c.Pairs {
				l.Add(f.pair(c.A, c.B))
				played += 2
			}
		}
	}
}

// tau is Kendall's tau of the table and the truth.
func (f field) tau(t *testing.T, l *ladder.Ladder) float64 {
	t.Helper()
	table, err := l.Table()
	if err != nil {
		t.Fatal(err)
	}
	sum, n := 0.0, 0.0
	for i, a := range table.Lines {
		for _, b := range table.Lines[i+1:] {
			n++
			if f.strength[a.Bot] > f.strength[b.Bot] {
				sum++
			} else {
				sum--
			}
		}
	}
	return sum / n
}

func enter(l *ladder.Ladder, names ...string) {
	for _, name := range names {
		l.Enter(league.SeriesEntry{Key: name, Bot: name, Round: 1})
	}
}

// "Kendall's tau after 870 and 1740 matches at least that of round robin", of 30 bots
// spaced by 20 and by 60 Elo. 870 matches are one round robin with both seats.
func TestSimulatedOrder(t *testing.T) {
	for _, spacing := range []float64{20, 60} {
		sums := map[string][]float64{}
		for run := range *runs {
			random := rand.New(rand.NewPCG(*seed, uint64(run)))
			f, names := newField(30, spacing, random)
			var open, robin ladder.Ladder
			enter(&open, names...)
			enter(&robin, names...)
			for _, matches := range []int{870, 1740} {
				f.play(t, &open, 870)
				for i, a := range names {
					for _, b := range names[i+1:] {
						robin.Add(f.pair(a, b))
					}
				}
				for name, l := range map[string]*ladder.Ladder{"ladder": &open, "round robin": &robin} {
					key := fmt.Sprintf("%s %d", name, matches)
					sums[key] = append(sums[key], f.tau(t, l))
				}
			}
		}
		for _, matches := range []int{870, 1740} {
			mean := map[string]float64{}
			margin := 0.0
			for _, name := range []string{"ladder", "round robin"} {
				taus := sums[fmt.Sprintf("%s %d", name, matches)]
				m, s := meanError(taus)
				mean[name], margin = m, math.Hypot(margin, s)
				t.Logf("spacing %2.0f, %4d matches, %-11s: tau %.3f +- %.3f (standard error, %d runs)", spacing, matches, name, m, s, len(taus))
			}
			if mean["ladder"] < mean["round robin"]-3*margin {
				t.Errorf("spacing %.0f, %d matches: the ladder orders worse than round robin", spacing, matches)
			}
		}
	}
}

// "The matches to reach 0.95 named": how many it takes until the order of 30 bots has a
// Kendall's tau of 0.95 for the first time.
func TestSimulatedMatchesToOrder(t *testing.T) {
	const bots, most = 30, 12_000
	spacings := []float64{60}
	if *runs >= 100 {
		spacings = []float64{20, 60}
	}
	for _, spacing := range spacings {
		for _, name := range []string{"ladder", "round robin"} {
			var took []int
			for run := range max(1, *runs/2) {
				random := rand.New(rand.NewPCG(*seed+2, uint64(run)))
				f, names := newField(bots, spacing, random)
				var l ladder.Ladder
				enter(&l, names...)
				matches := 0
				for next := f.robin(names); matches < most && (matches < 2*bots || f.tau(t, &l) < 0.95); matches += 2 * bots {
					if name == "ladder" {
						f.play(t, &l, 2*bots)
						continue
					}
					for range bots {
						l.Add(f.pair(next()))
					}
				}
				took = append(took, matches)
			}
			slices.Sort(took)
			n := len(took)
			t.Logf("spacing %2.0f, %-11s: tau 0.95 after %d matches in the median (quartiles %d and %d, %d runs, looked at up to %d)", spacing, name, took[n/2], took[n/4], took[3*n/4], n, most)
			if spacing == 60 && took[n/2] >= most {
				t.Errorf("%s: more than half of the runs never reach 0.95", name)
			}
		}
	}
}

// robin returns the pairs of one round robin after another, in an order that is drawn.
func (f field) robin(names []string) func() (a, b string) {
	var pairs [][2]string
	for i, a := range names {
		for _, b := range names[i+1:] {
			pairs = append(pairs, [2]string{a, b})
		}
	}
	n := 0
	return func() (a, b string) {
		if n%len(pairs) == 0 {
			f.random.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
		}
		n++
		return pairs[(n-1)%len(pairs)][0], pairs[(n-1)%len(pairs)][1]
	}
}

func meanError(values []float64) (mean, standardError float64) {
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		standardError += (v - mean) * (v - mean)
	}
	n := float64(len(values))
	return mean, math.Sqrt(standardError / n / max(1, n-1))
}

// "90 % of 200 simulated late entries within two places of the truth after 100
// matches (spacing 60)": matches of the entry itself, in a field that has played.
func TestSimulatedLateEntry(t *testing.T) {
	near, all := 0, 2**runs
	for run := range all {
		random := rand.New(rand.NewPCG(*seed+1, uint64(run)))
		f, names := newField(30, 60, random)
		var l ladder.Ladder
		enter(&l, names[1:]...)
		f.play(t, &l, 1740)
		late := names[0]
		enter(&l, late)
		played := func() int {
			table, err := l.Table()
			if err != nil {
				t.Fatal(err)
			}
			return table.Lines[slices.IndexFunc(table.Lines, func(l league.LadderLine) bool { return l.Bot == late })].Matches
		}
		total := 0
		for ; played() < 100 && total < 4000; total += 8 {
			f.play(t, &l, 8)
		}
		table, err := l.Table()
		if err != nil {
			t.Fatal(err)
		}
		place := slices.IndexFunc(table.Lines, func(l league.LadderLine) bool { return l.Bot == late })
		truth := 29 - int(f.strength[late]/60)
		if place-truth <= 2 && truth-place <= 2 {
			near++
		}
	}
	t.Logf("%d of %d late entries are within two places of the truth after 100 matches of theirs", near, all)
	if share := float64(near) / float64(all); share < 0.9-3*math.Sqrt(0.09/float64(all)) {
		t.Errorf("%.2f of the late entries are near the truth; want 0.90", share)
	}
}

// BenchmarkBatch is a batch of a ladder of 200 bots and 10 000 results. The
// processor time is what a busy machine changes less.
func BenchmarkBatch(b *testing.B) {
	f, names, l := longLadder()
	before := refereetest.OwnCPU()
	for b.Loop() {
		l.Add(f.pair(names[0], names[1]))
		if _, err := l.Next(4, 2); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric((refereetest.OwnCPU()-before).Seconds()*1000/float64(b.N), "cpu-ms/op")
}

// longLadder is one of 200 bots and 10 000 matches.
func longLadder() (f field, names []string, l *ladder.Ladder) {
	random := rand.New(rand.NewPCG(1, 2))
	f, names = newField(200, 5, random)
	l = &ladder.Ladder{}
	enter(l, names...)
	for range 5000 {
		i := random.IntN(199)
		l.Add(f.pair(names[i], names[i+1+random.IntN(199-i)]))
	}
	return f, names, l
}
