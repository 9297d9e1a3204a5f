package scheduler

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"arbiter/server/league"
	"arbiter/server/playing/resolve"
)

// tickCron starts what is due by cron, minute by minute, until ctx ends.
func (s *Scheduler) tickCron(ctx context.Context) {
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

// entryTimeout is how long the bots of an occurrence may take to be built and
// found, so that one that hangs delays the other schedules no longer.
const entryTimeout = 10 * time.Minute

// due starts an occurrence of every tournament whose time has come since the
// last look. Of several times, as after a night without the server, only the
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
		within, done := context.WithTimeout(ctx, entryTimeout)
		id, err := s.startOccurrence(within, schedule.Tournament, due)
		done()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			s.Log.Info("tournament started by its schedule", "tournament", id)
			continue
		}
		s.Log.Warn("tournament not started by its schedule", "tournament", schedule.Tournament, "due", due, "error", err)
		if err := s.Store.SettleCronSchedule(ctx, schedule.Tournament, due, fmt.Sprintf("%s: %v", due.Format(dueFormat), err)); err != nil {
			return err
		}
	}
	return nil
}

// dueFormat is how a time is written in the name of an occurrence.
const dueFormat = "2006-01-02T15:04"

// startOccurrence makes and starts a copy of a tournament and returns its name.
func (s *Scheduler) startOccurrence(ctx context.Context, template string, due time.Time) (string, error) {
	before, err := s.Store.Occurrences(ctx, template)
	if err != nil {
		return "", err
	}
	for _, id := range append(before, template) {
		status, err := s.Store.TournamentStatus(ctx, id)
		if err != nil {
			return "", err
		}
		if status.State == league.Running {
			return "", fmt.Errorf("skipped: %s was still running", id)
		}
	}
	s.copying.RLock()
	defer s.copying.RUnlock()
	t, bots, anchor, err := s.nextOccurrence(ctx, template, len(before)+1)
	if err != nil {
		return "", err
	}
	if t.ID, err = s.occurrenceName(ctx, template, due); err != nil {
		return "", err
	}
	release, err := s.claim(ctx, t.ID)
	if err != nil {
		return "", err
	}
	defer release()
	if err := s.Store.SaveOccurrence(ctx, t, bots, league.Occurrence{Template: template, DueAt: due, Anchor: anchor}); err != nil {
		return "", err
	}
	return t.ID, s.activate(ctx, t.ID)
}

// nextOccurrence returns the definition of a tournament's nth occurrence: its
// bots as they are now, on the starts that follow those of the one before.
func (s *Scheduler) nextOccurrence(ctx context.Context, template string, n int) (t league.Tournament, bots []league.Bot, anchor string, err error) {
	if t, err = s.Store.Tournament(ctx, template); err != nil {
		return t, nil, "", err
	}
	status, err := s.Store.TournamentStatus(ctx, template)
	if err != nil {
		return t, nil, "", err
	}
	entered, err := s.Store.Bots(ctx, template)
	if err != nil {
		return t, nil, "", err
	}
	by := Asker{Name: t.Owner, AnyBot: s.Trusts == nil || s.Trusts(t.Owner)}
	typed := make([]string, len(entered))
	for i, bot := range entered {
		if err := s.mayStart(ctx, bot); err != nil {
			return t, nil, "", err
		}
		if typed[i] = bot.Typed; by.may(bot.Typed) != nil {
			typed[i] = bot.ID // what it was typed as may be another program by now
		}
	}
	contenders, err := s.find(ctx, t.Game, typed, by)
	if err == nil {
		err = resolve.TryStart(s.Pool.Isolation, contenders...)
	}
	if err == nil {
		err = s.copyFiles(contenders)
	}
	if err != nil {
		return t, nil, "", err
	}
	before := t.Bots
	t.Bots = nil
	for _, c := range contenders {
		bots, t.Bots = append(bots, c.Bot), append(t.Bots, c.Bot.ID)
	}
	if i := slices.Index(before, status.Anchor); i >= 0 {
		anchor = t.Bots[i]
	}
	t.CreatedAt = now()
	if t.Starts, err = league.Onward(t.Starts, n); err != nil {
		return t, nil, "", err
	}
	return t, bots, anchor, t.Validate()
}

// occurrenceName names an occurrence after its time. Where the clock goes back
// that time comes twice: then its offset from UTC is added.
func (s *Scheduler) occurrenceName(ctx context.Context, template string, due time.Time) (string, error) {
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

// Schedule sets when copies of a tournament start by themselves, in place of the
// schedule it had, whose owner stays.
func (s *Scheduler) Schedule(ctx context.Context, id, cron, owner string) error {
	if _, err := ParseCron(cron); err != nil {
		return league.FieldError{Field: "cron", Err: err}
	}
	t, err := s.Store.Tournament(ctx, id)
	if err != nil {
		return err
	}
	status, err := s.Store.TournamentStatus(ctx, id)
	switch {
	case err != nil:
		return err
	case status.State == league.Cancelled:
		return league.Conflictf("tournament %s is cancelled; create another one", id)
	case len(t.Starts) == 0:
		return league.Conflictf("%s holds single matches; want a tournament", id)
	case t.Endless():
		return league.FieldError{Field: "cron", Err: fmt.Errorf("a %s without rounds never ends, and each occurrence waits for the end of the one before; extend it by rounds", t.Format)}
	}
	return s.Store.SaveCronSchedule(ctx, id, cron, owner, now())
}
