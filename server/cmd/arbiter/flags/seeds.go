package flags

import (
	"os"
	"strconv"

	"arbiter/server/league"
)

// ParseSeed parses the value of --seed as a signed or unsigned 64-bit number:
// games, and the sites that show seeds, use both.
func ParseSeed(text string) (int64, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, nil
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, league.Usagef("--seed %s: want an integer of at most 64 bits", text)
	}
	return int64(n), nil
}

// ParseSeeds parses the value of --seeds: a list of seeds, or a file that
// contains one.
func ParseSeeds(text string) ([]league.Start, error) {
	from := "--seeds"
	if content, err := os.ReadFile(text); err == nil {
		from, text = from+" "+text, string(content)
	}
	starts, err := league.ParseSeeds(text)
	if err != nil {
		return nil, league.Usagef("%s: %w", from, err)
	}
	return starts, nil
}
