package api

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/serving/api/transport"
	"arbiter/server/study/analysis"
	"arbiter/server/study/analyst"
)

// trialBody is a question about a turn as far as it is answered.
type trialBody struct {
	ID          string          `json:"id" doc:"Of the question, among those about the match."`
	State       analyst.State   `json:"state" enum:"queued,running,done,failed"`
	Share       float64         `json:"share" doc:"Of the budget that is used, while it runs."`
	SecondsLeft float64         `json:"seconds_left" doc:"Until it is answered, at most; 0 when it is."`
	Why         string          `json:"why,omitempty" doc:"Why it failed, such as a fault in an answer."`
	Trial       *analysis.Trial `json:"trial,omitempty" doc:"The answer. One that was cancelled has what was known then."`
}

type trialOut struct{ Body trialBody }

func newTrialOut(s analyst.TrialStatus) *trialOut {
	return &trialOut{trialBody{ID: s.ID, State: s.State, Share: s.Share, SecondsLeft: secondsLeft(s.Left), Why: s.Why, Trial: s.Trial}}
}

// trialPath names a question about a match.
type trialPath struct {
	MatchPath
	Trial string `path:"trial" doc:"The id of the question."`
}

func (s *Server) trials() {
	if s.Analyst == nil {
		return
	}
	tag := []string{"matches"}
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/matches/{id}/trials", OperationID: "try-answer", Tags: tag, DefaultStatus: http.StatusAccepted,
		Summary: "Ask which of two answers to a recorded position is better",
		Description: "The players of the game's judge play on from both, in pairs with the same luck. Questions and analyses wait in one queue, at the lowest priority. " +
			"The answers to the latest questions are kept in memory.",
	}, s.tryAnswer)
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/matches/{id}/trials/{trial}", OperationID: "get-trial", Tags: tag,
		Summary: "Get which of two answers is better, or how far that is known",
	}, s.getTrial)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodDelete, Path: "/api/matches/{id}/trials/{trial}", OperationID: "cancel-trial", Tags: tag,
		Summary: "End a question and keep what is known", Description: "Idempotent. One that another token has asked requires scope admin.",
	}, s.cancelTrial)
}

func (s *Server) tryAnswer(ctx context.Context, in *struct {
	MatchPath
	Body struct {
		Turn     int    `json:"turn" minimum:"1" doc:"The turn of the answer."`
		Seat     int    `json:"seat" minimum:"0" doc:"The seat that gives it."`
		A        string `json:"a" maxLength:"10000" doc:"The answer to try; lines joined by line ends."`
		B        string `json:"b,omitempty" maxLength:"10000" doc:"The answer that it is compared with; by default the recorded one."`
		BudgetMS int64  `json:"budget_ms,omitempty" minimum:"100" maximum:"600000" default:"10000" doc:"How long to play, in milliseconds."`
	}
}) (*trialOut, error) {
	b := &in.Body
	q := analysis.Question{Turn: b.Turn, A: strings.Split(b.A, "\n")}
	if b.B != "" {
		q.B = strings.Split(b.B, "\n")
	}
	status, err := s.Analyst.Ask(owned(ctx), in.ID, b.Seat, q, time.Duration(b.BudgetMS)*time.Millisecond)
	if err != nil {
		return nil, err
	}
	return newTrialOut(status), nil
}

func (s *Server) getTrial(_ context.Context, in *trialPath) (*trialOut, error) {
	status, err := s.Analyst.Trial(in.ID, in.Trial)
	if err != nil {
		return nil, err
	}
	return newTrialOut(status), nil
}

func (s *Server) cancelTrial(ctx context.Context, in *trialPath) (*struct{}, error) {
	if err := transport.MayChange(ctx, "the question "+in.Trial, s.Analyst.TrialOwner(in.ID, in.Trial)); err != nil {
		return nil, err
	}
	s.Analyst.CancelTrial(in.ID, in.Trial)
	return nil, nil
}
