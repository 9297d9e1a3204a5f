package doctor

import (
	"context"
	"encoding/json"
	"fmt"

	"arbiter/referee"
	"arbiter/referee/plural"
)

// A situation is a special position of a game in which a bot must still answer
// legally.
type situation struct {
	title string
	setup string                // the start position; "" means dealt from seed 1
	seat  int                   // of the bot
	rival func() referee.Player // returns the player of the other seat; nil means the opponent
}

// situationTurns is how many turns a situation is played.
const situationTurns = 12

// situationsOf returns the situations by game.
func situationsOf() map[string][]situation {
	return map[string][]situation{
		"ctf":      ctfSituations(),
		"domain":   domainSituations(),
		"flames":   flamesSituations(),
		"heropath": heropathSituations(),
		"keeper":   keeperSituations(),
	}
}

// situations plays some turns of each situation of the game.
func (x *examination) situations(ctx context.Context) (string, []Finding, error) {
	list := situationsOf()[x.Game.Info().Name]
	var findings []Finding
	for _, s := range list {
		played := scenario{name: s.title, setup: referee.Setup{Seed: 1}, seat: s.seat, turns: situationTurns}
		if s.setup != "" {
			played.setup = referee.Setup{Position: json.RawMessage(s.setup)}
		}
		played.rival = s.rival
		t, err := x.play(ctx, played)
		if err != nil {
			return "", nil, err
		}
		found, err := x.faultFindings(ctx, t)
		if err != nil {
			return "", nil, err
		}
		findings = append(findings, found...)
	}
	if len(list) == 0 {
		return "none are known for this game", nil, nil
	}
	return fmt.Sprintf("%s of %s", plural.Count(len(list), "special position"), x.Game.Info().Name), findings, nil
}
