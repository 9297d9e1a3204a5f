package api

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee/games"
	"arbiter/server/kept/index"
	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
)

// leaderboardBody is a saved filter over all matches of a game.
type leaderboardBody struct {
	Name      string    `json:"name"`
	Game      string    `json:"game"`
	Filter    string    `json:"filter"`
	Anchor    string    `json:"anchor"`
	Owner     string    `json:"owner,omitempty" doc:"Name of the token that saved the leaderboard; absent: nobody's."`
	CreatedAt time.Time `json:"created_at"`
}

type leaderboardsOut struct {
	Body struct {
		Leaderboards []leaderboardBody `json:"leaderboards"`
	}
}

// NamePath names what is saved under a name: a leaderboard, seed set or test set.
type NamePath struct {
	Name string `path:"name" maxLength:"100"`
}

type leaderboardOut struct{ Body leaderboardBody }

func (s *Server) leaderboards() {
	tag := []string{"leaderboards"}
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/leaderboards", OperationID: "list-leaderboards", Tags: tag,
		Summary: "List the saved leaderboards",
	}, s.listLeaderboards)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodPut, Path: "/api/leaderboards/{name}", OperationID: "save-leaderboard", Tags: tag,
		Summary: "Save a filter over all matches of a game as a leaderboard", Description: "Idempotent. Replaces an existing leaderboard of that name. Another owner's requires scope admin.",
	}, s.saveLeaderboard)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodDelete, Path: "/api/leaderboards/{name}", OperationID: "delete-leaderboard", Tags: tag, DefaultStatus: http.StatusNoContent,
		Summary: "Delete a leaderboard", Description: "Idempotent. A leaderboard that is not the token's own requires scope admin.",
	}, s.deleteLeaderboard)
	transport.Route(s.router, transport.ScopeRead, s.router.Expensive(huma.Operation{
		Method: http.MethodGet, Path: "/api/leaderboards/{name}/standings", OperationID: "get-leaderboard", Tags: tag,
		Summary: "Get the standings of a saved leaderboard",
	}), s.getLeaderboard)
}

func (s *Server) listLeaderboards(ctx context.Context, _ *struct{}) (*leaderboardsOut, error) {
	all, err := s.Store.Leaderboards(ctx)
	if err != nil {
		return nil, err
	}
	out := &leaderboardsOut{}
	out.Body.Leaderboards = []leaderboardBody{}
	for _, l := range all {
		out.Body.Leaderboards = append(out.Body.Leaderboards, leaderboardBody(l))
	}
	return out, nil
}

func (s *Server) saveLeaderboard(ctx context.Context, in *struct {
	NamePath
	Body struct {
		Game   string `json:"game"`
		Filter string `json:"filter,omitempty" maxLength:"1000"`
		Anchor string `json:"anchor,omitempty"`
	}
}) (*leaderboardOut, error) {
	if _, err := gameInBody(in.Body.Game); err != nil {
		return nil, err
	}
	if err := league.CheckName(in.Name); err != nil {
		return nil, league.FieldError{Field: "name", Err: err}
	}
	filter, err := league.ParseFilter(in.Body.Filter)
	if err == nil {
		err = filter.CheckNames(games.Attributes(in.Body.Game))
	}
	if err != nil {
		return nil, league.FieldError{Field: "filter", Err: err}
	}
	s.saving.Lock()
	defer s.saving.Unlock()
	l := league.Leaderboard{Name: in.Name, Game: in.Body.Game, Filter: in.Body.Filter, Anchor: in.Body.Anchor, Owner: transport.CallerOf(ctx).Token, CreatedAt: time.Now().UTC()}
	before, ok, err := s.leaderboard(ctx, in.Name)
	if ok {
		l.Owner, l.CreatedAt = before.Owner, before.CreatedAt
		err = transport.MayChange(ctx, "leaderboard "+in.Name, before.Owner)
	}
	if err != nil {
		return nil, err
	}
	if err := s.Store.SaveLeaderboard(ctx, l); err != nil {
		return nil, err
	}
	return &leaderboardOut{leaderboardBody(l)}, nil
}

func (s *Server) deleteLeaderboard(ctx context.Context, in *NamePath) (*struct{}, error) {
	s.saving.Lock()
	defer s.saving.Unlock()
	before, ok, err := s.leaderboard(ctx, in.Name)
	if ok {
		err = transport.MayDelete(ctx, "leaderboard "+in.Name, before.Owner)
	}
	if err != nil {
		return nil, err
	}
	return nil, s.Store.DeleteLeaderboard(ctx, in.Name)
}

// leaderboard returns the leaderboard of a name, and whether there is one.
func (s *Server) leaderboard(ctx context.Context, name string) (league.Leaderboard, bool, error) {
	all, err := s.Store.Leaderboards(ctx)
	if i := slices.IndexFunc(all, func(l league.Leaderboard) bool { return l.Name == name }); i >= 0 {
		return all[i], true, nil
	}
	return league.Leaderboard{}, false, err
}

func (s *Server) getLeaderboard(ctx context.Context, in *struct {
	transport.Conditional
	NamePath
}) (*standingsOut, error) {
	l, ok, err := s.leaderboard(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, league.NotFoundError{Kind: league.ALeaderboard, Name: in.Name}
	}
	filter, err := league.ParseFilter(l.Filter) // saved, perhaps by an older build
	if err != nil {
		return nil, err
	}
	of := index.Selection{Scope: index.Scope{Game: l.Game}, Filter: filter}
	return s.standingsOf(ctx, in.Conditional, of, l.Anchor, noNote)
}
