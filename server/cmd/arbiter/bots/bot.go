package bots

import (
	"arbiter/bots"
	"arbiter/bots/recorded"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/resolve"
)

// PlayBuiltin plays a builtin bot over stdin and stdout. It is the hidden verb
// resolve.BuiltinVerb, which the referee starts where there is no small program, or
// where the bot joins a recorded match.
func PlayBuiltin(args []string, s output.Streams) error {
	told := len(args) == 2 && args[0] == resolve.RecordedFlag
	if told {
		args = args[1:]
	}
	if len(args) != 1 {
		return league.Usagef("%s: found %d arguments; want [%s] GAME/NAME[?OPTION=VALUE&...]", resolve.BuiltinVerb, len(args), resolve.RecordedFlag)
	}
	bot, options, err := bots.FindSeeded(args[0])
	if err != nil {
		return league.UsageError{Err: err}
	}
	in := s.In
	if told {
		if in, err = recorded.NewInput(s.In); err != nil {
			return err
		}
	}
	return bot.Play(in, s.Raw, options)
}
