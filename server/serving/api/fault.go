package api

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee"
	"arbiter/server/kept/index"
	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
)

// faultGroup is faults of which the messages differ in numbers and quotes only.
type faultGroup struct {
	Kind    referee.Kind `json:"kind"`
	Message string       `json:"message" doc:"With # for each number and \"...\" for each quote."`
	Example string       `json:"example" doc:"The message of the latest one."`
	Stderr  string       `json:"stderr,omitempty" doc:"The last lines that the bot of the latest one had written to stderr."`
	Count   int          `json:"count"`
	Match   string       `json:"match" doc:"The match of the latest one."`
	Seat    int          `json:"seat"`
	Turn    int          `json:"turn"`
}

type faultsOut struct {
	transport.Tagged
	Body struct {
		Groups   []faultGroup `json:"groups" doc:"Most frequent first."`
		Total    int          `json:"total" doc:"Number of matches with a fault."`
		Examined int          `json:"examined" doc:"Of these, how many of the latest are in the groups."`
	}
}

// maxExaminedFaults bounds the matches whose messages are read.
const maxExaminedFaults = 2000

func (s *Server) faults() {
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/faults", OperationID: "list-faults", Tags: []string{"matches"},
		Summary: "Group the faults of matches by their message", Description: "The first fault of a seat that was not forgiven, of the latest 2000 matches with one.",
	}, s.listFaults)
}

func (s *Server) listFaults(ctx context.Context, in *struct {
	transport.Conditional
	Game       string `query:"game"`
	Tournament string `query:"tournament"`
	Bot        string `query:"bot" doc:"Bot ID, or the name before the @: its own faults."`
}) (*faultsOut, error) {
	version, err := s.index.Version(ctx)
	if err != nil {
		return nil, err
	}
	out := &faultsOut{}
	if out.Tagged, err = s.router.Tag(in.Conditional, "faults", version, in.Game, in.Tournament, in.Bot); err != nil {
		return nil, err
	}
	page, err := s.index.List(ctx, index.Query{Game: in.Game, Tournament: in.Tournament, Bot: in.Bot, OwnFault: true, Limit: maxExaminedFaults})
	if err != nil {
		return nil, err
	}
	faults, err := s.Store.Faults(ctx, page.Seats)
	if err != nil {
		return nil, err
	}
	groups := map[[2]string]*faultGroup{}
	var marks []league.Mark // of the latest one of each group
	var order []*faultGroup
	for _, f := range faults {
		key := [2]string{string(f.Fault.Kind), f.Fault.Pattern()}
		g := groups[key]
		if g == nil {
			g = &faultGroup{Kind: f.Fault.Kind, Message: key[1], Example: f.Fault.Why, Stderr: f.Fault.Stderr, Seat: f.Seat, Turn: f.Fault.Turn}
			groups[key], order, marks = g, append(order, g), append(marks, f.Mark)
		}
		g.Count++
	}
	matches, err := s.Store.MatchIDs(ctx, marks)
	if err != nil {
		return nil, err
	}
	out.Body.Groups, out.Body.Total, out.Body.Examined = []faultGroup{}, page.Total, len(page.Seats)
	for i, g := range order {
		g.Match = matches[marks[i]]
		out.Body.Groups = append(out.Body.Groups, *g)
	}
	slices.SortStableFunc(out.Body.Groups, func(a, b faultGroup) int { return cmp.Compare(b.Count, a.Count) })
	return out, nil
}
