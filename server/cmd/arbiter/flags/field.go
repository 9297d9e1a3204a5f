package flags

import (
	"errors"
	"strings"

	"arbiter/server/league"
)

// Flagged makes a usage error of one in a field: it names the flag that sets it.
// Any other error stays as it is.
func Flagged(err error) error {
	var wrong league.FieldError
	if !errors.As(err, &wrong) {
		return err
	}
	flag, _, _ := strings.Cut(strings.ReplaceAll(wrong.Field, "_", "-"), "[")
	if flag == "opponents" || flag == "bots" { // one flag for each
		flag = strings.TrimSuffix(flag, "s")
	}
	return league.Usagef("--%s: %w", flag, wrong.Err)
}
