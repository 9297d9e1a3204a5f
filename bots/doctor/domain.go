package doctor

import (
	"bytes"
	"context"

	"arbiter/referee"
	"arbiter/referee/games/domain"
)

// domainSituations are matches of Domain Expansion. The protocol cannot express
// walls at the start, so tight positions are reached with an opponent that hems
// the bot in.
func domainSituations() []situation {
	return []situation{
		{title: "hemmed in, moving first", rival: newHemmer},
		{title: "hemmed in, moving second", seat: 1, rival: newHemmer},
		{title: "the tokens are next to each other in a corner", setup: `{"tokens": [[0, 0], [1, 0]]}`},
		{title: "the opponent's token blocks the direct way", seat: 1, setup: `{"tokens": [[3, 2], [3, 3]]}`},
		{title: "seat 0 moves second", setup: `{"first_mover": 1}`},
	}
}

// A hemmer leaves the bot as few actions as possible without ending the game:
// soon one open side is left. It follows the match from its input, and supports
// no start position but the usual one.
type hemmer struct {
	state domain.State
	ask   referee.Ask
}

func newHemmer() referee.Player { return &hemmer{state: domain.Start()} }

// Ask implements referee.Player.
func (h *hemmer) Ask(ask referee.Ask) { h.ask = ask }

// Reply implements referee.Player.
func (h *hemmer) Reply(ctx context.Context) (referee.Reply, error) {
	lines := bytes.Split(bytes.TrimSpace(h.ask.Input), []byte("\n"))
	if last := string(lines[len(lines)-1]); last != domain.NoAction {
		action, _, err := domain.ParseAnswer(last)
		if err != nil {
			return referee.Reply{}, err
		}
		h.state.Step(action)
	}
	best := h.choose()
	h.state.Step(best)
	return referee.Reply{Lines: []string{best.String()}}, ctx.Err()
}

// choose returns the action after which the bot has the fewest.
func (h *hemmer) choose() domain.Action {
	actions := h.state.Actions(nil)
	best, fewest := actions[0], domain.MaxActions+1
	for _, a := range actions {
		after := h.state
		after.Step(a)
		if count := after.ActionCount(); !after.Over && count < fewest {
			best, fewest = a, count
		}
	}
	return best
}

// Close implements referee.Player.
func (h *hemmer) Close() ([]byte, error) { return nil, nil }
