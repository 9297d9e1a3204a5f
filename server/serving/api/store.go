package api

import (
	"context"
	"time"

	"arbiter/referee/replay"
	"arbiter/server/kept/index"
	"arbiter/server/league"
	"arbiter/server/playing/engine"
)

// A Store holds everything that the API reads and what it saves itself. Getting
// something that does not exist returns league.ErrNotFound. It is safe for
// concurrent use.
type Store interface {
	tournamentStore
	matchStore
	botStore
	leaderboardStore
	// LadderFailures returns the failures of a ladder that are kept, newest first.
	LadderFailures(ctx context.Context, ladder string) ([]league.LadderFailure, error)
	seedSetStore
	startSetStore
	// Ready returns an error when the database cannot be read or written.
	Ready(ctx context.Context) error
	// Size returns the size of the database in bytes and its number of matches.
	Size(ctx context.Context) (bytes int64, matches int, err error)
}

type tournamentStore interface {
	Tournament(ctx context.Context, id string) (league.Tournament, error)
	TournamentStatus(ctx context.Context, id string) (league.TournamentStatus, error)
	// TournamentStatuses lists tournaments, newest first.
	TournamentStatuses(ctx context.Context, q league.TournamentQuery) ([]league.TournamentStatus, error)
	// CountTournaments counts the tournaments that match q, ignoring its cursor
	// and limit.
	CountTournaments(ctx context.Context, q league.TournamentQuery) (int, error)
	// CronSchedule returns a tournament's schedule, and whether it has one.
	CronSchedule(ctx context.Context, tournament string) (league.CronSchedule, bool, error)
	DeleteCronSchedule(ctx context.Context, tournament string) error
	// Occurrences lists the tournaments that a schedule has started, newest first.
	Occurrences(ctx context.Context, template string) ([]string, error)
	// Checks returns the sequential test of each check by its tournament.
	Checks(ctx context.Context) (map[string]league.Question, error)
	// Findings returns what the bisect or the history that plays a tournament has come to.
	Findings(ctx context.Context, tournament string) (league.Findings, error)
	// AllFindings lists them without their documents, the latest first.
	AllFindings(ctx context.Context) ([]league.Findings, error)
	// FindingsKind returns which of the two plays a tournament, "" if neither does.
	FindingsKind(ctx context.Context, tournament string) (league.FindingsKind, error)
	SaveFindings(ctx context.Context, f league.Findings) error
}

type matchStore interface {
	// Matches lists reports, newest first, without their replays; with q.After,
	// oldest first.
	Matches(ctx context.Context, q league.Query) ([]league.Report, error)
	// Match returns the report of the match whose ID begins with prefix.
	Match(ctx context.Context, prefix string) (league.Report, error)
	// Void returns a match of a tournament that was void and has not been played since.
	Void(ctx context.Context, match string) (league.Void, error)
	// Replay returns the record of the match whose ID begins with prefix, or
	// league.ErrPruned when it has been deleted.
	Replay(ctx context.Context, prefix string) (*replay.Record, error)
	// PositionText returns the document of an explicit start position.
	PositionText(ctx context.Context, digest string) ([]byte, error)
	// Outcomes returns the outcomes of a tournament's matches by match ID.
	Outcomes(ctx context.Context, tournament string) (map[string]league.Outcome, error)
	// EachMatchAfter calls do with up to limit matches of a tournament stored
	// after the mark, in the order in which they were stored.
	EachMatchAfter(ctx context.Context, tournament string, after league.Mark, limit int, do func(league.Mark, league.Match)) error
	// MatchesAt returns the reports of matches by their marks, in that order; one
	// that has been deleted is left out.
	MatchesAt(ctx context.Context, marks []league.Mark) ([]league.Report, error)
	// MatchIDs returns the IDs of matches by their marks.
	MatchIDs(ctx context.Context, marks []league.Mark) (map[league.Mark]string, error)
	// Faults returns the first fault that was not forgiven of each of these seats.
	Faults(ctx context.Context, seats []league.SeatMark) ([]league.SeatFault, error)
	// What the index of all matches follows, and what a check is computed from.
	index.Store
	engine.History
}

type botStore interface {
	KnownBot(ctx context.Context, game, id string) (league.KnownBot, error)
	// KnownBots lists the bots of a game with a name; "" matches all.
	KnownBots(ctx context.Context, game, name string) ([]league.KnownBot, error)
	// SetBotStatus saves a bot's status, its reason, and whether it is disabled.
	SetBotStatus(ctx context.Context, b league.KnownBot, at time.Time) error
	// DeleteBot deletes a bot that has played no match and is in no tournament;
	// for any other it returns league.ErrInUse.
	DeleteBot(ctx context.Context, game, id string) error
}

// Saving under a name replaces what has that name, and deleting what does not
// exist is no error.

type leaderboardStore interface {
	Leaderboards(ctx context.Context) ([]league.Leaderboard, error)
	SaveLeaderboard(ctx context.Context, l league.Leaderboard) error
	DeleteLeaderboard(ctx context.Context, name string) error
}

type seedSetStore interface {
	SeedSets(ctx context.Context) ([]league.SeedSet, error)
	SaveSeedSet(ctx context.Context, s league.SeedSet) error
	DeleteSeedSet(ctx context.Context, name string) error
}

type startSetStore interface {
	// StartSets lists the start sets of a game, "" for all, without their starts.
	StartSets(ctx context.Context, game string) ([]league.StartSet, error)
	StartSet(ctx context.Context, name string) (league.StartSet, error)
	SaveStartSet(ctx context.Context, s league.StartSet, positions league.Positions) error
	// DeleteStartSet returns league.ErrInUse while an unfinished tournament starts
	// from the set.
	DeleteStartSet(ctx context.Context, name string) error
}
