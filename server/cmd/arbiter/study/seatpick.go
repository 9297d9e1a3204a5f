package study

import (
	"context"
	"fmt"
	"io"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/replay"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/league"
	"arbiter/server/study/whatif"
)

// A seatPick says which seats of matches are meant.
type seatPick struct {
	seat *int   // this one, if it is set
	bot  string // else those of a bot, by its name or ID

	games *games.Registry
}

// from returns the seats of a match whose bots have these IDs.
func (p seatPick) from(match string, rec *replay.Record, g referee.Game, ids []string) ([]whatif.Seat, error) {
	if p.seat != nil {
		if err := flags.CheckSeat(*p.seat, len(ids), match); err != nil {
			return nil, err
		}
	}
	var seats []whatif.Seat
	for seat, id := range ids {
		if p.seat != nil && *p.seat == seat || p.seat == nil && (id == p.bot || league.BotName(id) == p.bot) {
			seats = append(seats, whatif.Seat{Match: match, Record: rec, Game: g, Seat: seat})
		}
	}
	return seats, nil
}

// others returns all seats of a match without a seat that is meant.
func (p seatPick) others(match string, rec *replay.Record, g referee.Game, ids []string) (all []whatif.Seat) {
	if own, err := p.from(match, rec, g, ids); err != nil || len(own) > 0 {
		return nil
	}
	for seat := range ids {
		all = append(all, whatif.Seat{Match: match, Record: rec, Game: g, Seat: seat})
	}
	return all
}

// recordedBots returns the IDs of the bots of a record by seat.
func recordedBots(rec *replay.Record) []string {
	var ids []string
	for _, seat := range rec.Header.Seats {
		ids = append(ids, league.NewBot(rec.Header.Game, seat.Name, "", "", seat.Digest).ID)
	}
	return ids
}

// stored reads the replays of matches, which have to be of one game, and returns
// their seats. A match without a readable replay is left out, and w is told.
func (p seatPick) stored(ctx context.Context, w io.Writer, library league.Service, matches []league.MatchSummary) ([]whatif.Seat, error) {
	return p.read(ctx, w, library, matches, p.from)
}

// read is stored for the seats that pick returns of each match.
func (p seatPick) read(ctx context.Context, w io.Writer, library league.Service, matches []league.MatchSummary,
	pick func(match string, rec *replay.Record, g referee.Game, ids []string) ([]whatif.Seat, error),
) ([]whatif.Seat, error) {
	var all []whatif.Seat
	for _, m := range matches {
		if m.Game != matches[0].Game {
			return nil, league.Usagef("%s has matches of %s and of %s; want --game", p.bot, matches[0].Game, m.Game)
		}
		g, err := p.games.Find(m.Game)
		if err != nil {
			return nil, err
		}
		rec, err := library.Replay(ctx, m.ID)
		if err != nil {
			fmt.Fprintf(w, "match %.10s is left out: %v\n", m.ID, err)
			continue
		}
		var ids []string
		for _, seat := range m.Seats {
			ids = append(ids, seat.Bot)
		}
		seats, err := pick(m.ID, rec, g, ids)
		if err != nil {
			return nil, err
		}
		all = append(all, seats...)
	}
	return all, nil
}

// compared reads the newest matches of a game or tournament that the seats are not in.
func (p seatPick) compared(ctx context.Context, w io.Writer, library league.Service, q league.Query) ([]whatif.Seat, error) {
	matches, err := library.Matches(ctx, q, league.Filter{})
	if err != nil {
		return nil, err
	}
	return p.read(ctx, w, library, matches, func(match string, rec *replay.Record, g referee.Game, ids []string) ([]whatif.Seat, error) {
		return p.others(match, rec, g, ids), nil
	})
}
