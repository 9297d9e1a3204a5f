package analyst

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"
)

// A Spare analyses matches that nobody has asked for, while no match is played. It takes
// the worst losses of bots, so that their cost is known when somebody looks. What
// somebody asks the Analyst for goes first. Fill in the fields, then call Run.
type Spare struct {
	Analyst *Analyst
	Pauses  Pauses
	// Matches returns the IDs of the matches that are worth an analysis, those first that are
	// worth most.
	Matches func(ctx context.Context) ([]string, error)
	Log     *slog.Logger
	Quiet   time.Duration // how long nothing must have been played; 0 stands for DefaultQuiet
	Budget  time.Duration // how long each match is analysed; 0 stands for SpareBudget

	settled map[string]bool // matches that need no more analysis
}

// Pauses tells when nothing is played.
type Pauses interface {
	// AwaitQuiet waits until no match has been played for so long and no match waits to be
	// played.
	AwaitQuiet(ctx context.Context, long time.Duration) error
	// AwaitPlay waits until something is played, or waits to be.
	AwaitPlay(ctx context.Context) error
}

const (
	// DefaultQuiet is longer than a person takes between two matches that are asked for one
	// by one, and than a script does between two tournaments.
	DefaultQuiet = 5 * time.Second
	// SpareBudget is what an analysis takes by default when somebody asks for it.
	SpareBudget = 10 * time.Second
	// leastSpare is the share of the budget that is left when more would tell nothing new.
	leastSpare = 0.01
)

// Run analyses until ctx is done.
func (s *Spare) Run(ctx context.Context) {
	s.settled = map[string]bool{}
	for ctx.Err() == nil && s.Pauses.AwaitQuiet(ctx, cmp.Or(s.Quiet, DefaultQuiet)) == nil {
		s.pause(ctx)
	}
}

// pause analyses until something is played.
func (s *Spare) pause(ctx context.Context) {
	pause, end := context.WithCancel(ctx)
	played := make(chan struct{})
	go func() {
		defer close(played)
		_ = s.Pauses.AwaitPlay(pause) // its error is that of pause, which is over then
		end()
	}()
	if err := s.analyse(pause); err != nil && pause.Err() == nil {
		s.Log.Warn("analyse losses", "error", err) // the next pause tries again
	}
	<-played
}

// analyse analyses one match after the other.
func (s *Spare) analyse(ctx context.Context) error {
	matches, err := s.Matches(ctx)
	if err != nil {
		return err
	}
	for _, match := range matches {
		for !s.settled[match] {
			if err := ctx.Err(); err != nil {
				return err
			}
			if s.settled[match], err = s.Analyst.spare(ctx, match, cmp.Or(s.Budget, SpareBudget)); err != nil && ctx.Err() == nil {
				s.Log.Debug("a loss is not analysed", "match", match, "error", err) // such as one without a replay or a judge
				s.settled[match] = true
			}
		}
	}
	return nil
}

// spare analyses a match for what is left of a budget, as soon as nothing is asked for. It
// reports whether there is nothing more to do: when the budget is used up, or a person has
// ended the analysis. Otherwise something that was asked for has ended it, or ctx.
func (a *Analyst) spare(ctx context.Context, match string, budget time.Duration) (settled bool, err error) {
	rec, _, judging, err := a.open(ctx, match)
	if err != nil {
		return false, err
	}
	granted, err := a.Cache.Granted(rec, judging)
	if err != nil {
		return false, err
	}
	left := budget - granted
	if float64(left) < leastSpare*float64(budget) {
		return true, nil
	}
	j := &job{match: match, budget: left, spare: true}
	err = a.changed.Wait(ctx, &a.mu, func() bool {
		if len(a.jobs) > 0 || ctx.Err() != nil {
			return false
		}
		a.jobs = append(a.jobs, j)
		a.changed.Broadcast()
		return true
	})
	if err != nil {
		return false, err
	}
	defer context.AfterFunc(ctx, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		if slices.Contains(a.jobs, j) {
			a.end(j)
		}
	})()
	over := func() bool { return !slices.Contains(a.jobs, j) }
	_ = a.changed.Wait(context.WithoutCancel(ctx), &a.mu, over) // Run ends each job, at once when it is cancelled
	switch {
	case j.unwanted:
		return true, nil
	case j.ended || errors.Is(j.err, context.Canceled):
		return false, nil // whatever came of it: what ends an analysis may come with its end
	}
	return j.err == nil && j.cancel != nil, j.err
}
