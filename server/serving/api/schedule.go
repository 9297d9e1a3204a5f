package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/scheduler"
)

// scheduleBody is the cron schedule of a tournament.
type scheduleBody struct {
	Cron   string    `json:"cron"`
	NextAt time.Time `json:"next_at"`
	Runs   []string  `json:"runs" doc:"The last 10 tournaments it started, newest first."`
	Owner  string    `json:"owner,omitempty" doc:"Name of the token that made the schedule; absent: nobody's."`
	Why    string    `json:"why" doc:"Why no tournament was started at the last scheduled time; empty if one was."`
}

// maxRuns bounds the tournaments that a schedule lists.
const maxRuns = 10

func (s *Server) schedules() {
	tag := []string{"tournaments"}
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodPut, Path: "/api/tournaments/{tournament}/schedule", OperationID: "save-schedule", Tags: tag,
		Summary: "Repeat a tournament on a schedule",
		Description: "Idempotent; replaces an existing schedule. Each run is a new tournament, NAME@2026-11-20T22:00, with the current versions of the bots, on the seeds that follow those of the previous run. " +
			"No run is started while one is running. Another owner's tournament or schedule requires scope admin.",
	}, s.saveSchedule)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodDelete, Path: "/api/tournaments/{tournament}/schedule", OperationID: "delete-schedule", Tags: tag, DefaultStatus: http.StatusNoContent,
		Summary: "Delete a tournament's schedule", Description: "Idempotent. Runs that have been started are kept. A schedule that is not the token's own requires scope admin.",
	}, s.deleteSchedule)
}

func (s *Server) saveSchedule(ctx context.Context, in *struct {
	TournamentPath
	Body struct {
		Cron string `json:"cron" minLength:"1" maxLength:"200" doc:"Minute, hour, day of month, month and day of week, or @hourly, @daily, @weekly, @monthly, @yearly. In the server's time zone unless prefixed, e.g. CRON_TZ=Europe/Berlin 0 22 * * *."`
	}
}) (*tournamentOut, error) {
	if err := s.schedule(ctx, in.ID, in.Body.Cron); err != nil {
		return nil, err
	}
	return s.getTournament(ctx, &in.TournamentPath)
}

// schedule makes a schedule, or changes the expression of one.
func (s *Server) schedule(ctx context.Context, id, cron string) error {
	s.saving.Lock()
	defer s.saving.Unlock()
	if err := s.mayOf(ctx, id, transport.MayChange); err != nil {
		return err
	}
	before, ok, err := s.Store.CronSchedule(ctx, id)
	if err != nil {
		return err
	}
	if ok {
		if err := transport.MayChange(ctx, "the schedule of "+id, before.Owner); err != nil {
			return err
		}
	}
	return s.Scheduler.Schedule(ctx, id, cron, transport.CallerOf(ctx).Token)
}

func (s *Server) deleteSchedule(ctx context.Context, in *TournamentPath) (*struct{}, error) {
	s.saving.Lock()
	defer s.saving.Unlock()
	before, ok, err := s.Store.CronSchedule(ctx, in.ID)
	if err != nil || !ok {
		return nil, err
	}
	if err := transport.MayDelete(ctx, "the schedule of "+in.ID, before.Owner); err != nil {
		return nil, err
	}
	return nil, s.Store.DeleteCronSchedule(ctx, in.ID)
}

// scheduleOf returns a tournament's schedule, or nil.
func (s *Server) scheduleOf(ctx context.Context, id string) (*scheduleBody, error) {
	schedule, ok, err := s.Store.CronSchedule(ctx, id)
	if err != nil || !ok {
		return nil, err
	}
	cron, err := scheduler.ParseCron(schedule.Cron)
	if err != nil {
		return nil, err
	}
	runs, err := s.Store.Occurrences(ctx, id)
	return &scheduleBody{schedule.Cron, cron.Next(time.Now()), nonNil(runs[:min(len(runs), maxRuns)]), schedule.Owner, schedule.Why}, err
}
