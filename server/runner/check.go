package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"arbiter/server/check"
	"arbiter/server/engine"
	"arbiter/server/league"
	"arbiter/server/rating"
)

// Check plays the tournament between the candidate and the baseline of v until
// v.Question is answered or limit has passed (0 means no limit), and then
// fills in the results in v. It writes progress to log.
func Check(ctx context.Context, r Runner, e Entry, v *check.Verdict, limit time.Duration, log io.Writer) (err error) {
	began := time.Now()
	pace := &pace{}
	e.Test, e.Observe = &v.Question, pace.observe
	t, err := r.Enter(ctx, e)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	if err := t.Counted(); err != nil {
		return err
	}
	own, reused := t.Earlier()
	if own > 0 {
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
	pace.begin(func(each time.Duration) {
		if text := paceText(v.Question, t.Definition(), each); text != "" {
			fmt.Fprintln(log, text)
		}
	})
	var end Ending
	err = every(LineInterval, func() {
		fmt.Fprintln(log, t.Seen().Summary().Sentence)
		earlier, played := t.Seen().Matches()
		if voids := t.Voids().Note(earlier + played); voids != "" {
			fmt.Fprintln(log, voids)
		}
	}, func() (err error) {
		end, err = t.Play(limited)
		return err
	})
	if err != nil {
		return err
	}
	status := t.Check()
	v.Fill(status)
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
	return v.NameWorst(context.WithoutCancel(ctx), status.Worst, t.FaultOf)
}

// pacedMatches is how many matches are played before a check says how long it
// is going to take.
const pacedMatches = 20

// A pace says once, from the first matches of a run, how long one takes.
type pace struct {
	began  time.Time // zero before the run
	say    func(each time.Duration)
	played int
}

// begin begins the run.
func (p *pace) begin(say func(each time.Duration)) { p.began, p.say = time.Now(), say }

// observe counts the matches of the run.
func (p *pace) observe(e engine.Event) {
	if p.began.IsZero() || e.LeftOut {
		return
	}
	if p.played++; p.played == pacedMatches {
		p.say(time.Since(p.began) / pacedMatches)
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
