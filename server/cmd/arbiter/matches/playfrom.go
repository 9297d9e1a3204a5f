package matches

import (
	"context"
	"fmt"

	"arbiter/referee"
	"arbiter/referee/process/sandbox"
	"arbiter/referee/replay"
	"arbiter/referee/rewind"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/human"
	"arbiter/server/playing/resolve"
)

// branchFlags continue a recorded match from one of its turns.
type branchFlags struct {
	From string   `help:"Continue a recorded match, given by its replay file or ID, instead of playing from a start." placeholder:"MATCH" group:"branch"`
	Turn *int     `help:"With --from: the last turn that is played as recorded; 0 is the start position." placeholder:"T" group:"branch"`
	Join []string `name:"bot" short:"b" help:"With --from: the bot that takes a seat after that turn; once for each seat. The other seats go on with their recorded bots, where those are builtin or somebody has entered them in this database." placeholder:"SEAT=BOT" group:"branch"`
	flags.Library
}

// unused returns an error if a flag was given that wants --from.
func (f branchFlags) unused(given map[string]bool) error {
	for _, name := range []string{"db", "server", "token-file"} {
		if given[name] {
			return league.Usagef("--%s: want --from MATCH with it; a match that is played from a start is kept by --replay", name)
		}
	}
	switch {
	case f.Turn != nil:
		return league.Usagef("--turn %d: want --from MATCH with it", *f.Turn)
	case len(f.Join) > 0:
		return league.Usagef("--bot %s: it takes a seat of a recorded match; want --from MATCH with it, or the bots after the game", f.Join[0])
	}
	return nil
}

// playFrom plays a branch of a recorded match.
func (c Play) playFrom(ctx context.Context, s output.Streams) error {
	rec, g, err := c.OpenReplay(ctx, s.Token, c.From)
	if err != nil {
		return err
	}
	if err := c.checkFrom(rec); err != nil {
		return err
	}
	branch, err := rewind.NewBranch(rec, g, *c.Turn)
	if err != nil {
		return league.Usagef("--from %s: %w", c.From, err)
	}
	if branch.Match, err = c.MatchID(ctx, s.Token, c.From); err != nil {
		return err
	}
	branch.Differs = func(seat int, d *rewind.Difference) {
		fmt.Fprintf(s.Err, "Seat %d answers otherwise than recorded, first in %v.\n", seat, d)
	}
	h := rec.Header
	work := dispatch.Work{
		Job:  league.Job{Pairing: league.Pairing{Start: league.Start{Seed: h.Seed}}},
		Game: g, Setup: referee.Setup{Seed: h.Seed, Position: h.Setup}, Branch: branch,
	}
	if work.Limits, err = c.Apply(h.Limits.Referee()); err != nil {
		return err
	}
	box, err := c.Sandbox(s.Err, c)
	if err != nil {
		return err
	}
	defer box.Close()
	if work.Contenders, err = c.seats(ctx, s, branch, g.Info().Name, box); err != nil {
		return err
	}
	if !c.Human {
		match, err := g.New(work.Setup, len(work.Contenders))
		if err != nil {
			return err
		}
		return c.playBots(ctx, s, work, match, box)
	}
	guide, err := human.NewGuide(g)
	if err != nil {
		return league.UsageError{Err: err}
	}
	return c.playSeat(ctx, s, work, guide, box)
}

// checkFrom returns an error if what was typed does not go with --from.
func (c Play) checkFrom(rec *replay.Record) error {
	switch {
	case c.Turn == nil:
		return league.Usagef("--from %s: want --turn T with it, the last turn that is played as recorded: 0 to %d", c.From, len(rec.Turns)-1)
	case c.Game != "" && c.Game != rec.Header.Game:
		return league.Usagef("--from %s: the match is of %s, not %s; want no game with --from", c.From, rec.Header.Game, c.Game)
	case len(c.Bots) > 0:
		return league.Usagef("%s: with --from, --bot SEAT=BOT says which seat a bot takes", c.Bots[0])
	case c.Seed != "" || c.Setup != "" || c.Test != "":
		return league.Usagef("--from %s has a start position; want neither --seed nor --setup nor --test", c.From)
	case c.Human:
		return flags.CheckSeat(c.Seat, len(rec.Header.Seats), c.From)
	}
	return nil
}

// seats returns the players of a branch: those of --bot and --human, and for the
// other seats the recorded bots. What a record calls its bots is data: of those
// only builtin bots are started, and ones that this database knows.
func (c Play) seats(ctx context.Context, s output.Streams, branch *rewind.Branch, game string, box *sandbox.Sandbox) ([]dispatch.Contender, error) {
	recorded := branch.Record.Header.Seats
	given, err := flags.GivenBots(c.Join, len(recorded))
	if err != nil {
		return nil, err
	}
	var all []dispatch.Contender
	var untyped []flags.UntypedBot
	bots := c.Resolver(s.Err, box, c)
	for seat, old := range recorded {
		person := c.Human && seat == c.Seat
		switch {
		case person && given[seat] != "":
			return nil, league.Usagef("--bot %d=%s: you play this seat", seat, given[seat])
		case (person || given[seat] != "") && !branch.Asked(seat):
			return nil, league.Usagef("seat %d is not asked after turn %d of the recorded match; want an earlier --turn", seat, branch.Turn)
		case person:
			all = append(all, dispatch.Contender{Bot: league.Human(game)})
			continue
		case given[seat] == "" && old.Bot == league.Human(game).Typed:
			return nil, league.Usagef("seat %d was a person; want -b %d=BOT, or --human --seat %d", seat, seat, seat)
		}
		var bot dispatch.Contender
		var missing *flags.UntypedBot
		var err error
		if given[seat] != "" {
			bot, err = bots.One(ctx, given[seat], game)
		} else {
			bot, missing, err = c.RecordedBot(ctx, bots, game, seat, old)
		}
		if err != nil {
			return nil, err
		}
		if missing != nil {
			untyped = append(untyped, *missing)
			continue
		}
		if was, is := flags.Compared(old, bot.Bot); given[seat] == "" && was != is {
			fmt.Fprintf(s.Err, "The bot of seat %d has changed since the match: it was %s, and is %s now.\n", seat, was, is)
		}
		all = append(all, resolve.Told(bot))
	}
	if len(untyped) > 0 {
		return nil, flags.RefusedSeats(s, untyped)
	}
	return all, nil
}
