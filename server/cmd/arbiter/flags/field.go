package flags

import (
	"errors"
	"regexp"
	"strings"

	"arbiter/server/league"
)

// Flagged makes a usage error of one in a field: it names the flag that sets it, and
// those of the other fields that its text names. Any other error stays as it is.
func Flagged(err error) error {
	var wrong league.FieldError
	if !errors.As(err, &wrong) {
		return err
	}
	cause := wrong.Err
	if len(wrong.Names) > 0 {
		cause = errors.New(regexp.MustCompile(`\b(`+strings.Join(wrong.Names, "|")+`)\b`).ReplaceAllStringFunc(cause.Error(), flagFor))
	}
	return league.Usagef("%s: %w", flagFor(wrong.Field), cause)
}

// flagFor returns the flag that sets a field of a request.
func flagFor(field string) string {
	flag, _, _ := strings.Cut(strings.ReplaceAll(field, "_", "-"), "[")
	if flag == "opponents" || flag == "bots" { // one flag for each
		flag = strings.TrimSuffix(flag, "s")
	}
	return "--" + flag
}
