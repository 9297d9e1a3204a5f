package league

import (
	"fmt"

	"arbiter/referee"
)

// SetReferee sets the digest of a game's own referee in the definition, because the same bots
// play another game with another referee.
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

// CheckReferee returns an error if the game has another referee now than the definition says.
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
