package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/scheduler"
)

// scheduleBody is when further runs of a tournament start by themselves.
type scheduleBody struct {
	Cron   string    `json:"cron"`
	NextAt time.Time `json:"next_at"`
	Runs   []string  `json:"runs" doc:"The last 10, newest first."`
	Why    string    `json:"why" doc:"Why the last time started no run; empty: it did."`
}

// mostRuns is how many runs a schedule lists.
const mostRuns = 10

func (s *Server) schedules() {
	tag := []string{"tournaments"}
	route(s, ScopePlay, huma.Operation{
		Method: http.MethodPut, Path: "/api/tournaments/{tournament}/schedule", OperationID: "save-schedule", Tags: tag,
		Summary: "Say when further runs of a tournament start by themselves",
		Description: "Idempotent; it replaces what was said before. Each run is a tournament of its own, NAME@2026-11-20T22:00, with the bots as they are then, on the seeds that follow those of the run before. " +
			"While a run is running no other one is started.",
	}, s.saveSchedule)
	route(s, ScopeAdmin, huma.Operation{
		Method: http.MethodDelete, Path: "/api/tournaments/{tournament}/schedule", OperationID: "delete-schedule", Tags: tag, DefaultStatus: http.StatusNoContent,
		Summary: "Start no further runs of a tournament", Description: "Idempotent. Runs that were started stay.",
	}, func(ctx context.Context, in *TournamentPath) (*struct{}, error) {
		return nil, s.Store.DeleteCronSchedule(ctx, in.ID)
	})
}

func (s *Server) saveSchedule(ctx context.Context, in *struct {
	TournamentPath
	Body struct {
		Cron string `json:"cron" minLength:"1" maxLength:"200" doc:"Minute, hour, day of the month, month and day of the week, or @hourly, @daily, @weekly, @monthly, @yearly; in the server's time zone, or in that of CRON_TZ=Europe/Berlin before the rest."`
	}
}) (*tournamentOut, error) {
	if err := s.Scheduler.Schedule(ctx, in.ID, in.Body.Cron); err != nil {
		return nil, err
	}
	return s.getTournament(ctx, &in.TournamentPath)
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
	return &scheduleBody{schedule.Cron, cron.Next(time.Now()), nonNil(runs[:min(len(runs), mostRuns)]), schedule.Why}, err
}
