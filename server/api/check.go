package api

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/check"
	"arbiter/server/league"
	"arbiter/server/rating"
	"arbiter/server/scheduler"
)

// checkBody is a sequential test of a candidate against a baseline.
type checkBody struct {
	Tournament RunBody     `json:"tournament" doc:"It plays the games; pause, resume or cancel it there."`
	Candidate  string      `json:"candidate"`
	Baseline   string      `json:"baseline"`
	Test       rating.SPRT `json:"test"`
	Verdict    string      `json:"verdict" enum:"no regression,regression,undecided"`
	Found      check.Found `json:"found"`
}

type checksOut struct {
	Body struct {
		Checks []checkBody `json:"checks" doc:"Newest first, without the course of the ratio."`
	}
}

type checkPath struct {
	ID string `path:"check" doc:"The name of its tournament."`
}

type checkOut struct{ Body checkBody }

type checkIn struct {
	Name      string         `json:"name" minLength:"1" maxLength:"200"`
	Game      string         `json:"game"`
	Candidate string         `json:"candidate" doc:"The new bot: an ID, or as it would be typed on the server's machine."`
	Baseline  string         `json:"baseline" doc:"The bot to compare with."`
	Seeds     string         `json:"seeds,omitempty" maxLength:"100000" doc:"Gone round again when they are used up; or the name of a seed set. 1..1000 when it, tests and positions are left out."`
	Tests     string         `json:"tests,omitempty" maxLength:"100" doc:"The name of a test set, instead of seeds."`
	Positions []positionBody `json:"positions,omitempty" maxItems:"10000" doc:"Explicit starts instead of seeds."`
	MaxGames  int            `json:"max_games,omitempty" minimum:"2" maximum:"1000000" default:"20000" doc:"Ends undecided after so many. More than the first time make the check longer."`
	Elo0      *float64       `json:"elo0,omitempty" doc:"-5 when it is left out."`
	Elo1      *float64       `json:"elo1,omitempty" doc:"0 when it is left out."`
	Alpha     float64        `json:"alpha,omitempty" default:"0.05"`
	Beta      float64        `json:"beta,omitempty" default:"0.05"`
	Model     rating.Model   `json:"model,omitempty" enum:"logistic,normalized,bayesian" default:"logistic"`
	FirstMS   *float64       `json:"first_ms,omitempty" minimum:"0" maximum:"3600000" doc:"Instead of the game's limit; 0 for none."`
	TurnMS    *float64       `json:"turn_ms,omitempty" minimum:"0" maximum:"3600000"`
}

func (s *Server) checks() {
	tag := []string{"checks"}
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/checks", OperationID: "list-checks", Tags: tag,
		Summary: "List the checks",
	}, s.listChecks)
	route(s, ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/checks", OperationID: "create-check", Tags: tag, MaxBodyBytes: 8 << 20,
		Summary:     "Is the new bot weaker? Play until a sequential test decides",
		Description: "H1, the candidate is about elo1 better or more, is no regression; H0, about elo0 or less, is a regression. Starts at once. Idempotent like a tournament.",
	}, s.createCheck)
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/checks/{check}", OperationID: "get-check", Tags: tag,
		Summary: "Tell a check, where it stands and what it came to",
	}, s.getCheck)
}

func (s *Server) createCheck(ctx context.Context, in *struct{ Body checkIn }) (*checkOut, error) {
	b := in.Body
	test := rating.SPRT{Model: b.Model, Elo0: -5, Alpha: b.Alpha, Beta: b.Beta}
	if b.Elo0 != nil {
		test.Elo0 = *b.Elo0
	}
	if b.Elo1 != nil {
		test.Elo1 = *b.Elo1
	}
	if err := test.Check(); err != nil {
		return nil, huma.Error422UnprocessableEntity(err.Error(), &huma.ErrorDetail{Location: "body", Message: err.Error()})
	}
	p := scheduler.Plan{Test: &test, Extend: true, File: league.File{
		Name: b.Name, Game: b.Game, Format: league.RoundRobin, Bots: []string{b.Candidate, b.Baseline}, Games: b.MaxGames / 2,
		TimeFirst: duration(b.FirstMS), TimeTurn: duration(b.TurnMS),
	}}
	if b.Seeds == "" && b.Tests == "" && len(b.Positions) == 0 {
		b.Seeds = "1..1000"
	}
	if err := s.starts(ctx, &p, b.Seeds, b.Tests, b.Positions); err != nil {
		return nil, err
	}
	t, err := s.Scheduler.Create(ctx, p)
	if err != nil {
		return nil, err
	}
	if err := s.Scheduler.Start(ctx, t.ID); err != nil {
		return nil, err
	}
	return s.getCheck(ctx, &checkPath{t.ID})
}

func (s *Server) listChecks(ctx context.Context, _ *struct{}) (*checksOut, error) {
	tests, err := s.Store.Checks(ctx)
	if err != nil {
		return nil, err
	}
	runs, err := s.Store.TournamentStatuses(ctx, league.TournamentQuery{})
	if err != nil {
		return nil, err
	}
	out := &checksOut{}
	out.Body.Checks = []checkBody{}
	for _, r := range runs {
		test, ok := tests[r.ID]
		if !ok {
			continue
		}
		c, err := s.check(ctx, r, test)
		if err != nil {
			return nil, err
		}
		c.Found.LLRs = []float64{}
		out.Body.Checks = append(out.Body.Checks, c)
	}
	return out, nil
}

func (s *Server) getCheck(ctx context.Context, in *checkPath) (*checkOut, error) {
	tests, err := s.Store.Checks(ctx)
	if err != nil {
		return nil, err
	}
	test, ok := tests[in.ID]
	if !ok {
		return nil, fmt.Errorf("check %s: %w", in.ID, league.ErrNotFound)
	}
	r, err := s.Store.TournamentStatus(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	c, err := s.check(ctx, r, test)
	return &checkOut{c}, err
}

// check follows the test through the matches that have been played.
func (s *Server) check(ctx context.Context, r league.TournamentStatus, test rating.SPRT) (checkBody, error) {
	t, err := s.Store.Tournament(ctx, r.ID)
	if err != nil {
		return checkBody{}, err
	}
	walk := check.New(t, test)
	if err := s.Store.EachMatch(ctx, t.ID, func(m league.Match) { walk.Add(m) }); err != nil {
		return checkBody{}, err
	}
	found := walk.Found()
	found.LLRs = nonNil(found.LLRs)
	verdict := map[rating.Verdict]string{rating.H0: "regression", rating.H1: "no regression", rating.Undecided: "undecided"}
	return checkBody{runOf(r), t.Bots[0], t.Bots[1], test, verdict[found.Test.Verdict], found}, nil
}
