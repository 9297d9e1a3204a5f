// Package option reads the options of a builtin bot, the part after "?" in
// builtin:domain/random?seed=7.
package option

import (
	"fmt"
	"net/url"
	"strconv"
)

// Int returns the named option as a whole number, or fallback when it is not
// given. The error names the option and what was found.
func Int(options url.Values, name string, fallback int64) (int64, error) {
	if !options.Has(name) {
		return fallback, nil
	}
	n, err := strconv.ParseInt(options.Get(name), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("option %s=%s: want a whole number", name, options.Get(name))
	}
	return n, nil
}
