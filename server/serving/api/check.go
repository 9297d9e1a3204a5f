package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
	"arbiter/server/playing/engine"
	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/scheduler"
)

// checkBody is a sequential test of a candidate against a baseline.
type checkBody struct {
	Tournament TournamentStatusBody `json:"tournament" doc:"The tournament that plays the games; pause, resume or cancel the check there."`
	Candidate  string               `json:"candidate"`
	Baseline   string               `json:"baseline"`
	Question   league.Question      `json:"question"`
	Answer     answerWord           `json:"answer" doc:"What the check comes to so far, in the words of the question."`
	Sentence   string               `json:"sentence" doc:"The answer with its figures, as every report says it first."`
	Notes      []string             `json:"notes" doc:"What a reader has to know beside the figures, as sentences."`
	Found      check.Status         `json:"found"`
	Path       *check.Path          `json:"path,omitempty" doc:"How the test went that decided or, before that, the one that most checks are decided by; not in lists."`
	Worst      []worstBody          `json:"worst,omitempty" doc:"Matches that count and that the candidate's author should look at, worst first; not in lists."`
}

// worstBody is a match of a check that its candidate lost or made a fault in.
type worstBody struct {
	Match   string    `json:"match" doc:"Its ID."`
	Start   startBody `json:"start"`
	Seat    int       `json:"seat" doc:"The candidate's."`
	Fault   bool      `json:"fault" doc:"The candidate made one."`
	Deficit float64   `json:"deficit" doc:"By how much the best score is better than the candidate's."`
}

// answerWord is an answer of a check, whose values the description of the API lists.
type answerWord check.Answer

// Schema implements huma.SchemaProvider.
func (answerWord) Schema(huma.Registry) *huma.Schema { return wordsSchema(check.PlayedAnswers()) }

// wordsSchema describes a string that is one of some words.
func wordsSchema[T ~string](words []T) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, word := range words {
		s.Enum = append(s.Enum, string(word))
	}
	return s
}

type checksOut struct {
	Body struct {
		Checks []checkBody `json:"checks" doc:"Newest first, without the LLR history."`
	}
}

type checkPath struct {
	ID string `path:"check" doc:"Name of the check's tournament."`
}

type checkOut struct{ Body checkBody }

type checkIn struct {
	Name      string         `json:"name" minLength:"1" maxLength:"200"`
	Game      string         `json:"game"`
	Candidate string         `json:"candidate" doc:"The new bot: the ID of a registered one, or a builtin one; with scope admin also another one on the server's machine."`
	Baseline  string         `json:"baseline" doc:"The bot to compare with."`
	Opponents []string       `json:"opponents,omitempty" maxItems:"100" doc:"Bots that candidate and baseline play on the same starts, instead of each other: the test is on the difference."`
	Seeds     string         `json:"seeds,omitempty" maxLength:"4000000" doc:"Seeds, e.g. 1..60; each is played once, in a shuffled order. If seeds, book and positions are all omitted, the starts are fresh: dealt from the baseline's digest, or the game's openings."`
	Book      string         `json:"book,omitempty" maxLength:"100" doc:"Name of a book whose starts are played, instead of seeds."`
	Positions []positionBody `json:"positions,omitempty" maxItems:"10000" doc:"Explicit start positions, instead of seeds."`
	Seats     int            `json:"seats,omitempty" minimum:"0" maximum:"8" doc:"Seats of a match, where the game allows several numbers; 0: 2, or what is nearest to it. The baseline or an opponent has all but one."`
	MaxGames  int            `json:"max_games,omitempty" minimum:"2" maximum:"1000000" doc:"The check ends after this many games, in whole starts, whether they prove anything or not. Default 8000, or 16000 in solo games; 1600 or 3200 if quick; more with opponents or seats. The same request with a larger number extends the check."`
	Quick     bool           `json:"quick,omitempty" doc:"Look for large losses only: elo0 -50, and fewer matches by default."`
	Prove     string         `json:"prove,omitempty" enum:",stronger" doc:"stronger: ask for a proof, 0 against +20."`
	Elo0      *float64       `json:"elo0,omitempty" doc:"Elo difference of H0. Default -20, or what quick, prove and the number of starts make of it."`
	Elo1      *float64       `json:"elo1,omitempty" doc:"Elo difference of H1. Default 0, or what prove and the number of starts make of it."`
	Alpha     float64        `json:"alpha,omitempty" default:"0.045"`
	Beta      float64        `json:"beta,omitempty" default:"0.03"`
	Betting   *float64       `json:"betting,omitempty" doc:"Error probability in each direction that is spent on deciding obvious cases early. Default 0.005; 0: the SPRT alone."`
	SamePlay  *float64       `json:"same_play,omitempty" doc:"Error probability that ending early when both bots play the same may have. Default 0.05; 0: never end so."`
	Cap       int            `json:"cap,omitempty" minimum:"0" doc:"Starts after which the check ends, whether they prove anything or not: half of max_games, which wins."`
	By        string         `json:"by,omitempty" enum:",wins,score" doc:"score: the test is on the mean difference of the scores of a solo game, by which its statement ranks; the default there, unless elo0, elo1 or model is given. wins: who won each start."`
	Margin    float64        `json:"margin,omitempty" doc:"Points a start by which the candidate may be worse or, to be proven stronger, has to be better, by score. Default: a fiftieth of the range of scores."`
	Fresh     bool           `json:"fresh,omitempty" doc:"Play everything. Otherwise a check of a solo game counts results of its bots that other tournaments have played under the same limits."`
	Model     rating.Model   `json:"model,omitempty" enum:"logistic,normalized,bayesian" default:"logistic"`
	LimitsBody
	Clock string `json:"clock,omitempty" enum:",wall,cpu" doc:"What the limits count: wall time, or processor time of the bot and its children."`
}

func (s *Server) checks() {
	tag := []string{"checks"}
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/checks", OperationID: "list-checks", Tags: tag,
		Summary: "List the checks",
	}, s.listChecks)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/checks", OperationID: "create-check", Tags: tag, MaxBodyBytes: maxDefinition,
		Summary: "Check whether a candidate is weaker than a baseline, or stronger",
		Description: "Plays until a sequential test (SPRT) decides between H0, an Elo difference of elo0, which is the answer weaker or not stronger, and H1, one of elo1, which is not weaker or stronger. " +
			"Starts immediately. Idempotent in the same way as creating a tournament. To resume or extend another owner's requires scope admin.",
	}, s.createCheck)
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/checks/{check}", OperationID: "get-check", Tags: tag,
		Summary: "Get a check, its progress and its answer",
	}, s.getCheck)
}

func (s *Server) createCheck(ctx context.Context, in *struct{ Body checkIn }) (*checkOut, error) {
	plan, err := s.checkPlan(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	s.planBy(ctx, &plan)
	t, err := s.Scheduler.Create(ctx, plan)
	if err != nil {
		return nil, inCheck(err)
	}
	if err := s.startOwned(ctx, t.ID); err != nil {
		return nil, err
	}
	return s.getCheck(ctx, &checkPath{t.ID})
}

// inCheck returns an error with the field of a checkIn in the place of that of its
// plan: the first bots of that are the candidate and the baseline.
func inCheck(err error) error {
	named := func(field string) string {
		at := 0
		if n, _ := fmt.Sscanf(field, "bots[%d]", &at); n == 0 {
			return field
		}
		if at < 2 {
			return []string{"candidate", "baseline"}[at]
		}
		return fmt.Sprintf("opponents[%d]", at-2)
	}
	var field league.FieldError
	var bot scheduler.BotRefusedError
	switch {
	case errors.As(err, &bot):
		bot.Field = named(bot.Field)
		return bot
	case errors.As(err, &field):
		field.Field = named(field.Field)
		return field
	}
	return err
}

// checkPlan returns the plan of the tournament that plays for a check.
func (s *Server) checkPlan(ctx context.Context, b checkIn) (scheduler.Plan, error) {
	g, err := s.gameInBody(b.Game)
	if err != nil {
		return scheduler.Plan{}, err
	}
	if err := league.CheckSeats(b.Seats, g.Info()); err != nil {
		return scheduler.Plan{}, err
	}
	p := scheduler.Plan{Extend: true, File: league.File{
		Name: b.Name, Game: b.Game, Seats: b.Seats, Format: league.RoundRobin, Bots: []string{b.Candidate, b.Baseline},
		TimeFirst: duration(b.FirstMS), TimeTurn: duration(b.TurnMS), Clock: b.Clock,
	}}
	if len(b.Opponents) > 0 {
		p.Format, p.Challengers, p.Bots = league.Gauntlet, 2, append(p.Bots, b.Opponents...)
	}
	p.Fresh = b.Seeds == "" && b.Book == "" && len(b.Positions) == 0
	if !p.Fresh {
		p.Shuffle = len(b.Positions) == 0 // these are in the order that the client wants
		if err := s.setStarts(ctx, &p, b.Seeds, b.Book, b.Positions); err != nil {
			return p, err
		}
	}
	starts := len(p.Seeds)
	if opener, ok := g.(referee.Opener); ok && len(p.Positions) == 0 {
		starts = min(cmp.Or(starts, opener.OpeningCount()), opener.OpeningCount())
	}
	test, err := b.question(g, starts)
	p.Test, p.Games = &test, test.Cap
	p.FollowsBy = b.By == "" && b.Margin == 0
	p.Follows = !b.Quick && b.Prove == "" && b.Elo0 == nil && b.Elo1 == nil
	return p, err
}

func (s *Server) listChecks(ctx context.Context, _ *struct{}) (*checksOut, error) {
	tests, err := s.Store.Checks(ctx)
	if err != nil {
		return nil, err
	}
	statuses, err := s.Store.TournamentStatuses(ctx, league.TournamentQuery{})
	if err != nil {
		return nil, err
	}
	out := &checksOut{}
	out.Body.Checks = []checkBody{}
	for _, status := range statuses {
		test, ok := tests[status.ID]
		if !ok {
			continue
		}
		c, err := s.checkOf(ctx, status, test)
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
		return nil, league.NotFoundError{Kind: league.ACheck, Name: in.ID}
	}
	status, err := s.Store.TournamentStatus(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	c, err := s.checkOf(ctx, status, test)
	path := c.Found.Path
	path.Values = nonNil(path.Values)
	c.Path = &path
	for _, m := range c.Found.Worst {
		c.Worst = append(c.Worst, worstBody{m.ID, startOf(m.Start), m.Seat, m.Fault, m.Outcome.Value(m.Deficit)})
	}
	return &checkOut{c}, err
}

// checkOf evaluates a check's test over the matches played so far.
func (s *Server) checkOf(ctx context.Context, status league.TournamentStatus, test league.Question) (checkBody, error) {
	t, err := s.Store.Tournament(ctx, status.ID)
	if err != nil {
		return checkBody{}, err
	}
	found, err := s.checkStatus(ctx, status, t, test)
	if err != nil {
		return checkBody{}, err
	}
	answer := found.Answer(test)
	return checkBody{tournamentStatusOf(status), t.Bots[0], t.Bots[1], test, answerWord(answer), found.Sentence(test, 0), nonNil(found.Notes()), found, nil, nil}, nil
}

// question returns the question that a request asks of so many distinct starts, 0 for
// no end of them. Errors name the field.
func (b checkIn) question(g referee.Game, starts int) (league.Question, error) {
	asked := check.Asked{
		Quick: b.Quick, Stronger: b.Prove != "", Elo0: b.Elo0, Elo1: b.Elo1, Model: b.Model, Alpha: &b.Alpha, Beta: &b.Beta, Betting: b.Betting, SamePlay: b.SamePlay,
		By: league.Measure(b.By), Margin: b.Margin, MarginFollows: true,
		MaxGames: b.MaxGames, Cap: b.Cap, Opponents: len(b.Opponents), Seats: league.SeatsOf(b.Seats, g.Info()), Starts: starts, Fresh: b.Fresh,
	}
	q, err := asked.Question(g.Info())
	if err == nil && check.NeedsMargin(q) {
		q, err = check.WithDefaultMargin(q, starts)
	}
	return q, err
}

// checkStatus returns where a check stands: its test over the matches played so
// far.
func (s *Server) checkStatus(ctx context.Context, status league.TournamentStatus, t league.Tournament, test league.Question) (check.Status, error) {
	version := fmt.Sprint(status.Matches, status.Void, status.LeftOut, len(t.Starts), t.Games, t.CreatedAt, test)
	if found, ok := s.checkStatuses.get(t.ID, version); ok {
		return found, nil
	}
	g, err := s.Scheduler.Games.Find(t.Game)
	if err != nil {
		return check.Status{}, err
	}
	c := check.New(g, t, test)
	seen, err := engine.Read(ctx, s.Store, engine.Entry{Definition: t, Game: g, Experiment: c, Reuse: test.Reuses(t)})
	if err != nil {
		return check.Status{}, err
	}
	var found check.Status
	seen.Look(func(_ *league.Table, evidence *league.Evidence) { found = c.Status(evidence) })
	found.LLRs = nonNil(found.LLRs)
	if err := found.Look(ctx, t.ID, s.faultOf); err != nil && !errors.Is(err, league.ErrNotFound) { // or the match was deleted
		return check.Status{}, err
	}
	s.checkStatuses.put(t.ID, version, found)
	return found, nil
}

// faultOf is a league.FaultFinder.
func (s *Server) faultOf(ctx context.Context, match string, seat int) (*referee.Fault, error) {
	m, err := s.Store.Match(ctx, match)
	return m.Result.FaultOf(seat), err
}

type checkPlanIn struct {
	Game      string  `query:"game" required:"true"`
	Quick     bool    `query:"quick" doc:"Look for large losses only: elo0 -50."`
	Prove     string  `query:"prove" enum:",stronger" doc:"stronger: ask for a proof, 0 against +20."`
	Elo0      float64 `query:"elo0" doc:"Default -20, or what quick, prove and the number of starts make of it."`
	Elo1      float64 `query:"elo1" doc:"Default 0, or what prove and the number of starts make of it."`
	By        string  `query:"by" enum:",wins,score" doc:"score: the mean difference of the scores of a solo game; the default there. wins: who won each start."`
	Margin    float64 `query:"margin" minimum:"0" doc:"Points a start by which the candidate may be worse or, to be proven stronger, has to be better; 0: a fiftieth of the range of scores. Another one has no forecast: it depends on scores that nobody has seen."`
	Opponents int     `query:"opponents" minimum:"0" maximum:"100" doc:"Bots that candidate and baseline play instead of each other."`
	Seats     int     `query:"seats" minimum:"0" maximum:"8" doc:"Seats of a match, as of a check."`
	Starts    int     `query:"starts" minimum:"0" maximum:"1000000" doc:"Distinct starts, where seeds or a book are given; 0: as many as the game has."`
	MaxGames  int     `query:"max_games" minimum:"0" maximum:"1000000" doc:"0: the default."`

	elo0, elo1 *float64 // as typed
}

// Resolve implements huma.Resolver: hypotheses that nobody typed follow the starts.
func (in *checkPlanIn) Resolve(ctx huma.Context) []error {
	if ctx.Query("elo0") != "" {
		in.elo0 = &in.Elo0
	}
	if ctx.Query("elo1") != "" {
		in.elo1 = &in.Elo1
	}
	return nil
}

type checkPlanOut struct {
	Body struct {
		Unit      rating.Unit       `json:"unit" enum:"pair,duel" doc:"What one start is: a pair of games, or a duel of scores."`
		Starts    int               `json:"starts" doc:"Distinct starts; 0: no limit."`
		Forecasts []rating.Forecast `json:"forecasts" doc:"Starts that the check takes, by how good the candidate is; none by score with a margin of one's own."`
		Question  league.Question   `json:"question" doc:"What is asked. Where the command plays the baseline for its margin of scores, this one is a fiftieth of their range."`
		MatchMS   float64           `json:"match_ms,omitempty" doc:"As in the forecast of a tournament."`
		Matches   int               `json:"start_matches" doc:"Matches that are played on a start."`
		Note      string            `json:"note" doc:"What the number of starts means for the question, as a sentence; empty if there are enough."`
	}
}

func (s *Server) checkPlans() {
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/check-plan", OperationID: "plan-check", Tags: []string{"checks"},
		Summary: "Forecast how many starts a check takes", Description: "From simulated checks with the same test, as arbiter check and stats plan print it: for bots that never draw, which takes longest.",
	}, s.planCheck)
}

func (s *Server) planCheck(ctx context.Context, in *checkPlanIn) (*checkPlanOut, error) {
	g, err := s.Scheduler.Games.Find(in.Game)
	if err != nil {
		return nil, invalidQuery("game", err)
	}
	if err := league.CheckSeats(in.Seats, g.Info()); err != nil {
		return nil, inQuery(err)
	}
	seats := league.SeatsOf(in.Seats, g.Info())
	out := &checkPlanOut{}
	out.Body.Matches = check.StartMatches(2+in.Opponents, seats)
	out.Body.Unit, out.Body.Starts = rating.UnitOf(g.Info().Solo()), in.Starts
	if opener, ok := g.(referee.Opener); ok {
		out.Body.Starts = min(cmp.Or(in.Starts, opener.OpeningCount()), opener.OpeningCount())
	}
	asked := check.Asked{
		Quick: in.Quick, Stronger: in.Prove != "", Elo0: in.elo0, Elo1: in.elo1,
		By: league.Measure(in.By), Margin: in.Margin, MarginFollows: true,
		MaxGames: in.MaxGames, Opponents: in.Opponents, Seats: seats, Starts: out.Body.Starts,
	}
	q, err := asked.Question(g.Info())
	if err != nil {
		return nil, inQuery(err)
	}
	each, err := s.pace(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	if check.NeedsMargin(q) {
		if q, err = check.WithDefaultMargin(q, asked.Starts); err != nil {
			return nil, inQuery(err)
		}
	}
	out.Body.MatchMS = millis(each)
	out.Body.Question, out.Body.Note = q, asked.StartsText(q, g.Info())
	forecasts, err := check.Forecasts(q, check.Prospect{
		Unit: out.Body.Unit, Starts: cmp.Or(out.Body.Starts, q.Cap), Seats: seats, Opponents: in.Opponents, Deviation: asked.Deviation(q),
	})
	out.Body.Forecasts = nonNil(forecasts)
	return out, err
}
