// Package audit plays the stored replays of a database again and compares what comes
// out with the rows, which lists, standings and ratings are made of. It finds rows and
// replays that were changed after the match, by a fault of the disk or by a program
// that could write to the file. It cannot find a match that was replaced as a whole: a
// record of invented answers, with rows that fit it.
package audit

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/replay"
	"arbiter/server/league"
)

// A Mismatch is a match whose rows and replay do not belong together.
type Mismatch struct {
	Match string // its ID
	Why   string // what the one says and what the other
}

// String returns the problem as one line.
func (p Mismatch) String() string { return fmt.Sprintf("match %s: %s", p.Match, p.Why) }

// A Count is how much was audited.
type Count struct {
	Played   int // matches that were played again
	Unkept   int // matches without a replay, which cannot be audited
	Problems int // matches with a Mismatch
}

// page is how many matches are in memory at a time.
const page = 64

// Run audits every match of the store, in the order of saving. It calls report for each
// problem, and progress, which may be nil, with the number of matches done. A match that is
// deleted meanwhile is no problem.
func Run(ctx context.Context, store league.MatchStore, known *games.Registry, report func(Mismatch), progress func(done int)) (Count, error) {
	var n Count
	for after := league.Mark(0); ; {
		matches, err := store.Stored(ctx, after, page)
		if err != nil || len(matches) == 0 {
			return n, err
		}
		problems := make([]string, len(matches))
		group, groupCtx := errgroup.WithContext(ctx)
		group.SetLimit(runtime.GOMAXPROCS(0))
		for i := range matches {
			group.Go(func() error {
				if err := groupCtx.Err(); err != nil {
					return err
				}
				why, err := examine(groupCtx, store, known, &matches[i])
				problems[i] = why
				return err
			})
		}
		if err := group.Wait(); err != nil {
			return n, err
		}
		for i, why := range problems {
			if matches[i].Record == nil {
				n.Unkept++
			} else {
				n.Played++
			}
			if why == "" {
				continue
			}
			if deleted, err := isDeleted(ctx, store, matches[i]); err != nil {
				return n, err
			} else if deleted {
				continue
			}
			n.Problems++
			report(Mismatch{matches[i].ID, why})
		}
		after = matches[len(matches)-1].Mark
		if progress != nil {
			progress(n.Played + n.Unkept)
		}
	}
}

// isDeleted reports whether a match is no longer stored.
func isDeleted(ctx context.Context, store league.MatchStore, m league.StoredMatch) (bool, error) {
	again, err := store.Stored(ctx, m.Mark-1, 1)
	return err == nil && (len(again) == 0 || again[0].Mark != m.Mark), err
}

// examine returns the first thing that is wrong with a match, or "".
func examine(ctx context.Context, store league.MatchStore, known *games.Registry, m *league.StoredMatch) (string, error) {
	if why := compareSeatFaults(m); why != "" || m.Record == nil {
		return why, nil
	}
	rec, err := replay.Read(bytes.NewReader(m.Record))
	if err != nil {
		return fmt.Sprintf("the replay cannot be read: %v", err), nil
	}
	g, err := known.Find(rec.Header.Game)
	if err != nil {
		return fmt.Sprintf("the replay is of another game: %v", err), nil
	}
	return Examine(ctx, g, store.PositionText, m, rec)
}

// Examine plays a record again and returns the first thing in which it and the
// rows of its match differ, or "". It fills in the record's start position, whose text
// it asks position for.
func Examine(ctx context.Context, g referee.Game, position func(ctx context.Context, digest string) ([]byte, error), m *league.StoredMatch, rec *replay.Record) (string, error) {
	if why := compareHeaders(m, &rec.Header); why != "" {
		return why, nil
	}
	if ref := rec.Header.SetupRef; ref != "" {
		text, err := position(ctx, ref)
		if err != nil {
			return fmt.Sprintf("its start position: %v", err), nil
		}
		if found := league.PositionDigest(text); found != ref {
			return fmt.Sprintf("its start position %s has another text, with the digest %s", ref, found), nil
		}
		rec.Header.Setup, rec.Header.SetupRef = text, ""
	}
	match, err := g.New(referee.Setup{Seed: rec.Header.Seed, Position: rec.Header.Setup}, len(rec.Header.Seats))
	if err != nil {
		return fmt.Sprintf("the replay cannot be played: %v", err), nil
	}
	if why := compareAttributes(m.Attributes, match.Attributes()); why != "" {
		return why, nil
	}
	verdict, err := replay.VerifyMatch(rec, g, match)
	if err != nil {
		return fmt.Sprintf("the replay cannot be played: %v", err), nil
	}
	if i := rec.Header.Imported; i != nil && i.Differs != nil && verdict.Status == replay.Unended {
		return compareImported(m, rec), nil
	}
	if verdict.Status != replay.Same {
		return "played again, the replay " + verdict.String(), nil
	}
	return compareResults(m, rec, league.Play(verdict.Play)), nil
}

// compareSeatFaults compares the first fault of each seat, which standings
// count, with the list of faults.
func compareSeatFaults(m *league.StoredMatch) string {
	for seat, kind := range m.SeatFaults {
		listed := referee.Kind("")
		if f := m.Result.FaultOf(seat); f != nil {
			listed = f.Kind
		}
		if kind != listed {
			return fmt.Sprintf("the row of seat %d has the fault %q; the list of faults %q", seat, kind, listed)
		}
	}
	return ""
}

// compareHeaders compares who played what from where.
func compareHeaders(m *league.StoredMatch, h *replay.Header) string {
	start := m.Pairing.Start
	switch {
	case h.Game != m.Game || h.Rules != m.Rules:
		return fmt.Sprintf("the row has %s, rules %d; the replay %s, rules %d", m.Game, m.Rules, h.Game, h.Rules)
	case h.SetupRef != start.Position && (h.SetupRef != "" || h.Setup == nil):
		return fmt.Sprintf("the row has the start position %q; the replay %q", start.Position, h.SetupRef)
	case start.Position == "" && h.Seed != start.Seed:
		return fmt.Sprintf("the row has the seed %d; the replay %d", start.Seed, h.Seed)
	case h.Setup != nil && start.Position != "" && league.PositionDigest(h.Setup) != start.Position:
		return fmt.Sprintf("the row has the start position %q; the replay another one", start.Position)
	case len(h.Seats) != len(m.Pairing.Seats):
		return fmt.Sprintf("the rows have %d seats; the replay %d", len(m.Pairing.Seats), len(h.Seats))
	case m.Limits != referee.TimeLimits{} && (m.Limits.First != h.Limits.Referee().First || m.Limits.Turn != h.Limits.Referee().Turn):
		return fmt.Sprintf("the row has the limits %s; the replay %s", league.LimitText(m.Limits), league.LimitText(h.Limits.Referee()))
	case m.PlayedAt.UnixMilli() != h.PlayedAt.UnixMilli():
		return fmt.Sprintf("the row says that it was played at %s; the replay at %s", m.PlayedAt.UTC(), h.PlayedAt.UTC())
	}
	for seat, player := range h.Seats {
		if id := league.NewBot(h.Game, player.Name, "", "", player.Digest).ID; id != m.Pairing.Seats[seat] {
			return fmt.Sprintf("the row of seat %d has the bot %s; the replay %s", seat, m.Pairing.Seats[seat], id)
		}
	}
	return ""
}

// compareAttributes compares the numbers of the start position. Version 0.1
// stored fewer.
func compareAttributes(stored, found []referee.Attribute) string {
	for _, a := range stored {
		for _, b := range found {
			if a.Name == b.Name && a.Value != b.Value {
				return fmt.Sprintf("the row has %s = %v; the start position %v", a.Name, a.Value, b.Value)
			}
		}
	}
	return ""
}

// compareResults compares the rows with the result of a replay that plays again
// to the same end, as play has it. Rows of version 0.1 have none.
func compareResults(m *league.StoredMatch, rec *replay.Record, play league.Play) string {
	row, result := m.Result, rec.Footer.Result
	switch {
	case !slices.Equal(row.Scores, result.Scores):
		return fmt.Sprintf("the rows have the scores %v; played again %v", row.Scores, result.Scores)
	case !slices.Equal(row.Ranks, result.Ranks):
		return fmt.Sprintf("the rows have the ranks %v; played again %v", row.Ranks, result.Ranks)
	case row.Reason != result.Reason:
		return fmt.Sprintf("the row has the reason %q; played again %q", row.Reason, result.Reason)
	case m.Turns != len(rec.Turns):
		return fmt.Sprintf("the row has %d turns; played again %d", m.Turns, len(rec.Turns))
	}
	if m.Play != 0 && m.Play != play {
		return fmt.Sprintf("the row has the digest %s; played again %s", replay.Digest(m.Play), replay.Digest(play))
	}
	for i := range max(len(row.Faults), len(result.Faults)) {
		if stored, found := fault(row.Faults, i), fault(result.Faults, i); stored != found {
			return fmt.Sprintf("fault %d: the row has %s; played again %s", i+1, stored, found)
		}
	}
	return ""
}

// compareImported compares the rows of a match that our rules play differently with its record,
// which ends where they do.
func compareImported(m *league.StoredMatch, rec *replay.Record) string {
	d := rec.Header.Imported.Differs
	switch {
	case !slices.Equal(m.Result.Scores, d.Scores):
		return fmt.Sprintf("the rows have the scores %v; the replay %v", m.Result.Scores, d.Scores)
	case !slices.Equal(m.Result.Ranks, d.Ranks):
		return fmt.Sprintf("the rows have the ranks %v; the replay %v", m.Result.Ranks, d.Ranks)
	case m.Turns != len(rec.Turns):
		return fmt.Sprintf("the row has %d turns; the replay %d", m.Turns, len(rec.Turns))
	}
	return ""
}

// fault returns a fault as a line, "none" after the last one.
func fault(faults []referee.Fault, i int) string {
	if i >= len(faults) {
		return "none"
	}
	return string(bytes.ToValidUTF8([]byte(faults[i].Error()), []byte("\uFFFD")))
}
