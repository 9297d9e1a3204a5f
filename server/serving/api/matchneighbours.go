package api

import (
	"context"
	"errors"
	"slices"

	"arbiter/server/league"
)

// neighboursOut is what a match's page leads to.
type neighboursOut struct {
	Body struct {
		Previous  string      `json:"previous,omitempty" doc:"ID of the match before this one in its tournament, by time of play."`
		Next      string      `json:"next,omitempty" doc:"ID of the match after it."`
		Twin      *matchBody  `json:"twin,omitempty" doc:"The same bots in opposite seats on the same start."`
		SameStart []matchBody `json:"same_start" doc:"Matches of other bots on the same start, newest first; at most 20."`
	}
}

// Limits of the list of matches on the same start. Repetitions by the bots of
// the match itself are read and left out.
const (
	maxSameStart     = 20
	maxSameStartRead = 100
)

// getNeighbours returns the matches around a played match.
func (s *Server) getNeighbours(ctx context.Context, in *MatchPath) (*neighboursOut, error) {
	m, err := s.Store.Match(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	out := &neighboursOut{}
	for _, side := range []struct {
		id    *string
		query league.Query
	}{
		{&out.Body.Previous, league.Query{Tournament: m.Tournament, Before: m.Cursor(), Limit: 1}},
		{&out.Body.Next, league.Query{Tournament: m.Tournament, After: m.Cursor(), Limit: 1}},
	} {
		found, err := s.Store.Matches(ctx, side.query)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			*side.id = found[0].ID
		}
	}
	if out.Body.Twin, err = s.twin(ctx, m); err != nil {
		return nil, err
	}
	out.Body.SameStart, err = s.sameStart(ctx, m)
	return out, err
}

// twin returns the match of the same bots in opposite seats, or nil. Its ID
// follows from its pairing.
func (s *Server) twin(ctx context.Context, m league.Report) (*matchBody, error) {
	swapped := m.Pairing
	swapped.Seats = slices.Clone(swapped.Seats)
	slices.Reverse(swapped.Seats)
	if slices.Equal(swapped.Seats, m.Pairing.Seats) {
		return nil, nil
	}
	twin, err := s.Store.Match(ctx, swapped.ID(m.Tournament))
	if errors.Is(err, league.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	b := matchOf(twin)
	return &b, nil
}

// sameStart returns the latest matches of other bots on the start of m.
func (s *Server) sameStart(ctx context.Context, m league.Report) ([]matchBody, error) {
	found, err := s.Store.Matches(ctx, league.Query{Game: m.Game, Start: &m.Pairing.Start, Limit: maxSameStartRead})
	if err != nil {
		return nil, err
	}
	own := slices.Sorted(slices.Values(m.Pairing.Seats))
	others := []matchBody{}
	for _, o := range found {
		if len(others) == maxSameStart {
			break
		}
		if !slices.Equal(slices.Sorted(slices.Values(o.Pairing.Seats)), own) {
			others = append(others, matchOf(o))
		}
	}
	return others, nil
}
