package dispatch

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strconv"

	"arbiter/referee/replay"
	"arbiter/server/league"
)

// SeedVariable is the environment variable with a seed for a bot's own random
// numbers: the same for the same start and repetition, another one elsewhere. A
// bot that uses it plays different games on different seeds, even where the game
// itself starts from one fixed position, and can repeat each of them.
const SeedVariable = "ARBITER_BOT_SEED"

// BotSeed returns the value of SeedVariable for a pairing. The number is a hash, so that it
// reveals nothing about the seed of the start, and below 2^31, so that every
// language can read it.
func BotSeed(p league.Pairing) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "bot seed\x00%d\x00%s\x00%d", p.Start.Seed, p.Start.Position, p.Repetition))
	return strconv.FormatUint(uint64(binary.LittleEndian.Uint32(sum[:])>>1), 10)
}

// RecordedBotSeed returns the value of SeedVariable in a recorded match, and whether the record
// has it. Records of version 0.1 lack it. The value for them is right unless the match was a
// repetition.
func RecordedBotSeed(h replay.Header) (seed string, known bool) {
	if h.BotSeed != "" {
		return h.BotSeed, true
	}
	return BotSeed(league.Pairing{Start: league.Start{Seed: h.Seed, Position: h.SetupRef}}), false
}
