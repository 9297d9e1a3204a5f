package runner

import (
	"context"
	"fmt"
	"io"
	"time"

	"arbiter/server/check"
	"arbiter/server/league"
	"arbiter/server/rating"
)

// Check plays the tournament between the candidate and the baseline of a case until
// its question is answered or limit has passed (0 means no limit), and returns the
// verdict. It writes progress to log.
func Check(ctx context.Context, t Tournament, about check.Case, limit time.Duration, log io.Writer) (check.Verdict, error) {
	began := time.Now()
	c := check.New(t.Definition(), about.Question)
	losses := check.Losses{Candidate: about.Candidate.ID}
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
		return check.Verdict{}, err
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
			end, err = t.Play(limited, paced(log, about.Question, t.Definition(), add))
			return err
		})
		if err != nil {
			return check.Verdict{}, err
		}
	}
	played := check.Played{Status: c.Status(), Void: t.Voids(), Seconds: time.Since(began).Seconds()}
	if played.Status.Verdict == rating.Undecided {
		played.Why = end.Why
		switch {
		case ctx.Err() != nil:
			played.Why = "Interrupted; run the same command to resume."
		case limited.Err() != nil:
			played.Why = "Time limit reached; run the same command to resume."
		}
		if end.Hint != "" {
			fmt.Fprintln(log, end.Hint)
		}
	}
	if played.Worst, err = losses.Worst(context.WithoutCancel(ctx), t.Definition().ID, c, t.FaultOf); err != nil {
		return check.Verdict{}, err
	}
	return check.NewVerdict(about, played), nil
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
			if text := check.PaceText(q, t, time.Since(began)/pacedMatches); text != "" {
				fmt.Fprintln(log, text)
			}
		}
		return add(m)
	}
}
