package flags

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arbiter/referee/printable"
	"arbiter/referee/replay"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/resolve"
)

// GivenBots returns by seat which bots were typed as SEAT=BOT, "" where none was.
func GivenBots(typed []string, seats int) ([]string, error) {
	given := make([]string, seats)
	for _, t := range typed {
		number, bot, ok := strings.Cut(t, "=")
		seat, err := strconv.Atoi(number)
		if !ok || err != nil || bot == "" || seat < 0 || seat >= seats {
			return nil, league.Usagef("--bot %s: want SEAT=BOT with a seat from 0 to %d, such as 0=./mybot", t, seats-1)
		}
		if given[seat] != "" {
			return nil, league.Usagef("--bot: seat %d is given twice: %s and %s", seat, given[seat], bot)
		}
		given[seat] = bot
	}
	return given, nil
}

// RecordedBot returns the bot of a recorded seat for which no bot was typed. If one has
// to be typed, missing says which. The names of bots in a record are data: they start
// only builtin bots, and bots that this database knows.
func (f Library) RecordedBot(ctx context.Context, bots resolve.Resolver, game string, seat int, old replay.Seat) (bot dispatch.Contender, missing *UntypedBot, err error) {
	if old.Digest == replay.ImportedDigest {
		return bot, nil, league.Usagef("seat %d was played by %s elsewhere, whose program is not known; -b %d=BOT says who plays on", seat, old.Name, seat)
	}
	bot, err = bots.OneBuiltin(old.Bot, game)
	if !errors.As(err, new(resolve.NotBuiltinError)) {
		if err != nil {
			err = league.Usagef("seat %d: its recorded bot cannot be found: %w; -b %d=BOT says who plays on", seat, err, seat)
		}
		return bot, nil, err
	}
	u, known, err := f.Untyped(ctx, game, seat, old)
	if err != nil || known.ID == "" {
		return bot, &u, err
	}
	bot, ok := bots.Entered(ctx, known)
	if ok {
		return bot, nil, nil
	}
	u.Why = fmt.Sprintf("seat %d's bot, entered here as %q, is no longer what it was in the match", seat, known.Typed)
	return bot, &u, nil
}

// RefusedSeats is Refused for bots that are typed as -b SEAT=BOT.
func RefusedSeats(s output.Streams, bots []UntypedBot) error {
	at := slices.Index(s.Args, "--")
	if at < 0 {
		at = len(s.Args)
	}
	var words []string
	for _, u := range bots {
		words = append(words, "-b", fmt.Sprintf("%d=%s", u.Seat, printable.Quote(u.Typed)))
	}
	return Refused(s, bots, at, words)
}
