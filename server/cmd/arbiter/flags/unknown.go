package flags

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"arbiter/referee/nearest"
	"arbiter/referee/printable"
	"arbiter/server/league"
)

// Names are what somebody typed to select matches. "" names nothing.
type Names struct {
	Game, Tournament, Bot, Reason string
	Filter                        league.Filter
}

// Unknown returns an error for the first name that no match has: a tournament, a bot, or
// a reason that is nearly the one of some match. Another reason may be one for which no
// match has ended so far: it is no error.
func (n Names) Unknown(ctx context.Context, library league.Service) error {
	if err := n.unknownTournament(ctx, library); err != nil {
		return err
	}
	for _, bot := range slices.Concat([]string{n.Bot}, n.Filter.Values("bot"), n.Filter.Values("opponent")) {
		if err := n.unknownBot(ctx, library, bot); err != nil {
			return err
		}
	}
	for _, reason := range n.reasons() {
		known, err := n.knownReasons(ctx, library, reason)
		if err != nil {
			return err
		}
		if hint := nearest.Hint(reason, known); hint != "" {
			return league.Usagef("no match ended for the reason %s%s", reason, printable.Line(hint))
		}
	}
	return nil
}

// unknownTournament returns an error if there is no tournament of the name.
func (n Names) unknownTournament(ctx context.Context, library league.Service) error {
	if n.Tournament == "" {
		return nil
	}
	if matches, err := library.Matches(ctx, league.Query{Tournament: n.Tournament, Limit: 1}, league.Filter{}); err != nil || len(matches) > 0 {
		return err
	}
	_, err := library.Scoreboard(ctx, league.ScoreboardQuery{Tournament: n.Tournament})
	return err
}

// unknownBot returns an error if a bot has no match of the game.
func (n Names) unknownBot(ctx context.Context, library league.Service, bot string) error {
	if bot == "" {
		return nil
	}
	matches, err := library.Matches(ctx, league.Query{Game: n.Game, Bot: bot, Limit: 1}, league.Filter{})
	if err != nil || len(matches) > 0 {
		return err
	}
	known, err := n.known(ctx, library, func(m league.MatchSummary) (names []string) {
		for _, seat := range m.Seats {
			name := league.BotName(seat.Bot)
			if name == "" || strings.Contains(bot, "@") {
				name = seat.Bot
			}
			names = append(names, name)
		}
		return names
	})
	if err != nil {
		return err
	}
	return league.Usagef("no match of the bot %s%s", bot, printable.Line(nearest.HintOr(bot, "bots", known)))
}

// reasons returns the reasons that are selected, as matches spell them.
func (n Names) reasons() (all []string) {
	if n.Reason != "" {
		all = append(all, n.Reason)
	}
	return append(all, n.Filter.Values("reason")...)
}

// knownReasons returns the reasons for which matches of the game ended, or nil if one did
// for the reason.
func (n Names) knownReasons(ctx context.Context, library league.Service, reason string) ([]string, error) {
	matches, err := library.Matches(ctx, league.Query{Game: n.Game, Reason: reason, Limit: 1}, league.Filter{})
	if err != nil || len(matches) > 0 {
		return nil, err
	}
	return n.known(ctx, library, func(m league.MatchSummary) []string { return []string{m.Reason} })
}

// HintReasons returns a sentence with the reasons for which matches of the game ended. It
// returns "" if the selected reason is among them. A game does not list those that it has.
func (n Names) HintReasons(ctx context.Context, library league.Service) (string, error) {
	for _, reason := range n.reasons() {
		known, err := n.knownReasons(ctx, library, reason)
		if err != nil || len(known) > 0 {
			return fmt.Sprintf("No match ended for the reason %s; the reasons here are %s.", reason, printable.Line(strings.Join(known, ", "))), err
		}
	}
	return "", nil
}

// mostLooked is how many matches are looked at for the name that was meant, the
// newest.
const mostLooked = 2000

// known returns the names in the newest matches of the game, sorted.
func (n Names) known(ctx context.Context, library league.Service, names func(league.MatchSummary) []string) (all []string, err error) {
	matches, err := library.Matches(ctx, league.Query{Game: n.Game, Limit: mostLooked}, league.Filter{})
	for _, m := range matches {
		all = append(all, names(m)...)
	}
	slices.Sort(all)
	return slices.Compact(all), err
}
