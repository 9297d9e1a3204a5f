package runner

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"arbiter/server/check"
	"arbiter/server/league"
	"arbiter/server/rating"
)

// Check plays the tournament between the candidate and the baseline of v until
// v.Question is answered or limit has passed (0 means no limit), and then
// fills in the results in v. It writes progress to log.
func Check(ctx context.Context, t Tournament, v *check.Verdict, limit time.Duration, log io.Writer) error {
	began := time.Now()
	c := check.New(t.Definition(), v.Question)
	losses := check.Losses{Candidate: v.Candidate.ID}
	add := func(m league.Match) (enough bool) {
		losses.Add(m)
		return c.Add(m)
	}
	reused := 0
	t.OnVoid(func(start league.Start) (enough bool) {
		c.Void(start)
		return c.Decided()
	})
	before, wait, err := t.Earlier(ctx, func(m league.Match) {
		if m.Stored != "" {
			reused++
		}
		add(m)
	})
	if err == nil {
		err = wait()
	}
	if err != nil {
		return err
	}
	if own := before - reused; own > 0 {
		printResuming(log, own)
	}
	if reused > 0 {
		fmt.Fprintf(log, "%d results of these bots are known from other tournaments; --fresh would play them again.\n", reused)
	}
	limited := ctx
	if limit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	var end Ending
	if !c.Decided() {
		err := every(LineInterval, func() {
			fmt.Fprintln(log, c)
			if voids := t.Voids().Note(c.Matches()); voids != "" {
				fmt.Fprintln(log, voids)
			}
		}, func() (err error) {
			end, err = t.Play(limited, paced(log, v.Question, t.Definition(), add))
			return err
		})
		if err != nil {
			return err
		}
	}
	v.Fill(c.Status())
	v.FillVoids(t.Voids())
	v.Seconds = time.Since(began).Seconds()
	if v.Verdict == check.Undecided {
		why := end.Why
		switch {
		case ctx.Err() != nil:
			why = "Interrupted; run the same command to resume."
		case limited.Err() != nil:
			why = "Time limit reached; run the same command to resume."
		}
		v.Note = strings.TrimSpace(v.Note + " " + why)
		if end.Hint != "" {
			fmt.Fprintln(log, end.Hint)
		}
	}
	return v.NameWorst(context.WithoutCancel(ctx), t.Definition().ID, c, &losses, t.FaultOf)
}

// pacedMatches is how many matches are played before a check says how long it
// is going to take.
const pacedMatches = 20

// paced returns add, which also says once, from the pace of the first matches,
// how many minutes an equal candidate takes.
func paced(log io.Writer, q league.Question, t league.Tournament, add func(league.Match) bool) func(league.Match) bool {
	began, played := time.Now(), 0
	return func(m league.Match) bool {
		if played++; played == pacedMatches {
			if text := paceText(q, t, time.Since(began)/pacedMatches); text != "" {
				fmt.Fprintln(log, text)
			}
		}
		return add(m)
	}
}

// paceText returns how long a check takes with this much time for a match.
func paceText(q league.Question, t league.Tournament, each time.Duration) string {
	forecasts, err := q.Plan(rating.UnitOf(t.Solo()), 0)
	if err != nil || q.By == league.ByScore {
		return ""
	}
	starts := min(forecasts[0].Mean, float64(len(t.Starts)))
	matches := 2 * max(1, 2*(len(t.Bots)-2)) // on a start
	return fmt.Sprintf("At this pace about %v if the candidate is equal.", rounded(time.Duration(starts*float64(matches)*float64(each))))
}
