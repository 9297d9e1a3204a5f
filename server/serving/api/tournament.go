package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee/games"
	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/scheduler"
)

// TournamentStatusBody is a tournament in a list.
type TournamentStatusBody struct {
	ID        string                 `json:"id"`
	Game      string                 `json:"game"`
	State     league.TournamentState `json:"state" enum:"idle,running,paused,done,cancelled,failed" doc:"idle: not started on a server; failed: needs attention, see why."`
	Why       string                 `json:"why" doc:"Reason why the tournament failed or was cancelled."`
	Anchor    string                 `json:"anchor" doc:"The bot whose Elo is 0; empty: the mean is 0."`
	Template  string                 `json:"template" doc:"The tournament whose schedule started this one; empty if it was started by hand."`
	Owner     string                 `json:"owner,omitempty" doc:"Name of the token that created the tournament; absent: nobody's."`
	Bots      int                    `json:"bots" doc:"Number of bots."`
	Matches   int                    `json:"matches" doc:"Number of matches played."`
	Void      int                    `json:"void,omitempty" doc:"Number of void matches: the machine was too busy to let their bots run. They have no result and are played again."`
	LeftOut   int                    `json:"left_out,omitempty" doc:"Number of pairings that are left out, after several void matches."`
	CreatedAt time.Time              `json:"created_at"`
	ChangedAt *time.Time             `json:"changed_at" doc:"Time of the last change of state."`
}

func tournamentStatusOf(s league.TournamentStatus) TournamentStatusBody {
	b := TournamentStatusBody{s.ID, s.Game, s.State, s.Why, s.Anchor, s.Template, s.Owner, s.Bots, s.Matches, s.Void, s.LeftOut, s.CreatedAt, nil}
	if !s.ChangedAt.IsZero() {
		b.ChangedAt = &s.ChangedAt
	}
	return b
}

// tournamentBody is a tournament with its definition.
type tournamentBody struct {
	TournamentStatusBody
	Format      league.Format `json:"format"`
	Seats       int           `json:"seats"`
	Entries     []string      `json:"entries" doc:"Bot IDs, in order of entry."`
	Challengers int           `json:"challengers"`
	Starts      []startBody   `json:"starts" doc:"The first 1000 starts."`
	StartCount  int           `json:"start_count"`
	Games       int           `json:"games" doc:"Number of starts that each two bots meet on; 0: every start once."`
	Rounds      int           `json:"rounds"`
	FirstMS     float64       `json:"first_ms"`
	TurnMS      float64       `json:"turn_ms"`
	SlowWorkers bool          `json:"slow_workers" doc:"Workers may play that are slower than the server wants."`
	Total       int           `json:"total" doc:"Number of matches of the whole tournament; 0: endless."`
	Exact       bool          `json:"exact" doc:"Whether total is exact; otherwise it is an estimate."`
	Warnings    []string      `json:"warnings,omitempty" doc:"What is probably not meant in the definition, with what to use instead."`
	Schedule    *scheduleBody `json:"schedule,omitempty" doc:"When the tournament is repeated; absent: never."`
}

// maxStarts bounds the starts in a tournamentBody.
const maxStarts = 1000

func tournamentOf(t league.Tournament, status league.TournamentStatus) tournamentBody {
	b := tournamentBody{
		TournamentStatusBody: tournamentStatusOf(status), Format: t.Format, Seats: t.Seats, Entries: nonNil(t.Bots), Challengers: t.Challengers,
		Starts: []startBody{}, StartCount: len(t.Starts), Games: t.Games, Rounds: t.Rounds,
		FirstMS: millis(t.Limits.First), TurnMS: millis(t.Limits.Turn), SlowWorkers: t.SlowWorkers,
	}
	for _, start := range t.Starts[:min(len(t.Starts), maxStarts)] {
		b.Starts = append(b.Starts, startOf(start))
	}
	if g, err := games.Find(t.Game); err == nil {
		if warning := league.SeedWarning(g, t.Starts); warning != "" {
			b.Warnings = append(b.Warnings, warning)
		}
	}
	if len(t.Starts) > 0 {
		b.Total, b.Exact = league.Total(t)
	}
	return b
}

type tournamentsOut struct {
	Body struct {
		Tournaments []TournamentStatusBody `json:"tournaments" doc:"Newest first."`
		Total       int                    `json:"total" doc:"Number of tournaments on all pages."`
		Next        string                 `json:"next,omitempty" doc:"Cursor of the next page; absent on the last page."`
	}
}

// TournamentPath names a tournament.
type TournamentPath struct {
	ID string `path:"tournament" doc:"Name of the tournament."`
}

type tournamentOut struct{ Body tournamentBody }

func (s *Server) tournaments() {
	tag := []string{"tournaments"}
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments", OperationID: "list-tournaments", Tags: tag,
		Summary: "List the tournaments", Description: "Matches outside tournaments are stored under the names single:GAME, which are not listed.",
	}, s.listTournaments)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/tournaments", OperationID: "create-tournament", Tags: tag, MaxBodyBytes: 8 << 20,
		Summary:     "Create a tournament",
		Description: "Idempotent: the same name with the same definition returns the existing tournament; with another definition it is a conflict (409). To start or extend another owner's requires scope admin. The bots run on the server's machine.",
	}, s.createTournament)
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments/{tournament}", OperationID: "get-tournament", Tags: tag,
		Summary: "Get a tournament and its definition",
	}, s.getTournament)
	for _, action := range []struct {
		name, summary string
		do            func(context.Context, string) error
	}{
		{"start", "Start a tournament", s.Scheduler.Start},
		{"pause", "Pause a tournament; running matches are finished", s.Scheduler.Pause},
		{"resume", "Resume a tournament", s.Scheduler.Start},
		{"cancel", "Cancel a tournament for good; its results are kept, running matches are aborted", func(ctx context.Context, id string) error {
			return s.Scheduler.Cancel(ctx, id, "cancelled by a user")
		}},
	} {
		transport.Route(s.router, transport.ScopePlay, huma.Operation{
			Method: http.MethodPost, Path: "/api/tournaments/{tournament}/" + action.name, OperationID: action.name + "-tournament", Tags: tag,
			Summary: action.summary, Description: "Idempotent. Another owner's tournament requires scope admin.",
		}, func(ctx context.Context, in *TournamentPath) (*tournamentOut, error) {
			if err := s.mayOf(ctx, in.ID, transport.MayChange); err != nil {
				return nil, err
			}
			if err := action.do(ctx, in.ID); err != nil {
				return nil, err
			}
			return s.getTournament(ctx, in)
		})
	}
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodDelete, Path: "/api/tournaments/{tournament}", OperationID: "delete-tournament", Tags: tag, DefaultStatus: http.StatusNoContent,
		Summary: "Delete a tournament with its matches, replays, check and schedule",
		Description: "Its matches no longer count in any table. Its bots are kept, and so are the tournaments that its schedule started. " +
			"A running tournament is a conflict (409): pause or cancel it first. Idempotent. A tournament that is not the token's own requires scope admin.",
	}, s.deleteTournament)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/tournaments/{tournament}/extend", OperationID: "extend-tournament", Tags: tag,
		Summary: "Extend a tournament",
		Description: "No result is lost. Seeds and bots are added, so repeating the call is an error that names the duplicate; games and rounds are new totals, which is idempotent. " +
			"A finished tournament becomes paused. Another owner's tournament requires scope admin.",
	}, s.extendTournament)
}

func (s *Server) deleteTournament(ctx context.Context, in *TournamentPath) (*struct{}, error) {
	if err := s.mayOf(ctx, in.ID, transport.MayDelete); err != nil {
		return nil, err
	}
	return nil, s.Scheduler.Delete(ctx, in.ID)
}

func (s *Server) listTournaments(ctx context.Context, in *struct {
	Game   string                 `query:"game"`
	State  league.TournamentState `query:"state" enum:"idle,running,paused,done,cancelled,failed"`
	Cursor string                 `query:"cursor" doc:"The value of next from the previous page."`
	Limit  int                    `query:"limit" minimum:"1" maximum:"200" default:"50"`
}) (*tournamentsOut, error) {
	after, err := parseCursor(in.Cursor)
	if err != nil {
		return nil, invalidQuery("cursor", err)
	}
	q := league.TournamentQuery{
		Game: in.Game, State: in.State, Without: scheduler.SinglesPrefix,
		After: league.TournamentCursor{CreatedAt: after.PlayedAt, ID: after.ID}, Limit: in.Limit + 1,
	}
	statuses, err := s.Store.TournamentStatuses(ctx, q)
	if err != nil {
		return nil, err
	}
	out := &tournamentsOut{}
	if out.Body.Total, err = s.Store.CountTournaments(ctx, q); err != nil {
		return nil, err
	}
	out.Body.Tournaments = []TournamentStatusBody{}
	for _, status := range statuses[:min(len(statuses), in.Limit)] {
		out.Body.Tournaments = append(out.Body.Tournaments, tournamentStatusOf(status))
	}
	if len(statuses) > in.Limit {
		last := statuses[in.Limit-1].Cursor()
		out.Body.Next = formatCursor(league.Cursor{PlayedAt: last.CreatedAt, ID: last.ID})
	}
	return out, nil
}

func (s *Server) getTournament(ctx context.Context, in *TournamentPath) (*tournamentOut, error) {
	t, err := s.Store.Tournament(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	status, err := s.Store.TournamentStatus(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	out := &tournamentOut{tournamentOf(t, status)}
	out.Body.Schedule, err = s.scheduleOf(ctx, in.ID)
	return out, err
}
