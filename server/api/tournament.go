package api

import (
	"context"
	"encoding/json"
	"errors"
	"math"
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

type planBody struct {
	Name        string         `json:"name" minLength:"1" maxLength:"200"`
	Game        string         `json:"game"`
	Format      league.Format  `json:"format,omitempty" enum:"round-robin,gauntlet,swiss,knockout,ladder" default:"round-robin"`
	Bots        []string       `json:"bots" minItems:"1" maxItems:"10000" doc:"IDs of known bots, or bots as they would be typed on the server's machine."`
	Seeds       string         `json:"seeds,omitempty" maxLength:"100000" doc:"Such as 1..60 or 1,5,9..12, or the name of a seed set."`
	Tests       string         `json:"tests,omitempty" maxLength:"100" doc:"The name of a test set, instead of seeds."`
	Positions   []positionBody `json:"positions,omitempty" maxItems:"10000" doc:"Explicit starts instead of seeds."`
	Games       int            `json:"games,omitempty" minimum:"0"`
	Rounds      int            `json:"rounds,omitempty" minimum:"0"`
	Challengers int            `json:"challengers,omitempty" minimum:"0"`
	Anchor      string         `json:"anchor,omitempty" doc:"One of bots, whose Elo is 0."`
	FirstMS     *float64       `json:"first_ms,omitempty" minimum:"0" maximum:"3600000"`
	TurnMS      *float64       `json:"turn_ms,omitempty" minimum:"0" maximum:"3600000"`
	Cron        string         `json:"cron,omitempty" maxLength:"200" doc:"When further runs start by themselves, such as 0 22 * * *; see the schedule of a tournament."`
	Extend      bool           `json:"extend,omitempty" doc:"Make a tournament of that name longer that this one continues: the same but for more bots, seeds or positions at the end, games or rounds."`
	Start       bool           `json:"start,omitempty" doc:"Start it at once."`
}

type positionBody struct {
	Name  string          `json:"name" minLength:"1"`
	Setup json.RawMessage `json:"setup,omitempty" doc:"In the game's own fields."`
	Text  string          `json:"text,omitempty" doc:"The same as text, which is kept to the byte."`
}

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

func (s *Server) createTournament(ctx context.Context, in *struct{ Body planBody }) (*tournamentOut, error) {
	p, err := s.plan(ctx, in.Body)
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
		if err := s.Scheduler.Schedule(ctx, t.ID, in.Body.Cron); err != nil {
			return nil, err
		}
	}
	if in.Body.Start {
		if err := s.Scheduler.Start(ctx, t.ID); err != nil {
			return nil, err
		}
	}
	return s.getTournament(ctx, &TournamentPath{t.ID})
}

// plan makes a scheduler's plan of a body.
func (s *Server) plan(ctx context.Context, b planBody) (scheduler.Plan, error) {
	p := scheduler.Plan{Extend: b.Extend, File: league.File{
		Name: b.Name, Game: b.Game, Format: b.Format, Bots: b.Bots, Games: b.Games, Rounds: b.Rounds,
		Challengers: b.Challengers, Anchor: b.Anchor, TimeFirst: duration(b.FirstMS), TimeTurn: duration(b.TurnMS),
	}}
	return p, s.starts(ctx, &p, b.Seeds, b.Tests, b.Positions)
}

// starts puts the starts into a plan: dealt from seeds, the positions of a test
// set, or explicit ones.
func (s *Server) starts(ctx context.Context, p *scheduler.Plan, seeds, tests string, positions []positionBody) (err error) {
	switch {
	case seeds != "" && len(positions) > 0:
		return league.FieldError{Field: "positions", Err: errors.New("there are seeds too; want one of the two")}
	case tests != "" && (seeds != "" || len(positions) > 0):
		return league.FieldError{Field: "tests", Err: errors.New("there are seeds or positions too; want one of them")}
	case tests != "":
		p.Seeds, p.Positions, err = s.tests(ctx, p.Game, tests, "tests")
		return err
	case len(positions) == 0:
		p.Seeds, err = s.seeds(ctx, seeds)
		return err
	}
	p.Positions = league.Positions{}
	for _, position := range positions {
		text := []byte(position.Setup)
		if position.Text != "" {
			text = []byte(position.Text)
		}
		p.Seeds = append(p.Seeds, p.Positions.Add(position.Name, text))
	}
	return nil
}

// seeds reads a list of seeds, or the name of a seed set.
func (s *Server) seeds(ctx context.Context, text string) ([]league.Start, error) {
	sets, err := s.Store.SeedSets(ctx)
	if err != nil {
		return nil, err
	}
	for _, set := range sets {
		if set.Name == text {
			text = set.Seeds
			break
		}
	}
	starts, err := league.ParseSeeds(text)
	if err != nil {
		return nil, league.FieldError{Field: "seeds", Err: err}
	}
	return starts, nil
}

func duration(ms *float64) *time.Duration {
	if ms == nil {
		return nil
	}
	d := time.Duration(math.Round(*ms * float64(time.Millisecond)))
	return &d
}

func (s *Server) extendTournament(ctx context.Context, in *struct {
	TournamentPath
	Body struct {
		Seeds  string   `json:"seeds,omitempty" doc:"More seeds, such as 61..100."`
		Games  int      `json:"games,omitempty" minimum:"0" doc:"Instead of the number of now; at least as many."`
		Rounds int      `json:"rounds,omitempty" minimum:"0"`
		Bots   []string `json:"bots,omitempty" doc:"More bots."`
	}
}) (*tournamentOut, error) {
	e := scheduler.Extension{Games: in.Body.Games, Rounds: in.Body.Rounds, Bots: in.Body.Bots}
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
