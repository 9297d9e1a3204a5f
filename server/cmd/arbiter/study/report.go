package study

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"arbiter/referee/plural"
	"arbiter/referee/printable"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/study/analysis"
	"arbiter/server/study/whatif"
)

// bot prints where a bot's points go.
func (c Analyse) bot(ctx context.Context, s output.Streams) error {
	seats, others, err := c.seats(ctx, s)
	if err != nil {
		return err
	}
	costs, whole := costFlags{c.Budget}.costing(s.Err, c.Library, len(seats)), ctx
	if c.Budget > 0 {
		whole = context.WithoutCancel(ctx) // Ctrl-C ends the analyses, and the report says the rest
	}
	report, err := whatif.MakeReport(whole, c.Subject, seats, others, func(_ context.Context, s whatif.Seat) (*analysis.Analysis, error) {
		return costs.of(ctx, s)
	})
	costs.close(ctx, s.Err)
	if err != nil {
		return err
	}
	if c.JSON {
		return errors.Join(json.NewEncoder(s.Out).Encode(report), ctx.Err())
	}
	return errors.Join(printReport(s.Out, report, linkTo(c.Library)), ctx.Err())
}

// hasReplays reports whether a folder has replays.
func hasReplays(path string) bool {
	found, err := filepath.Glob(filepath.Join(path, "*.jsonl*"))
	return err == nil && len(found) > 0
}

// seats returns the bot's seats in the matches that were named or that the flags
// select, and those of others that it is compared with in a solo game.
func (c Analyse) seats(ctx context.Context, s output.Streams) (seats, others []whatif.Seat, err error) {
	filter, err := c.ParseFilter(c.Library, c.Game)
	if err != nil {
		return nil, nil, err
	}
	if len(c.Replays) > 0 {
		return c.named(ctx, s)
	}
	library, err := c.Open(ctx, s.Token)
	if err != nil {
		if hasReplays(c.Subject) {
			err = league.Usagef("analyse %s: want the bot before the replays: arbiter analyse BOT %s", c.Subject, printable.Quote(c.Subject))
		}
		return nil, nil, err
	}
	defer library.Close()
	matches, err := library.Matches(ctx, league.Query{Game: c.Game, Tournament: c.Tournament, Bot: c.Subject, Limit: c.Limit}, filter)
	if err != nil {
		return nil, nil, err
	}
	if len(matches) == 0 || c.Filter != "" {
		if err := (flags.Names{Game: c.Game, Tournament: c.Tournament, Bot: c.Subject, Filter: filter}).Unknown(ctx, library); err != nil {
			return nil, nil, err
		}
	}
	known, err := c.Registry(c.Library)
	if err != nil {
		return nil, nil, err
	}
	pick := seatPick{bot: c.Subject, games: known}
	seats, err = pick.stored(ctx, s.Err, library, matches)
	if err == nil && len(seats) == 0 {
		err = league.Usagef("no match of the bot %s", c.Subject)
	}
	if err != nil {
		return nil, nil, err
	}
	if !seats[0].Game.Info().Solo() {
		return seats, nil, nil
	}
	others, err = pick.compared(ctx, s.Err, library, league.Query{Game: matches[0].Game, Tournament: c.Tournament, Limit: c.Limit})
	return seats, others, err
}

// named returns the bot's seats in the matches that were named, and the seats of matches
// without it. Unreadable replays of a folder are left out.
func (c Analyse) named(ctx context.Context, s output.Streams) (all, compared []whatif.Seat, err error) {
	if c.Tournament != "" || c.Filter != "" {
		return nil, nil, league.Usagef("--tournament and --filter select matches of a database or server; want them, or replays after the bot")
	}
	others := map[string]bool{} // bots that were met instead
	for _, name := range c.Replays {
		files, err := flags.ReplaysIn(name)
		if err != nil {
			return nil, nil, err
		}
		for _, file := range files {
			if err := ctx.Err(); err != nil {
				return nil, nil, err
			}
			rec, g, err := c.OpenReplay(ctx, s.Token, file)
			if err != nil && file != name {
				fmt.Fprintf(s.Err, "left out: %s\n", printable.Line(err.Error()))
				continue
			}
			if err != nil {
				return nil, nil, err
			}
			if c.Game != "" && g.Info().Name != c.Game {
				continue
			}
			id, err := c.MatchID(ctx, s.Token, file)
			if err != nil {
				return nil, nil, err
			}
			bots := recordedBots(rec)
			seats, err := seatPick{bot: c.Subject}.from(cmp.Or(id, file), rec, g, bots)
			if err != nil {
				return nil, nil, err
			}
			if len(seats) == 0 {
				compared = append(compared, seatPick{bot: c.Subject}.others(cmp.Or(id, file), rec, g, bots)...)
				for _, bot := range bots {
					others[bot] = true
				}
			} else if all = append(all, seats...); all[0].Game.Info().Name != g.Info().Name {
				return nil, nil, league.Usagef("%s has matches of %s and of %s; want --game", c.Subject, all[0].Game.Info().Name, g.Info().Name)
			}
		}
	}
	if len(all) == 0 {
		met := ""
		if len(others) > 0 {
			met = ", but of " + strings.Join(slices.Sorted(maps.Keys(others)), ", ")
		}
		return nil, nil, league.Usagef("no match of the bot %s in %s%s", c.Subject, strings.Join(c.Replays, ", "), met)
	}
	return all, compared, nil
}

// A turnLink says where a turn of a match is shown.
type turnLink func(match string, turn, seat int) string

// linkTo returns pages of the server, which show the position in front of the answer, or
// else how another verb shows the match.
func linkTo(f flags.Library) turnLink {
	return func(match string, turn, seat int) string {
		if f.Server != "" && isMatchID(match) {
			return fmt.Sprintf("%s/matches/%s#t=%d.01&seat=%d", strings.TrimSuffix(f.Server, "/"), url.PathEscape(match), turn-1, seat) // as beginOf of the pages
		}
		return fmt.Sprintf("%s turn %d seat %d", shortMatch(match), turn, seat)
	}
}

// printReport prints a report.
func printReport(w io.Writer, r whatif.BotReport, link turnLink) error {
	fmt.Fprintf(w, "%s, %s: %s\n", printable.Line(r.Bot), r.Game, plural.Count(r.Matches, "match"))
	if len(r.Versions) > 1 {
		var versions []string
		for _, v := range r.Versions {
			versions = append(versions, fmt.Sprintf("%d of %s", v.Matches, printable.Line(v.Bot)))
		}
		fmt.Fprintf(w, "These are of %d versions: %s. Name one of them for a report of its own.\n", len(versions), strings.Join(versions, ", "))
	}
	fmt.Fprintf(w, "\n%s\n", r.Sentence)
	printCauses(w, r.Causes, link)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if len(r.Opponents) > 0 {
		fmt.Fprintln(table, "\nOPPONENT\tMATCHES\tPOINTS LOST")
		for _, o := range r.Opponents {
			fmt.Fprintf(table, "%s\t%d\t%g\n", printable.Line(o.Bot), o.Matches, o.Lost)
		}
	}
	if len(r.Faults) > 0 {
		fmt.Fprintln(table, "\nFAULT\tMATCHES\tPOINTS LOST")
		for _, f := range r.Faults {
			fmt.Fprintf(table, "%s\t%d\t%g\n", printable.Line(string(f.Kind)), f.Matches, f.Lost)
		}
	}
	if len(r.Worst) > 0 {
		fmt.Fprintln(table, "\nMOST COSTLY ANSWERS\tCOST\tANSWER\tBETTER")
	}
	for _, a := range r.Worst {
		given, best := deviation(a.Answer, a.Cost.Best, a.Differs)
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", link(a.Match, a.Turn, a.Seat), costText(&a.Cost), output.ShortAnswer([]string{given}), output.ShortAnswer([]string{best}))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	switch {
	case r.Unpriced != "":
		fmt.Fprintf(w, "\n%s\n", r.Unpriced)
	case r.Analysed > 0:
		fmt.Fprintf(w, "\nCosts are in %s. %d of %s analysed.\n", r.Unit, r.Analysed, plural.Count(r.Matches, "match"))
	default:
		fmt.Fprintln(w, "\nNo match is analysed, so the report knows no costly answers; --budget 5s analyses each match for so long.")
	}
	return printSlow(w, r.Slow, link)
}

// deviation returns an answer and the judge's for people: of answers in parts only those
// that differ.
func deviation(answer, best string, parts []whatif.Deviation) (string, string) {
	if len(parts) == 0 {
		return answer, best
	}
	var given, better []string
	for _, d := range parts {
		given, better = append(given, d.String()), append(better, d.Best)
	}
	return strings.Join(given, ", "), strings.Join(better, ", ")
}

// printCauses prints why the bot loses, each sentence with the turns that show it.
func printCauses(w io.Writer, causes []whatif.Cause, link turnLink) {
	for i, c := range causes {
		fmt.Fprintf(w, "%d. %s\n", i+1, printable.Line(c.Text))
		for n, e := range c.Examples {
			if n == 0 && e.Better != "" {
				fmt.Fprintf(w, "   %s: %s, where %s was possible\n", link(e.Match, e.Turn, e.Seat), output.ShortAnswer([]string{e.Answer}), output.ShortAnswer([]string{e.Better}))
				continue
			}
			fmt.Fprintf(w, "   %s\n", link(e.Match, e.Turn, e.Seat))
		}
	}
}

// printSlow prints the answers that took more than half of their limit.
func printSlow(w io.Writer, s whatif.Slowness, link turnLink) error {
	if _, err := fmt.Fprintf(w, "\nMore than half of the time limit: %d slow and %d starved of %d answers (starved: waiting for the processor most of the time)\n", s.Slow, s.Starved, s.Answers); err != nil {
		return err
	}
	if len(s.Slowest) == 0 {
		return nil
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "SLOWEST ANSWERS\tTIME\tCPU\tLIMIT")
	for _, a := range s.Slowest {
		fmt.Fprintf(table, "%s\t%.1f ms\t%.1f ms\t%g ms\n", link(a.Match, a.Turn, a.Seat), a.Wall, a.CPU, a.Limit)
	}
	return table.Flush()
}
