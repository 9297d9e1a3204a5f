package scheduler

import (
	"context"
	"time"

	"arbiter/referee/replay"
	"arbiter/server/league"
	"arbiter/server/playing/engine"
)

// A Store keeps what the scheduler needs after a restart. When a method that
// saves returns without an error, the data is on the disk; what is not there is
// league.ErrNotFound. It is safe for concurrent use.
type Store interface {
	tournamentStore
	matchStore
	botStore
	cronStore
	ladderStore
}

type tournamentStore interface {
	// SaveTournament keeps or replaces the definition, its bots and the texts
	// of its explicit positions, in one transaction.
	SaveTournament(ctx context.Context, t league.Tournament, bots []league.Bot, positions league.Positions) error
	// SaveRounds replaces the definition of a tournament that is there, whose bots and
	// positions stay.
	SaveRounds(ctx context.Context, t league.Tournament) error
	Tournament(ctx context.Context, id string) (league.Tournament, error)
	TournamentStatus(ctx context.Context, id string) (league.TournamentStatus, error)
	// TournamentStatuses lists tournaments, newest first.
	TournamentStatuses(ctx context.Context, q league.TournamentQuery) ([]league.TournamentStatus, error)
	SetTournamentState(ctx context.Context, id string, state league.TournamentState, why string, at time.Time) error
	// DeleteTournament deletes a tournament with its matches, its check and its
	// schedule. While it does so the tournament is cancelled.
	DeleteTournament(ctx context.Context, id string, at time.Time) error
	// SetAnchor keeps the bot whose Elo is 0 in a tournament.
	SetAnchor(ctx context.Context, id, anchor string, at time.Time) error
	// Bots returns the bots of a tournament, in the order of entry.
	Bots(ctx context.Context, tournament string) ([]league.Bot, error)
	// Checks returns the sequential tests by the tournament that plays for each.
	Checks(ctx context.Context) (map[string]league.Question, error)
	SaveCheck(ctx context.Context, tournament string, test league.Question) error
}

type matchStore interface {
	engine.Store
	// Match returns the report, without its replay, of the match whose ID begins
	// with the prefix.
	Match(ctx context.Context, prefix string) (league.Report, error)
	// Replay reads a match's replay with its start position; league.ErrPruned
	// when it was not kept.
	Replay(ctx context.Context, prefix string) (*replay.Record, error)
	// QueuedMatches lists the single matches that have not been played, in the
	// order in which they were queued.
	QueuedMatches(ctx context.Context) ([]league.QueuedMatch, error)
	// SaveQueuedMatch queues a match. One that is queued keeps its place.
	SaveQueuedMatch(ctx context.Context, m league.QueuedMatch) error
	// CountQueuedStart notes that a server begins to play a queued match.
	CountQueuedStart(ctx context.Context, match string) error
	// DeleteQueuedMatch removes a match from the queue, if it is there.
	DeleteQueuedMatch(ctx context.Context, match string) error
	// Prune deletes the replays that keep does not name and returns how many.
	Prune(ctx context.Context, keep league.Retention) (deleted int64, err error)
}

type botStore interface {
	KnownBot(ctx context.Context, game, id string) (league.KnownBot, error)
	// RegisterBot keeps a bot as a candidate; one that is registered keeps its
	// status. One that has the ID of another bot is a league.UsageError, here and
	// wherever bots are saved.
	RegisterBot(ctx context.Context, b league.Bot, at time.Time) error
	// KeepBot keeps a bot that plays without being registered.
	KeepBot(ctx context.Context, b league.Bot) error
	// Seated reports whether a match has a seat with this text as its bot's ID.
	Seated(ctx context.Context, game, id string) (bool, error)
	// Imported reports whether a bot is known by an import alone.
	Imported(ctx context.Context, game, id string) (bool, error)
	// OutOfPlay reports whether a bot is disabled or retired.
	OutOfPlay(ctx context.Context, game, id string) (bool, error)
	// EnteredDigests returns the digests of the bots of all tournaments that are
	// not over, both the SHA-256 and the one that IDs are made of.
	EnteredDigests(ctx context.Context) (map[string]bool, error)
}

type cronStore interface {
	// CronSchedules lists the schedules by tournament.
	CronSchedules(ctx context.Context) ([]league.CronSchedule, error)
	// SaveCronSchedule keeps or replaces a schedule. Another expression counts
	// from at; the same one changes nothing. The first owner stays.
	SaveCronSchedule(ctx context.Context, tournament, cron, owner string, at time.Time) error
	// SettleCronSchedule records that the times until then have been dealt with,
	// and why they started no tournament.
	SettleCronSchedule(ctx context.Context, tournament string, until time.Time, why string) error
	DeleteCronSchedule(ctx context.Context, tournament string) error
	// Occurrences lists the tournaments that a schedule has started, newest first.
	Occurrences(ctx context.Context, template string) ([]string, error)
	// SaveOccurrence keeps a tournament that a schedule starts, as running, and
	// settles its time, in one transaction.
	SaveOccurrence(ctx context.Context, t league.Tournament, bots []league.Bot, o league.Occurrence) error
}

type ladderStore interface {
	OpenLadders(ctx context.Context) ([]league.OpenLadder, error)
	// SaveOpenLadder adds a ladder; one of its name stays as it is. DeleteOpenLadder
	// deletes one with its requests and failures.
	SaveOpenLadder(ctx context.Context, l league.OpenLadder) error
	DeleteOpenLadder(ctx context.Context, name string) error
	// SaveLadderRequest adds a request, whose number it chooses. LadderRequests
	// returns those of a ladder in the order of asking, and DeleteLadderRequests
	// deletes them up to a number.
	SaveLadderRequest(ctx context.Context, r league.LadderRequest) error
	LadderRequests(ctx context.Context, ladder string) ([]league.LadderRequest, error)
	DeleteLadderRequests(ctx context.Context, ladder string, until int64) error
	// SaveLadderFailure keeps a failure, and LadderFailures returns those that are
	// kept, newest first.
	SaveLadderFailure(ctx context.Context, f league.LadderFailure) error
	LadderFailures(ctx context.Context, ladder string) ([]league.LadderFailure, error)
}
