package study

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"arbiter/referee/printable"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/resolve"
	"arbiter/server/study/whatif"
)

// seatsFlags select seats of recorded matches that a bot answered for.
type seatsFlags struct {
	Game       string `help:"Only matches of this game." placeholder:"GAME" group:"matches"`
	Tournament string `help:"Only matches of this tournament." placeholder:"NAME" group:"matches"`
	Of         string `help:"The bot whose recorded answers are compared, by its name or ID (NAME@DIGEST). By default the one with the name of the given bot." placeholder:"NAME" group:"matches"`
	Reason     string `seldom:"" help:"Only matches that ended for this reason." placeholder:"REASON" group:"matches"`
	flags.Conditions
	Limit int  `help:"Maximum number of matches, newest first; 0 for all." default:"100" group:"matches"`
	Seat  *int `help:"The seat whose recorded answers are compared, instead of the bot's." placeholder:"N" group:"matches"`
	flags.Library
}

// seats returns the seats that were named or that the flags select, and the bot
// that is fed their inputs.
func (f seatsFlags) seats(ctx context.Context, s output.Streams, bots resolve.Resolver, named []string, typed string) ([]whatif.Seat, dispatch.Contender, error) {
	if len(named) > 0 {
		return f.named(ctx, s, bots, named, typed)
	}
	if f.Game == "" && f.Of == "" {
		return nil, dispatch.Contender{}, league.Usagef("%s: want matches after the bot, or --game or --of to select some, or --set", typed)
	}
	filter, err := f.ParseFilter(f.Library, f.Game)
	if err != nil {
		return nil, dispatch.Contender{}, err
	}
	var bot dispatch.Contender
	if f.Game != "" {
		if bot, err = resolveTold(ctx, bots, typed, f.Game); err != nil {
			return nil, bot, err
		}
	}
	library, err := f.Open(ctx, s.Token)
	if err != nil {
		return nil, bot, err
	}
	defer library.Close()
	of := cmp.Or(f.Of, bot.Bot.Name)
	matches, err := library.Matches(ctx, league.Query{Game: f.Game, Tournament: f.Tournament, Bot: of, Reason: f.Reason, Limit: f.Limit}, filter)
	if err != nil {
		return nil, bot, err
	}
	if len(matches) == 0 || f.Filter != "" {
		if err := (flags.Names{Game: f.Game, Tournament: f.Tournament, Bot: f.Of, Reason: f.Reason, Filter: filter}).Unknown(ctx, library); err != nil {
			return nil, bot, err
		}
	}
	if len(matches) == 0 {
		return nil, bot, league.Usagef("no match of the bot %s; --of says whose answers are compared", of)
	}
	if f.Game == "" {
		if bot, err = resolveTold(ctx, bots, typed, matches[0].Game); err != nil {
			return nil, bot, err
		}
	}
	known, err := f.Registry(f.Library)
	if err != nil {
		return nil, bot, err
	}
	seats, err := seatPick{f.Seat, of, known}.stored(ctx, s.Err, library, matches)
	return seats, bot, err
}

// A namedReplay is a replay that was named, or one of a folder that was.
type namedReplay struct {
	name     string
	inFolder bool
}

// namedReplays returns the replays that names stand for.
func namedReplays(names []string) (all []namedReplay, err error) {
	for _, name := range names {
		files, err := flags.ReplaysIn(name)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			all = append(all, namedReplay{file, file != name})
		}
	}
	return all, nil
}

// named returns the seats of matches that were named. What a folder has besides,
// unreadable replays, other games and matches of others, is left out.
func (f seatsFlags) named(ctx context.Context, s output.Streams, bots resolve.Resolver, names []string, typed string) (seats []whatif.Seat, bot dispatch.Contender, err error) {
	replays, err := namedReplays(names)
	if err != nil {
		return nil, bot, err
	}
	for _, named := range replays {
		name := named.name
		if err := ctx.Err(); err != nil {
			return nil, bot, err
		}
		rec, g, err := f.OpenReplay(ctx, s.Token, name)
		if err != nil && named.inFolder {
			fmt.Fprintf(s.Err, "left out: %s\n", printable.Line(err.Error()))
			continue
		}
		if err != nil {
			return nil, bot, err
		}
		game := g.Info().Name
		if f.Game != "" && game != f.Game && named.inFolder {
			continue
		}
		if bot.Bot.Game == "" {
			if bot, err = resolveTold(ctx, bots, typed, game); err != nil {
				return nil, bot, err
			}
		}
		if game != bot.Bot.Game {
			return nil, bot, league.Usagef("%s is a match of %s, and %s of %s; want matches of one game", names[0], bot.Bot.Game, name, game)
		}
		id, err := f.MatchID(ctx, s.Token, name)
		if err != nil {
			return nil, bot, err
		}
		ids := recordedBots(rec)
		of := cmp.Or(f.Of, bot.Bot.Name)
		if len(ids) == 1 && f.Of == "" {
			of = ids[0] // there is nobody else
		}
		found, err := seatPick{seat: f.Seat, bot: of}.from(cmp.Or(id, name), rec, g, ids)
		if err != nil {
			return nil, bot, err
		}
		if len(found) == 0 && named.inFolder {
			continue
		}
		if len(found) == 0 {
			return nil, bot, league.Usagef("%s has no seat of %s, but %s; --of or --seat says whose answers are compared", name, of, strings.Join(ids, " and "))
		}
		seats = append(seats, found...)
	}
	if len(seats) == 0 {
		return nil, bot, league.Usagef("no match with a seat of the bot in %s; --of or --seat says whose answers are compared", strings.Join(names, ", "))
	}
	return seats, bot, nil
}

// resolveTold finds and builds the bot that is fed.
func resolveTold(ctx context.Context, bots resolve.Resolver, typed, game string) (dispatch.Contender, error) {
	bot, err := bots.One(ctx, typed, game)
	return resolve.Told(bot), err
}
