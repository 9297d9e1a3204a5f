package api

import (
	"context"
	"errors"
	"math"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
	"arbiter/server/study/analysis"
	"arbiter/server/study/analyst"
)

// analysisBody is the analysis of a match as far as it has got.
type analysisBody struct {
	State       analyst.State      `json:"state" enum:"none,queued,running,done,failed"`
	Share       float64            `json:"share" doc:"Of the budget that is used, while it runs."`
	SecondsLeft float64            `json:"seconds_left" doc:"Until it is done, at most, what waits before it included; 0 when it neither waits nor runs."`
	Why         string             `json:"why,omitempty" doc:"Why it failed."`
	Report      *analysis.Analysis `json:"report,omitempty" doc:"What is known, while it runs too; absent without anything."`
}

type analysisOut struct{ Body analysisBody }

func newAnalysisOut(s analyst.Status) *analysisOut {
	return &analysisOut{analysisBody{State: s.State, Share: s.Share, SecondsLeft: secondsLeft(s.Left), Why: s.Why, Report: s.Report}}
}

// secondsLeft returns a time that is left in seconds, rounded up to a tenth.
func secondsLeft(left time.Duration) float64 { return math.Ceil(10*left.Seconds()) / 10 }

func (s *Server) analyses() {
	if s.Analyst == nil {
		return
	}
	tag := []string{"matches"}
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/matches/{id}/analysis", OperationID: "get-analysis", Tags: tag,
		Summary: "Get what is known of the value of each position of a match, and of what each answer cost",
	}, s.getAnalysis)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/matches/{id}/analysis", OperationID: "analyse-match", Tags: tag, DefaultStatus: http.StatusAccepted,
		Summary:     "Analyse a match, or refine its analysis",
		Description: "Matches are analysed one at a time, at the lowest priority: no tournament waits for it. The analyses of different tokens take turns. A second request goes on from what is known.",
	}, s.analyse)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodDelete, Path: "/api/matches/{id}/analysis", OperationID: "cancel-analysis", Tags: tag,
		Summary: "End the analysis of a match and keep what it has found out", Description: "Idempotent. One that another token has asked for requires scope admin.",
	}, s.cancelAnalysis)
}

func (s *Server) getAnalysis(ctx context.Context, in *MatchPath) (*analysisOut, error) {
	status, err := s.Analyst.Status(ctx, in.ID)
	if errors.Is(err, league.ErrNotFound) {
		if _, ok := s.unfinishedMatch(in.ID); ok {
			return newAnalysisOut(analyst.Status{State: analyst.None}), nil
		}
		status, err = s.Analyst.Status(ctx, in.ID) // it may have ended after the first query
	}
	return newAnalysisOut(status), err
}

func (s *Server) analyse(ctx context.Context, in *struct {
	MatchPath
	Body struct {
		BudgetMS int64 `json:"budget_ms,omitempty" minimum:"100" maximum:"600000" default:"10000" doc:"How long to think, in milliseconds."`
	}
}) (*analysisOut, error) {
	if err := s.Analyst.Request(owned(ctx), in.ID, time.Duration(in.Body.BudgetMS)*time.Millisecond); err != nil {
		return nil, err
	}
	return s.getAnalysis(ctx, &in.MatchPath)
}

func (s *Server) cancelAnalysis(ctx context.Context, in *MatchPath) (*struct{}, error) {
	if err := transport.MayChange(ctx, "the analysis of match "+in.ID, s.Analyst.Owner(in.ID)); err != nil {
		return nil, err
	}
	s.Analyst.Cancel(in.ID)
	return nil, nil
}

// owned returns a context whose analyses belong to the caller.
func owned(ctx context.Context) context.Context {
	return analyst.WithOwner(ctx, transport.CallerOf(ctx).Token)
}
