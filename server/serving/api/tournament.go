package api

import (
	"context"
	"errors"
	"math"
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
	ID        string                `json:"id"`
	Game      string                `json:"game"`
	Kind      league.TournamentKind `json:"kind,omitempty" enum:"check,ladder,bisect,history" doc:"What plays the tournament: the check or the ladder of its name, or a command; absent: none of these."`
	State     stateWord             `json:"state" doc:"idle: not started on a server; failed: needs attention, see why."`
	Why       string                `json:"why" doc:"Reason why the tournament failed or was cancelled."`
	Anchor    string                `json:"anchor" doc:"The bot whose Elo is 0; empty: the mean is 0."`
	Owner     string                `json:"owner,omitempty" doc:"Name of the token that created the tournament; absent: nobody's."`
	Bots      int                   `json:"bots" doc:"Number of bots."`
	Matches   int                   `json:"matches" doc:"Number of matches played."`
	Void      int                   `json:"void,omitempty" doc:"Number of void matches: the machine was too busy to let their bots run. They have no result and are played again."`
	LeftOut   int                   `json:"left_out,omitempty" doc:"Number of pairings that are left out, after several void matches."`
	PutOff    int                   `json:"put_off,omitempty" doc:"Number of matches that were void so often that they are played last, and wait for that."`
	CreatedAt time.Time             `json:"created_at"`
	ChangedAt *time.Time            `json:"changed_at" doc:"Time of the last change of state."`
}

// stateWord is the state of a tournament, whose values the description of the API lists.
type stateWord league.TournamentState

// Schema implements huma.SchemaProvider.
func (stateWord) Schema(huma.Registry) *huma.Schema { return wordsSchema(league.TournamentStates()) }

func tournamentStatusOf(s league.TournamentStatus) TournamentStatusBody {
	b := TournamentStatusBody{s.ID, s.Game, s.Kind, stateWord(s.State), s.Why, s.Anchor, s.Owner, s.Bots, s.Matches, s.Void, s.LeftOut, s.PutOff, s.CreatedAt, nil}
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
	Clock       string        `json:"clock,omitempty" enum:"cpu" doc:"What the limits count: cpu is processor time of the bot and its children; absent: wall time."`
	SlowWorkers bool          `json:"slow_workers" doc:"Workers may play that are slower than the server wants."`
	Total       int           `json:"total" doc:"Number of matches of the whole tournament; 0: endless."`
	Exact       bool          `json:"exact" doc:"Whether total is exact; otherwise it is an estimate."`
	Warnings    []string      `json:"warnings,omitempty" doc:"What is probably not meant in the definition, with what to use instead."`
	Series      league.Series `json:"series,omitzero" doc:"Cells that an experiment has chosen so far, round by round, in place of what the format chooses; absent: none."`

	Findings league.FindingsKind `json:"findings,omitempty" enum:"bisect,history" doc:"Which command plays the tournament and keeps what it comes to; absent: neither."`
}

// maxStarts bounds the starts in a tournamentBody.
const maxStarts = 1000

// maxDefinition is the maximum size of the definition of a tournament or a check, in
// bytes: that of one with many seeds.
const maxDefinition = 8 << 20

func tournamentOf(t league.Tournament, status league.TournamentStatus, starts int) tournamentBody {
	b := tournamentBody{
		TournamentStatusBody: tournamentStatusOf(status), Format: t.Format, Seats: t.Seats, Entries: nonNil(t.Bots), Challengers: t.Challengers,
		Starts: []startBody{}, StartCount: len(t.Starts), Games: t.Games, Rounds: t.Rounds,
		FirstMS: millis(t.Limits.First), TurnMS: millis(t.Limits.Turn), Clock: string(t.Limits.Clock), SlowWorkers: t.SlowWorkers, Series: t.Series,
	}
	for _, start := range t.Starts[:min(len(t.Starts), starts)] {
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
		Method: http.MethodPost, Path: "/api/tournaments", OperationID: "create-tournament", Tags: tag, MaxBodyBytes: maxDefinition,
		Summary:     "Create a tournament",
		Description: "Idempotent: the same name with the same definition returns the existing tournament; with another definition it is a conflict (409). To start or extend another owner's requires scope admin. The bots run on the server's machine.",
	}, s.createTournament)
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments/{tournament}", OperationID: "get-tournament", Tags: tag,
		Summary: "Get a tournament and its definition",
	}, func(ctx context.Context, in *struct {
		TournamentPath
		AllStarts bool `query:"all_starts" doc:"All starts instead of the first 1000."`
	}) (*tournamentOut, error) {
		starts := maxStarts
		if in.AllStarts {
			starts = math.MaxInt
		}
		return s.tournamentWith(ctx, &in.TournamentPath, starts)
	})
	for _, action := range []struct {
		name, summary string
		do            func(context.Context, string) error
	}{
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
		Method: http.MethodPost, Path: "/api/tournaments/{tournament}/start", OperationID: "start-tournament", Tags: tag,
		Summary: "Start a tournament", Description: "Idempotent. Another owner's tournament requires scope admin.",
	}, func(ctx context.Context, in *struct {
		TournamentPath
		LeftOut bool `query:"left_out" doc:"Play once more what earlier runs left out because the machine was too busy."`
		Known   bool `query:"known" doc:"In a solo game, count results of other tournaments, which are not played again."`
		Timing  bool `query:"timing" doc:"Play the starts of a check to time them, though it may be decided."`
	}) (*tournamentOut, error) {
		if err := s.mayOf(ctx, in.ID, transport.MayChange); err != nil {
			return nil, err
		}
		if err := s.Scheduler.StartWith(ctx, in.ID, league.StartOptions{LeftOut: in.LeftOut, Known: in.Known, Timing: in.Timing}); err != nil {
			return nil, err
		}
		return s.getTournament(ctx, &in.TournamentPath)
	})
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodDelete, Path: "/api/tournaments/{tournament}", OperationID: "delete-tournament", Tags: tag, DefaultStatus: http.StatusNoContent,
		Summary:     "Delete a tournament with its matches, replays, check and findings",
		Description: "Its matches no longer count in any table. Its bots are kept. A running tournament is a conflict (409): pause or cancel it first. Idempotent. A tournament that is not the token's own requires scope admin.",
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
	Game   string    `query:"game"`
	State  stateWord `query:"state"`
	Cursor string    `query:"cursor" doc:"The value of next from the previous page."`
	Limit  int       `query:"limit" minimum:"1" maximum:"200" default:"50"`
}) (*tournamentsOut, error) {
	after, err := parseCursor(in.Cursor)
	if err != nil {
		return nil, invalidQuery("cursor", err)
	}
	q := league.TournamentQuery{
		Game: in.Game, State: league.TournamentState(in.State), Without: league.SinglesPrefix,
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
	return s.tournamentWith(ctx, in, maxStarts)
}

// tournamentWith returns a tournament with its first starts.
func (s *Server) tournamentWith(ctx context.Context, in *TournamentPath, starts int) (*tournamentOut, error) {
	t, err := s.Store.Tournament(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	status, err := s.Store.TournamentStatus(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	out := &tournamentOut{tournamentOf(t, status, starts)}
	if out.Body.Findings, err = s.Store.FindingsKind(ctx, in.ID); err != nil {
		return nil, err
	}
	return out, nil
}

// planBody is the definition of a tournament to create.
type planBody struct {
	Name        string         `json:"name" minLength:"1" maxLength:"200"`
	Game        string         `json:"game"`
	Format      league.Format  `json:"format,omitempty" default:"round-robin" doc:"Who meets whom; see docs/tournaments.md."`
	Bots        []string       `json:"bots" minItems:"1" maxItems:"10000" doc:"IDs of registered bots, or builtin ones; with scope admin also other bots on the server's machine."`
	Seeds       string         `json:"seeds,omitempty" maxLength:"100000" doc:"Seeds, e.g. 1..60 or 1,5,9..12."`
	Book        string         `json:"book,omitempty" maxLength:"100" doc:"Name of a book whose starts are played, instead of seeds."`
	Positions   []positionBody `json:"positions,omitempty" maxItems:"10000" doc:"Explicit start positions, instead of seeds."`
	Openings    *int           `json:"openings,omitempty" doc:"This many openings of the game, the official start first, instead of seeds: for a game whose seed decides nothing, 1 to the openings that the game has."`
	Games       int            `json:"games,omitempty" minimum:"0" doc:"Number of starts that each two bots meet on; 0: every start once."`
	Rounds      int            `json:"rounds,omitempty" minimum:"0"`
	Seats       int            `json:"seats,omitempty" minimum:"0" maximum:"8" doc:"Seats of a match, where the game allows several numbers; 0: two, or what is nearest to it."`
	Challengers int            `json:"challengers,omitempty" minimum:"0"`
	Anchor      string         `json:"anchor,omitempty" doc:"The one of bots whose Elo is 0."`
	LimitsBody
	Clock       string        `json:"clock,omitempty" enum:",wall,cpu" doc:"What the limits count: wall time, or processor time of the bot and its children."`
	SlowWorkers bool          `json:"slow_workers,omitempty" doc:"Let workers play that are slower than the server wants; see docs/farm.md."`
	Series      league.Series `json:"series,omitzero" doc:"Cells to play, round by round, in place of what the format chooses: for experiments that choose by results. They may be extended."`
	Extend      bool          `json:"extend,omitempty" doc:"If a tournament of that name exists, extend it: the definition may add bots, seeds or positions at the end, games or rounds."`
	Start       bool          `json:"start,omitempty" doc:"Start the tournament immediately."`
}

// TransformSchema implements huma.SchemaTransformer: a struct tag cannot take the
// formats from their list.
func (planBody) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	format := s.Properties["format"]
	for _, name := range league.Formats() {
		format.Enum = append(format.Enum, string(name))
	}
	format.PrecomputeMessages()
	return s
}

func (s *Server) createTournament(ctx context.Context, in *struct{ Body planBody }) (*tournamentOut, error) {
	p, err := s.planOf(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	t, err := s.Scheduler.Create(ctx, p)
	if err != nil {
		return nil, err
	}
	if in.Body.Start {
		if err := s.startOwned(ctx, t.ID); err != nil {
			return nil, err
		}
	}
	return s.getTournament(ctx, &TournamentPath{t.ID})
}

// planOf decodes a body, with the starts that it names.
func (s *Server) planOf(ctx context.Context, b planBody) (scheduler.Plan, error) {
	p := scheduler.Plan{Extend: b.Extend, Series: b.Series, File: league.File{
		Name: b.Name, Game: b.Game, Format: b.Format, Bots: b.Bots, Games: b.Games, Rounds: b.Rounds, Seats: b.Seats,
		Challengers: b.Challengers, Anchor: b.Anchor, TimeFirst: duration(b.FirstMS), TimeTurn: duration(b.TurnMS), Clock: b.Clock, SlowWorkers: b.SlowWorkers,
	}}
	s.planBy(ctx, &p)
	if b.Openings != nil {
		return p, s.setOpenings(&p, b)
	}
	err := s.setStarts(ctx, &p, b.Seeds, b.Book, b.Positions)
	return p, err
}

// setOpenings sets the starts of a plan to openings of the game.
func (s *Server) setOpenings(p *scheduler.Plan, b planBody) error {
	if b.Seeds != "" || b.Book != "" || len(b.Positions) > 0 {
		return league.FieldError{Field: "openings", Err: errors.New("given together with seeds, a book or positions; want one of them")}
	}
	g, err := s.gameInBody(b.Game)
	if err != nil {
		return err
	}
	p.Seeds, p.Positions, err = league.Openings(g, b.Name, *b.Openings)
	return err
}

// planBy fills in who plans a tournament.
func (s *Server) planBy(ctx context.Context, p *scheduler.Plan) {
	p.By = s.asker(ctx)
	p.MayChange = func(owner string) error { return transport.MayChange(ctx, "tournament "+p.Name, owner) }
}

func (s *Server) extendTournament(ctx context.Context, in *struct {
	TournamentPath
	Body struct {
		Seeds  string   `json:"seeds,omitempty" doc:"Seeds to add, e.g. 61..100."`
		Games  int      `json:"games,omitempty" minimum:"0" doc:"New number of games; at least the current one."`
		Rounds int      `json:"rounds,omitempty" minimum:"0" doc:"New number of rounds; at least the current one."`
		Bots   []string `json:"bots,omitempty" doc:"Bots to add."`
	}
}) (*tournamentOut, error) {
	if err := s.mayOf(ctx, in.ID, transport.MayChange); err != nil {
		return nil, err
	}
	e := scheduler.Extension{By: s.asker(ctx), Games: in.Body.Games, Rounds: in.Body.Rounds, Bots: in.Body.Bots}
	if in.Body.Seeds != "" {
		var err error
		if e.Seeds, err = parseSeeds(in.Body.Seeds); err != nil {
			return nil, err
		}
	}
	if _, err := s.Scheduler.Extend(ctx, in.ID, e); err != nil {
		return nil, err
	}
	return s.getTournament(ctx, &in.TournamentPath)
}
