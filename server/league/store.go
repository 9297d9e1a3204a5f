package league

import (
	"context"
	"time"

	"arbiter/referee/replay"
)

// A Store keeps what Arbiter knows; package sqlite implements it. What is not there is
// ErrNotFound, here and in the stores that it consists of. When a method that saves or
// deletes returns without an error, the change is on the disk. A Store is safe for
// concurrent use.
type Store interface {
	TournamentStore
	MatchStore
	BotStore
	LadderStore
	LeaderboardStore
	BookStore
	// Ready returns an error when the database cannot be read or written.
	Ready(ctx context.Context) error
	// Size returns the size of the database in bytes and its number of matches.
	Size(ctx context.Context) (bytes int64, matches int, err error)
}

// A TournamentStore keeps tournaments, with what checks ask and what experiments found.
type TournamentStore interface {
	Tournament(ctx context.Context, id string) (Tournament, error)
	TournamentStatus(ctx context.Context, id string) (TournamentStatus, error)
	// TournamentStatuses lists tournaments, newest first.
	TournamentStatuses(ctx context.Context, q TournamentQuery) ([]TournamentStatus, error)
	// CountTournaments counts the tournaments that match q, ignoring its cursor
	// and limit.
	CountTournaments(ctx context.Context, q TournamentQuery) (int, error)
	// Bots returns the bots of a tournament, in the order of entry.
	Bots(ctx context.Context, tournament string) ([]Bot, error)

	// SaveTournament keeps or replaces the definition, its bots and the texts
	// of its explicit positions, in one transaction.
	SaveTournament(ctx context.Context, t Tournament, bots []Bot, positions Positions) error
	// SaveRounds replaces the definition of a tournament that is there, whose bots and
	// positions stay.
	SaveRounds(ctx context.Context, t Tournament) error
	SetTournamentState(ctx context.Context, id string, state TournamentState, why string, at time.Time) error
	// SetAnchor keeps the bot whose Elo is 0 in a tournament.
	SetAnchor(ctx context.Context, id, anchor string, at time.Time) error
	// DeleteTournament deletes a tournament with its matches and its check. While it
	// does so the tournament is cancelled.
	DeleteTournament(ctx context.Context, id string, at time.Time) error

	// Checks returns the sequential tests by the tournament that plays for each.
	Checks(ctx context.Context) (map[string]Question, error)
	SaveCheck(ctx context.Context, tournament string, test Question) error
	// Findings returns what the bisect or the history that plays a tournament has come to.
	Findings(ctx context.Context, tournament string) (Findings, error)
	// AllFindings lists them without their documents, the latest first.
	AllFindings(ctx context.Context) ([]Findings, error)
	// FindingsKind returns which of the two plays a tournament, "" if neither does.
	FindingsKind(ctx context.Context, tournament string) (FindingsKind, error)
	SaveFindings(ctx context.Context, f Findings) error
}

// A MatchStore keeps matches, those that are queued to be played, and void ones. A match
// gets a Mark when it is saved; marks grow in the order of saving.
type MatchStore interface {
	// Matches lists reports, newest first, without their replays; with q.After,
	// oldest first.
	Matches(ctx context.Context, q Query) ([]Report, error)
	// Match returns the report, without its replay, of the match whose ID begins
	// with prefix.
	Match(ctx context.Context, prefix string) (Report, error)
	// MatchesAt returns the reports of matches by their marks, in that order; one
	// that has been deleted is left out.
	MatchesAt(ctx context.Context, marks []Mark) ([]Report, error)
	// MatchIDs returns the IDs of matches by their marks.
	MatchIDs(ctx context.Context, marks []Mark) (map[Mark]string, error)
	// Faults returns the first fault that was not forgiven of each of these seats.
	Faults(ctx context.Context, seats []SeatMark) ([]SeatFault, error)
	// EachMatching calls do with every match that q selects, with its attributes and
	// metrics, oldest first. It leaves out matches with a human player, which count in
	// no table, and ignores the query's cursor and limit.
	EachMatching(ctx context.Context, q Query, do func(playedAt time.Time, m Match)) error
	// Stored returns up to limit matches that were saved after the mark, in the
	// order of saving, with their replays.
	Stored(ctx context.Context, after Mark, limit int) ([]StoredMatch, error)

	// Replay returns the record of the match whose ID begins with prefix, with its
	// start position; ErrPruned when the replay was not kept or has been deleted.
	Replay(ctx context.Context, prefix string) (*replay.Record, error)
	// PositionText returns the text of an explicit start position.
	PositionText(ctx context.Context, digest string) ([]byte, error)
	// Prune deletes the replays that keep does not name and returns how many.
	Prune(ctx context.Context, keep Retention) (deleted int64, err error)

	// SaveReports keeps matches. One that is already there stays as it is, which is
	// no error. What is wrong with one keeps no other from being kept.
	SaveReports(ctx context.Context, reports []Report) error
	// SaveVoid inserts or replaces how often a match was void.
	SaveVoid(ctx context.Context, v Void) error
	// Void returns a match of a tournament that was void and has not been played since.
	Void(ctx context.Context, match string) (Void, error)
	// Voids returns the void matches of a tournament.
	Voids(ctx context.Context, tournament string) ([]Void, error)

	// Outcomes returns the outcomes of the matches of a tournament by match ID.
	// PlayedIDs returns empty outcomes for the same IDs, which is faster.
	Outcomes(ctx context.Context, tournament string) (map[string]Outcome, error)
	PlayedIDs(ctx context.Context, tournament string) (map[string]Outcome, error)
	// Mark returns the present end of the matches. EachMatchUntil calls do for each
	// match of the tournament up to a mark, in no order and without its attributes
	// and metrics.
	Mark(ctx context.Context) (Mark, error)
	EachMatchUntil(ctx context.Context, tournament string, until Mark, do func(Match)) error
	// EachMatchAfter calls do with up to limit matches of a tournament saved after
	// the mark, in the order of saving.
	EachMatchAfter(ctx context.Context, tournament string, after Mark, limit int, do func(Mark, Match)) error
	// SoloResults returns what other tournaments know of the matches of a solo
	// tournament, under its limits and these rules.
	SoloResults(ctx context.Context, t Tournament, rules int) ([]Match, error)

	// EachResult calls do with every match that was saved after the mark, in the
	// order of saving, without attributes and metrics. The result is valid during
	// the call.
	EachResult(ctx context.Context, after Mark, do func(StoredResult)) error
	// EachNumber calls do with every value of an attribute of the game, which has the
	// seat -1, or of a bot's metric. It takes the matches saved after one mark and up
	// to another, in the order of saving.
	EachNumber(ctx context.Context, name string, metric bool, after, until Mark, do func(mark Mark, seat int, value float64)) error
	// NumbersOf returns the names of the attributes and metrics of a match.
	NumbersOf(ctx context.Context, mark Mark) ([]FilterNumber, error)
	// Origin returns where the matches of a tournament come from, which may be unknown.
	Origin(ctx context.Context, tournament string) (Origin, error)
	// LastReferee returns the digest of the referee by which a game was last played in a
	// tournament; "" for a game of Arbiter itself.
	LastReferee(ctx context.Context, game string) (string, error)
	// Deletions returns a number that grows when matches are deleted. Marks may be
	// given again then.
	Deletions(ctx context.Context) (int64, error)

	// QueuedMatches lists the single matches that have not been played, in the
	// order in which they were queued.
	QueuedMatches(ctx context.Context) ([]QueuedMatch, error)
	// SaveQueuedMatch queues a match. One that is queued keeps its place.
	SaveQueuedMatch(ctx context.Context, m QueuedMatch) error
	// CountQueuedStart notes that a server begins to play a queued match.
	CountQueuedStart(ctx context.Context, match string) error
	// DeleteQueuedMatch removes a match from the queue, if it is there.
	DeleteQueuedMatch(ctx context.Context, match string) error
}

// A BotStore keeps bots: those that are registered, and those that only play. Saving one
// that has the ID of another bot is a UsageError, here and wherever bots are saved.
type BotStore interface {
	KnownBot(ctx context.Context, game, id string) (KnownBot, error)
	// KnownBots lists the bots of a game with a name; "" matches all.
	KnownBots(ctx context.Context, game, name string) ([]KnownBot, error)
	// RegisterBot keeps a bot as a candidate; one that is registered keeps its status.
	RegisterBot(ctx context.Context, b Bot, at time.Time) error
	// KeepBot keeps a bot that plays without being registered.
	KeepBot(ctx context.Context, b Bot) error
	// SetBotStatus saves a bot's status, its reason, and whether it is disabled.
	SetBotStatus(ctx context.Context, b KnownBot, at time.Time) error
	// DeleteBot deletes a bot that has played no match and is in no tournament;
	// for any other it returns ErrInUse.
	DeleteBot(ctx context.Context, game, id string) error
	// HasSeat reports whether a match has a seat with this text as its bot's ID.
	HasSeat(ctx context.Context, game, id string) (bool, error)
	// Imported reports whether a bot is known by an import alone.
	Imported(ctx context.Context, game, id string) (bool, error)
	// OutOfPlay reports whether a bot is disabled or retired.
	OutOfPlay(ctx context.Context, game, id string) (bool, error)
	// EnteredDigests returns the SHA-256 of the bots of all tournaments that are not
	// over.
	EnteredDigests(ctx context.Context) (map[string]bool, error)
}

// A LadderStore keeps open ladders, what is asked of them, and bots that could not enter.
type LadderStore interface {
	OpenLadders(ctx context.Context) ([]OpenLadder, error)
	// SaveOpenLadder adds a ladder; one of its name stays as it is. DeleteOpenLadder
	// deletes one with its requests and failures.
	SaveOpenLadder(ctx context.Context, l OpenLadder) error
	DeleteOpenLadder(ctx context.Context, name string) error
	// SaveLadderRequest adds a request, whose number it chooses. LadderRequests
	// returns those of a ladder in the order of asking, and DeleteLadderRequests
	// deletes them up to a number.
	SaveLadderRequest(ctx context.Context, r LadderRequest) error
	LadderRequests(ctx context.Context, ladder string) ([]LadderRequest, error)
	DeleteLadderRequests(ctx context.Context, ladder string, until int64) error
	// SaveLadderFailure keeps a failure, and LadderFailures returns those that are
	// kept, newest first.
	SaveLadderFailure(ctx context.Context, f LadderFailure) error
	LadderFailures(ctx context.Context, ladder string) ([]LadderFailure, error)
}

// A LeaderboardStore keeps leaderboards. Saving under a name replaces what has that name,
// and deleting what does not exist is no error.
type LeaderboardStore interface {
	Leaderboards(ctx context.Context) ([]Leaderboard, error)
	SaveLeaderboard(ctx context.Context, l Leaderboard) error
	DeleteLeaderboard(ctx context.Context, name string) error
}

// A BookStore keeps books, by name as a LeaderboardStore does.
type BookStore interface {
	// Books lists the books that a game can be started from, "" for all, without their
	// starts.
	Books(ctx context.Context, game string) ([]Book, error)
	Book(ctx context.Context, name string) (Book, error)
	SaveBook(ctx context.Context, b Book, positions Positions) error
	// DeleteBook returns ErrInUse while an unfinished tournament starts from a position
	// of the book.
	DeleteBook(ctx context.Context, name string) error
}
