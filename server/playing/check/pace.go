package check

import (
	"errors"
	"fmt"
	"math"
	"time"

	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// timedStarts is how many starts are played to learn how long one takes.
const timedStarts = 10

// A Pace is how fast the matches of a check are played. Of their results it knows
// nothing, so what it decides leaves the test its error probabilities.
type Pace struct {
	bots     int
	seats    int
	matches  int           // of the check so far
	took     time.Duration // sum of what each took
	now      int           // of these, played now
	tookNow  time.Duration // by these
	duration time.Duration // from the first one's start to the last one's end: several are played at a time
}

// NewPace returns the pace of a check that has not played yet. bots is how many bots play in it,
// and seats how many of them play in a match.
func NewPace(bots, seats int) *Pace { return &Pace{bots: bots, seats: seats} }

// Next returns how many starts of the check to enter, counted from the first one. These are more
// than earlier runs have played, because only matches that are played now tell the pace. Next
// forgets what was counted before.
func (p *Pace) Next() int {
	starts := p.matches/StartMatches(p.bots, p.seats) + timedStarts
	*p = Pace{bots: p.bots, seats: p.seats}
	return starts
}

// Timed reports whether any match was played now.
func (p *Pace) Timed() bool { return p.now > 0 }

// Known counts a match that was played earlier.
func (p *Pace) Known(m league.Match) {
	p.matches++
	p.took += m.Duration
}

// Played counts a match that is played now.
func (p *Pace) Played(m league.Match) {
	p.Known(m)
	p.now++
	p.tookNow += m.Duration
}

// Took sets how long all matches took together that were played now.
func (p *Pace) Took(d time.Duration) { p.duration = d }

// match returns how long a match takes: that of those played now, corrected for
// known ones that took longer or shorter.
func (p *Pace) match() time.Duration {
	each := float64(p.duration) / float64(p.now)
	if p.tookNow > 0 {
		each *= float64(p.took) / float64(p.matches) / (float64(p.tookNow) / float64(p.now))
	}
	return time.Duration(max(each, 1))
}

// Fit returns the question with the margin and the cap that can be decided within a time, and a
// sentence on it. starts is the number of distinct starts, 0 for no end. The error is a
// league.FieldError if nothing was timed, or if the time is too short to decide anything.
func (p *Pace) Fit(q league.Question, within time.Duration, starts int) (_ league.Question, text string, err error) {
	if !p.Timed() {
		return q, "", league.FieldError{Field: "within", Err: errors.New("all starts have been played before, so nothing could be timed; want elo0 or max_games in its place")}
	}
	q.Cap = max(timedStarts, int(float64(within)/float64(p.match())/float64(StartMatches(p.bots, p.seats))))
	if starts > 0 {
		q.Cap = min(q.Cap, starts)
	}
	if q.By == league.ByScore {
		q.SetPoints(q.Points() / width(q) * math.Sqrt(rating.ScoreStarts/float64(q.Cap)))
		if q.Range > 0 && q.Points() >= q.Range {
			return q, "", league.FieldError{Field: "within", Err: fmt.Errorf("%v are enough for about %d starts, which decide nothing; want more time", within, q.Cap)}
		}
		return q, fmt.Sprintf("%v are enough for about %d starts, which decide about a margin of %.4g points.", within, q.Cap, q.Points()), nil
	}
	margin, err := rating.MarginFor(rating.UnitOf(p.seats == 1), worth(q.Cap, p.seats))
	if err != nil {
		return q, "", err
	}
	margin = math.Round(margin)
	if q.Elo0 >= 0 { // a gain is asked for
		margin = -margin
		q.Elo1 = q.Elo0 + margin
	} else {
		q.Elo0 = margin
	}
	return q, fmt.Sprintf("%v are enough for about %d starts, which decide about a margin of %.0f Elo.", within, q.Cap, margin), nil
}

// StartMatches returns how many matches of so many seats a check with so many bots plays on a
// start.
func StartMatches(bots, seats int) int { return max(2, seats) * max(1, 2*(bots-2)) }

// StartTime returns how long a start of a check takes, given how long a match takes.
func StartTime(t league.Tournament, match time.Duration) time.Duration {
	return time.Duration(StartMatches(len(t.Bots), t.Seats)) * match
}
