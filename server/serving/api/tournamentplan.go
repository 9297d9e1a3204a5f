package api

import (
	"context"
	"errors"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/league"
	"arbiter/server/serving/scheduler"
)

// planBody is the definition of a tournament to create.
type planBody struct {
	Name        string         `json:"name" minLength:"1" maxLength:"200"`
	Game        string         `json:"game"`
	Format      league.Format  `json:"format,omitempty" default:"round-robin" doc:"Who meets whom; see docs/tournaments.md."`
	Bots        []string       `json:"bots" minItems:"1" maxItems:"10000" doc:"IDs of registered bots, or builtin ones; with scope admin also other bots on the server's machine."`
	Seeds       string         `json:"seeds,omitempty" maxLength:"100000" doc:"Seeds, e.g. 1..60 or 1,5,9..12, or the name of a seed set."`
	Tests       string         `json:"tests,omitempty" maxLength:"100" doc:"Name of a test set, instead of seeds."`
	Positions   []positionBody `json:"positions,omitempty" maxItems:"10000" doc:"Explicit start positions, instead of seeds."`
	Openings    *int           `json:"openings,omitempty" doc:"This many openings of the game, the official start first, instead of seeds: for a game whose seed decides nothing, 1 to the openings that the game has."`
	Games       int            `json:"games,omitempty" minimum:"0" doc:"Number of starts that each two bots meet on; 0: every start once."`
	Rounds      int            `json:"rounds,omitempty" minimum:"0"`
	Challengers int            `json:"challengers,omitempty" minimum:"0"`
	Anchor      string         `json:"anchor,omitempty" doc:"The one of bots whose Elo is 0."`
	FirstMS     *float64       `json:"first_ms,omitempty" minimum:"0" maximum:"3600000" doc:"Time limit of the first answer, instead of the game's; 0: the longest, one hour."`
	TurnMS      *float64       `json:"turn_ms,omitempty" minimum:"0" maximum:"3600000" doc:"Time limit of later answers, instead of the game's; 0: the longest, one hour."`
	Clock       string         `json:"clock,omitempty" enum:",wall,cpu" doc:"What the limits count: wall time, or processor time of the bot and its children."`
	SlowWorkers bool           `json:"slow_workers,omitempty" doc:"Let workers play that are slower than the server wants; see docs/farm.md."`
	Cron        string         `json:"cron,omitempty" maxLength:"200" doc:"When to repeat the tournament, e.g. 0 22 * * *; see the schedule of a tournament."`
	Extend      bool           `json:"extend,omitempty" doc:"If a tournament of that name exists, extend it: the definition may add bots, seeds or positions at the end, games or rounds."`
	Start       bool           `json:"start,omitempty" doc:"Start the tournament immediately."`
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
	if in.Body.Cron != "" {
		if _, err := scheduler.ParseCron(in.Body.Cron); err != nil {
			return nil, league.FieldError{Field: "cron", Err: err}
		}
	}
	t, err := s.Scheduler.Create(ctx, p)
	if err != nil {
		return nil, err
	}
	if in.Body.Cron != "" {
		if err := s.schedule(ctx, t.ID, in.Body.Cron); err != nil {
			return nil, err
		}
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
	p := scheduler.Plan{Extend: b.Extend, File: league.File{
		Name: b.Name, Game: b.Game, Format: b.Format, Bots: b.Bots, Games: b.Games, Rounds: b.Rounds,
		Challengers: b.Challengers, Anchor: b.Anchor, TimeFirst: duration(b.FirstMS), TimeTurn: duration(b.TurnMS), Clock: b.Clock, SlowWorkers: b.SlowWorkers,
	}}
	s.planBy(ctx, &p)
	if b.Openings != nil {
		return p, setOpenings(&p, b)
	}
	err := s.setStarts(ctx, &p, b.Seeds, b.Tests, b.Positions)
	return p, err
}

// setOpenings sets the starts of a plan to openings of the game.
func setOpenings(p *scheduler.Plan, b planBody) error {
	if b.Seeds != "" || b.Tests != "" || len(b.Positions) > 0 {
		return league.FieldError{Field: "openings", Err: errors.New("given together with seeds, tests or positions; want one of them")}
	}
	g, err := gameInBody(b.Game)
	if err != nil {
		return err
	}
	p.Seeds, p.Positions, err = league.Openings(g, b.Name, *b.Openings)
	return err
}

// planBy fills in who plans a tournament.
func (s *Server) planBy(ctx context.Context, p *scheduler.Plan) {
	p.By = s.asker(ctx)
	p.MayChange = func(owner string) error { return mayChange(ctx, "tournament "+p.Name, owner) }
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
	if err := s.mayOf(ctx, in.ID, mayChange); err != nil {
		return nil, err
	}
	e := scheduler.Extension{By: s.asker(ctx), Games: in.Body.Games, Rounds: in.Body.Rounds, Bots: in.Body.Bots}
	if in.Body.Seeds != "" {
		var err error
		if e.Seeds, err = s.seeds(ctx, in.Body.Seeds); err != nil {
			return nil, err
		}
	}
	if _, err := s.Scheduler.Extend(ctx, in.ID, e); err != nil {
		return nil, err
	}
	return s.getTournament(ctx, &in.TournamentPath)
}
