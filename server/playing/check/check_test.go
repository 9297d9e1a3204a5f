package check_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbiter/referee"
	"arbiter/referee/games/domain"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
)

const (
	candidate = "new@1"
	baseline  = "old@2"
)

// definition returns the tournament of a check on so many starts.
func definition(seats, starts int, opponents ...string) league.Tournament {
	t := league.Tournament{ID: "check", Game: "tally", Seats: seats, Format: league.RoundRobin, Bots: append([]string{candidate, baseline}, opponents...)}
	for n := range starts {
		t.Starts = append(t.Starts, league.Start{Seed: int64(n + 1)})
	}
	return t
}

// question returns the default question of a two-seat or solo game.
func question(seats int) league.Question {
	unit := rating.PairUnit
	if seats == 1 {
		unit = rating.DuelUnit
	}
	return league.Question{Question: rating.NotWeaker(unit), SamePlay: rating.SamePlayShare}
}

// game returns a two-seat match that the seat wins; -1 is a draw.
func game(start league.Start, winner int, play league.Play, seats ...string) league.Match {
	ranks := [][]int{{1, 1}, {1, 2}, {2, 1}}[winner+1]
	return league.Match{Seats: seats, Start: start, Play: play, Outcome: league.Outcome{Scores: []int64{0, 0}, Ranks: ranks, Faults: make([]referee.Kind, 2)}}
}

// solo returns a match of a solo game.
func solo(start league.Start, bot string, score int64, play league.Play) league.Match {
	return league.Match{Seats: []string{bot}, Start: start, Play: play, Outcome: league.Outcome{Scores: []int64{score}, Ranks: []int{1}, Faults: make([]referee.Kind, 1)}}
}

// A follower is a check with the evidence that it is shown.
type follower struct {
	*check.Check
	seen *league.Evidence
}

func follow(d league.Tournament, q league.Question) follower {
	return follower{check.New(nil, d, q), league.NewEvidence(d)}
}

// Add shows a match and reports whether the check is decided.
func (f follower) Add(m league.Match) bool {
	f.seen.Add(m)
	return f.Decided()
}

func (f follower) Decided() bool        { return f.Enough(f.seen) }
func (f follower) Status() check.Status { return f.Check.Status(f.seen) }

// pair adds both games of a start and reports whether the check is decided.
// winners are by game the seat that wins, -1 for a draw.
func pair(c follower, start league.Start, winners [2]int, plays [2]league.Play) bool {
	c.Add(game(start, winners[0], plays[0], candidate, baseline))
	return c.Add(game(start, winners[1], plays[1], baseline, candidate))
}

// "In the order of the schedule and not of arrival: the verdict is the same
// however many matches are played at a time."
func TestOrderOfArrivalDoesNotMatter(t *testing.T) {
	d := definition(2, 200)
	q := league.Question{Question: rating.Question{SPRT: rating.SPRT{Model: rating.Logistic, Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05}}}
	draw := rand.New(rand.NewPCG(1, 2))
	var matches []league.Match
	for p := range league.Pairings(d, league.Outcomes{}) {
		winner := 0
		if draw.IntN(3) == 0 || draw.IntN(2) == 0 && p.Seats[0] == baseline {
			winner = 1
		}
		m := game(p.Start, winner, 0, p.Seats...)
		m.Outcome.Faults[0] = referee.Timeout
		matches = append(matches, m)
	}
	play := func() check.Status {
		c := follow(d, q)
		for _, m := range matches {
			c.Add(m)
		}
		if s := c.Status(); s.Matches != 2*s.Trials || s.Faults[candidate]["timeout"] != s.Trials {
			t.Errorf("%d matches and faults %v count; want those of %d pairs, with a timeout each", s.Matches, s.Faults, s.Trials)
		}
		if !c.Decided() {
			t.Fatalf("undecided: %s", c.Summary(c.seen).Sentence)
		}
		return c.Status()
	}
	want := play()
	for range 5 {
		draw.Shuffle(len(matches), func(i, j int) { matches[i], matches[j] = matches[j], matches[i] })
		if diff := cmp.Diff(want, play()); diff != "" {
			t.Fatal(diff)
		}
	}
}

// "All resume with the same match IDs and order": a check deals what the format of
// its tournament would, a round robin of two or a gauntlet of two challengers, but
// no start twice.
func TestCheckDealsWhatItsFormatDeals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opponents := []string{"a@3", "b@4", "c@5", "d@6"}[:rapid.IntRange(0, 4).Draw(t, "opponents")]
		seats := rapid.SampledFrom([]int{1, 2, 3, 8}).Draw(t, "seats")
		if seats == 1 {
			opponents = nil
		}
		d := definition(seats, rapid.IntRange(1, 30).Draw(t, "starts"), opponents...)
		d.Games = rapid.IntRange(0, 40).Draw(t, "games")
		if len(opponents) > 0 {
			d.Format, d.Challengers = league.Gauntlet, 2
		}
		var want, got []string
		for p := range league.Pairings(d, league.Outcomes{}) {
			if p.Repetition == 0 {
				want = append(want, p.ID(d.ID))
			}
		}
		pairings, _ := league.NewEvidence(d).Round(check.New(nil, d, question(seats)), 1)
		for p := range pairings {
			got = append(got, p.ID(d.ID))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// A verdict names the matches that its author should look at: faults first, then the
// largest losses, whatever the order was in which they were played.
func TestWorstMatches(t *testing.T) {
	d := definition(2, 30)
	var matches []league.Match
	for n, start := range d.Starts {
		lost, won := game(start, 1, 0, candidate, baseline), game(start, 0, 0, baseline, candidate)
		lost.Outcome.Scores = []int64{0, int64(n)}
		if n == 7 || n == 9 {
			won.Outcome.Faults[1] = referee.Crash
		}
		matches = append(matches, lost, won)
	}
	for range 3 {
		c := follow(d, question(2))
		rand.Shuffle(len(matches), func(i, j int) { matches[i], matches[j] = matches[j], matches[i] })
		for _, m := range matches {
			c.seen.Add(m)
		}
		var got []string
		for _, lost := range c.Status().Worst[:5] {
			got = append(got, fmt.Sprintf("%s seat %d by %d", lost.Start, lost.Seat, lost.Deficit))
		}
		s := c.Status()
		want := []string{"seed 8 seat 1 by 0", "seed 10 seat 1 by 0"}
		for n := range 3 {
			want = append(want, fmt.Sprintf("seed %d seat 0 by %d", s.Trials-n, s.Trials-n-1))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// "See match lines appear only for losses that the baseline did not have": one in the
// same seat on the same start, against the same opponent, says nothing about a change.
func TestLossesOfTheBaselineAreNotNamed(t *testing.T) {
	d := definition(2, 3)
	c := follow(d, question(2))
	pair(c, d.Starts[0], [2]int{0, 0}, [2]league.Play{1, 2}) // the first seat always wins
	pair(c, d.Starts[1], [2]int{1, 0}, [2]league.Play{3, 4}) // the candidate loses both
	both := game(d.Starts[2], 1, 5, candidate, baseline)     // both crash in the first seat
	both.Outcome.Faults[0] = referee.Crash
	c.Add(both)
	both = game(d.Starts[2], 1, 6, baseline, candidate)
	both.Outcome.Faults[0] = referee.Crash
	c.Add(both)
	var got []string
	for _, lost := range c.Status().Worst {
		got = append(got, fmt.Sprintf("%s seat %d", lost.Start, lost.Seat))
	}
	if diff := cmp.Diff([]string{"seed 2 seat 0", "seed 2 seat 1"}, got); diff != "" {
		t.Error(diff)
	}

	d = definition(2, 2, "other@3")
	c = follow(d, question(2))
	for n, start := range d.Starts {
		for i, bot := range d.Bots[:2] {
			lost := 1 // against the opponent; the baseline wins on the second start
			if n == 1 && i == 1 {
				lost = 0
			}
			c.Add(game(start, lost, league.Play(8*n+4*i+1), bot, "other@3"))
			c.Add(game(start, -1, league.Play(8*n+4*i+2), "other@3", bot))
		}
	}
	worst := c.Status().Worst
	if len(worst) != 1 || worst[0].Start != d.Starts[1] || worst[0].Seat != 0 {
		t.Errorf("%+v; want the loss on %s alone", worst, d.Starts[1])
	}
}

// "A crash is quoted once with its count; a fault in several matches with the same text
// is one entry", wherever it happened and whatever the numbers in it.
func TestFaultIsQuotedOnce(t *testing.T) {
	var worst []check.LostMatch
	for n := range 30 {
		lost := check.LostMatch{Match: game(league.Start{Seed: int64(n)}, 1, 0, candidate, baseline), ID: fmt.Sprint("m", n), Fault: n < 28}
		worst = append(worst, lost)
	}
	found := func(_ context.Context, match string, _ int) (*referee.Fault, error) {
		n := 0
		fmt.Sscanf(match, "m%d", &n)
		switch {
		case n == 11:
			return &referee.Fault{Kind: referee.Crash, Turn: 3, Why: "signal: killed"}, nil
		case n%7 == 0:
			return &referee.Fault{Kind: referee.Timeout, Turn: n, Why: fmt.Sprintf("no answer within 50 ms: %d ms passed", 51+n)}, nil
		}
		return &referee.Fault{Kind: referee.Crash, Turn: n, Why: "exit status 1", Stderr: "panic"}, nil
	}
	all, err := check.NameWorst(t.Context(), worst, found)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range all {
		got = append(got, fmt.Sprintf("%s %s %d", w.Match, w.Why, w.Times))
	}
	want := []string{
		"m0 turn 0: seat 0: timeout: no answer within 50 ms: 51 ms passed 4", "m1 turn 1: seat 0: crash: exit status 1 23", "m11 turn 3: seat 0: crash: signal: killed 0",
		"m28 lost as seat 0 (), score 0 0", "m29 lost as seat 0 (), score 0 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	text := string(check.NewVerdict(check.Case{}, check.Played{Worst: all}).Text())
	if !strings.Contains(text, "crash: exit status 1 (the same in 22 other matches)") || strings.Count(text, "panic") != 1 {
		t.Errorf("%s; want the crash once, with its count", text)
	}
}

// "When candidate and baseline have identical digests of play on the first n
// distinct starts, stop: plays the same. n is 51 at -20."
func TestSamePlayEndsACheck(t *testing.T) {
	for _, tt := range []struct {
		name   string
		differ int // the start on which they do not play the same; 0: none
		want   int // starts; 0: goes on
	}{
		{"the same on every start", 0, 51},
		{"another game on the last of them", 51, 0},
		{"another game on the first", 1, 0},
	} {
		for _, seats := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s, %d seats", tt.name, seats), func(t *testing.T) {
				d := definition(seats, 1000)
				c := follow(d, question(seats))
				n := 0
				for !c.Decided() && n < 60 {
					start := d.Starts[n]
					n++
					own, other := league.Play(n), league.Play(n)
					if n == tt.differ {
						own++
					}
					if seats == 1 {
						c.Add(solo(start, candidate, 7, own))
						c.Add(solo(start, baseline, 7, other))
					} else {
						pair(c, start, [2]int{0, 0}, [2]league.Play{own, other})
					}
				}
				s := c.Status()
				if tt.want == 0 && s.By == check.BySamePlay {
					t.Errorf("plays the same after %d starts, although start %d differed", n, tt.differ)
				}
				if tt.want > 0 && (n != tt.want || s.By != check.BySamePlay || s.Decision != rating.H1) {
					t.Errorf("%s by %q after %d starts; want H1 by same play after %d", s.Decision, s.By, n, tt.want)
				}
			})
		}
	}
}

// A bot's play is not known if its replays were not kept. Such a bot is not taken for
// one that plays the same.
func TestUnknownPlayIsNotTheSame(t *testing.T) {
	d := definition(2, 100)
	c := follow(d, question(2))
	for _, start := range d.Starts[:60] {
		pair(c, start, [2]int{0, 0}, [2]league.Play{0, 0})
	}
	if s := c.Status(); s.Same != 0 || s.By == check.BySamePlay {
		t.Errorf("%+v; want nothing said about the same play", s)
	}
}

// "When the starts run out before the test has decided, the check is undecided": a
// point estimate is no verdict, also where every start is a loss.
func TestStartsThatRunOutAreNoVerdict(t *testing.T) {
	for _, lost := range []int{0, 2, 5} { // betting would refuse from 10 on
		d := definition(2, 5)
		c := follow(d, question(2))
		for n, start := range d.Starts {
			winners := [2]int{0, 0}
			if n < lost {
				winners = [2]int{1, 0}
			}
			pair(c, start, winners, [2]league.Play{league.Play(2*n + 1), league.Play(2*n + 2)})
		}
		if s := c.Status(); s.Decision != rating.Undecided || s.By != "" || s.Trials != 5 {
			t.Errorf("%d of 5 starts lost: %s by %q after %d; want undecided", lost, s.Decision, s.By, s.Trials)
		}
	}
}

// A check that reaches its cap is undecided, although no more fresh starts were
// dealt than it may count: they are not all that there are.
func TestCapIsNoVerdict(t *testing.T) {
	d, q := definition(2, 20), question(2)
	q.Cap, d.Fresh = 20, league.Fresh{Key: "key", Count: 20}
	c := follow(d, q)
	for n, start := range d.Starts {
		pair(c, start, [2]int{0, 0}, [2]league.Play{league.Play(2*n + 1), league.Play(2*n + 2)})
	}
	if s := c.Status(); s.Decision != rating.Undecided || s.By != "" || s.Trials != 20 {
		t.Errorf("%s by %q after %d starts; want undecided after 20", s.Decision, s.By, s.Trials)
	}
}

// "Repeated starts form one cluster; duplicates are never dropped game by
// game": what is played on a start again counts no second time.
func TestRepetitionIsNoEvidence(t *testing.T) {
	d := definition(2, 3)
	c := follow(d, question(2))
	for n := range 300 {
		m := game(d.Starts[0], 1, 1, candidate, baseline)
		m.Repetition = n
		c.Add(m)
		m = game(d.Starts[0], 0, 2, baseline, candidate)
		m.Repetition = n
		c.Add(m)
	}
	if s := c.Status(); s.Trials != 1 || s.Matches != 2 || c.Decided() {
		t.Errorf("%d starts and %d matches count; want 1 start, once", s.Trials, s.Matches)
	}
}

// "After three voids the pair is left out and counted, and nothing else
// stops."
func TestVoidStartIsLeftOut(t *testing.T) {
	d := definition(2, 3)
	c := follow(d, question(2))
	c.Add(game(d.Starts[0], 1, 1, candidate, baseline))
	c.seen.LeaveOut(d.Starts[0])
	pair(c, d.Starts[1], [2]int{0, 1}, [2]league.Play{2, 3})
	pair(c, d.Starts[2], [2]int{0, 1}, [2]league.Play{4, 5})
	s := c.Status()
	if s.Trials != 2 || s.LeftOut != 1 || s.Matches != 4 || s.Games.Losses != 0 {
		t.Errorf("%d starts, %d left out, %d matches, %d lost; want 2, 1, 4 and 0", s.Trials, s.LeftOut, s.Matches, s.Games.Losses)
	}
	if s.Decision != rating.Undecided || !c.Enough(c.seen) {
		t.Errorf("verdict %s of two pairs, enough %v; want none, and no match of the start that is left out", s.Decision, c.Enough(c.seen))
	}
}

// "A check counts starts in schedule order; a starved start moves to the end of that
// order, a resume sees the same": the figures after each start are those of a schedule
// with the start at its end, whenever its match is played and whatever order a later
// run reads.
func TestPutOffStartCountsLast(t *testing.T) {
	d := definition(2, 6)
	winners := [][2]int{{0, 1}, {1, 0}, {0, 0}, {0, 1}, {1, 1}, {0, 0}} // by start
	play := func(c follower, starts ...int) check.Status {
		for _, n := range starts {
			pair(c, d.Starts[n], winners[n], [2]league.Play{league.Play(2*n + 1), league.Play(2*n + 2)})
		}
		return c.Status()
	}
	moved := d
	moved.Starts = nil
	for _, n := range []int{0, 2, 4, 5, 1, 3} {
		moved.Starts = append(moved.Starts, d.Starts[n])
	}
	want := play(follow(moved, question(2)), 0, 1, 2, 3, 4, 5)

	live := follow(d, question(2))
	play(live, 0, 2)
	live.seen.PutOff(d.Starts[3])
	live.seen.PutOff(d.Starts[1])
	if s := play(live, 4, 5); s.Trials != 4 || s.LeftOut != 2 || s.Exhausted || live.Decided() {
		t.Errorf("%d starts count, %d do not, exhausted %v, enough %v; want 4, 2 and that these are waited for", s.Trials, s.LeftOut, s.Exhausted, live.Decided())
	}
	resumed := follow(d, question(2))
	resumed.seen.PutOff(d.Starts[1])
	resumed.seen.PutOff(d.Starts[3])
	for name, c := range map[string]follower{"live": live, "resumed": resumed} {
		starts := []int{3, 1}
		if name == "resumed" {
			starts = []int{5, 3, 1, 0, 4, 2}
		}
		if diff := cmp.Diff(want, play(c, starts...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	given := follow(d, question(2))
	given.seen.PutOff(d.Starts[1])
	play(given, 0, 2, 3, 4, 5)
	given.seen.LeaveOut(d.Starts[1])
	if s := given.Status(); s.Trials != 5 || s.LeftOut != 1 || !s.Exhausted || !given.Decided() {
		t.Errorf("%d starts count, %d do not, exhausted %v; want 5, 1 and true", s.Trials, s.LeftOut, s.Exhausted)
	}
}

// "In solo games every report shows the mean score of both, the paired
// difference with its error and the starts with the largest gains and losses,
// and says so when score and Elo disagree."
func TestScores(t *testing.T) {
	d := definition(1, 40)
	q := question(1)
	q.Elo0, q.Betting = -1, 0 // undecided to the end
	c := follow(d, q)
	for n, start := range d.Starts {
		own := int64(1001) // wins by a point
		if n%10 == 0 {
			own = int64(n) // and loses now and then by hundreds
		}
		c.Add(solo(start, candidate, own, league.Play(2*n+1)))
		c.Add(solo(start, baseline, 1000, league.Play(2*n+2)))
	}
	s := c.Status()
	if s.Scores == nil || *s.Scores.Baseline != 1000 || *s.Scores.Difference > -90 || s.Scores.Error95 == nil {
		t.Fatalf("scores %+v; want means, the difference and its error", s.Scores)
	}
	if len(s.Gains) != 5 || s.Gains[0].Gain() != "+1" || len(s.Losses) != 4 || s.Losses[0].Gain() != "-1000" || s.Losses[3].Candidate != 30 {
		t.Errorf("gains %v, losses %v; want five by 1 and four, the largest first", s.Gains, s.Losses)
	}
	if !s.Disagrees() {
		t.Error("wins 36 of 40 starts and 90 points fewer a start: want that score and Elo disagree")
	}
}

// "--by score makes the sequential test one on the paired mean difference."
func TestByScore(t *testing.T) {
	d := definition(1, 2000)
	q := question(1)
	q.By, q.Margin = league.ByScore, 20
	c := follow(d, q)
	draw := rand.New(rand.NewPCG(3, 4))
	for n, start := range d.Starts {
		if c.Decided() {
			break
		}
		own := 1010 + draw.Int64N(20) // wins nine starts of ten
		if n%10 == 0 {
			own = draw.Int64N(300)
		}
		c.Add(solo(start, candidate, own, league.Play(2*n+1)))
		c.Add(solo(start, baseline, 1000+draw.Int64N(10), league.Play(2*n+2)))
	}
	if s := c.Status(); s.Decision != rating.H0 || s.By != rating.ByInterval || s.Score == nil || *s.Score.Upper >= 0 {
		t.Errorf("%s by %q, %+v; want a refusal by the interval of the difference", s.Decision, s.By, s.Score)
	}
}

// "Solo games are ranked by their score": a candidate that wins one start of five, and
// those by a lot, is better; it is weaker by wins. The first sentence says both.
func TestScoreDecides(t *testing.T) {
	d := definition(1, 2000)
	q := question(1)
	for _, by := range []league.Measure{league.ByWins, league.ByScore} {
		q.By = by
		if by == league.ByScore {
			q.Margin, q.Range = 100, 12_000
		}
		c := follow(d, q)
		draw := rand.New(rand.NewPCG(3, 4))
		for n, start := range d.Starts {
			if c.Decided() {
				break
			}
			own := 900 + draw.Int64N(90)
			if n%5 == 0 {
				own += 5000
			}
			c.Add(solo(start, candidate, own, league.Play(2*n+1)))
			c.Add(solo(start, baseline, 1000+draw.Int64N(100), league.Play(2*n+2)))
		}
		s := c.Status()
		want, words := rating.H0, []string{"Weaker by some ", "it wins about ", "although it scores "}
		if by == league.ByScore {
			want, words = rating.H1, []string{" more points a start (+-", ", although it wins 2"}
			if s.By != rating.ByBetting || len(s.Path.Values) != s.Trials || *s.Path.Upper > s.Path.Values[s.Trials-1] {
				t.Errorf("by %q, path %+v; want betting, whose capital is in the path", s.By, s.Path)
			}
		}
		if s.Decision != want {
			t.Errorf("by %s: %s; want %s", by, s.Decision, want)
		}
		for _, word := range words {
			if text := s.Sentence(q, 0); !strings.Contains(text, word) && by == league.ByScore {
				t.Errorf("by %s: %q; want %q in it", by, text, word)
			}
		}
	}
}

// "A rare start may be worth a lot, which betting reckons with": bots that play the same
// need enough starts to rule out a loss of everything on one start of many.
func TestSamePlayByScore(t *testing.T) {
	d := definition(1, 2000)
	q := question(1)
	q.By, q.Margin, q.Range = league.ByScore, 100, 12_000
	c := follow(d, q)
	for n, start := range d.Starts {
		if c.Decided() {
			break
		}
		c.Add(solo(start, candidate, 100, league.Play(n+1)))
		c.Add(solo(start, baseline, 100, league.Play(n+1)))
	}
	s := c.Status()
	if s.By != check.BySamePlay || s.Decision != rating.H1 || s.Trials < 3*120 || s.Trials > 8*120 {
		t.Errorf("%s by %q on %d starts; want a pass by same play on some 5 * 12000 / 100", s.Decision, s.By, s.Trials)
	}
	if text := s.Sentence(q, 0); !strings.HasPrefix(text, "As good: it plays the same on ") {
		t.Errorf("%q", text)
	}
}

// "Candidate and baseline play the same opponents on the same starts; the test
// is on the paired difference, shown per opponent and in all."
func TestOpponents(t *testing.T) {
	d := definition(2, 500, "a@3", "b@4")
	q := question(2)
	q.SamePlay = 0
	c := follow(d, q)
	draw := rand.New(rand.NewPCG(5, 6))
	for _, start := range d.Starts {
		for _, opponent := range d.Bots[2:] {
			for _, bot := range d.Bots[:2] {
				wins := draw.IntN(10) < 7
				if bot == candidate && opponent == "b@4" {
					wins = draw.IntN(10) < 2
				}
				seat := 1
				if wins {
					seat = 0
				}
				c.Add(game(start, seat, league.Play(draw.Uint64()), bot, opponent))
				c.Add(game(start, 1-seat, league.Play(draw.Uint64()), opponent, bot))
			}
		}
	}
	s := c.Status()
	if s.Decision != rating.H0 {
		t.Errorf("%s; want a refusal: the candidate loses to b, and the baseline does not", s.Decision)
	}
	b := s.Opponents["b@4"]
	if b.Candidate.Wins >= b.Baseline.Wins || s.Opponents["a@3"].Candidate.Wins == 0 || s.Estimate.Elo == nil || *s.Estimate.Elo > -50 {
		t.Errorf("opponents %+v, Elo %v; want both shown, and who the loss is against", s.Opponents, s.Estimate.Elo)
	}
}

// simulate checks a bot that wins, draws and loses single games with fixed
// probabilities, and returns where the check ends.
func simulate(draw *rand.Rand, d league.Tournament, win, lose float64) check.Status {
	c := follow(d, question(2))
	one := func(own int) int {
		switch x := draw.Float64(); {
		case x < win:
			return own
		case x < win+lose:
			return 1 - own
		}
		return -1
	}
	for _, start := range d.Starts {
		if pair(c, start, [2]int{one(0), one(1)}, [2]league.Play{league.Play(draw.Uint64()), league.Play(draw.Uint64())}) {
			break
		}
	}
	return c.Status()
}

// "An equal stochastic bot passes in at least 95 of 100 within the cap; a bot
// that answers nonsense is refused within 40 pairs."
func TestEqualBotsPassAndNonsenseIsRefused(t *testing.T) {
	draw := rand.New(rand.NewPCG(7, 8))
	d := definition(2, rating.DefaultPairs)
	const checks = 60
	passed := 0
	for range checks {
		if simulate(draw, d, 0.35, 0.35).Decision == rating.H1 {
			passed++
		}
	}
	if passed < 54 { // 3 standard errors below 97 %
		t.Errorf("%d of %d equal bots pass; want about 97 %%", passed, checks)
	}
	if s := simulate(draw, d, 0, 1); s.Decision != rating.H0 || s.Trials > 40 {
		t.Errorf("a bot that loses everything: %s after %d pairs; want a refusal within 40", s.Decision, s.Trials)
	}
}

// Openings that are one another turned or mirrored are a class, which counts once. Bots
// that play all openings of a class alike show no more by all 2352 openings than by the
// 315 classes.
func TestImagesOfAnOpening(t *testing.T) {
	g := domain.Game{}
	d := definition(2, 0)
	d.DealFresh(g, league.Fresh{Key: "key"})
	classes := league.OpeningClasses(g)
	draw := rand.New(rand.NewPCG(9, 10))
	for _, tt := range []struct {
		name  string
		alike bool // the images of an opening
	}{{"every opening for itself", false}, {"images alike", true}} {
		q := question(2)
		q.Elo0, q.Betting, q.Cap = -15, 0, 0
		c := follower{check.New(g, d, q), league.NewEvidence(d)}
		results := map[string][2]int{}
		var first check.Status
		for n, start := range d.Starts {
			winners, ok := results[classes[start.Position]]
			if !ok || !tt.alike {
				winners = [2]int{draw.IntN(2), draw.IntN(2)}
				results[classes[start.Position]] = winners
			}
			if pair(c, start, winners, [2]league.Play{league.Play(2*n + 1), league.Play(2*n + 2)}) {
				break
			}
			if n == 314 {
				first = c.Status()
			}
		}
		s := c.Status()
		narrower := *first.Estimate.EloError95 / *s.Estimate.EloError95
		if want := s.Trials > 1000 && narrower < 1.15; tt.alike && !want {
			t.Errorf("%s: errors of %.1f after the first round and %.1f after %d; want about the same", tt.name, *first.Estimate.EloError95, *s.Estimate.EloError95, s.Trials)
		}
		if !tt.alike && narrower < 1.5 {
			t.Errorf("%s: errors of %.1f after the first round and %.1f after %d; want less", tt.name, *first.Estimate.EloError95, *s.Estimate.EloError95, s.Trials)
		}
		if tt.alike && s.Decision != rating.Undecided {
			t.Errorf("%s: %s after %d starts; want undecided by what 315 say", tt.name, s.Decision, s.Trials)
		}
	}
}

// Bots that play the same on an opening may play the same on its image because they do
// on it: the check counts one of each class.
func TestSamePlayCountsClasses(t *testing.T) {
	g := domain.Game{}
	d := definition(2, 0)
	d.DealFresh(g, league.Fresh{Key: "key"})
	q := question(2)
	q.Elo0, q.Betting = -0.5, 0 // takes 2083 starts that play the same
	c := follower{check.New(g, d, q), league.NewEvidence(d)}
	for n, start := range d.Starts {
		pair(c, start, [2]int{0, 0}, [2]league.Play{league.Play(n + 1), league.Play(n + 1)})
	}
	if s := c.Status(); s.Same != 315 || s.Decision != rating.Undecided {
		t.Errorf("the same on %d starts: %s; want 315 and undecided", s.Same, s.Decision)
	}
}
