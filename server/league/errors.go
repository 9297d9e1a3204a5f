package league

import (
	"errors"
	"fmt"
	"time"

	"arbiter/server/league/rating"
)

// Errors that stores return and callers distinguish.
var (
	// ErrNotFound is returned when the store has no tournament, bot, match or
	// position of that name.
	ErrNotFound = errors.New("not found")
	// ErrInUse is returned when something cannot be deleted because results or
	// tournaments refer to it.
	ErrInUse = errors.New("in use")
	// ErrPruned is returned for the replay of a match whose replay was deleted or
	// never stored.
	ErrPruned = errors.New("replay not kept")
)

// A Kind is a kind of thing that is looked up by its name.
type Kind string

// The kinds. A bot is one of a game.
const (
	ATournament  Kind = "tournament"
	ACheck       Kind = "check"
	AMatch       Kind = "match"
	ABot         Kind = "bot"
	AGame        Kind = "game"
	ALeaderboard Kind = "leaderboard"
	ABook        Kind = "book"
	APuzzleSet   Kind = "puzzle set"
	AWorker      Kind = "worker"
	ALadder      Kind = "ladder"
	AFinding     Kind = "bisect or history"
)

// A NotFoundError is an ErrNotFound that says what was looked for.
type NotFoundError struct {
	Kind Kind
	Game string // of a bot
	Name string
}

// Error names what was looked for.
func (e NotFoundError) Error() string {
	of := ""
	if e.Game != "" {
		of = " of " + e.Game
	}
	return fmt.Sprintf("%s %s%s: %v", e.Kind, excerpt(e.Name), of, ErrNotFound)
}

// Is reports that it is ErrNotFound.
func (e NotFoundError) Is(target error) bool { return target == ErrNotFound }

// A UsageError reports an invalid request: a bot that does not exist, a damaged
// archive, a flag out of range. Any other error is the machine's.
type UsageError struct{ Err error }

// Usagef returns a UsageError with a formatted message.
func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// Error implements error.
func (e UsageError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e UsageError) Unwrap() error { return e.Err }

// A ConflictError reports a request that is invalid in the current state, such
// as resuming a cancelled tournament.
type ConflictError struct{ Err error }

// Conflictf returns a ConflictError with a formatted message.
func Conflictf(format string, args ...any) error { return ConflictError{fmt.Errorf(format, args...)} }

// Error implements error.
func (e ConflictError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e ConflictError) Unwrap() error { return e.Err }

// A FieldError is a usage error in one field of a request.
type FieldError = rating.FieldError

// A FieldName is the name of another field in the message of a FieldError.
type FieldName = rating.FieldName

// Fieldf returns a FieldError with a formatted cause.
func Fieldf(field, format string, args ...any) error { return rating.Fieldf(field, format, args...) }

// A QuotaError refuses a request that exceeds a quota of its sender.
type QuotaError struct {
	Quota string        // what is exceeded
	Fix   string        // what to do about it
	After time.Duration // how long until it may be asked again; 0 if waiting does not help
}

// Error says what is exceeded, and the remedy.
func (e QuotaError) Error() string { return e.Quota + "; " + e.Fix }
