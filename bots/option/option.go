// Package option reads the options of a builtin bot, the part after "?" in
// builtin:domain/random?seed=7, and has what they mean in every game.
package option

import (
	"fmt"
	"net/url"
	"strconv"
	"time"
)

// OneSeed is an option that nobody types: it tells a bot that it was given a seed of its
// own, which it has in all its matches.
const OneSeed = "one-seed"

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

// Duration returns the named option as a time above 0, or fallback when it is not given.
func Duration(options url.Values, name string, fallback time.Duration) (time.Duration, error) {
	if !options.Has(name) {
		return fallback, nil
	}
	d, err := time.ParseDuration(options.Get(name))
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("option %s=%s: want a duration such as 8.5s or 10m", name, options.Get(name))
	}
	return d, nil
}

// Nodes returns the option nodes, a budget with which a search answers alike on every machine;
// 0 if it is not given, when the clock is the budget.
func Nodes(options url.Values) (int64, error) {
	nodes, err := Int(options, "nodes", 0)
	if err == nil && options.Has("nodes") && nodes < 1 {
		return 0, fmt.Errorf("option nodes=%d: want at least 1", nodes)
	}
	return nodes, err
}
