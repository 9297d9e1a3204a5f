package league

import (
	"slices"
	"strings"

	"arbiter/referee/replay"
)

// ImportedTournament is the tournament of matches that were played elsewhere, unless whoever
// imports them names another one.
const ImportedTournament = "imported"

const importedEnd = "@" + replay.ImportedDigest

// ImportedBot returns the contender that stands for a player of a match that was played
// elsewhere. It cannot be started, because its files are not known.
func ImportedBot(game, name, typed string) Bot {
	return NewBot(game, name, typed, "", replay.ImportedDigest)
}

// IsImported reports whether a bot ID is that of a player of a match that was played elsewhere.
func IsImported(id string) bool { return strings.HasSuffix(id, importedEnd) }

// Imported reports whether the match was played elsewhere. Ratings do not count it unless they
// name its tournament.
func (m Match) Imported() bool { return slices.ContainsFunc(m.Seats, IsImported) }
