package sqlite

import (
	"database/sql"
	"strings"
	"unicode/utf8"

	"arbiter/referee"
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
	if q.Game != "" {
		game := "m.game = ?"
		if q.Start != nil {
			game = "+m.game = ?" // a unary plus: the index on the start selects far fewer matches
		}
		add(game, q.Game)
	}
	if q.Bot != "" {
		// By index: an ID, or the range of the IDs that begin with the name and "@".
		add("m.n IN (SELECT match FROM seats WHERE bot = ? UNION SELECT match FROM seats WHERE bot >= ? AND bot < ?)",
			q.Bot, q.Bot+"@", q.Bot+"A")
	}
	if q.Reason != "" {
		add("m.reason = ?", referee.ParseReason(q.Reason))
	}
	switch q.Fault {
	case "":
	case league.AnyFault:
		add("m.n IN (SELECT match FROM seats WHERE fault <> '')")
	default:
		add("m.n IN (SELECT match FROM seats WHERE fault = ? AND fault <> '')", string(referee.ParseKind(q.Fault)))
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

// order returns the order in which a query lists matches: those of the same
// millisecond as they were saved, which is the order of index.List.
func order(q league.Query) string {
	if q.After != (league.Cursor{}) {
		return "m.played_at, m.n"
	}
	return "m.played_at DESC, m.n DESC"
}
