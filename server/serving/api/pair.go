package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/kept/index"
	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
)

// pairBody is a start that two bots of a solo game have played.
type pairBody struct {
	Start   startBody `json:"start"`
	Matches []string  `json:"matches" doc:"The latest match of each of the two."`
	Scores  []decimal `json:"scores" doc:"Of these matches."`
}

type pairsOut struct {
	transport.Tagged
	Body struct {
		Starts    int        `json:"starts" doc:"Number of starts that both have played."`
		Better    int        `json:"better" doc:"On how many of them a has the better score."`
		Worse     int        `json:"worse" doc:"On how many of them a has the worse score."`
		Mean      float64    `json:"mean" doc:"Mean of the scores of a less those of b."`
		Ascending bool       `json:"ascending,omitempty" doc:"A smaller score is better."`
		Pairs     []pairBody `json:"pairs" doc:"The latest first, at most 10000."`
	}
}

// maxPairs bounds the starts in a response: some two megabytes, and as many points
// as a picture can show.
const maxPairs = 10_000

func (s *Server) pairs() {
	transport.Route(s.router, transport.ScopeRead, s.router.Expensive(huma.Operation{
		Method: http.MethodGet, Path: "/api/ratings/{game}/pairs", OperationID: "get-pairs", Tags: []string{"ratings"},
		Summary: "Compare two bots of a solo game start by start", Description: "On every start that both have played, by the latest match of each.",
	}), s.getPairs)
}

func (s *Server) getPairs(ctx context.Context, in *struct {
	transport.Conditional
	GamePath
	A          string `query:"a" required:"true" minLength:"1" doc:"A bot ID."`
	B          string `query:"b" required:"true" minLength:"1" doc:"The ID of the bot that it is compared with."`
	Tournament string `query:"tournament" doc:"Compare matches of this tournament only."`
	Filter     string `query:"filter" maxLength:"1000" doc:"Conditions, e.g. cols<34; see docs/tournaments.md."`
	Singles    bool   `query:"singles" doc:"Compare single matches, too."`
}) (*pairsOut, error) {
	if _, err := s.gameInPath(in.Game); err != nil {
		return nil, err
	}
	scope := index.Scope{Game: in.Game}
	if in.Tournament != "" {
		scope = index.Scope{Tournament: in.Tournament}
	}
	of, err := selection(scope, in.Game, in.Filter, nil)
	if err != nil {
		return nil, err
	}
	of.Singles = in.Singles
	pairs, version, err := s.index.Pairs(ctx, of, [2]string{in.A, in.B})
	if err != nil {
		return nil, err
	}
	out := &pairsOut{}
	if out.Tagged, err = s.router.Tag(in.Conditional, "pairs", of.Scope, of.Counted, of.Filter, in.A, in.B, version); err != nil {
		return nil, err
	}
	body := &out.Body
	body.Starts = len(pairs)
	for _, p := range pairs {
		body.Ascending = p.Ascending
		body.Mean += p.Value(p.Scores[0]-p.Scores[1]) / float64(len(pairs))
		switch better := p.Margin(p.Scores[0], p.Scores[1]); {
		case better > 0:
			body.Better++
		case better < 0:
			body.Worse++
		}
	}
	body.Pairs, err = s.pairBodies(ctx, pairs[:min(len(pairs), maxPairs)])
	return out, err
}

// pairBodies adds the IDs of the matches.
func (s *Server) pairBodies(ctx context.Context, pairs []index.Pair) ([]pairBody, error) {
	var marks []league.Mark
	for _, p := range pairs {
		marks = append(marks, p.Marks[:]...)
	}
	ids, err := s.Store.MatchIDs(ctx, marks)
	if err != nil {
		return nil, err
	}
	bodies := make([]pairBody, len(pairs))
	for i, p := range pairs {
		bodies[i] = pairBody{startOf(p.Start), []string{ids[p.Marks[0]], ids[p.Marks[1]]}, []decimal{decimal(p.Text(p.Scores[0])), decimal(p.Text(p.Scores[1]))}}
	}
	return bodies, nil
}
