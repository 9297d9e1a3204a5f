package league

import (
	"errors"
	"fmt"
)

// Errors that the stores of results return and that callers tell apart.
var (
	// ErrNotFound is returned for a tournament, bot or match that the store
	// does not have.
	ErrNotFound = errors.New("not found")
	// ErrInUse is returned for what cannot be deleted because results refer
	// to it.
	ErrInUse = errors.New("in use")
	// ErrPruned is returned for the replay of a match whose replay was not kept.
	ErrPruned = errors.New("its replay has not been kept")
)

// A UsageError reports what is wrong with what a caller asked for: a bot that
// does not exist, an archive that is damaged, a flag out of range. Any other
// error is the machine's.
type UsageError struct{ Err error }

// Usagef returns a UsageError with a formatted message.
func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// Error implements error.
func (e UsageError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e UsageError) Unwrap() error { return e.Err }

// A ConflictError reports a request that is invalid in the current state, such
// as resuming a cancelled tournament.
type ConflictError struct{ Err error }

// Conflictf returns a ConflictError with a formatted message.
func Conflictf(format string, args ...any) error { return ConflictError{fmt.Errorf(format, args...)} }

// Error implements error.
func (e ConflictError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e ConflictError) Unwrap() error { return e.Err }

// A FieldError is a usage error in one field of a request.
type FieldError struct {
	Field string // as it is spelled in the request, such as bots[2]
	Err   error
}

// Error returns the field and the reason.
func (e FieldError) Error() string { return e.Field + ": " + e.Err.Error() }

// Unwrap returns the reason.
func (e FieldError) Unwrap() error { return e.Err }
