package whatif

import (
	"context"
	"strings"

	"arbiter/referee"
	"arbiter/referee/process/sandbox"
	"arbiter/server/playing/dispatch"
)

// A PuzzleAnswer is what a bot answers to a puzzle now.
type PuzzleAnswer struct {
	Puzzle string `json:"puzzle"`
	Bot    string `json:"bot"`
	Answer string `json:"answer"` // lines joined by line ends
	Same   bool   `json:"same"`   // it does what the recorded answer did
	Best   bool   `json:"best"`   // it does what the best answer of the puzzle does
	// Refused says why the bot cannot be asked: the game does not tell it that
	// another answer than its own was played, or it has crashed. "" if it answered.
	Refused string `json:"refused,omitempty"`
	Cost    *Cost  `json:"cost"` // of the answer; nil where it is not known
	// Failed says why the machine failed the puzzle, such as that the bot was starved: then
	// nothing is known of its answer.
	Failed string `json:"failed,omitempty"`
}

// Ask feeds the record of a puzzle to a bot and returns what it answers in the puzzle's turn.
func (s Seat) Ask(ctx context.Context, bot dispatch.Contender, box *sandbox.Sandbox, t Puzzle) (PuzzleAnswer, error) {
	o := PuzzleAnswer{Puzzle: t.Name, Bot: bot.Bot.Typed, Answer: t.Recorded, Same: true}
	fed, err := s.feed(ctx, bot, box)
	if err != nil {
		return o, err
	}
	if fed.last != nil {
		o.Answer = strings.Join(fed.last, "\n")
	}
	for _, d := range fed.differences {
		untold, ok := s.Game.(referee.OutcomeHider)
		switch {
		case d.Fault != nil:
			o.Refused = d.String()
		case d.Turn < t.Turn && ok && !bot.Told:
			o.Refused = d.String() + "; " + untold.HiddenOutcome()
		case d.Turn == t.Turn:
			o.Same = false
		}
		if o.Refused != "" {
			o.Answer, o.Same = "", false
			return o, nil
		}
	}
	o.Best = fed.does(t.Turn, fed.last, t.Best)
	return o, nil
}
