package flags

import (
	"arbiter/referee/replay"
	"arbiter/server/league"
)

// Compared returns what tells whether a bot has changed since it was recorded: its
// digests then and now, which are equal when the record has none.
func Compared(recorded replay.Seat, bot league.Bot) (was, is string) {
	if recorded.Digest == "" {
		return "", ""
	}
	return league.Compared(league.Bot{Digest: recorded.Digest, SHA256: recorded.SHA256}, bot)
}
