package api

import (
	"context"
	"slices"

	"arbiter/server/kept/index"
	"arbiter/server/league"
)

const (
	// LossesEach is how many losses of a version of a bot WorstLosses lists.
	LossesEach = 5
	// lossesOf is of how many bots: what an analyst keeps of their losses is half of what it
	// keeps, so that people's analyses stay.
	lossesOf = 200
)

// WorstLosses returns the IDs of the worst losses of the bots that were registered last, at
// most LossesEach for each bot. They are the losses that were least likely by the ratings or,
// in a solo game, the worst scores. The worst of each bot come first.
func (s *Server) WorstLosses(ctx context.Context) ([]string, error) {
	bots, err := s.Store.KnownBots(ctx, "", "")
	if err != nil {
		return nil, err
	}
	bots = slices.DeleteFunc(bots, func(b league.KnownBot) bool { return b.Matches == 0 })
	slices.SortStableFunc(bots, func(a, b league.KnownBot) int { return b.RegisteredAt.Compare(a.RegisteredAt) })
	byRank := make([][]league.Mark, LossesEach)
	for _, bot := range bots[:min(len(bots), lossesOf)] {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		losses, err := s.worstOf(ctx, bot)
		if err != nil {
			return nil, err
		}
		for rank, mark := range losses {
			byRank[rank] = append(byRank[rank], mark)
		}
	}
	marks := slices.Concat(byRank...)
	ids, err := s.Store.MatchIDs(ctx, marks)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, mark := range marks {
		if id := ids[mark]; id != "" { // else it was deleted meanwhile
			all = append(all, id)
		}
	}
	return all, nil
}

// worstOf returns the worst losses of a bot.
func (s *Server) worstOf(ctx context.Context, bot league.KnownBot) (marks []league.Mark, err error) {
	g, err := s.Scheduler.Games.Find(bot.Game)
	if err != nil {
		return nil, nil // of a build with other games
	}
	q := index.Query{Game: bot.Game, Bot: bot.ID, Result: league.Lost, Sort: index.ByExpected, Limit: LossesEach}
	if g.Info().Solo() {
		q.Result, q.Sort, q.Ascending = league.AnyResult, index.ByScore, !g.Info().Ascending
	}
	page, err := s.index.List(ctx, q)
	for _, at := range page.Seats {
		marks = append(marks, at.Mark)
	}
	return marks, err
}
