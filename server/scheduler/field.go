package scheduler

import (
	"errors"
	"strings"

	"arbiter/server/league"
)

// atField says which field a usage error is in; the machine's errors stay as
// they are.
func atField(field string, err error) error {
	if errors.As(err, new(league.UsageError)) {
		return league.FieldError{Field: field, Err: err}
	}
	return err
}

// fieldOf takes the field's name from the beginning of an error of
// league.Tournament.Validate, such as "rounds: found 3; the format knockout has
// none to choose".
func fieldOf(err error) error {
	name, rest, ok := strings.Cut(err.Error(), ": ")
	if !ok {
		return err
	}
	return league.FieldError{Field: name, Err: errors.New(rest)}
}
