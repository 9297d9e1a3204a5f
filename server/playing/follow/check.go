package follow

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
	"arbiter/server/playing/engine"
)

// Check plays the tournament between the candidate and the baseline of a case until
// its question is answered or limit has passed (0 means no limit), and returns the
// verdict.
func (h Host) Check(ctx context.Context, e Entry, about check.Case, limit time.Duration) (v check.Verdict, err error) {
	began, log := time.Now(), h.Log
	pace := &pace{}
	e.Test, e.Observe = &about.Question, pace.observe
	t, err := h.Enter(ctx, e)
	if err != nil {
		return v, err
	}
	own, reused := t.Earlier()
	PrintResuming(log, own)
	if reused > 0 {
		fmt.Fprintf(log, "%d results of these bots are known from other tournaments; --fresh would play them again.\n", reused)
	}
	limited, cancel := limitedTo(ctx, limit)
	defer cancel()
	// each is how long a start takes lately: what a report says of the rest follows from it.
	each := func() time.Duration {
		_, played := t.Seen().Matches()
		return check.StartTime(t.Tournament, pace.each(played))
	}
	rest := func() {
		if text := check.PaceText(t.Check(), t.Tournament, each()); text != "" {
			fmt.Fprintln(log, text)
		}
	}
	var end Ending
	_, before := t.Seen().Matches()
	pace.begin(before, rest)
	err = Every(LineInterval, func() {
		fmt.Fprintln(log, t.Seen().Summary().Sentence)
		rest()
		earlier, played := t.Seen().Matches()
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
	if err := status.Look(context.WithoutCancel(ctx), t.Tournament.ID, t.FaultOf); err != nil {
		return v, err
	}
	played := check.Played{Status: status, Void: t.Voids(), Now: pace.count(), Earlier: own, Seconds: time.Since(began).Seconds(), Each: each()}
	switch {
	case status.NoEvidence:
		played.Why = "These matches count again in the same command. After a repair outside of the bots' files, such as a package that was installed, add --fresh."
	case status.Decision == rating.Undecided:
		played.Why = cmp.Or(interruption(ctx, limited), end.Why)
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

// A pace is how fast the matches of a check are played. It says once, after the first of a
// run, that it is known. It is safe for concurrent use.
type pace struct {
	mu     sync.Mutex
	lately Tempo
	known  func() // nil before the run
	played int    // in the run
}

// begin begins the run, after so many matches.
func (p *pace) begin(played int, known func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lately.Each(time.Now(), played)
	p.known = known
}

// each returns how long a match takes lately, given how many have been played by now.
func (p *pace) each(played int) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lately.Each(time.Now(), played)
}

// count returns how many matches the run has played.
func (p *pace) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.played
}

// observe counts the matches of the run.
func (p *pace) observe(e engine.Event) {
	if !e.Played() {
		return
	}
	p.mu.Lock()
	known := p.known
	if known != nil {
		p.played++
	}
	first := p.played == pacedMatches
	p.mu.Unlock()
	if known != nil && first {
		known()
	}
}
