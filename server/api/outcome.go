package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee"
	"arbiter/server/league"
)

// outcomeBody is what standings and checks count of a match.
type outcomeBody struct {
	Seats      []string       `json:"seats" doc:"IDs of the bots, by seat."`
	Start      startBody      `json:"start"`
	Repetition int            `json:"repetition" doc:"Of the same bots on the same start, from 0."`
	Scores     []int64        `json:"scores" doc:"By seat."`
	Ranks      []int          `json:"ranks" doc:"By seat; 1 is first, ties share a rank."`
	Faults     []referee.Kind `json:"faults" doc:"Kind of each seat's first fault that was not forgiven, or empty."`
	Reason     string         `json:"reason"`
}

type outcomesOut struct {
	Body struct {
		State    league.TournamentState `json:"state" enum:"idle,running,paused,done,cancelled,failed" doc:"Of the tournament. When it is done and there is no more, these were the last ones."`
		Why      string                 `json:"why" doc:"Of failed and cancelled."`
		Outcomes []outcomeBody          `json:"outcomes" doc:"In the order in which they were kept."`
		Mark     int64                  `json:"mark" doc:"To ask with for what comes after these."`
		More     bool                   `json:"more" doc:"Whether there are more already."`
	}
}

// mostOutcomes is how many outcomes an answer has: some two megabytes.
const mostOutcomes = 10_000

func (s *Server) outcomes() {
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments/{tournament}/outcomes", OperationID: "get-outcomes", Tags: []string{"tournaments"},
		Summary:     "What standings count of each match, to follow a tournament",
		Description: "In the order in which the matches were kept, at most 10000 at a time. Ask again with the mark of the answer for those after it.",
	}, s.getOutcomes)
}

func (s *Server) getOutcomes(ctx context.Context, in *struct {
	TournamentPath
	After league.Mark `query:"after" minimum:"0" doc:"The mark of the last answer."`
}) (*outcomesOut, error) {
	// The state first: what was kept before it was done is among the outcomes.
	r, err := s.Store.TournamentStatus(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	now, err := s.Store.Mark(ctx)
	if err != nil {
		return nil, err
	}
	out := &outcomesOut{}
	out.Body.State, out.Body.Why, out.Body.Mark = r.State, r.Why, int64(in.After)
	out.Body.Outcomes = []outcomeBody{}
	err = s.Store.EachMatchAfter(ctx, in.ID, in.After, mostOutcomes, func(mark league.Mark, m league.Match) {
		out.Body.Mark = int64(mark)
		out.Body.Outcomes = append(out.Body.Outcomes, outcomeBody{
			m.Seats, startOf(m.Start), m.Repetition, m.Outcome.Scores, m.Outcome.Ranks, m.Outcome.Faults, m.Reason,
		})
	})
	out.Body.More = len(out.Body.Outcomes) == mostOutcomes
	if !out.Body.More { // what others play meanwhile is not looked at again
		out.Body.Mark = max(out.Body.Mark, int64(now))
	}
	return out, err
}
