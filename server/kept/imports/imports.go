// Package imports keeps matches that were played elsewhere: it makes reports of them, which have
// an ID of their own, and a tournament that holds them. It reads no files.
package imports

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"maps"
	"slices"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/referee/codingame"
	"arbiter/referee/replay"
	"arbiter/server/league"
)

// A Store keeps matches and their tournament; a league.Store does.
type Store interface {
	Match(ctx context.Context, prefix string) (league.Report, error)
	Tournament(ctx context.Context, id string) (league.Tournament, error)
	Bots(ctx context.Context, tournament string) ([]league.Bot, error)
	SaveTournament(ctx context.Context, t league.Tournament, bots []league.Bot, positions league.Positions) error
	SetTournamentState(ctx context.Context, id string, state league.TournamentState, why string, at time.Time) error
	SaveReports(ctx context.Context, reports []league.Report) error
}

// A Kept is the report of an imported match.
type Kept struct {
	league.Report
	Known bool // it was there already, and stays as it is
}

// Keep saves a match that was played through the rules of the game, or the matches of its
// seats, in the tournament named by into; "" chooses one for the game. Importing a match again
// changes nothing.
func Keep(ctx context.Context, store Store, g referee.Game, into string, m *codingame.Match, played []*codingame.Played) ([]Kept, error) {
	t, err := tournament(ctx, store, g.Info(), into)
	if err != nil {
		return nil, err
	}
	bots, err := store.Bots(ctx, t.ID)
	if err != nil && !errors.Is(err, league.ErrNotFound) {
		return nil, err
	}
	positions := league.Positions{}
	var all []Kept
	var reports []league.Report
	for _, p := range played {
		r, err := report(t.ID, m, p, positions)
		if err != nil {
			return nil, err
		}
		before, err := store.Match(ctx, r.ID)
		if err == nil && before.ID == r.ID {
			all = append(all, Kept{before, true})
			continue
		}
		if err != nil && !errors.Is(err, league.ErrNotFound) {
			return nil, err
		}
		for _, seat := range p.Record.Header.Seats {
			bot := league.ImportedBot(t.Game, seat.Name, seat.Bot)
			if !slices.ContainsFunc(bots, func(b league.Bot) bool { return b.ID == bot.ID }) {
				bots = append(bots, bot)
			}
		}
		all, reports = append(all, Kept{r, false}), append(reports, r)
	}
	if len(reports) == 0 {
		return all, nil
	}
	t.Bots = league.IDs(bots)
	if err := store.SaveTournament(ctx, t, bots, positions); err != nil {
		return nil, err
	}
	if err := store.SetTournamentState(ctx, t.ID, league.Done, "", league.Now()); err != nil {
		return nil, err
	}
	return all, store.SaveReports(ctx, reports)
}

// tournament returns the tournament of the matches of a game, which need not exist yet. One game
// has the usual name, and others their own names behind it.
func tournament(ctx context.Context, store Store, info referee.Info, into string) (league.Tournament, error) {
	names := []string{into}
	if into == "" {
		names = []string{league.ImportedTournament, league.ImportedTournament + "-" + info.Name}
	}
	for _, name := range names {
		t, err := store.Tournament(ctx, name)
		switch {
		case errors.Is(err, league.ErrNotFound):
			if err := league.CheckTournamentName(name); err != nil {
				return t, league.Usagef("tournament %w", err)
			}
			return league.Tournament{ID: name, Game: info.Name, Seats: info.MaxSeats, Limits: info.Limits(), CreatedAt: league.Now()}, nil
		case err != nil:
			return t, err
		case t.Game == info.Name && t.Format == "" && !league.IsSingles(name):
			return t, nil
		case into == "":
		case t.Game != info.Name:
			return t, league.Usagef("tournament %s has matches of %s; want another one for %s", into, t.Game, info.Name)
		default:
			return t, league.Usagef("tournament %s is played here; want one for imported matches alone", into)
		}
	}
	return league.Tournament{}, league.Usagef("the tournaments %s are others; --into names one for matches of %s", strings.Join(names, " and "), info.Name)
}

// report makes a report of a match.
func report(tournament string, m *codingame.Match, p *codingame.Played, positions league.Positions) (league.Report, error) {
	h := &p.Record.Header
	record, err := p.Bytes()
	if err != nil {
		return league.Report{}, err
	}
	start := league.Start{Seed: h.Seed}
	if h.Setup != nil {
		start = positions.Add("", h.Setup)
		start.Name = start.Position
	}
	r := league.Report{
		Job:  league.Job{ID: id(m, p), Tournament: tournament, Pairing: league.Pairing{Round: 1, Start: start}},
		Game: h.Game, Rules: h.Rules, Result: p.Result, Turns: len(p.Record.Turns), Play: league.Play(p.Play), Limits: h.Limits.Referee(),
		PlayedAt: h.PlayedAt, Attributes: p.Attributes, Record: record, Metrics: metrics(p.Record),
	}
	for _, seat := range h.Seats {
		r.Pairing.Seats = append(r.Pairing.Seats, league.ImportedBot(h.Game, seat.Name, seat.Bot).ID)
	}
	r.Times = make([]league.Times, len(h.Seats))
	for i := range p.Record.Turns {
		for _, a := range p.Record.Turns[i].Answers {
			r.Times[a.Seat].Answers++
		}
	}
	return r, nil
}

// metrics returns the last value of each metric that bots reported.
func metrics(rec *replay.Record) []league.Metric {
	var all []league.Metric
	for seat := range rec.Header.Seats {
		last := map[string]float64{}
		for _, turn := range replay.Stderr(rec, seat) {
			for name, value := range replay.ParseDrawings(turn.Text).Metrics {
				last[name] = value
			}
		}
		for _, name := range slices.Sorted(maps.Keys(last)) {
			all = append(all, league.Metric{Seat: seat, Name: name, Value: last[name]})
		}
	}
	return all
}

// id returns the ID of a match: of its number on the site, or of what was played by whom.
func id(m *codingame.Match, p *codingame.Played) string {
	h := &p.Record.Header
	sum := sha256.New()
	if m.Number > 0 {
		words(sum, "codingame", h.Game, fmt.Sprint(m.Number), fmt.Sprint(h.Imported.Seat))
		return hex.EncodeToString(sum.Sum(nil)[:10])
	}
	words(sum, "content", h.Game, fmt.Sprint(h.Seed), string(h.Setup), fmt.Sprint(h.Imported.Seat, m.Scores, m.Ranks))
	for _, seat := range h.Seats {
		words(sum, seat.Name)
	}
	for _, f := range m.Frames {
		answer := "none"
		if f.Answer != nil {
			answer = "=" + *f.Answer
		}
		words(sum, fmt.Sprint(f.Seat), answer)
	}
	return hex.EncodeToString(sum.Sum(nil)[:10])
}

// words adds words to a digest.
func words(to hash.Hash, all ...string) {
	for _, word := range all {
		fmt.Fprintf(to, "%d:%s", len(word), word) // a hash never returns an error
	}
}
