package scheduler

import (
	"context"
	"errors"
	"slices"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// Scheduled returns the work of a job that an earlier server has handed out, so that a
// report of it can be checked. A tournament or a queued match has to ask for the job,
// and its report must be missing; otherwise ok is false. The bots of the work cannot be
// started.
func (s *Scheduler) Scheduled(ctx context.Context, job league.Job) (work dispatch.Work, ok bool, err error) {
	if _, err := s.Store.Match(ctx, job.ID); !errors.Is(err, league.ErrNotFound) {
		return work, false, err
	}
	if league.IsSingles(job.Tournament) {
		return s.queuedWork(ctx, job.ID)
	}
	t, err := s.Store.Tournament(ctx, job.Tournament)
	if errors.Is(err, league.ErrNotFound) {
		return work, false, nil
	}
	if err != nil || !asksFor(t, job) {
		return work, false, err
	}
	entered, err := s.Store.Bots(ctx, t.ID)
	if err != nil {
		return work, false, err
	}
	work = dispatch.Work{Job: job, Limits: t.Limits, Setup: referee.Setup{Seed: job.Pairing.Start.Seed}}
	if work.Game, err = s.Games.Find(t.Game); err != nil {
		return work, false, err
	}
	for _, id := range job.Pairing.Seats {
		i := slices.IndexFunc(entered, func(b league.Bot) bool { return b.ID == id })
		if i < 0 {
			return work, false, nil
		}
		work.Contenders = append(work.Contenders, dispatch.Contender{Bot: entered[i]})
	}
	if position := job.Pairing.Start.Position; position != "" {
		work.Setup.Position, err = s.Store.PositionText(ctx, position)
	}
	return work, err == nil, err
}

// asksFor reports whether a job may be one of a tournament. Which of the possible
// pairings a schedule chooses depends on results, so that is not asked.
func asksFor(t league.Tournament, job league.Job) bool {
	p := job.Pairing
	return job.ID == p.ID(t.ID) && len(p.Seats) == t.Seats && p.Repetition >= 0 &&
		slices.ContainsFunc(t.Starts, func(start league.Start) bool { return start == p.Start }) &&
		!slices.ContainsFunc(p.Seats, func(bot string) bool { return !slices.Contains(t.Bots, bot) })
}

// queuedWork returns the work of a single match that waits in the store.
func (s *Scheduler) queuedWork(ctx context.Context, id string) (work dispatch.Work, ok bool, err error) {
	queued, err := s.Store.QueuedMatches(ctx)
	if err != nil {
		return work, false, err
	}
	i := slices.IndexFunc(queued, func(m league.QueuedMatch) bool { return m.Job.ID == id })
	if i < 0 {
		return work, false, nil
	}
	work, err = s.workOf(ctx, queued[i], map[[2]string]dispatch.Contender{})
	return work, err == nil, err
}

// Adopt saves reports of scheduled jobs that this server has not handed out. If it hands out
// such a job later, return the job as played.
func (s *Scheduler) Adopt(ctx context.Context, reports []league.Report) error {
	return s.Store.SaveReports(ctx, reports)
}
