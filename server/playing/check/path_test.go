package check_test

import (
	"math"
	"testing"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
)

// "A Path is how the test went that decided": its last value is at a bound, no
// earlier one is, and it has the values of the test that decided and of no other.
func TestPathIsThatOfTheTestThatDecided(t *testing.T) {
	lost := func(c follower, start league.Start, n int) {
		pair(c, start, [2]int{1, 0}, [2]league.Play{league.Play(2*n + 1), league.Play(2*n + 2)})
	}
	same := func(c follower, start league.Start, n int) {
		pair(c, start, [2]int{0, 0}, [2]league.Play{league.Play(n + 1), league.Play(n + 1)})
	}
	// Of three pairs the candidate loses one game of one and draws the rest: too little for a bet to be quick.
	slowly := func(c follower, start league.Start, n int) {
		first := -1
		if n%3 == 0 {
			first = 1
		}
		pair(c, start, [2]int{first, -1}, [2]league.Play{league.Play(2*n + 1), league.Play(2*n + 2)})
	}
	bare := question(2)
	bare.Betting = 0
	for _, tt := range []struct {
		name string
		q    league.Question
		play func(c follower, start league.Start, n int)
		by   rating.Method
	}{
		{"loses everything", question(2), lost, rating.ByBetting},
		{"plays the same", question(2), same, check.BySamePlay},
		{"loses a little", bare, slowly, rating.BySPRT},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := definition(2, 2000)
			c := follow(d, tt.q)
			for n := 0; n < len(d.Starts) && !c.Decided(); n++ {
				tt.play(c, d.Starts[n], n)
			}
			s := c.Status()
			p := s.Path
			if s.By != tt.by || p.By != tt.by {
				t.Fatalf("decided by %q, path of %q; want %q", s.By, p.By, tt.by)
			}
			if p.From != 1 || len(p.Values) != s.Trials {
				t.Fatalf("%d values from start %d on, after %d starts; want one after each", len(p.Values), p.From, s.Trials)
			}
			beyond := func(value float64) bool {
				return p.Upper != nil && value >= *p.Upper-1e-9 || p.Lower != nil && value <= *p.Lower+1e-9
			}
			for i, value := range p.Values {
				if last := i == len(p.Values)-1; beyond(value) != last {
					t.Errorf("value %d of %d is %v; want only the last one at a bound", i+1, len(p.Values), value)
				}
			}
		})
	}
}

// The same of a check by score: where it decides, the interval has left a bound behind.
func TestPathOfACheckByScore(t *testing.T) {
	d := definition(1, 2000)
	q := question(1)
	q.By, q.Margin = league.ByScore, 5
	c := follow(d, q)
	for n := 0; n < len(d.Starts) && !c.Decided(); n++ {
		c.Add(solo(d.Starts[n], candidate, int64(100-20-n%7), league.Play(2*n+1)))
		c.Add(solo(d.Starts[n], baseline, int64(100+n%5), league.Play(2*n+2)))
	}
	s := c.Status()
	p := s.Path
	if s.By != rating.ByInterval || p.By != rating.ByInterval || s.Decision != rating.H0 {
		t.Fatalf("%v by %q, path of %q; want a refusal by the interval", s.Decision, s.By, p.By)
	}
	if *p.Lower != -5 || *p.Upper != 0 {
		t.Errorf("bounds %v and %v; want minus the margin and 0", *p.Lower, *p.Upper)
	}
	if got := p.From + len(p.Values) - 1; got != s.Trials || len(p.Lows) != len(p.Values) || len(p.Highs) != len(p.Values) {
		t.Fatalf("values from start %d to %d with %d and %d ends; want them up to %d", p.From, got, len(p.Lows), len(p.Highs), s.Trials)
	}
	last := len(p.Values) - 1
	if p.Highs[last] >= 0 || math.Abs(p.Values[last]-*s.Scores.Difference) > 1e-9 {
		t.Errorf("ends with %v, at most %v; want the mean %v and all of the interval below 0", p.Values[last], p.Highs[last], *s.Scores.Difference)
	}
}

// Before there is a verdict, the path shows the likelihood ratio. The path of a check
// that has played nothing has no value.
func TestPathBeforeAVerdict(t *testing.T) {
	d := definition(2, 10)
	c := follow(d, question(2))
	if p := c.Status().Path; p.By != rating.BySPRT || len(p.Values) != 0 || *p.Lower >= 0 || *p.Upper <= 0 {
		t.Errorf("path %+v; want none yet, between the bounds of the likelihood ratio", p)
	}
	d.Starts[0].Name = referee.OfficialOpening
	pair(c, d.Starts[0], [2]int{0, 1}, [2]league.Play{1, 2})
	if p := c.Status().Path; len(p.Values) != 1 {
		t.Errorf("path %+v; want one value", p)
	}
}
