package analysis_test

import (
	"cmp"
	"flag"
	"testing"

	"arbiter/referee/replay"
	"arbiter/server/analysis"
)

var helps = flag.Int("helps", 0, "tell in how many of so many matches the judge's answer would have helped")

// helpContinuations is how many continuations tell whether an answer helps: "the
// mean over 30 fresh continuations".
const helpContinuations = 30

// TestItHelps replaces the worst marked answer of each match of the boss by the
// judge's, and plays both on:
//
//	go test ./server/analysis -run TestItHelps -helps 100 -effort 1000 -v -timeout 0
func TestItHelps(t *testing.T) {
	if *helps == 0 {
		t.Skip("plays many matches on: see -helps")
	}
	for name, s := range subjects() {
		if *game != "" && name != *game {
			continue
		}
		better, worse, same, unmarked := 0, 0, 0, 0
		for number := range int64(*helps) {
			rec := s.bosses(t, s.setup(number+20_000), planted{})
			r, _ := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: cmp.Or(*effort, s.effort)})
			if len(r.Worst) == 0 {
				unmarked++
				continue
			}
			switch gain := s.gain(t, rec, r); {
			case gain > 0:
				better++
			case gain < 0:
				worse++
			default:
				same++
			}
		}
		t.Logf("%s: the judge's answer is better in %d matches, worse in %d, the same in %d; %d had no mistake", name, better, worse, same, unmarked)
		if marked := better + worse + same; 10*better < 7*marked {
			t.Errorf("%s: better in %d of %d; want 70 %%", name, better, marked)
		}
	}
}

// gain returns how much higher the mean result is after the judge's answer than
// after the worst one.
func (s subject) gain(t *testing.T, rec *replay.Record, r *analysis.Report) float64 {
	worst := r.Worst[0]
	best := ""
	for _, turn := range r.Turns {
		if turn.Turn == worst.Turn && turn.Seat == worst.Seat {
			best = turn.Best
		}
	}
	w := s.fresh(worst.Seat)
	for p, err := range replay.Positions(rec, s.game) {
		if err != nil {
			t.Fatal(err)
		}
		given := answersOf(p.Turn, len(rec.Header.Seats))
		if given[worst.Seat] == nil {
			continue
		}
		w.Look(p.Match)
		if p.Turn.Number == worst.Turn {
			instead := answersOf(p.Turn, len(rec.Header.Seats))
			instead[worst.Seat] = []string{best}
			sum := 0.0
			for n := range helpContinuations {
				sum += w.Play(instead, n) - w.Play(given, n)
			}
			return sum
		}
		w.Took(given[worst.Seat])
	}
	t.Fatalf("no turn %d", worst.Turn)
	return 0
}
