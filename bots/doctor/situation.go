package doctor

import (
	"context"
	"fmt"

	"arbiter/referee"
	"arbiter/referee/plural"
)

// situationTurns is how many turns of a special position are played.
const situationTurns = 12

// situations plays some turns of each special position of the game.
func (x *examination) situations(ctx context.Context) (string, []Finding, error) {
	var list []referee.Trial
	if g, ok := x.Game.(referee.Examiner); ok {
		list = g.Trials()
	}
	var findings []Finding
	for _, s := range list {
		played := scenario{name: s.Title, setup: s.Setup(), seat: s.Seat, turns: situationTurns, rival: s.Rival}
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
