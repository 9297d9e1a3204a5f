package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
	"arbiter/server/playing/engine"
)

// Check plays the tournament between the candidate and the baseline of a case until
// its question is answered or limit has passed (0 means no limit), and returns the
// verdict. It writes progress to log.
func Check(ctx context.Context, r Runner, e Entry, about check.Case, limit time.Duration, log io.Writer) (v check.Verdict, err error) {
	began := time.Now()
	pace := &pace{}
	e.Test, e.Observe = &about.Question, pace.observe
	t, err := r.Enter(ctx, e)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	if err := t.Counted(); err != nil {
		return v, err
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
		if text := check.PaceText(t.Check(), t.Definition(), each); text != "" {
			fmt.Fprintln(log, text)
		}
	})
	var end Ending
	var recently tempo
	_, before := t.Seen().Matches()
	recently.each(time.Now(), before)
	err = every(LineInterval, func() {
		fmt.Fprintln(log, t.Seen().Summary().Sentence)
		earlier, played := t.Seen().Matches()
		if each := recently.each(time.Now(), played); each > 0 {
			if text := check.PaceText(t.Check(), t.Definition(), each); text != "" {
				fmt.Fprintln(log, text)
			}
		}
		if voids := t.Voids().Note(earlier + played); voids != "" {
			fmt.Fprintln(log, voids)
		}
	}, func() (err error) {
		end, err = t.Play(limited)
		return err
	})
	if err != nil {
		return v, err
	}
	status := t.Check()
	played := check.Played{Status: status, Void: t.Voids(), Seconds: time.Since(began).Seconds(), Each: pace.start(status)}
	if status.Verdict == rating.Undecided {
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
	if played.Worst, err = check.NameWorst(context.WithoutCancel(ctx), status.Worst, t.FaultOf); err != nil {
		return v, err
	}
	return check.NewVerdict(about, played), nil
}

// pacedMatches is how many matches are played before a check says how long it
// is going to take: enough to see whether the bots draw.
const pacedMatches = 40

// A pace says once, from the first matches of a run, how long one takes.
type pace struct {
	began  time.Time // zero before the run
	say    func(each time.Duration)
	played int
}

// start returns how long a start takes at the pace of this run; 0 when nothing was played.
func (p *pace) start(s check.Status) time.Duration {
	if p.played == 0 || s.Trials == 0 {
		return 0
	}
	return time.Since(p.began) / time.Duration(p.played) * time.Duration(s.Matches/s.Trials)
}

// begin begins the run.
func (p *pace) begin(say func(each time.Duration)) { p.began, p.say = time.Now(), say }

// observe counts the matches of the run.
func (p *pace) observe(e engine.Event) {
	if p.began.IsZero() || !e.Played() {
		return
	}
	if p.played++; p.played == pacedMatches {
		p.say(time.Since(p.began) / pacedMatches)
	}
}
