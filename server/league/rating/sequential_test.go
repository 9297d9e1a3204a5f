package rating

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func sequential(t testing.TB, q Question, u Unit) *Sequential {
	t.Helper()
	s, err := NewSequential(q, u)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// add adds a trial that must be a right one.
func add(t testing.TB, s *Sequential, games ...Score) State {
	t.Helper()
	st, err := s.Add(games...)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// "0 leaves the SPRT alone": without betting every step is what SPRT.Pairs and
// SPRT.Games say of the counts, in all models, until the first verdict.
func TestWithoutBettingItIsTheSPRT(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		model := rapid.SampledFrom([]Model{Logistic, Normalized, Bayesian}).Draw(t, "model")
		unit := rapid.SampledFrom([]Unit{PairUnit, DuelUnit}).Draw(t, "unit")
		sprt := SPRT{Model: model, Elo0: -30, Elo1: 10, Alpha: 0.2, Beta: 0.3}
		s, err := NewSequential(Question{SPRT: sprt}, unit)
		if err != nil {
			t.Fatal(err)
		}
		outcome := rapid.IntRange(0, 2)
		var pairs Pairs
		var games Games
		want := Test{Decision: Undecided}
		for i := range rapid.IntRange(0, 200).Draw(t, "trials") {
			trial := []Score{Score(outcome.Draw(t, "first"))}
			if unit == PairUnit {
				trial = append(trial, Score(outcome.Draw(t, "second")))
			}
			if want.Decision == Undecided {
				for _, o := range trial {
					games.Add(o)
				}
				if unit == PairUnit {
					pairs.Add(trial[0], trial[1])
				}
				if want, err = sprt.Games(games); unit == PairUnit && model != Bayesian {
					want, err = sprt.Pairs(pairs)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			got, err := s.Add(trial...)
			if err != nil {
				t.Fatal(err)
			}
			if got.Test != want || got.Betting != nil {
				t.Fatalf("trial %d: %+v, want %+v", i, got, want)
			}
			if (got.By == BySPRT) != (want.Decision != Undecided) {
				t.Fatalf("trial %d: decided by %q with verdict %s", i, got.By, want.Decision)
			}
		}
	})
}

// What one kind of pair decides, repeated: obvious cases by betting, level
// ones by the SPRT.
func TestWhatDecides(t *testing.T) {
	for _, tt := range []struct {
		name     string
		question func(Unit) Question
		pair     [2]Score
		verdict  Decision
		by       Method
		trials   int
	}{
		{"loses every game", NotWeaker, [2]Score{Loss, Loss}, H0, ByBetting, 10},
		{"loses one game of each pair, draws the other", NotWeaker, [2]Score{Loss, Draw}, H0, ByBetting, 17},
		{"wins every game", NotWeaker, [2]Score{Win, Win}, H1, ByBetting, 9},
		{"wins with one seat only", NotWeaker, [2]Score{Win, Loss}, H1, BySPRT, 55},
		{"draws every game", NotWeaker, [2]Score{Draw, Draw}, H1, BySPRT, 55},
		{"draws every game, quick", QuickNotWeaker, [2]Score{Draw, Draw}, H1, BySPRT, 21},
		{"draws every game and should be stronger", Stronger, [2]Score{Draw, Draw}, H0, BySPRT, 61},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := sequential(t, tt.question(PairUnit), PairUnit)
			for !s.Over() {
				add(t, s, tt.pair[0], tt.pair[1])
			}
			st := s.State()
			if st.Decision != tt.verdict || st.By != tt.by || st.Trials != tt.trials {
				t.Errorf("%s by %s after %d; want %s by %s after %d", st.Decision, st.By, st.Trials, tt.verdict, tt.by, tt.trials)
			}
			if capital := max(st.Betting.H0, st.Betting.H1); (capital >= st.Betting.Needed) != (tt.by == ByBetting) {
				t.Errorf("betting has %v of %v", capital, st.Betting.Needed)
			}
		})
	}
}

// "When the test is over it changes nothing": a verdict stands, and the cap
// ends the test undecided.
func TestOverIsOver(t *testing.T) {
	s := sequential(t, NotWeaker(DuelUnit), DuelUnit)
	for !s.Over() {
		add(t, s, Loss)
	}
	before := s.State()
	for range 100 {
		add(t, s, Win)
	}
	if after := s.State(); after.Test != before.Test || after.Trials != before.Trials {
		t.Errorf("%+v after the verdict %+v", after, before)
	}
	q := NotWeaker(DuelUnit)
	q.Cap = 7
	s = sequential(t, q, DuelUnit)
	for range 20 {
		add(t, s, Draw)
	}
	if st := s.State(); st.Trials != 7 || st.Decision != Undecided || !s.Over() {
		t.Errorf("%+v, want undecided after the cap of 7", st)
	}
}

// "A verdict has to stand with a fiftieth of a trial added against it": until
// then the state says why the ratio is beyond its bound without a verdict.
func TestDoubtIsExplained(t *testing.T) {
	s := sequential(t, NotWeaker(DuelUnit), DuelUnit)
	doubted := 0
	for !s.Over() {
		st := add(t, s, Draw)
		if beyond := st.LLR >= st.Upper; beyond && st.Decision == Undecided {
			doubted++
			if !strings.Contains(st.Note, "take it back") {
				t.Errorf("note %q", st.Note)
			}
		} else if st.Note != "" {
			t.Errorf("note %q at LLR %v", st.Note, st.LLR)
		}
	}
	if doubted != 3 {
		t.Errorf("%d draws in doubt, want those from 52 to 54", doubted)
	}
}

// A cluster that is one pair is that pair, and one of many games is worth
// their mean once, however many they are.
func TestClusterIsOneTrial(t *testing.T) {
	pairs, clusters := sequential(t, NotWeaker(PairUnit), PairUnit), sequential(t, NotWeaker(PairUnit), PairUnit)
	for _, p := range [][2]Score{{Win, Loss}, {Loss, Draw}, {Win, Win}, {Draw, Draw}, {Loss, Loss}} {
		var c Cluster
		c.Add(p[0], p[1])
		want := add(t, pairs, p[0], p[1])
		got, err := clusters.AddCluster("", c)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "LLR", &got.LLR, want.LLR, 1e-9)
		near(t, "bet on H0", &got.Betting.H0, want.Betting.H0, 1e-9)
		near(t, "bet on H1", &got.Betting.H1, want.Betting.H1, 1e-9)
	}
	for _, model := range []Model{Logistic, Bayesian} {
		q := NotWeaker(PairUnit)
		q.Model = model
		few, many := sequential(t, q, PairUnit), sequential(t, q, PairUnit)
		for range 8 {
			a, err := few.AddCluster("", Cluster{Points: 0.6, Games: 2})
			if err != nil {
				t.Fatal(err)
			}
			b, err := many.AddCluster("", Cluster{Points: 60, Games: 200})
			if err != nil {
				t.Fatal(err)
			}
			if b.Trials != a.Trials || math.Abs(a.LLR-b.LLR) > 1e-9 || a.LLR == 0 && model == Logistic {
				t.Errorf("%s: %+v for 200 games on a start, %+v for 2", model, b, a)
			}
		}
	}
}

func TestSequentialErrorsTeach(t *testing.T) {
	pairs := sequential(t, NotWeaker(PairUnit), PairUnit)
	for _, tt := range []struct {
		add  func() (State, error)
		want string
	}{
		{func() (State, error) { return pairs.Add(Win) }, "games of a pair: found 1; want 2"},
		{func() (State, error) { return pairs.Add(Win, 3) }, "score: found 3; want 0 to 2"},
		{func() (State, error) { return pairs.AddCluster("", Cluster{}) }, "games: found 0 on a start; want at least 1"},
		{func() (State, error) { return pairs.AddCluster("", Cluster{Points: 3, Games: 2}) }, "points: found 3; want 0 to 2, the games"},
		{func() (State, error) { return pairs.AddCluster("", Cluster{Points: math.NaN(), Games: 2}) }, "points: found NaN; want 0 to 2, the games"},
	} {
		if _, err := tt.add(); err == nil || err.Error() != tt.want {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
	if st := pairs.State(); st.Trials != 0 || st.LLR != 0 {
		t.Errorf("%+v after nothing but errors", st)
	}
}

// The JSON of a state is that of a Test with more keys, and every figure is
// finite.
func TestStateJSON(t *testing.T) {
	s := sequential(t, NotWeaker(PairUnit), PairUnit)
	for range 3 {
		add(t, s, Win, Draw)
	}
	text, err := json.Marshal(s.State())
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{`"llr":`, `"lower":`, `"upper":`, `"decision":"undecided"`, `"trials":3`, `"betting":{"h0":`, `"h1":`, `"needed":5.298`} {
		if !strings.Contains(string(text), key) {
			t.Errorf("no %s in %s", key, text)
		}
	}
}

// Far hypotheses and long tests leave every figure finite.
func TestSequentialIsFinite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := NotWeaker(PairUnit)
		q.Model = rapid.SampledFrom([]Model{Logistic, Normalized, Bayesian}).Draw(t, "model")
		q.Elo0 = rapid.Float64Range(-MaxElo, MaxElo-1).Draw(t, "elo0")
		q.Elo1 = rapid.Float64Range(q.Elo0+0.5, MaxElo).Draw(t, "elo1")
		s, err := NewSequential(q, PairUnit)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 60).Draw(t, "trials") {
			o := rapid.IntRange(0, 2)
			st, err := s.Add(Score(o.Draw(t, "first")), Score(o.Draw(t, "second")))
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range []float64{st.LLR, st.Betting.H0, st.Betting.H1} {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					t.Fatalf("%+v %+v", st, st.Betting)
				}
			}
		}
	})
}
