package league

import (
	"fmt"

	"arbiter/referee"
)

// SetReferee makes the digest of a game's own referee a part of a definition: with another
// referee the same bots play another game.
func (t *Tournament) SetReferee(g referee.Game) error {
	own, ok := g.(referee.Rereader)
	if !ok {
		return nil
	}
	digest, err := own.Digest()
	if err != nil {
		return fmt.Errorf("game %s: its referee: %w", t.Game, err)
	}
	t.Referee = digest
	return nil
}

// CheckReferee returns an error if a definition is of another referee than the game has now.
func (t Tournament) CheckReferee(g referee.Game) error {
	now := t
	if err := now.SetReferee(g); err != nil {
		return err
	}
	if now.Referee != t.Referee {
		return Conflictf("tournament %s cannot go on: %s; bring the files back, or play it under another name", t.ID, now.Difference(t))
	}
	return nil
}
