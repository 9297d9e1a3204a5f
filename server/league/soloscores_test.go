package league

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arbiter/referee"
)

// "Score ... is the mean score of the game, as if all bots had played the same starts: what
// the table is ordered by." The bot with the most wins has the lowest mean.
func TestSoloTablesAreByScore(t *testing.T) {
	var matches []Match
	for seed := range int64(40) {
		rare := int64(560)
		if seed%8 == 0 {
			rare = 10_560 // keeper's exit
		}
		matches = append(matches, soloMatch("often", seed, 582+seed%3), soloMatch("rare", seed, rare), soloMatch("never", seed, 100+seed%7))
	}
	s := standings(t, matches, Options{})
	for i, want := range []string{"rare", "often", "never"} {
		l := s.Lines[i]
		if l.Bot != want || l.Place != i+1 || *l.Score != *l.Mean.Mean || math.Abs(*l.ScoreError95-*l.Mean.Error95) > 1e-6 {
			t.Errorf("line %d: %s in place %d with %v +- %v, mean %v +- %v; want %s, and its plain mean", i+1, l.Bot, l.Place, *l.Score, *l.ScoreError95, *l.Mean.Mean, *l.Mean.Error95, want)
		}
	}
	if first, second := s.Lines[0], s.Lines[1]; first.Games.Wins >= second.Games.Wins || *first.Elo >= *second.Elo || *first.LOS < 0.95 {
		t.Errorf("%d wins, Elo %v, LOS %v before %d wins and Elo %v; want fewer wins, less Elo, and the score to decide", first.Games.Wins, *first.Elo, *first.LOS, second.Games.Wins, *second.Elo)
	}
	if len(s.Notes) > 0 && strings.Contains(strings.Join(s.Notes, " "), "starts") {
		t.Errorf("notes %q on complete starts", s.Notes)
	}
}

// Means are compared on common starts alone: easy starts that one bot alone has played do not
// bring it forward.
func TestEasyStartsOfOneBot(t *testing.T) {
	matches := []Match{soloMatch("a", 1, 100), soloMatch("b", 1, 110), soloMatch("a", 2, 200), soloMatch("b", 2, 212), soloMatch("a", 3, 9000)}
	s := standings(t, matches, Options{})
	if a, b := s.Lines[1], s.Lines[0]; a.Bot != "a" || math.Abs(*b.Score-*a.Score-11) > 1e-6 {
		t.Errorf("%s %v before %s %v; want b, 11 ahead", b.Bot, *b.Score, a.Bot, *a.Score)
	}
	if !strings.Contains(strings.Join(s.Notes, "\n"), "not all bots played the same starts") {
		t.Errorf("notes %q; want one that says so", s.Notes)
	}
	apart := standings(t, []Match{soloMatch("a", 1, 5), soloMatch("b", 2, 4)}, Options{})
	if text := strings.Join(apart.Notes, "\n"); !strings.Contains(text, "2 groups of bots share no start") || apart.Lines[0].LOS != nil {
		t.Errorf("notes %q, LOS %v of bots that share no start", apart.Notes, apart.Lines[0].LOS)
	}
}

// A further bot changes neither the difference of two others on the same starts nor which
// of them is ahead, and the order does not depend on names.
func TestFurtherBotsDoNotReorder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		score := rapid.Int64Range(-100, 10_000)
		starts := rapid.Int64Range(1, 8).Draw(t, "starts")
		var two, three []Match
		for seed := range starts {
			two = append(two, soloMatch("a", seed, score.Draw(t, "a")), soloMatch("b", seed, score.Draw(t, "b")))
		}
		three = append(three, two...)
		for seed := range starts + 3 {
			if rapid.Bool().Draw(t, "played") {
				three = append(three, soloMatch("c", seed, score.Draw(t, "c")))
			}
		}
		difference := func(matches []Match) float64 {
			of := map[string]float64{}
			var table Table
			for _, m := range matches {
				table.Add(m)
			}
			s, err := table.Standings(Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range s.Lines {
				of[l.Bot] = *l.Score
			}
			return of["a"] - of["b"]
		}
		if alone, among := difference(two), difference(three); math.Abs(alone-among) > 1e-6 {
			t.Fatalf("a is %v above b alone, and %v with c", alone, among)
		}
	})
}

// A scale makes relative scores, in which a start worth much counts like any other; one
// without a reference is left out, and said to be.
func TestRelativeScoresOrder(t *testing.T) {
	scale := func(s Start) (int64, bool) { return []int64{0, 100, 1_000_000}[s.Seed%3], s.Seed != 3 }
	matches := []Match{
		soloMatch("rich", 1, 10), soloMatch("rich", 2, 600_000), soloMatch("rich", 3, 1_000_000_000),
		soloMatch("fair", 1, 90), soloMatch("fair", 2, 500_000), soloMatch("fair", 3, 0),
	}
	s := standings(t, matches, Options{Scale: scale})
	if s.Lines[0].Bot != "fair" || *s.Lines[0].Score != 700 || *s.Lines[1].Score != 350 {
		t.Errorf("%s %v, %s %v; want fair 700, rich 350", s.Lines[0].Bot, *s.Lines[0].Score, s.Lines[1].Bot, *s.Lines[1].Score)
	}
	if !strings.Contains(strings.Join(s.Notes, "\n"), "1 start without a known reference") {
		t.Errorf("notes %q; want one on the start without a reference", s.Notes)
	}
}

// "A smaller score is better": a table of such scores is that of their opposites, but for the
// sign of what it shows. Scores with decimals give the figures of whole ones, divided.
func TestSmallerScoresMirrorLargerOnes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var plain, turned []Match
		for seed := range rapid.Int64Range(1, 6).Draw(t, "starts") {
			for _, bot := range []string{"a", "b", "c"} {
				if score := rapid.Int64Range(-1000, 1000).Draw(t, bot); score < 900 {
					plain = append(plain, soloMatch(bot, seed, score))
					m := soloMatch(bot, seed, -score)
					m.Outcome.Scoring = referee.Scoring{Decimals: 2, Ascending: true}
					turned = append(turned, m)
				}
			}
		}
		near := func(whole, fraction *float64, sign float64) bool {
			if whole == nil || fraction == nil {
				return whole == fraction
			}
			return math.Abs(*whole-sign*100**fraction) < 1e-6
		}
		p, q := standings(t, plain, Options{}), standings(t, turned, Options{})
		for i, l := range p.Lines {
			r := q.Lines[i]
			if l.Bot != r.Bot || l.Games != r.Games || !near(l.Score, r.Score, -1) || !near(l.Mean.Mean, r.Mean.Mean, -1) || !near(l.ScoreError95, r.ScoreError95, 1) || !near(l.Mean.Error95, r.Mean.Error95, 1) {
				t.Fatalf("line %d: %+v of larger scores, %+v of smaller ones; want the mirror image", i+1, l, r)
			}
		}
	})
}

// Scores of two kinds do not compare: the first kind stays.
func TestScoresOfTwoKinds(t *testing.T) {
	other := soloMatch("a", 2, 7)
	other.Outcome.Decimals = 1
	s := standings(t, []Match{soloMatch("a", 1, 5), other, soloMatch("b", 1, 4)}, Options{})
	if text := strings.Join(s.Notes, "\n"); *s.Lines[0].Score != 5 || !strings.Contains(text, "1 match with scores of another kind") {
		t.Errorf("score %v, notes %q; want 5, and what is left out", *s.Lines[0].Score, text)
	}
}
