package doctor

import (
	"context"
	"encoding/json"
	"fmt"

	"arbiter/referee"
)

// A situation is a special position of a game, in which a bot must also answer
// legally.
type situation struct {
	title string
	setup string // the start position; "" means dealt from seed 1
	seat  int    // of the bot, in games of two seats
	rival func() referee.Player
}

// situationTurns is the number of turns that each is played.
const situationTurns = 12

// situationsOf returns the special positions of each game.
func situationsOf() map[string][]situation {
	return map[string][]situation{
		"ctf":      ctfSituations(),
		"domain":   domainSituations(),
		"flames":   flamesSituations(),
		"heropath": heropathSituations(),
		"keeper":   keeperSituations(),
	}
}

// answerForms returns, by game, the sentence of its page that describes the
// format of an answer.
func answerForms() map[string]string {
	return map[string]string{
		"ctf":      "The answer is one line of commands separated by `|`:",
		"domain":   "The answer is one line `x y direction message`:",
		"flames":   "The answer is one line of actions separated by `;`: `JUMP E;MOVE N;PASS`.",
		"heropath": "The answer is one JSON document, which may span lines; the match continues as soon as it is complete:",
		"keeper":   "**The format of the line** is strict: one space between the parts, capital letters, integers (a sign and leading zeros are allowed),\nand nothing before the command.",
	}
}

// situations plays each special position for some turns.
func (x *examination) situations(ctx context.Context) (string, []Finding, error) {
	list := situationsOf()[x.Game.Info().Name]
	var findings []Finding
	for _, s := range list {
		played := sitting{name: s.title, setup: referee.Setup{Seed: 1}, seat: s.seat, turns: situationTurns}
		if s.setup != "" {
			played.setup = referee.Setup{Position: json.RawMessage(s.setup)}
		}
		if s.rival != nil {
			played.rival = s.rival()
		}
		v, err := x.sitDown(ctx, played)
		if err != nil {
			return "", nil, err
		}
		findings = append(findings, x.blameAll(v)...)
	}
	if len(list) == 0 {
		return "none for this game", nil, nil
	}
	return fmt.Sprintf("%s of %s", plural(len(list), "special position"), x.Game.Info().Name), findings, nil
}
