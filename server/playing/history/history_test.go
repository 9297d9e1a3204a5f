package history

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"arbiter/server/league/rating"
	"arbiter/server/playing/bisect"
)

func someVersions(n int) (versions []bisect.Version) {
	for v := range n {
		versions = append(versions, bisect.Version{Commit: fmt.Sprintf("commit%d", v), Subject: fmt.Sprintf("change %d", v), Tree: fmt.Sprint("tree", v)})
	}
	return versions
}

// play adds pairs in which the first player makes so many points of four in turn.
func play(h *History, a, b, pairs int, points ...int) {
	for i := range pairs {
		p := points[i%len(points)]
		h.Add(a, b, []rating.Score{rating.Score(min(2, p)), rating.Score(max(0, p-2))})
	}
}

func strengths(t *testing.T, h *History) Strengths {
	t.Helper()
	s, err := h.Strengths()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// even and worse are points of pairs in turn, that vary as those of single games do: half
// of the points, and three in eight.
var even, worse = []int{0, 2, 2, 4}, []int{0, 2, 2, 2}

// "A change is marked only at 0.95": what each commit did is told from the data alone, in
// either direction, also where a loss was taken back.
func TestChangesAreMarked(t *testing.T) {
	h := New(someVersions(8), 0, rating.PairUnit)
	weak := func(v int) bool { return v >= 3 && v < 6 }
	for a := range 8 {
		for b := range a {
			switch {
			case weak(a) == weak(b):
				play(h, a, b, 80, even...)
			case weak(a):
				play(h, a, b, 80, worse...)
			default:
				play(h, b, a, 80, worse...)
			}
		}
	}
	s := strengths(t, h)
	for _, c := range s.Changes {
		at := c.Commits[0]
		want := 0.0
		switch at {
		case 3:
			want = -89 // of 3/8 of the points
		case 6:
			want = 89
		}
		if c.Marked() != (want != 0) || want != 0 && math.Abs(c.Elo-want) > 15 {
			t.Errorf("commit %d changed %.0f ± %.0f Elo with probability %.3f; want %.0f", at, c.Elo, c.Error95, c.Probability, want)
		}
	}
	for _, p := range s.Points {
		if !(p.Error95 < p.Band) || p.Band > 50 {
			t.Errorf("%+v; want a band that is wider than the error of one, and below 50 Elo", p)
		}
	}
}

// "Those that do not build form one group with their neighbours", and have no strength; a
// version with the bytes of the one before is the same point, and its commit no suspect.
func TestUnbuiltAndSame(t *testing.T) {
	versions := someVersions(6)
	versions[4].Tree = versions[3].Tree
	h := New(versions, 0, rating.PairUnit)
	h.Unbuilt(1)
	for _, pair := range [][2]int{{0, 2}, {2, 3}, {3, 5}, {0, 5}} {
		play(h, pair[0], pair[1], 60, even...)
	}
	s := strengths(t, h)
	var groups [][]int
	for _, c := range s.Changes {
		groups = append(groups, c.Commits)
	}
	if want := [][]int{{1, 2}, {3}, {5}}; !reflect.DeepEqual(groups, want) {
		t.Errorf("commits %v may have changed the strength; want %v", groups, want)
	}
	if p := s.Points[1]; p.State != bisect.NotBuilt || p.Trials != 0 {
		t.Errorf("%+v; want a version that is not built", p)
	}
	if a, b := s.Points[3], s.Points[4]; a.Elo != b.Elo || b.State != bisect.SameBot {
		t.Errorf("%+v and %+v; want the same strength of the same bytes", a, b)
	}
}

// "Random cycles through all versions": each version meets two others in a round, every
// round in another order, and the same round is always the same.
func TestCycles(t *testing.T) {
	h := New(someVersions(9), 0, rating.PairUnit)
	plan := Plan{Band: 50, Matches: 2}
	first, err := h.Next(1, plan)
	if err != nil {
		t.Fatal(err)
	}
	met := map[int]int{}
	for _, c := range first {
		met[c.Older]++
		met[c.Newer]++
	}
	for v := range 9 {
		if met[v] != 2 {
			t.Errorf("version %d meets %d others; want 2", v, met[v])
		}
	}
	again, _ := h.Next(1, plan)
	second, _ := h.Next(2, plan)
	if !reflect.DeepEqual(first, again) || reflect.DeepEqual(first, second) {
		t.Errorf("rounds %v, %v and %v; want the first two alike and the third one another", first, again, second)
	}
	many, _ := h.Next(1, Plan{Band: 50, Matches: 100})
	matches := 0
	for _, c := range many {
		matches += 2 * c.Pairs
	}
	if matches < 100 {
		t.Errorf("%d matches; want as many as are played at a time", matches)
	}
}

// "--add plays for the newest commit alone", and ends when that is known.
func TestNewestAlone(t *testing.T) {
	h := New(someVersions(6), 0, rating.PairUnit)
	for a := range 5 {
		for b := range a {
			play(h, a, b, 60, even...)
		}
	}
	plan := Plan{Band: 60, Newest: true, Matches: 2}
	for round := 1; ; round++ {
		cells, err := h.Next(round, plan)
		if err != nil {
			t.Fatal(err)
		}
		if len(cells) == 0 {
			break
		}
		for _, c := range cells {
			if c.Newer != 5 {
				t.Fatalf("%v; want cells of the newest version", cells)
			}
			play(h, c.Newer, c.Older, c.Pairs, even...)
		}
	}
	if p := strengths(t, h).Points[5]; p.Band > 60 || p.Trials > 200 {
		t.Errorf("%+v; want the newest version within 60 Elo, and soon", p)
	}
}

// "A fixed pool": versions meet its members alone, each of which has as much to do.
func TestPool(t *testing.T) {
	h := New(someVersions(6), 3, rating.PairUnit)
	cells, err := h.Next(1, Plan{Band: 50, Matches: 2})
	if err != nil {
		t.Fatal(err)
	}
	opponents := map[int]int{}
	for _, c := range cells {
		if c.Newer >= 6 || c.Older < 6 {
			t.Errorf("%+v; want a version and an opponent", c)
		}
		opponents[c.Older]++
	}
	if len(cells) != 6 || opponents[6] != 2 || opponents[7] != 2 || opponents[8] != 2 {
		t.Errorf("%v; want each version once and each opponent twice", cells)
	}
	h.Same(0, 7) // the second opponent is the first version
	for round := range 20 {
		cells, err := h.Next(round, Plan{Band: 50, Matches: 2})
		if err != nil || slices.ContainsFunc(cells, func(c bisect.Cell) bool { return c.Older == 7 && c.Newer == 0 }) {
			t.Fatalf("%v, %v; want no bot against itself", cells, err)
		}
	}
}

// "Whiskers from the data": where the seat decides, the games of a pair balance each other
// and the errors are small; without draws they are those of independent games.
func TestErrorsComeFromTheData(t *testing.T) {
	errorOf := func(points ...int) float64 {
		h := New(someVersions(3), 0, rating.PairUnit)
		play(h, 0, 1, 200, points...)
		play(h, 1, 2, 200, points...)
		play(h, 2, 0, 200, points...)
		return strengths(t, h).Points[0].Error95
	}
	// Three versions, 200 pairs of each two, 246 Elo a pair: of the distance to the mean.
	independent, balanced := errorOf(even...), errorOf(2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 3)
	if want := 1.96 * 246 / math.Sqrt(3*3*100); math.Abs(independent-want) > 1 {
		t.Errorf("an error of %.1f Elo; want %.1f", independent, want)
	}
	if balanced > independent/2 {
		t.Errorf("an error of %.1f Elo where pairs are balanced, %.1f otherwise; want less than half", balanced, independent)
	}
}

// Where the strength has probably changed and no single commit is marked, the report has
// the command that searches there; a mark has the one that confirms it.
func TestReportsLeadToBisect(t *testing.T) {
	r := Result{
		Line: bisect.Line{Game: "keeper", Path: "bots/my bot", Versions: someVersions(8)}, Quoted: "'bots/my bot'", Answer: Known, Band: 50,
		Strengths: Strengths{Changes: []Change{
			{Commits: []int{1}, Before: 0, Probability: 0.01, Prior: 0.1},
			{Commits: []int{2}, Before: 1, Probability: 0.4, Prior: 0.1, Elo: -50},
			{Commits: []int{3, 4}, Before: 2, Probability: 0.5, Prior: 0.2, Elo: -50},
			{Commits: []int{5}, Before: 4, Probability: 0.1, Prior: 0.1, Elo: 5},
			{Commits: []int{6}, Before: 5, Probability: 0.99, Prior: 0.1, Elo: 80, Error95: 20},
			{Commits: []int{7}, Before: 6, Probability: 0.3, Prior: 0.1, Elo: 5},
		}},
	}
	text := string(r.Text())
	for _, want := range []string{
		"The 0 versions are known within 50 Elo. Marked as a change of strength: commit6 (change 6) by +80 ± 20 Elo (probability 99 %).\n",
		"suspected behind commit1, up to commit4: arbiter bisect keeper --good commit1 --bad commit4 --path 'bots/my bot'\n",
		"to confirm commit6: arbiter bisect keeper --good commit5 --bad commit6 --path 'bots/my bot' --gain\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nwant %q", text, want)
		}
	}
	if n := strings.Count(text, "arbiter bisect"); n != 2 {
		t.Errorf("%s\n%d searches; want 2", text, n)
	}
	if r.Seats = 3; !strings.Contains(string(r.Text()), "--path 'bots/my bot' --seats 3 --gain\n") {
		t.Errorf("%s\nwant searches in matches of three seats, too", r.Text())
	}
}
