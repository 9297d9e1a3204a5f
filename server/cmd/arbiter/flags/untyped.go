package flags

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"arbiter/referee/printable"
	"arbiter/referee/replay"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
)

// An UntypedBot is the bot of a recorded seat that nobody has typed in this command. So
// it is not started.
type UntypedBot struct {
	Seat  int
	Typed string // what to type for it
	Why   string // what is known of it
}

// Untyped returns what to type for the bot of a recorded seat, and the bot itself
// where this database knows it: somebody has entered it here. A server's databases
// and imports are not what somebody has entered here.
func (f Library) Untyped(ctx context.Context, game string, seat int, recorded replay.Seat) (u UntypedBot, known league.Bot, err error) {
	u = UntypedBot{seat, recorded.Bot, fmt.Sprintf("seat %d's bot %q comes from the record", seat, recorded.Bot)}
	if f.Server != "" || recorded.Digest == "" {
		return u, known, nil
	}
	bot := league.NewBot(game, recorded.Name, "", "", recorded.Digest)
	bot.SHA256 = recorded.SHA256
	known, err = f.enteredBot(ctx, bot)
	if known.Typed != "" {
		u.Typed = known.Typed
	}
	return u, known, err
}

// Refused returns the error of bots that are not started: it has the command line to
// type, which is that of this command with the words in front of the argument at.
func Refused(s output.Streams, bots []UntypedBot, at int, words []string) error {
	var whys []string
	for _, b := range bots {
		whys = append(whys, b.Why)
	}
	why, them := whys[0]+" and is", "it"
	if len(bots) > 1 {
		why, them = strings.Join(whys, ", ")+": they are", "them"
	}
	command := []string{"arbiter"}
	for i, arg := range slices.Concat(s.Args, []string{""}) {
		if i == at {
			command = append(command, words...)
		}
		if i < len(s.Args) {
			command = append(command, printable.Quote(arg))
		}
	}
	return league.Usagef("%s not started; type %s if you trust %s: %s", why, them, them, strings.Join(command, " "))
}

// Compared returns what tells whether a bot has changed since it was recorded: its
// digests then and now, which are equal when the record has none.
func Compared(recorded replay.Seat, bot league.Bot) (was, is string) {
	if recorded.Digest == "" {
		return "", ""
	}
	return league.CommonDigests(league.Bot{Digest: recorded.Digest, SHA256: recorded.SHA256}, bot)
}
