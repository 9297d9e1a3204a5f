package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/queue"
)

// paced is from how many of the latest matches of a game its pace is estimated.
const paced = 200

// pace returns how much time a match of a game takes of what the server plays at the
// same time, as the latest ones did: 0 where none is known.
func (s *Server) pace(ctx context.Context, game string) (time.Duration, error) {
	latest, err := s.Store.Matches(ctx, league.Query{Game: game, Limit: paced})
	if err != nil || len(latest) == 0 {
		return 0, err
	}
	var sum time.Duration
	for _, m := range latest {
		sum += m.Duration
	}
	slots := s.Scheduler.Pool.Size()
	if s.Workers != nil {
		for _, w := range s.Workers.Workers() {
			if w.State == queue.Working {
				slots += w.Slots
			}
		}
	}
	return sum / time.Duration(len(latest)*slots), nil
}

type tournamentPlanIn struct {
	Game        string        `query:"game" required:"true"`
	Format      league.Format `query:"format" doc:"Default: round-robin."`
	Bots        int           `query:"bots" required:"true" minimum:"1" maximum:"10000" doc:"Number of bots."`
	Seeds       string        `query:"seeds" maxLength:"10000" doc:"As in the definition of a tournament, and so are the following."`
	Book        string        `query:"book" maxLength:"100"`
	Openings    int           `query:"openings" minimum:"0"`
	Games       int           `query:"games" minimum:"0"`
	Rounds      int           `query:"rounds" minimum:"0"`
	Seats       int           `query:"seats" minimum:"0" maximum:"8"`
	Challengers int           `query:"challengers" minimum:"0"`
}

type tournamentPlanOut struct {
	Body struct {
		Matches int     `json:"matches" doc:"Number of matches; 0: the tournament has no end."`
		Exact   bool    `json:"exact" doc:"It depends on no result; otherwise it is an estimate."`
		MatchMS float64 `json:"match_ms,omitempty" doc:"Time that a match takes while the server plays nothing else, from the latest ones of the game: the mean duration by the matches that it plays at the same time; absent where no match is known."`
	}
}

func (s *Server) tournamentPlans() {
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/tournament-plan", OperationID: "plan-tournament", Tags: []string{"tournaments"},
		Summary: "Forecast how many matches a tournament has, and how long they take",
	}, s.planTournament)
}

// planTournament asks the format itself, with bots that have nothing but a number.
func (s *Server) planTournament(ctx context.Context, in *tournamentPlanIn) (*tournamentPlanOut, error) {
	g, err := s.Scheduler.Games.Find(in.Game)
	if err != nil {
		return nil, invalidQuery("game", err)
	}
	b := planBody{Name: "plan", Game: in.Game, Format: in.Format, Seeds: in.Seeds, Book: in.Book, Games: in.Games, Rounds: in.Rounds, Seats: in.Seats, Challengers: in.Challengers}
	if in.Openings > 0 {
		b.Openings = &in.Openings
	}
	p, err := s.planOf(ctx, b)
	if err != nil {
		return nil, inQuery(err)
	}
	p.SetDefaults()
	if err := league.CheckSeats(p.Seats, g.Info()); err != nil {
		return nil, inQuery(err)
	}
	t := p.Tournament(g.Info(), g.Info().Limits())
	for n := range in.Bots {
		t.Bots = append(t.Bots, strconv.Itoa(n))
	}
	if err := t.Validate(); err != nil {
		return nil, inQuery(err)
	}
	out := &tournamentPlanOut{}
	out.Body.Matches, out.Body.Exact = league.Total(t)
	each, err := s.pace(ctx, in.Game)
	out.Body.MatchMS = millis(each)
	return out, err
}

// inQuery makes an error of a field one of the parameter with its name.
func inQuery(err error) error {
	if field := (league.FieldError{}); errors.As(err, &field) {
		return invalidQuery(field.Field, field.Err)
	}
	return err
}
