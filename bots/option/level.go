package option

import (
	"fmt"
	"net/url"
)

// Levels is the highest level of a bot that beginners climb.
const Levels = 10

// Level returns the option level, from 1 to Levels, or 0 when it is not given:
// then the bot plays as well as it can.
func Level(options url.Values) (int, error) {
	level, err := Int(options, "level", 0)
	if err == nil && options.Has("level") && (level < 1 || level > Levels) {
		return 0, fmt.Errorf("option level=%d: want 1 to %d", level, Levels)
	}
	return int(level), err
}
