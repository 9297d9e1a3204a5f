package domain

import (
	"bytes"
	"context"

	"arbiter/referee"
)

// AnswerForm implements referee.Examiner.
func (Game) AnswerForm() string {
	return "The answer is one line `x y direction message`:"
}

// What the page of rules says of illegal actions.
const (
	ruleMove = "go to a cell at a Manhattan distance of at most 3 to which there is a free path of at most 4 steps."
	ruleWall = "The side must not be the border or have a wall already."
)

// Trials implements referee.Examiner: matches of Domain Expansion. The protocol
// cannot describe walls that exist at the start, so tight positions are reached by
// an opponent that hems the bot in.
func (Game) Trials() []referee.Trial {
	return []referee.Trial{
		{Title: "hemmed in, moving first", Rival: newHemmer},
		{Title: "hemmed in, moving second", Seat: 1, Rival: newHemmer},
		{Title: "cornered: the tokens are side by side in a corner", Position: `{"tokens": [[0, 0], [1, 0]]}`},
		{Title: "the opponent's token is in the middle of the way", Seat: 1, Position: `{"tokens": [[3, 2], [3, 3]]}`},
		{Title: "seat 0 moves second", Position: `{"first_mover": 1}`},
	}
}

// A hemmer is a referee.Player that leaves the bot as few actions as possible and
// avoids ending the game: soon the bot has one open side. It assumes a match from
// the usual start position.
type hemmer struct {
	state State
	ask   referee.Ask
}

func newHemmer() referee.Player { return &hemmer{state: Start()} }

// Ask implements referee.Player.
func (h *hemmer) Ask(ask referee.Ask) { h.ask = ask }

// Reply implements referee.Player.
func (h *hemmer) Reply(ctx context.Context) (referee.Reply, error) {
	lines := bytes.Split(bytes.TrimSpace(h.ask.Input), []byte("\n"))
	if last := string(lines[len(lines)-1]); last != NoAction {
		action, _, err := ParseAnswer(last)
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
func (h *hemmer) choose() Action {
	actions := h.state.Actions(nil)
	best, fewest := actions[0], MaxActions+1
	for _, a := range actions {
		after := h.state
		after.Step(a)
		if count := after.ActionCount(); !after.Over && count < fewest {
			best, fewest = a, count
		}
	}
	return best
}

// Finish implements referee.Player.
func (*hemmer) Finish() {}

// Close implements referee.Player.
func (h *hemmer) Close() ([]byte, error) { return nil, nil }
