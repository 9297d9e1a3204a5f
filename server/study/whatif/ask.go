package whatif

import (
	"context"
	"strings"

	"arbiter/referee"
	"arbiter/referee/process/sandbox"
	"arbiter/server/playing/dispatch"
)

// A TestAnswer is what a bot answers to a test now.
type TestAnswer struct {
	Test   string `json:"test"`
	Bot    string `json:"bot"`
	Answer string `json:"answer"` // lines joined by line ends
	Same   bool   `json:"same"`   // it is the recorded answer
	Best   bool   `json:"best"`   // it is the judge's answer, if the test has one
	// Refused says why the bot cannot be asked: the game does not tell it that
	// another answer than its own was played, or it has crashed. "" if it answered.
	Refused string `json:"refused,omitempty"`
	Cost    *Cost  `json:"cost"` // of the answer; nil where it is not known
	// Failed says why the machine failed the test, such as that the bot was starved: then
	// nothing is known of its answer.
	Failed string `json:"failed,omitempty"`
}

// Ask plays the record of a test to a bot and returns its last answer.
func (s Seat) Ask(ctx context.Context, bot dispatch.Contender, box *sandbox.Sandbox, t Test) (TestAnswer, error) {
	o := TestAnswer{Test: t.Name, Bot: bot.Bot.Typed, Answer: t.Recorded, Same: true}
	differences, _, err := s.differences(ctx, bot, box)
	if err != nil {
		return o, err
	}
	for _, d := range differences {
		untold, ok := s.Game.(referee.Untold)
		switch {
		case d.Fault != nil:
			o.Refused = d.String()
		case d.Turn < t.Turn && ok && !bot.Told:
			o.Refused = d.String() + "; " + untold.Untold()
		case d.Turn == t.Turn:
			o.Answer, o.Same = strings.Join(d.Found, "\n"), false
		}
		if o.Refused != "" {
			o.Answer, o.Same = "", false
			return o, nil
		}
	}
	o.Best = t.Best != "" && o.Answer == t.Best
	return o, nil
}
