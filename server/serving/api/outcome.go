package api

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
)

// outcomeBody is what standings and checks count of a match.
type outcomeBody struct {
	Seats      []string       `json:"seats" doc:"Bot IDs by seat."`
	Start      startBody      `json:"start"`
	Repetition int            `json:"repetition" doc:"Number of earlier matches of the same bots on the same start."`
	Scores     []int64        `json:"scores" doc:"By seat."`
	Ranks      []int          `json:"ranks" doc:"By seat; 1 is first, ties share a rank."`
	Faults     []referee.Kind `json:"faults" doc:"By seat: kind of the first fault that was not forgiven, or empty."`
	Forgiven   []int          `json:"forgiven,omitempty" doc:"By seat: number of faults that the rules let pass without a price."`
	Reason     string         `json:"reason"`
	Match      string         `json:"match,omitempty" doc:"ID of the match if another tournament has played it: a check of a solo game counts known results of its bots."`
	Play       string         `json:"play,omitempty" doc:"Digest of everything that happened in the match, a number as text; absent when it is not known. Matches with the same digest went through the same states."`
}

func outcomeOf(m league.Match) outcomeBody {
	o := outcomeBody{
		Seats: m.Seats, Start: startOf(m.Start), Repetition: m.Repetition,
		Scores: m.Outcome.Scores, Ranks: m.Outcome.Ranks, Faults: m.Outcome.Faults, Forgiven: m.Outcome.Forgiven, Reason: m.Reason, Match: m.Stored,
	}
	if m.Play != 0 {
		o.Play = strconv.FormatUint(uint64(m.Play), 10)
	}
	return o
}

type outcomesOut struct {
	Body struct {
		State    stateWord     `json:"state" doc:"State of the tournament. When it is done and more is false, these are the last outcomes."`
		Why      string        `json:"why" doc:"Reason why the tournament failed or was cancelled."`
		Outcomes []outcomeBody `json:"outcomes" doc:"In the order in which they were stored."`
		Mark     int64         `json:"mark" doc:"Pass it as after to get the outcomes that follow."`
		Void     int           `json:"void,omitempty" doc:"Number of void matches: the machine was too busy to let their bots run. They have no result and are played again."`
		LeftOut  []startBody   `json:"left_out,omitempty" doc:"Starts on which a pairing was left out, after several void matches."`
		PutOff   []startBody   `json:"put_off,omitempty" doc:"Starts on which a match was void so often that it is played last; it may have been played since. A check counts them after all others."`
		More     bool          `json:"more" doc:"Whether more outcomes are available now."`
	}
}

// maxOutcomes bounds the outcomes in a response: some two megabytes.
const maxOutcomes = 10_000

func (s *Server) outcomes() {
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments/{tournament}/outcomes", OperationID: "get-outcomes", Tags: []string{"tournaments"},
		Summary:     "Follow a tournament: get the outcome of each match",
		Description: "In the order in which matches were stored, at most 10000 at a time; in a check of a solo game after the known results that it counts. Request again with the mark of the response for those that follow.",
	}, s.getOutcomes)
}

func (s *Server) getOutcomes(ctx context.Context, in *struct {
	TournamentPath
	After league.Mark `query:"after" minimum:"0" doc:"The mark of the previous response."`
}) (*outcomesOut, error) {
	// The state first: what was stored before it became done is then included.
	status, err := s.Store.TournamentStatus(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	now, err := s.Store.Mark(ctx)
	if err != nil {
		return nil, err
	}
	out := &outcomesOut{}
	out.Body.State, out.Body.Why, out.Body.Mark = stateWord(status.State), status.Why, int64(in.After)
	out.Body.Outcomes = []outcomeBody{}
	voids, err := s.Store.Voids(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	for _, v := range voids {
		out.Body.Void += v.Times
		if v.LeftOut {
			out.Body.LeftOut = append(out.Body.LeftOut, startOf(v.Pairing.Start))
		}
		if v.PutOff {
			out.Body.PutOff = append(out.Body.PutOff, startOf(v.Pairing.Start))
		}
	}
	if in.After == 0 {
		if out.Body.Outcomes, err = s.reusedOutcomes(ctx, in.ID); err != nil {
			return nil, err
		}
	}
	own := 0
	err = s.Store.EachMatchAfter(ctx, in.ID, in.After, maxOutcomes, func(mark league.Mark, m league.Match) {
		own++
		out.Body.Mark = int64(mark)
		out.Body.Outcomes = append(out.Body.Outcomes, outcomeOf(m))
	})
	out.Body.More = own == maxOutcomes
	if !out.Body.More { // skip the matches that other tournaments played meanwhile
		out.Body.Mark = max(out.Body.Mark, int64(now))
	}
	return out, err
}

// reusedOutcomes returns the outcomes that a tournament counts if it is a check
// that reuses results of others. The list is never nil.
func (s *Server) reusedOutcomes(ctx context.Context, tournament string) ([]outcomeBody, error) {
	all := []outcomeBody{}
	tests, err := s.Store.Checks(ctx)
	if err != nil {
		return nil, err
	}
	test, ok := tests[tournament]
	if !ok {
		return all, nil
	}
	t, err := s.Store.Tournament(ctx, tournament)
	if err != nil {
		return nil, err
	}
	reused, err := s.reused(ctx, t, test)
	for _, m := range reused {
		all = append(all, outcomeOf(m))
	}
	return all, err
}
