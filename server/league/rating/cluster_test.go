package rating

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// "What repeats is counted and never dropped, since a bot that loses one fixed
// line nine times of ten would look like a winner by its distinct games."
func TestDuplicatesAreNotDropped(t *testing.T) {
	var c Cluster
	for i := range 300 {
		if i%10 == 0 { // 30 games that differ
			c.Add(Win)
		} else { // 270 times the same line
			c.Add(Loss)
		}
	}
	e := EstimateClusters([]Cluster{c})
	near(t, "score", e.Score, 0.1, 1e-12)
	if e.EloError95 != nil || e.LOS != nil || !strings.Contains(e.Note, "one start (300 games)") {
		t.Errorf("%+v; want no error from one start, and a note", e)
	}
}

// Three starts by hand: 2 of 2, 1 of 2 and 0 of 4 points. The score is 3/8, the
// deviations are 2-0.75, 1-0.75 and 0-1.5, and Student's quantile with two
// degrees of freedom is 4.3027.
func TestClustersByHand(t *testing.T) {
	e := EstimateClusters([]Cluster{{2, 2}, {1, 2}, {}, {0, 4}})
	near(t, "score", e.Score, 0.375, 0)
	near(t, "elo", e.Elo, EloOf(0.375), 1e-9)
	deviation := math.Sqrt(1.5*(1.25*1.25+0.25*0.25+1.5*1.5)) / 8
	near(t, "nelo", e.NElo, NormalizedElo*(0.375-0.5)/(deviation*math.Sqrt(8)), 1e-6)
	near(t, "nelo error", e.NEloError95, NormalizedElo*4.302653/math.Sqrt(8), 1e-3)
	if e.EloError95 != nil || e.Note == "" {
		t.Errorf("%+v; want a note that the interval reaches score 0", e)
	}
}

// "For starts that were each played once as a pair it is Pairs.Estimate but for
// these two corrections."
func TestClustersOfOnePair(t *testing.T) {
	pairs := Pairs{LL: 30, LD: 45, DD: 120, WD: 60, WW: 45}
	var clusters []Cluster
	for i, n := range []int{pairs.LL, pairs.LD, pairs.DD, pairs.WD, pairs.WW} {
		for range n {
			clusters = append(clusters, Cluster{Points: float64(i) / 2, Games: 2})
		}
	}
	got, want := EstimateClusters(clusters), pairs.Estimate()
	near(t, "score", got.Score, *want.Score, 1e-12)
	near(t, "elo", got.Elo, *want.Elo, 1e-9)
	near(t, "elo error", got.EloError95, *want.EloError95, 0.01**want.EloError95)
	near(t, "nelo", got.NElo, *want.NElo, 0.01**want.NElo)
	near(t, "nelo error", got.NEloError95, *want.NEloError95, 0.01**want.NEloError95)
	near(t, "LOS", got.LOS, *want.LOS, 0.001)
}

// Games that only repeat what their start says leave the error as it is.
func TestRepetitionIsNoEvidence(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 0))
	var once, often []Cluster
	for range 80 {
		points := float64(r.IntN(5)) / 2
		once = append(once, Cluster{points, 2})
		often = append(often, Cluster{50 * points, 100})
	}
	a, b := EstimateClusters(once), EstimateClusters(often)
	near(t, "elo", b.Elo, *a.Elo, 1e-9)
	near(t, "elo error", b.EloError95, *a.EloError95, 1e-9)
	near(t, "LOS", b.LOS, *a.LOS, 1e-9)
}

// "The 95 % intervals cover the truth", with unequal repetitions of starts that
// differ: games counted one by one would cover it in half of the runs.
func TestClusterCoverage(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 0))
	covered, naive := 0, 0
	for range runs() {
		clusters := make([]Cluster, 60)
		var games Games
		for i := range clusters {
			odds := oddsOf(0.2+0.6*r.Float64(), 0.2)
			for range 5 + r.IntN(20) {
				o := odds.draw(r)
				clusters[i].Add(o)
				games.Add(o)
			}
		}
		e := EstimateClusters(clusters)
		covered += within(e.Elo, e.EloError95, 0)
		e = games.Estimate()
		naive += within(e.Elo, e.EloError95, 0)
	}
	wantCoverage(t, "elo of clusters", covered, runs())
	if float64(naive) > 0.9*float64(runs()) {
		t.Errorf("games counted one by one cover the truth in %d of %d runs too: the starts do not differ", naive, runs())
	}
}

// Where there is no figure a note says why, and none is NaN or infinite.
func TestClusterNotes(t *testing.T) {
	for _, tt := range []struct {
		name     string
		clusters []Cluster
		note     string
	}{
		{"nothing", nil, "no games"},
		{"no games", []Cluster{{}, {}}, "no games"},
		{"a wrong count", []Cluster{{1, 2}, {3, 2}}, "cluster 1: points: found 3; want 0 to 2, the games"},
		{"all lost", []Cluster{{0, 2}, {0, 2}}, "lost every game (distinct starts: 2)"},
		{"all won on one start", []Cluster{{2, 2}}, "won every game (distinct starts: 1)"},
		{"all alike", []Cluster{{1, 2}, {2, 4}, {0.5, 1}}, "every start ended alike (3)"},
		{"one start", []Cluster{{1, 4}}, "one start (4 games)"},
	} {
		e := EstimateClusters(tt.clusters)
		if !strings.Contains(e.Note, tt.note) {
			t.Errorf("%s: note %q, want %q", tt.name, e.Note, tt.note)
		}
		finite(t, e)
	}
}
