package api

import (
	"context"
	"time"

	"arbiter/referee/replay"
	"arbiter/server/league"
	"arbiter/server/rating"
)

// A Store has everything that pages show. What it does not have is
// league.ErrNotFound. It is safe for concurrent use.
type Store interface {
	tournamentStore
	matchStore
	botStore
	namedStore
	// Ping returns an error when the database does not answer.
	Ping(ctx context.Context) error
	// Size returns the bytes of the database and how many matches it holds.
	Size(ctx context.Context) (bytes int64, matches int, err error)
}

type tournamentStore interface {
	Tournament(ctx context.Context, id string) (league.Tournament, error)
	TournamentStatus(ctx context.Context, id string) (league.TournamentStatus, error)
	// TournamentStatuses lists tournaments, newest first.
	TournamentStatuses(ctx context.Context, q league.TournamentQuery) ([]league.TournamentStatus, error)
	// CountTournaments counts all that the query chooses, beyond its limit.
	CountTournaments(ctx context.Context, q league.TournamentQuery) (int, error)
	// CronSchedule returns a tournament's schedule, and whether it has one.
	CronSchedule(ctx context.Context, tournament string) (league.CronSchedule, bool, error)
	DeleteCronSchedule(ctx context.Context, tournament string) error
	// Occurrences lists the tournaments that a schedule has started, newest first.
	Occurrences(ctx context.Context, template string) ([]string, error)
	// Checks returns the sequential tests by the tournament that plays for each.
	Checks(ctx context.Context) (map[string]rating.SPRT, error)
}

type matchStore interface {
	// Matches lists reports, newest first, without their replays.
	Matches(ctx context.Context, q league.Query) ([]league.Report, error)
	// Match returns the report of the match whose ID begins with the prefix.
	Match(ctx context.Context, prefix string) (league.Report, error)
	// Replay reads a match's replay with its start position; league.ErrPruned
	// when it was not kept.
	Replay(ctx context.Context, prefix string) (*replay.Record, error)
	// PositionText returns the text of an explicit start position.
	PositionText(ctx context.Context, digest string) ([]byte, error)
	// Outcomes returns the outcomes of a tournament's matches by match ID.
	Outcomes(ctx context.Context, tournament string) (map[string]league.Outcome, error)
	// EachMatch calls do with every match of a tournament, in no order, without
	// its attributes and metrics.
	EachMatch(ctx context.Context, tournament string, do func(league.Match)) error
	// EachMatchAfter calls do with up to limit matches of a tournament that came
	// after the mark, in the order of coming.
	EachMatchAfter(ctx context.Context, tournament string, after league.Mark, limit int, do func(league.Mark, league.Match)) error
	// EachMatching calls do with every match that q chooses and tables count, the
	// oldest first, with attributes and metrics.
	EachMatching(ctx context.Context, q league.Query, do func(playedAt time.Time, m league.Match)) error
	// Mark returns the present moment: matches that are kept later come after it.
	Mark(ctx context.Context) (league.Mark, error)
}

type botStore interface {
	KnownBot(ctx context.Context, game, id string) (league.KnownBot, error)
	// KnownBots lists the bots of a game and a name; "" chooses all.
	KnownBots(ctx context.Context, game, name string) ([]league.KnownBot, error)
	// SetBotStatus keeps a bot's status and whether it may be played.
	SetBotStatus(ctx context.Context, b league.KnownBot, at time.Time) error
	// DeleteBot deletes a bot that has played nothing and is entered nowhere;
	// any other is league.ErrInUse.
	DeleteBot(ctx context.Context, game, id string) error
}

// namedStore has what people save under a name. Deleting what is not there is
// no error.
type namedStore interface {
	Leaderboards(ctx context.Context) ([]league.Leaderboard, error)
	SaveLeaderboard(ctx context.Context, l league.Leaderboard) error
	DeleteLeaderboard(ctx context.Context, name string) error
	SeedSets(ctx context.Context) ([]league.SeedSet, error)
	SaveSeedSet(ctx context.Context, s league.SeedSet) error
	DeleteSeedSet(ctx context.Context, name string) error
	// TestSets lists those of a game, "" for all, without their tests.
	TestSets(ctx context.Context, game string) ([]league.TestSet, error)
	TestSet(ctx context.Context, name string) (league.TestSet, error)
	SaveTestSet(ctx context.Context, s league.TestSet, positions league.Positions) error
	// DeleteTestSet returns league.ErrInUse while a tournament that is not over
	// starts from it.
	DeleteTestSet(ctx context.Context, name string) error
}
