package doctor

import (
	"bytes"
	"context"

	"arbiter/referee"
	"arbiter/referee/games/domain"
)

// domainSituations are matches of Domain Expansion. The protocol cannot describe
// walls that exist at the start, so tight positions are reached by an opponent
// that hems the bot in.
func domainSituations() []situation {
	return []situation{
		{title: "hemmed in, moving first", rival: newHemmer},
		{title: "hemmed in, moving second", seat: 1, rival: newHemmer},
		{title: "cornered: the tokens are side by side in a corner", setup: `{"tokens": [[0, 0], [1, 0]]}`},
		{title: "the opponent's token is in the middle of the way", seat: 1, setup: `{"tokens": [[3, 2], [3, 3]]}`},
		{title: "seat 0 moves second", setup: `{"first_mover": 1}`},
	}
}

// A hemmer is a referee.Player that leaves the bot as few actions as possible and
// avoids ending the game: soon the bot has one open side. It assumes a match from
// the usual start position.
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

// choose returns the action that leaves the bot the fewest actions.
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
