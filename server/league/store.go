package league

import (
	"context"
	"errors"
)

// ErrNotFound is returned for a tournament, bot or match that the store does
// not have.
var ErrNotFound = errors.New("not found")

// A Store keeps tournaments, bots, matches and records. Everything it returns
// without an error is on the disk.
type Store interface {
	// SaveTournament keeps or replaces the definition, its bots and the texts
	// of its explicit positions by their digest, in one transaction.
	SaveTournament(ctx context.Context, t Tournament, bots []Bot, setups map[string][]byte) error
	// Tournament returns a definition, or ErrNotFound.
	Tournament(ctx context.Context, id string) (Tournament, error)
	// Bots returns the bots of a tournament, in the order of entry.
	Bots(ctx context.Context, tournament string) ([]Bot, error)
	// SetupText returns the text of an explicit position, or ErrNotFound.
	SetupText(ctx context.Context, digest string) ([]byte, error)
	// SaveReports keeps matches in one transaction. A match that is already
	// there stays as it is, and that is no error; what is wrong with one of
	// them keeps no other from being kept.
	SaveReports(ctx context.Context, reports []Report) error
	// Outcomes returns what the matches of a tournament came to, by match ID.
	Outcomes(ctx context.Context, tournament string) (map[string]Outcome, error)
}
