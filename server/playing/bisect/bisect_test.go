package bisect

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/server/league/rating"
)

// line returns so many versions after a first one, all with bytes of their own.
func line(commits int) (versions []Version) {
	for v := range commits + 1 {
		versions = append(versions, Version{Commit: fmt.Sprintf("%040x", v), Subject: fmt.Sprintf("change %d", v), Tree: fmt.Sprint(v)})
	}
	return versions
}

// played returns a sample of trials with a mean and a deviation.
func played(trials, mean, deviation float64) Sample {
	return Sample{Trials: trials, Sum: trials * mean, Squares: trials * (mean*mean + deviation*deviation)}
}

// "Each commit changes the strength by a little, the drift, and one of them by a
// loss": histories drawn from this and weighed by how likely they made the samples
// give the same probabilities and the same loss.
func TestPosteriorIsThatOfTheModel(t *testing.T) {
	s := New(line(4), rating.PairUnit, false)
	s.Unbuilt(2)
	samples := []struct {
		older, newer int
		Sample
	}{{0, 4, played(90, 0.43, 0.3)}, {0, 1, played(40, 0.48, 0.35)}, {1, 3, played(60, 0.45, 0.3)}, {3, 4, played(30, 0.52, 0.3)}}
	for _, sample := range samples {
		s.Add(sample.older, sample.newer, sample.Sample)
	}
	p := s.posterior()
	random := rand.New(rand.NewPCG(1, 2))
	var weights, losses [4]float64 // by gap, the last for none
	for range 1_000_000 {
		commit := 1 + random.IntN(4)
		lost := math.Abs(random.NormFloat64()) * scales()[random.IntN(5)] * perElo
		if random.Float64() < nothing {
			commit, lost = 0, 0
		}
		var strength [5]float64
		for v := 1; v <= 4; v++ {
			strength[v] = strength[v-1] + random.NormFloat64()*drift*perElo
			if v == commit {
				strength[v] -= lost
			}
		}
		weight := 0.0
		for _, sample := range samples {
			off := sample.Sum/sample.Trials - 0.5 - (strength[sample.newer] - strength[sample.older])
			weight -= off * off * sample.Trials / p.noise / 2
		}
		gap := [5]int{3, 0, 1, 1, 2}[commit]
		weights[gap] += math.Exp(weight)
		losses[gap] += lost * math.Exp(weight)
	}
	total := weights[0] + weights[1] + weights[2] + weights[3]
	for gap := range 3 {
		if want := weights[gap] / total; math.Abs(p.probability[gap]-want) > 0.01 {
			t.Errorf("gap %d: probability %.3f; want %.3f", gap, p.probability[gap], want)
		}
		if want := losses[gap] / weights[gap]; math.Abs(p.loss[gap]-want) > 0.02*want+0.001 {
			t.Errorf("gap %d: loss %.4f; want %.4f", gap, p.loss[gap], want)
		}
	}
	if want := weights[3] / total; math.Abs(p.nothing-want) > 0.01 {
		t.Errorf("no loss: probability %.3f; want %.3f", p.nothing, want)
	}
}

// "the two versions whose games tell the most": before anything but the ends has
// played, they are those that halve the line, and what is known is not asked again.
func TestNextHalvesWhatIsOpen(t *testing.T) {
	s := New(line(16), rating.PairUnit, false)
	s.Add(0, 16, played(200, 0.36, 0.35))
	c, ok := s.Next(1)
	if !ok || c.Newer-c.Older != 8 {
		t.Errorf("%+v; want two versions with half of the commits between them", c)
	}
	if c.Pairs != 6 {
		t.Errorf("%d pairs; want 3 %% of 200", c.Pairs)
	}
	if c, _ = s.Next(24); c.Pairs != 12 {
		t.Errorf("%d pairs; want as many as 24 matches at a time need", c.Pairs)
	}
	s.Add(0, 8, played(400, 0.5, 0.35))
	if c, _ = s.Next(1); c.Newer <= 8 {
		t.Errorf("%+v; want versions after the eighth, up to which nothing was lost", c)
	}
}

// "Of versions that are the same bot everything between them is left out: what was
// lost there was gained again."
func TestSameBytes(t *testing.T) {
	versions := line(5)
	versions[3].Tree = versions[1].Tree // commit 3 takes commit 2 back
	s := New(versions, rating.PairUnit, false)
	s.Add(0, 5, played(100, 0.3, 0.3))
	s.Add(1, 5, played(100, 0.3, 0.3)) // counts for version 3
	all := s.Suspicions()
	for v, want := range map[int]State{1: Played, 2: SameBot, 3: SameBot, 4: Waiting, 5: Played} {
		if got := all[v-1]; got.State != want || (want == SameBot) != (got.Probability == 0) {
			t.Errorf("commit %d: %+v; want %s", v, got, want)
		}
	}
	if best, _ := s.Best(); best.Commits[0] < 4 {
		t.Errorf("suspects %v; want a commit after the third", best.Commits)
	}
	s.Same(0, 5)
	if _, ok := s.Best(); ok {
		t.Error("ends that are the same bot have a suspect; want none")
	}
}

// "Commits whose bot does not build are named together with a neighbour", and nothing
// asks for their games.
func TestNotBuiltIsAGroup(t *testing.T) {
	s := New(line(5), rating.PairUnit, false)
	s.Unbuilt(2)
	s.Unbuilt(3)
	s.Add(0, 1, played(300, 0.5, 0.35))
	s.Add(1, 4, played(300, 0.3, 0.35))
	s.Add(4, 5, played(300, 0.5, 0.35))
	best, ok := s.Best()
	if !ok || !slices.Equal(best.Commits, []int{2, 3, 4}) || !s.Found() || best.Before != 1 || best.After != 4 {
		t.Errorf("%+v; want commits 2 to 4, between versions 1 and 4", best)
	}
	if c, ok := s.Next(1); ok {
		t.Errorf("%+v; want nothing to ask", c)
	}
}

// "the search goes on for another one": a commit that is known takes its own loss out
// of the game.
func TestSecondLoss(t *testing.T) {
	s := New(line(8), rating.PairUnit, false)
	for v := 1; v <= 8; v++ {
		mean := 0.5
		if v == 3 || v == 6 {
			mean = 0.35
		}
		s.Add(v-1, v, played(400, mean, 0.35))
	}
	s.Know(3)
	if best, _ := s.Best(); !slices.Equal(best.Commits, []int{6}) || best.Probability < Enough {
		t.Errorf("%+v; want commit 6", best)
	}
	if got := s.Suspicions()[2].State; got != Known {
		t.Errorf("commit 3 is %s; want %s", got, Known)
	}
}

// A gain is a loss with the other sign.
func TestGain(t *testing.T) {
	s := New(line(3), rating.PairUnit, true)
	s.Add(0, 3, played(300, 0.65, 0.35))
	s.Add(1, 2, played(300, 0.65, 0.35))
	best, _ := s.Best()
	if elo, error95 := best.Elo(); !slices.Equal(best.Commits, []int{2}) || math.Abs(elo-107) > 15 || error95 < 5 || error95 > 60 {
		t.Errorf("%v by %.0f +- %.0f; want commit 2 by about 107", best.Commits, elo, error95)
	}
}

// result returns a search that found a commit.
func result(t *testing.T) Result {
	t.Helper()
	s := New(line(3), rating.PairUnit, false)
	s.Add(0, 3, played(300, 0.36, 0.35))
	s.Add(1, 2, played(300, 0.36, 0.35))
	best, _ := s.Best()
	versions := line(3)
	versions[2].Subject = "a `tick` and\x1b[31m red"
	return Result{Line: Line{Game: "domain", Path: "bots/mine", Versions: versions, Games: 1200, Run: Run{Seconds: 3}}, Margin: 20, Answer: Found, Named: []Named{best}, Suspicions: s.Suspicions()}
}

// `--json` of bisect has "commit", "probability", "elo", "elo_error95", "games",
// "seconds", "sentence" and "commits".
func TestResultJSON(t *testing.T) {
	text, err := json.Marshal(result(t))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Commit      string
		Probability float64
		Elo         float64
		EloError95  float64 `json:"elo_error95"`
		Games       int
		Seconds     float64
		Sentence    string
		Commits     []struct {
			Commit      string
			Probability float64
			State       string
		}
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if got.Commit != fmt.Sprintf("%040x", 2) || got.Probability < Enough || got.Elo > -80 || got.EloError95 <= 0 || got.Games != 1200 || got.Seconds != 3 || len(got.Commits) != 3 || got.Commits[1].State != "played" {
		t.Errorf("%s", text)
	}
	open, err := json.Marshal(Result{Answer: Open, Line: Line{Versions: line(1)}})
	if err != nil || !strings.Contains(string(open), `"commit":null`) || !strings.Contains(string(open), `"commits":[]`) {
		t.Errorf("%s, %v; want no commit where none is named", open, err)
	}
}

// Each answer is one sentence first; what authors of commits wrote is printable, and
// code in Markdown.
func TestResultText(t *testing.T) {
	r := result(t)
	text := string(r.Text())
	if !strings.HasPrefix(text, "Commit 000000000000 (a `tick` and") || strings.Contains(text, "\x1b") || !strings.Contains(text, " made the bot weaker, by ") {
		t.Errorf("%q", text)
	}
	markdown := string(r.Markdown())
	if sentence := strings.Split(markdown, "\n")[2]; strings.Contains(sentence, "tick") || strings.Contains(markdown, "\x1b") {
		t.Errorf("%q", markdown)
	}
	group := r
	group.Named[0].Commits = []int{1, 2}
	for want, r := range map[string]Result{
		"One of these 2 commits made the bot weaker, by ":                            group,
		"No loss of more than 20 Elo in all of 3 commits.\n":                         {Answer: NoLoss, Margin: 20, Line: Line{Versions: line(3)}},
		"No gain of more than 20 Elo in all of 1 commit.\n":                          {Answer: NoLoss, Gain: true, Margin: 20, Line: Line{Versions: line(1)}},
		"The ends are the same bot":                                                  {Answer: Identical, Line: Line{Versions: line(3)}},
		"Not found: of 3 commits, 000000000000 (change 1) is suspected most (40":     {Answer: Open, Line: Line{Why: "Stopped.", Versions: line(3)}, Suspicions: []Suspicion{{Version: 1, Probability: 0.4}}},
		"Not found yet: of 3 commits, 000000000000 (change 1) is suspected most (40": {Answer: Open, Line: Line{Versions: line(3)}, Suspicions: []Suspicion{{Version: 1, Probability: 0.4}}},
	} {
		if text := string(r.Text()); !strings.HasPrefix(text, want) {
			t.Errorf("%q; want it to begin with %q", text, want)
		}
	}
}

// "About (8 ln N + 6)(sigma/D)^2 pairs": the planner's formula, with the deviation of
// games without draws.
func TestExpect(t *testing.T) {
	if n := Expect(64, 60, 0, rating.PairUnit, 2); n != 661 {
		t.Errorf("%d pairs; want 661", n)
	}
	if n := Expect(64, 60, 110, rating.PairUnit, 2); n != 132 {
		t.Errorf("%d pairs with many draws; want 132", n)
	}
}
