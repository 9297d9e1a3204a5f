package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee/games"
	"arbiter/server/kept/index"
	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
)

// leaderboardBody is a saved choice of matches of a game.
type leaderboardBody struct {
	Name        string     `json:"name"`
	Game        string     `json:"game"`
	Filter      string     `json:"filter"`
	Anchor      string     `json:"anchor"`
	Tournaments []string   `json:"tournaments" doc:"The only tournaments and ladders whose matches count; empty: all."`
	Since       *time.Time `json:"since" doc:"Only matches played then or later count; null: all."`
	Until       *time.Time `json:"until" doc:"Only matches played before count; null: all."`
	Days        int        `json:"days" doc:"Only matches of the last so many days count, from a full hour on; 0: all."`
	Singles     bool       `json:"singles" doc:"Whether single matches between bots count, too."`
	Humans      bool       `json:"humans" doc:"Whether matches count in which a human played, too."`
	Owner       string     `json:"owner,omitempty" doc:"Name of the token that saved the leaderboard; absent: nobody's."`
	CreatedAt   time.Time  `json:"created_at"`
}

func leaderboardOf(l league.Leaderboard) leaderboardBody {
	return leaderboardBody{
		Name: l.Name, Game: l.Game, Filter: l.Filter, Anchor: l.Anchor, Tournaments: nonNil(l.Tournaments), Since: timeOrNil(l.Since), Until: timeOrNil(l.Until),
		Days: l.Days, Singles: l.Singles, Humans: l.Humans, Owner: l.Owner, CreatedAt: l.CreatedAt,
	}
}

// timeOrNil returns nil for the zero time.
func timeOrNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

type leaderboardsOut struct {
	Body struct {
		Leaderboards []leaderboardBody `json:"leaderboards"`
	}
}

// NamePath names what is saved under a name: a leaderboard or book.
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
		Summary:     "Save a choice of the matches of a game as a leaderboard",
		Description: "Idempotent. Replaces an existing leaderboard of that name. Another owner's requires scope admin. Single matches and those that a human played count only where it says so.",
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
		out.Body.Leaderboards = append(out.Body.Leaderboards, leaderboardOf(l))
	}
	return out, nil
}

func (s *Server) saveLeaderboard(ctx context.Context, in *struct {
	NamePath
	Body struct {
		Game        string    `json:"game"`
		Filter      string    `json:"filter,omitempty" maxLength:"1000"`
		Anchor      string    `json:"anchor,omitempty"`
		Tournaments []string  `json:"tournaments,omitempty" maxItems:"1000" doc:"The only tournaments and ladders whose matches count; absent: all."`
		Since       time.Time `json:"since,omitzero" doc:"Only matches played then or later count; absent: all."`
		Until       time.Time `json:"until,omitzero" doc:"Only matches played before count; absent: all."`
		Days        int       `json:"days,omitempty" minimum:"0" maximum:"36500" doc:"Only matches of the last so many days count, from a full hour on; absent: all."`
		Singles     bool      `json:"singles,omitempty" doc:"Whether single matches between bots count, too."`
		Humans      bool      `json:"humans,omitempty" doc:"Whether matches count in which a human played, too."`
	}
}) (*leaderboardOut, error) {
	if _, err := s.gameInBody(in.Body.Game); err != nil {
		return nil, err
	}
	counted := league.Counted{Tournaments: in.Body.Tournaments, Since: in.Body.Since, Until: in.Body.Until, Days: in.Body.Days, Singles: in.Body.Singles, Humans: in.Body.Humans}
	if err := s.checkCounted(ctx, in.Body.Game, counted); err != nil {
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
	l := league.Leaderboard{
		Name: in.Name, Game: in.Body.Game, Filter: in.Body.Filter, Anchor: in.Body.Anchor, Counted: counted,
		Owner: transport.CallerOf(ctx).Token, CreatedAt: time.Now().UTC(),
	}
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
	return &leaderboardOut{leaderboardOf(l)}, nil
}

// checkCounted returns an error for a tournament that does not exist or is of another
// game, for single matches named as a tournament, and for a time without length.
func (s *Server) checkCounted(ctx context.Context, game string, c league.Counted) error {
	for _, name := range c.Tournaments {
		of, err := s.gameOfTournament(ctx, name)
		var wrong error
		switch {
		case league.IsSingles(name):
			wrong = fmt.Errorf("%s is no tournament; want singles to count single matches", name)
		case errors.Is(err, league.ErrNotFound):
			wrong = fmt.Errorf("no tournament or ladder %s", name)
		case err != nil:
			return err
		case of != game:
			wrong = fmt.Errorf("%s is of %s; want a tournament or ladder of %s", name, of, game)
		default:
			continue
		}
		return league.FieldError{Field: "tournaments", Err: wrong}
	}
	if !c.Until.IsZero() && !c.Since.Before(c.Until) {
		return league.FieldError{Field: "until", Err: fmt.Errorf("%s is not after since", c.Until.Format(time.RFC3339))}
	}
	return nil
}

// gameOfTournament returns the game of a tournament, or of a ladder that has not begun.
func (s *Server) gameOfTournament(ctx context.Context, name string) (string, error) {
	t, err := s.Store.Tournament(ctx, name)
	if err == nil || !errors.Is(err, league.ErrNotFound) {
		return t.Game, err
	}
	l, err := s.Scheduler.Ladder(ctx, name)
	return l.Game, err
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
	l, filter, err := s.leaderboardAndFilter(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	of := index.Selection{Scope: index.Scope{Game: l.Game}, Counted: l.At(time.Now()), Filter: filter}
	return s.standingsOf(ctx, in.Conditional, of, l.Anchor, noNote)
}

// leaderboardAndFilter returns the leaderboard of a name, or a league.NotFoundError.
func (s *Server) leaderboardAndFilter(ctx context.Context, name string) (league.Leaderboard, league.Filter, error) {
	l, ok, err := s.leaderboard(ctx, name)
	if err == nil && !ok {
		err = league.NotFoundError{Kind: league.ALeaderboard, Name: name}
	}
	if err != nil {
		return l, league.Filter{}, err
	}
	filter, err := league.ParseFilter(l.Filter)
	return l, filter, err
}
