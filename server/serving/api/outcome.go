package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
)

// outcomeBody is what standings and checks count of a match.
type outcomeBody struct {
	Seats      []string  `json:"seats" doc:"Bot IDs by seat."`
	Start      startBody `json:"start"`
	Repetition int       `json:"repetition" doc:"Number of earlier matches of the same bots on the same start."`
	Scores     []int64   `json:"scores" doc:"By seat, in units of the last decimal: 125 is 12.5 with one decimal."`
	referee.Scoring
	Ranks    []int          `json:"ranks" doc:"By seat; 1 is first, ties share a rank."`
	Faults   []referee.Kind `json:"faults" doc:"By seat: kind of the first fault that was not forgiven, or empty."`
	Forgiven []int          `json:"forgiven,omitempty" doc:"By seat: number of faults that the rules let pass without a price."`
	Reason   string         `json:"reason"`
	Match    string         `json:"match,omitempty" doc:"ID of the match if another tournament has played it: a check of a solo game counts known results of its bots."`
	Play     string         `json:"play,omitempty" doc:"Digest of everything that happened in the match, a number as text; absent when it is not known. Matches with the same digest went through the same states."`
}

func outcomeOf(m league.Match) outcomeBody {
	o := outcomeBody{
		Seats: m.Seats, Start: startOf(m.Start), Repetition: m.Repetition,
		Scores: m.Outcome.Scores, Scoring: m.Outcome.Scoring, Ranks: m.Outcome.Ranks, Faults: m.Outcome.Faults, Forgiven: m.Outcome.Forgiven, Reason: m.Reason, Match: m.Stored,
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
		Waiting  int           `json:"waiting,omitempty" doc:"Number of matches that were put off and wait to be played last."`
		More     bool          `json:"more" doc:"Whether more outcomes are available now."`
	}
}

// maxOutcomes bounds the outcomes in a response: some two megabytes.
func (s *Server) outcomes() {
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/tournaments/{tournament}/outcomes", OperationID: "get-outcomes", Tags: []string{"tournaments"},
		Summary:     "Follow a tournament: get the outcome of each match",
		Description: "In the order in which matches were stored, at most 10000 at a time; in a check of a solo game after the known results that it counts. Request again with the mark of the response for those that follow.",
	}, s.getOutcomes)
}

func (s *Server) getOutcomes(ctx context.Context, in *struct {
	TournamentPath
	After  league.Mark `query:"after" minimum:"0" doc:"The mark of the previous response."`
	WaitMS int         `query:"wait_ms" minimum:"0" maximum:"10000" doc:"While the tournament is being played, respond after so many milliseconds, or as soon as it ends."`
}) (*outcomesOut, error) {
	news, err := s.core.News(ctx, in.ID, in.After, time.Duration(in.WaitMS)*time.Millisecond)
	if err != nil {
		return nil, err
	}
	out := &outcomesOut{}
	b := &out.Body
	b.State, b.Why, b.Mark, b.More = stateWord(news.State), news.Why, int64(news.Mark), news.More
	b.Void, b.Waiting, b.LeftOut, b.PutOff = news.Voids.Matches, news.Voids.PutOff, startsOf(news.Voids.LeftOut), startsOf(news.PutOff)
	b.Outcomes = []outcomeBody{}
	for _, m := range news.Matches {
		b.Outcomes = append(b.Outcomes, outcomeOf(m))
	}
	return out, nil
}

func startsOf(starts []league.Start) (all []startBody) {
	for _, start := range starts {
		all = append(all, startOf(start))
	}
	return all
}
