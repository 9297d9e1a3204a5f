package runner

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"arbiter/server/check"
	"arbiter/server/league"
)

// Check plays the tournament between the candidate and the baseline of v until
// v.SPRT accepts a hypothesis or limit has passed (0 means no limit), and then
// fills in the results in v. It writes progress to log.
func Check(ctx context.Context, t Tournament, v *check.Verdict, limit time.Duration, log io.Writer) error {
	began := time.Now()
	trial := check.New(t.Definition(), v.Question)
	losses := check.Losses{Candidate: v.Candidate.ID}
	add := func(m league.Match) (enough bool) {
		losses.Add(m)
		return trial.Add(m)
	}
	reused := 0
	t.OnVoid(func(start league.Start) (enough bool) {
		trial.Void(start)
		return trial.Decided()
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
	if !trial.Decided() {
		err := every(LineInterval, func() {
			fmt.Fprintln(log, trial)
			if voids := t.Voids(); voids.Matches > 0 {
				fmt.Fprintln(log, voidText(voids))
			}
		}, func() (err error) {
			end, err = t.Play(limited, add)
			return err
		})
		if err != nil {
			return err
		}
	}
	if voids := t.Voids(); voids.Matches > 0 {
		fmt.Fprintln(log, voidText(voids))
	}
	v.Fill(trial.Status())
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
	return v.NameWorst(context.WithoutCancel(ctx), t.Definition().ID, trial, &losses, t.FaultOf)
}
