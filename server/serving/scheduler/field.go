package scheduler

import (
	"errors"

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
