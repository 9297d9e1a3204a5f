package analysis_test

import (
	"cmp"
	"flag"
	"slices"
	"testing"

	"arbiter/referee/replay"
	"arbiter/server/study/analysis"
)

var helps = flag.Int("helps", 0, "tell in how many of so many matches a game the judge's answer would have helped; 0: of few")

// helpContinuations is how many continuations tell whether an answer helps: "the
// mean over 30 fresh continuations".
const helpContinuations = 30

// "Replacing the worst marked answer by the judge's, the mean over 30 fresh
// continuations is higher in at least 70 % of the matches": of matches of the boss,
// with a judge of the effort of -effort.
//
//	go test ./server/study/analysis -run TestItHelps -helps 30 -v -timeout 0
func TestItHelps(t *testing.T) {
	if testing.Short() {
		t.Skip("left by -short to make test: statistics") // make quick passes -short; make test and CI play it
	}
	for name, s := range chosen() {
		count := cmp.Or(*helps, s.quick.helps)
		if count == 0 { // a match of ctf takes ten seconds
			continue
		}
		t.Run(name, func(t *testing.T) {
			better, worse, same, unmarked := 0, 0, 0, 0
			for number := range int64(count) {
				rec := s.bosses(t, s.setup(number+int64(*after)+20_000), planted{})
				r, _ := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: s.units(*helps)})
				if len(r.mistakes()) == 0 {
					unmarked++
					continue
				}
				gain := s.gain(t, rec, r, r.mistakes()[0])
				t.Logf("match %d, turn %d: the judge's answer gains %.3g; it says %.3g", number, r.mistakes()[0].Turn, gain, r.mistakes()[0].Regret)
				switch {
				case gain > 0:
					better++
				case gain < 0:
					worse++
				default:
					same++
				}
			}
			t.Logf("the judge's answer is better in %s with a mistake, worse in %d, the same in %d; %d had no mistake; effort %d",
				shareOf(better, better+worse+same), worse, same, unmarked, s.units(*helps))
			if marked := better + worse + same; *helps > 0 && 10*better < 7*marked || better < worse {
				t.Errorf("better in %d of %d; want 70 %%", better, marked)
			}
		})
	}
}

// bestInstead returns the judge's answer in place of a bad one.
func bestInstead(r analysed, bad mistake) (best string) {
	for _, turn := range r.Turns {
		if turn.Turn == bad.Turn && turn.Seat == bad.Seat {
			best = turn.Best
		}
	}
	return best
}

// gain returns how much higher the mean result is after the judge's answer than
// after a bad one.
func (s subject) gain(t *testing.T, rec *replay.Record, r analysed, worst mistake) float64 {
	best := bestInstead(r, worst)
	w := s.fresh(worst.Seat)
	for p, given := range s.asked(t, rec, worst.Seat) {
		w.Look(p.Match)
		if p.Turn.Number == worst.Turn {
			instead := slices.Clone(given)
			instead[worst.Seat] = []string{best}
			sum := 0.0
			for n := range helpContinuations {
				sum += w.Play(instead, n) - w.Play(given, n)
			}
			return sum / helpContinuations
		}
		w.Took(given[worst.Seat])
	}
	t.Fatalf("no turn %d", worst.Turn)
	return 0
}
