package scheduler

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"arbiter/server/league"
	"arbiter/server/resolve"
)

// keepTime starts the runs that are due, minute by minute, until ctx is done.
func (s *Scheduler) keepTime(ctx context.Context) {
	for {
		at := time.Now()
		if err := s.due(ctx, at); err != nil && ctx.Err() == nil {
			s.Log.Error("schedules", "error", err)
		}
		select {
		case <-time.After(time.Until(at.Truncate(time.Minute).Add(time.Minute))):
		case <-ctx.Done():
			return
		}
	}
}

// entering is how long the bots of a run may take to be built and found: one
// that hangs holds up no other schedule for longer.
const entering = 10 * time.Minute

// due starts a run of every tournament whose time has come since somebody
// looked last. Of several times, as after a night without the server, only the
// last one counts.
func (s *Scheduler) due(ctx context.Context, at time.Time) error {
	schedules, err := s.Store.CronSchedules(ctx)
	if err != nil {
		return err
	}
	for _, schedule := range schedules {
		cron, err := ParseCron(schedule.Cron)
		if err != nil {
			s.Log.Error("schedule", "tournament", schedule.Tournament, "error", err)
			continue
		}
		due := cron.last(schedule.SeenAt, at)
		if due.IsZero() {
			continue
		}
		within, done := context.WithTimeout(ctx, entering)
		id, err := s.repeat(within, schedule.Tournament, due)
		done()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			s.Log.Info("a run is started", "tournament", id)
			continue
		}
		s.Log.Warn("no run is started", "tournament", schedule.Tournament, "due", due, "error", err)
		if err := s.Store.SettleCronSchedule(ctx, schedule.Tournament, due, fmt.Sprintf("%s: %v", due.Format(dueFormat), err)); err != nil {
			return err
		}
	}
	return nil
}

// dueFormat is how a time is written in the name of a run.
const dueFormat = "2006-01-02T15:04"

// repeat starts a run of a tournament and returns its name.
func (s *Scheduler) repeat(ctx context.Context, template string, due time.Time) (string, error) {
	runs, err := s.Store.Occurrences(ctx, template)
	if err != nil {
		return "", err
	}
	for _, id := range append(runs, template) {
		r, err := s.Store.TournamentStatus(ctx, id)
		if err != nil {
			return "", err
		}
		if r.State == league.Running {
			return "", fmt.Errorf("it was skipped: %s was still running", id)
		}
	}
	s.shelving.RLock()
	defer s.shelving.RUnlock()
	t, bots, anchor, err := s.another(ctx, template, len(runs)+1)
	if err != nil {
		return "", err
	}
	if t.ID, err = s.runName(ctx, template, due); err != nil {
		return "", err
	}
	if err := s.Store.SaveOccurrence(ctx, t, bots, league.Occurrence{Template: template, DueAt: due, Anchor: anchor}); err != nil {
		return "", err
	}
	return t.ID, s.begin(ctx, t.ID)
}

// another returns the definition of a tournament's nth run: its bots as they
// are now, on the starts that follow those of the run before.
func (s *Scheduler) another(ctx context.Context, template string, n int) (t league.Tournament, bots []league.Bot, anchor string, err error) {
	if t, err = s.Store.Tournament(ctx, template); err != nil {
		return t, nil, "", err
	}
	state, err := s.Store.TournamentStatus(ctx, template)
	if err != nil {
		return t, nil, "", err
	}
	entered, err := s.Store.Bots(ctx, template)
	if err != nil {
		return t, nil, "", err
	}
	typed := make([]string, len(entered))
	for i, bot := range entered {
		typed[i] = bot.Typed
	}
	contenders, err := s.find(ctx, t.Game, typed)
	if err == nil {
		err = resolve.TryStart(contenders...)
	}
	if err == nil {
		err = s.shelve(contenders)
	}
	if err != nil {
		return t, nil, "", err
	}
	before := t.Bots
	t.Bots = nil
	for _, c := range contenders {
		bots, t.Bots = append(bots, c.Bot), append(t.Bots, c.Bot.ID)
	}
	if i := slices.Index(before, state.Anchor); i >= 0 {
		anchor = t.Bots[i]
	}
	t.CreatedAt = now()
	if t.Starts, err = league.Onward(t.Starts, n); err != nil {
		return t, nil, "", err
	}
	return t, bots, anchor, t.Validate()
}

// runName names a run after its time. Where the clock goes back that time
// comes twice: then its distance to UTC is added.
func (s *Scheduler) runName(ctx context.Context, template string, due time.Time) (string, error) {
	name := template + "@" + due.Format(dueFormat)
	_, err := s.Store.Tournament(ctx, name)
	switch {
	case err == nil:
		return name + due.Format("Z07:00"), nil
	case errors.Is(err, league.ErrNotFound):
		return name, nil
	}
	return "", err
}

// Schedule says when further runs of a tournament start by themselves, instead
// of what was said before.
func (s *Scheduler) Schedule(ctx context.Context, id, cron string) error {
	if _, err := ParseCron(cron); err != nil {
		return league.FieldError{Field: "cron", Err: err}
	}
	t, err := s.Store.Tournament(ctx, id)
	if err != nil {
		return err
	}
	state, err := s.Store.TournamentStatus(ctx, id)
	switch {
	case err != nil:
		return err
	case state.State == league.Cancelled:
		return league.Conflictf("tournament %s is cancelled; make another one", id)
	case len(t.Starts) == 0:
		return league.Conflictf("%s holds single matches; want a tournament", id)
	case t.Format == league.Ladder && t.Rounds == 0:
		return league.FieldError{Field: "cron", Err: fmt.Errorf("a ladder without rounds never ends, and each run waits for the end of the one before; extend it by rounds")}
	}
	return s.Store.SaveCronSchedule(ctx, id, cron, now())
}
