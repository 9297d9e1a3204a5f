package doctor

import (
	"encoding/json"
	"testing"

	"arbiter/referee"
	"arbiter/referee/games"
)

// Every special position can be played.
func TestSituationsAreSetups(t *testing.T) {
	for _, g := range games.All() {
		list := situationsOf()[g.Info().Name]
		if len(list) < 5 {
			t.Errorf("%s: %d situations; want 5 or more", g.Info().Name, len(list))
		}
		for _, s := range list {
			setup := referee.Setup{Seed: 1}
			if s.setup != "" {
				setup.Position = json.RawMessage(s.setup)
			}
			m, err := g.New(setup, g.Info().MinSeats)
			if err != nil {
				t.Errorf("%s: %s: %v", g.Info().Name, s.title, err)
			} else if m.Over() {
				t.Errorf("%s: %s: it is over at the start", g.Info().Name, s.title)
			}
		}
	}
}
