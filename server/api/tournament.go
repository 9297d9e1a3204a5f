package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/league"
	"arbiter/server/scheduler"
)

// RunBody is a tournament in a list.
type RunBody struct {
	ID        string                 `json:"id"`
	Game      string                 `json:"game"`
	State     league.TournamentState `json:"state" enum:"idle,running,paused,done,cancelled,failed" doc:"idle: no server has started it; failed: something has to be mended, see why."`
	Why       string                 `json:"why"`
	Anchor    string                 `json:"anchor" doc:"The bot whose Elo is 0; empty for the mean."`
	Template  string                 `json:"template" doc:"The tournament whose schedule started it; empty: a person did."`
	Bots      int                    `json:"bots"`
	Matches   int                    `json:"matches" doc:"Played."`
	CreatedAt time.Time              `json:"created_at"`
	ChangedAt *time.Time             `json:"changed_at" doc:"When the state changed last."`
}

func runOf(r league.TournamentStatus) RunBody {
	b := RunBody{r.ID, r.Game, r.State, r.Why, r.Anchor, r.Template, r.Bots, r.Matches, r.CreatedAt, nil}
	if !r.ChangedAt.IsZero() {
		b.ChangedAt = &r.ChangedAt
	}
	return b
}

// tournamentBody is a tournament with its definition.
type tournamentBody struct {
	RunBody
	Format      league.Format `json:"format"`
	Seats       int           `json:"seats"`
	Entries     []string      `json:"entries" doc:"IDs of the bots, in the order of entry."`
	Challengers int           `json:"challengers"`
	Starts      []startBody   `json:"starts" doc:"The first 1000."`
	StartCount  int           `json:"start_count"`
	Games       int           `json:"games" doc:"Starts that each two bots meet on; 0: every start once."`
	Rounds      int           `json:"rounds"`
	FirstMS     float64       `json:"first_ms"`
	TurnMS      float64       `json:"turn_ms"`
	Total       int           `json:"total" doc:"Matches of the whole tournament; 0: endless."`
	Exact       bool          `json:"exact" doc:"Whether total is no estimate."`
	Schedule    *scheduleBody `json:"schedule,omitempty" doc:"When further runs start by themselves; absent: never."`
}

// mostStarts is how many starts a tournament's page lists.
const mostStarts = 1000

func tournamentOf(t league.Tournament, r league.TournamentStatus) tournamentBody {
	b := tournamentBody{
		RunBody: runOf(r), Format: t.Format, Seats: t.Seats, Entries: nonNil(t.Bots), Challengers: t.Challengers,
		Starts: []startBody{}, StartCount: len(t.Starts), Games: t.Games, Rounds: t.Rounds,
		FirstMS: millis(t.Limits.First), TurnMS: millis(t.Limits.Turn),
	}
	for _, start := range t.Starts[:min(len(t.Starts), mostStarts)] {
		b.Starts = append(b.Starts, startOf(start))
	}
	if len(t.Starts) > 0 {
		b.Total, b.Exact = league.Total(t)
	}
	return b
}

type tournamentsOut struct {
	Body struct {
		Tournaments []RunBody `json:"tournaments" doc:"Newest first."`
		Total       int       `json:"total" doc:"Of all pages."`
		Next        string    `json:"next,omitempty" doc:"The cursor of the next page; absent on the last one."`
	}
}

// TournamentPath names a tournament.
type TournamentPath struct {
	ID string `path:"tournament" doc:"Its name."`
}

type tournamentOut struct{ Body tournamentBody }

func (s *Server) tournaments() {
	tag := []string{"tournaments"}
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments", OperationID: "list-tournaments", Tags: tag,
		Summary: "List the tournaments", Description: "Matches that belong to no tournament are kept under the names single:GAME, which the list leaves out.",
	}, s.listTournaments)
	route(s, ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/tournaments", OperationID: "create-tournament", Tags: tag, MaxBodyBytes: 8 << 20,
		Summary: "Create a tournament", Description: "Idempotent: the same name with the same definition is the same tournament, and with another one a conflict. Its bots run on the server's machine.",
	}, s.createTournament)
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments/{tournament}", OperationID: "get-tournament", Tags: tag,
		Summary: "Tell a tournament and its definition",
	}, s.getTournament)
	for _, action := range []struct {
		name, summary string
		do            func(context.Context, string) error
	}{
		{"start", "Start a tournament", s.Scheduler.Start},
		{"pause", "Pause a tournament; matches that run are finished", s.Scheduler.Pause},
		{"resume", "Go on with a tournament", s.Scheduler.Start},
		{"cancel", "End a tournament for good; what was played stays", func(ctx context.Context, id string) error {
			return s.Scheduler.Cancel(ctx, id, "cancelled by a person")
		}},
	} {
		route(s, ScopePlay, huma.Operation{
			Method: http.MethodPost, Path: "/api/tournaments/{tournament}/" + action.name, OperationID: action.name + "-tournament", Tags: tag,
			Summary: action.summary, Description: "Idempotent.",
		}, func(ctx context.Context, in *TournamentPath) (*tournamentOut, error) {
			if err := action.do(ctx, in.ID); err != nil {
				return nil, err
			}
			return s.getTournament(ctx, in)
		})
	}
	route(s, ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/tournaments/{tournament}/extend", OperationID: "extend-tournament", Tags: tag,
		Summary:     "Make a tournament longer",
		Description: "Nothing that was played is lost. Seeds and bots are added, so that the same call twice is an error that names the seed or bot; games and rounds are new totals, which is idempotent. One that was done is paused then.",
	}, s.extendTournament)
}

func (s *Server) listTournaments(ctx context.Context, in *struct {
	Game   string                 `query:"game"`
	State  league.TournamentState `query:"state" enum:"idle,running,paused,done,cancelled,failed"`
	Cursor string                 `query:"cursor" doc:"What the page before gave as next."`
	Limit  int                    `query:"limit" minimum:"1" maximum:"200" default:"50"`
}) (*tournamentsOut, error) {
	after, err := parseCursor(in.Cursor)
	if err != nil {
		return nil, inQuery("cursor", err)
	}
	q := league.TournamentQuery{
		Game: in.Game, State: in.State, Without: scheduler.SinglesPrefix,
		After: league.TournamentCursor{CreatedAt: after.PlayedAt, ID: after.ID}, Limit: in.Limit + 1,
	}
	runs, err := s.Store.TournamentStatuses(ctx, q)
	if err != nil {
		return nil, err
	}
	out := &tournamentsOut{}
	if out.Body.Total, err = s.Store.CountTournaments(ctx, q); err != nil {
		return nil, err
	}
	out.Body.Tournaments = []RunBody{}
	for _, r := range runs[:min(len(runs), in.Limit)] {
		out.Body.Tournaments = append(out.Body.Tournaments, runOf(r))
	}
	if len(runs) > in.Limit {
		last := runs[in.Limit-1].Cursor()
		out.Body.Next = cursorText(league.Cursor{PlayedAt: last.CreatedAt, ID: last.ID})
	}
	return out, nil
}

func (s *Server) getTournament(ctx context.Context, in *TournamentPath) (*tournamentOut, error) {
	t, err := s.Store.Tournament(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	r, err := s.Store.TournamentStatus(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	out := &tournamentOut{tournamentOf(t, r)}
	out.Body.Schedule, err = s.scheduleOf(ctx, in.ID)
	return out, err
}
