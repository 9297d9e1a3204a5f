package sqlite

import (
	"database/sql"
	"slices"
	"strings"
	"unicode/utf8"

	"arbiter/server/league"
)

// conditions returns the WHERE clause of a query over matches m, and its
// arguments. The limit is left to the caller.
func conditions(q league.Query) (string, []any) {
	where := []string{"1"}
	var args []any
	add := func(condition string, values ...any) {
		where = append(where, condition)
		args = append(args, values...)
	}
	if q.IDPrefix != "" {
		add("m.id BETWEEN ? AND ?", q.IDPrefix, q.IDPrefix+string(utf8.MaxRune))
	}
	if q.Tournament != "" {
		add("m.tournament = ?", q.Tournament)
	}
	if q.NoSingles {
		add("substr(m.tournament, 1, ?) <> ?", len(league.SinglesPrefix), league.SinglesPrefix)
	}
	if q.Referee != "" {
		add("m.tournament IN (SELECT id FROM tournaments WHERE definition ->> 'referee' = ?)", q.Referee)
	}
	if q.Game != "" {
		game := "m.game = ?"
		if q.Start != nil {
			game = "+m.game = ?" // a unary plus: the index on the start selects far fewer matches
		}
		add(game, q.Game)
	}
	if q.Bot != "" {
		own, ownArgs := ownSeat(q)
		// By index: an ID, or the range of the IDs that begin with the name and "@".
		add("m.n IN (SELECT s.match FROM seats s WHERE s.bot = ?"+own+" UNION SELECT s.match FROM seats s WHERE s.bot >= ? AND s.bot < ?"+own+")",
			slices.Concat([]any{q.Bot}, ownArgs, []any{q.Bot + "@", q.Bot + "A"}, ownArgs)...)
	}
	if q.Reason != "" {
		add("m.reason = ?", q.Reason)
	}
	if fault, args := faultOf(q); fault != "" && !q.OwnFault {
		add("m.n IN (SELECT s.match FROM seats s WHERE "+fault+")", args...)
	}
	const saved = "(SELECT n FROM matches WHERE id = ?)"
	if q.Before != (league.Cursor{}) {
		add("(m.played_at, m.n) < (?, "+saved+")", q.Before.PlayedAt.UnixMilli(), q.Before.ID)
	}
	if q.After != (league.Cursor{}) {
		add("(m.played_at, m.n) > (?, "+saved+")", q.After.PlayedAt.UnixMilli(), q.After.ID)
	}
	if q.Start != nil {
		setup := sql.NullString{String: q.Start.Position, Valid: q.Start.Position != ""}
		add("m.seed = ? AND m.setup IS ?", q.Start.Seed, setup)
	}
	return strings.Join(where, " AND "), args
}

// faultOf returns the condition on the fault of a seat s, which may be "", and its
// arguments.
func faultOf(q league.Query) (string, []any) {
	switch q.Fault {
	case "":
		return "", nil
	case league.AnyFault:
		return "s.fault <> ''", nil
	}
	return "s.fault = ? AND s.fault <> ''", []any{q.Fault}
}

// ownSeat returns what a query asks of a seat s besides its bot, each condition
// after an AND, and its arguments.
func ownSeat(q league.Query) (string, []any) {
	where := ""
	if compare := map[league.SeatResult]string{league.Won: "<", league.Drawn: "=", league.Lost: ">"}[q.Result]; compare != "" {
		where = " AND s.rank " + compare + " (SELECT min(o.rank) FROM seats o WHERE o.match = s.match AND o.seat <> s.seat)"
	}
	fault, args := faultOf(q)
	if fault == "" || !q.OwnFault {
		return where, nil
	}
	return where + " AND " + fault, args
}

// margin is by how much the score of a seat s of a match m is better than the best other's; in
// a solo game the score.
const margin = "coalesce((SELECT min((s.score - o.score) * (1 - 2 * m.ascending)) FROM seats o WHERE o.match = s.match AND o.seat <> s.seat), s.score)"

// order returns the order in which a query lists matches, and its arguments. Those
// of the same millisecond or margin are listed as they were saved, which is the
// order of index.List.
func order(q league.Query) (string, []any) {
	switch {
	case q.ByMargin:
		own, args := ownSeat(q)
		direction := ""
		if q.BestFirst() {
			direction = " DESC"
		}
		// Where both seats are the bot's, it is the one with the higher score.
		return "(SELECT max(" + margin + ") FROM seats s WHERE s.match = m.n AND (s.bot = ? OR s.bot >= ? AND s.bot < ?)" + own + ")" + direction + ", m.n" + direction,
			append([]any{q.Bot, q.Bot + "@", q.Bot + "A"}, args...)
	case q.After != (league.Cursor{}):
		return "m.played_at, m.n", nil
	}
	return "m.played_at DESC, m.n DESC", nil
}
