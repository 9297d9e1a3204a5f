package flags

import (
	"errors"
	"strings"

	"arbiter/server/league"
)

// Flagged makes a usage error of one in a field: it names the flag that sets it, and
// those of the other fields in its message. Any other error stays as it is.
func Flagged(err error) error {
	var wrong league.FieldError
	if !errors.As(err, &wrong) {
		return err
	}
	return league.Usagef("%s: %w", flagFor(wrong.Field), wrong.Spelled(flagFor))
}

// flagFor returns the flag that sets a field of a request.
func flagFor(field string) string {
	flag, _, _ := strings.Cut(strings.ReplaceAll(field, "_", "-"), "[")
	if flag == "opponents" || flag == "bots" { // one flag for each
		flag = strings.TrimSuffix(flag, "s")
	}
	return "--" + flag
}
