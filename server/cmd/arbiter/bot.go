package main

import (
	"arbiter/bots"
	"arbiter/bots/recorded"
	"arbiter/server/league"
	"arbiter/server/playing/resolve"
)

// playBuiltin plays a builtin bot over stdin and stdout. It is the hidden verb
// resolve.BuiltinVerb, which the referee starts where there is no small program, or
// where the bot joins a recorded match.
func playBuiltin(args []string, s streams) error {
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
	in := s.in
	if told {
		if in, err = recorded.NewInput(s.in); err != nil {
			return err
		}
	}
	return bot.Play(in, s.raw, options)
}
