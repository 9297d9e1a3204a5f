package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/scheduler"
)

// scheduleBody is the cron schedule of a tournament.
type scheduleBody struct {
	Cron   string    `json:"cron"`
	NextAt time.Time `json:"next_at"`
	Runs   []string  `json:"runs" doc:"The last 10 tournaments it started, newest first."`
	Why    string    `json:"why" doc:"Why no tournament was started at the last scheduled time; empty if one was."`
}

// maxRuns bounds the tournaments that a schedule lists.
const maxRuns = 10

func (s *Server) schedules() {
	tag := []string{"tournaments"}
	route(s, ScopePlay, huma.Operation{
		Method: http.MethodPut, Path: "/api/tournaments/{tournament}/schedule", OperationID: "save-schedule", Tags: tag,
		Summary: "Repeat a tournament on a schedule",
		Description: "Idempotent; replaces an existing schedule. Each run is a new tournament, NAME@2026-11-20T22:00, with the current versions of the bots, on the seeds that follow those of the previous run. " +
			"No run is started while one is running.",
	}, s.saveSchedule)
	route(s, ScopeAdmin, huma.Operation{
		Method: http.MethodDelete, Path: "/api/tournaments/{tournament}/schedule", OperationID: "delete-schedule", Tags: tag, DefaultStatus: http.StatusNoContent,
		Summary: "Delete a tournament's schedule", Description: "Idempotent. Runs that have been started are kept.",
	}, s.deleteSchedule)
}

func (s *Server) saveSchedule(ctx context.Context, in *struct {
	TournamentPath
	Body struct {
		Cron string `json:"cron" minLength:"1" maxLength:"200" doc:"Minute, hour, day of month, month and day of week, or @hourly, @daily, @weekly, @monthly, @yearly. In the server's time zone unless prefixed, e.g. CRON_TZ=Europe/Berlin 0 22 * * *."`
	}
}) (*tournamentOut, error) {
	if err := s.Scheduler.Schedule(ctx, in.ID, in.Body.Cron); err != nil {
		return nil, err
	}
	return s.getTournament(ctx, &in.TournamentPath)
}

func (s *Server) deleteSchedule(ctx context.Context, in *TournamentPath) (*struct{}, error) {
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
	return &scheduleBody{schedule.Cron, cron.Next(time.Now()), nonNil(runs[:min(len(runs), maxRuns)]), schedule.Why}, err
}
