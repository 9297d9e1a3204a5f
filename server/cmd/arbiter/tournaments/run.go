// Package tournaments has the verbs about many matches that count together: run,
// standings, check, bisect, history, ladder and stats.
package tournaments

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"arbiter/referee/printable"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/follow"
	"arbiter/server/playing/resolve"
)

// Run is the verb run.
type Run struct {
	File string `arg:"" optional:"" help:"Tournament file; see docs/tournaments.md. Flags override its settings."`

	Again       string   `seldom:"" without:"name" help:"Play this tournament once more, as NAME-2, NAME-3 and so on: with its bots as they are now and the seeds after its last ones. Flags override its settings." placeholder:"NAME"`
	Name        string   `help:"Name of the tournament in the database; a tournament of this name is resumed or extended. Default: the name of the file, or GAME-FORMAT-KEY, of which KEY stands for the bots and how they play." placeholder:"NAME"`
	Game        string   `help:"The game; see arbiter games." placeholder:"GAME"`
	Seats       int      `seldom:"" help:"Seats of a match, where the game allows several numbers (default: 2, or what is nearest to it). Groups of bots meet in all cyclic seatings." placeholder:"N"`
	Format      string   `help:"${formats} (default: round-robin)." enum:",${format_names}" default:"" placeholder:"FORMAT"`
	Bot         []string `short:"b" sep:"none" help:"A bot to enter; repeat the flag for each bot." placeholder:"BOT"`
	Seeds       string   `help:"Seeds of the start positions: 1..60, or 1,5,9..12, or a file with one seed or range per line." placeholder:"SEEDS" group:"starts"`
	Book        string   `seldom:"" help:"Folder of JSON files with explicit start positions, instead of --seeds." placeholder:"DIR" group:"starts"`
	Openings    *int     `help:"Start from this many of the game's openings, the official start first, instead of --seeds; for games whose seed decides nothing: ${openings}." placeholder:"N" group:"starts"`
	Games       int      `seldom:"" help:"Number of starts on which each two bots meet; 0 for every start once." placeholder:"N" group:"starts"`
	Rounds      int      `seldom:"" help:"Rounds of a ${with_rounds}; 0 for the default of the format." placeholder:"N"`
	Challengers int      `seldom:"" help:"Of a ${with_challengers}: the number of bots, from the first, that challenge all others (default: 1)." placeholder:"N"`
	Anchor      string   `help:"The bot whose Elo is set to 0, as given to --bot. By default the mean of all bots is 0." placeholder:"BOT" group:"output"`
	LeftOut     bool     `seldom:"" help:"Play once more what earlier runs left out because the machine was too busy."`
	SlowWorkers bool     `seldom:"" with:"server" help:"With --server: let workers play that are slower than the server wants, for a tournament whose results do not depend on time."`
	Best        string   `seldom:"" help:"heropath: table of best scores, for relative scores." placeholder:"TABLE" group:"output"`

	JSON bool   `help:"Print the result as one JSON object." group:"output"`
	CSV  string `out:"" name:"csv" help:"Write the standings to this file as CSV." placeholder:"FILE" group:"output"`
	hostFlags
	flags.Time
}

// Run plays a tournament, or the rest of one.
func (c Run) Run(ctx context.Context, s output.Streams) error {
	f, chosen, err := c.tournamentFile()
	if err != nil {
		return err
	}
	table, err := output.OpenFile("csv", c.CSV)
	if err != nil {
		return err
	}
	defer table.Discard()
	flags.Override(&f.Concurrency, c.Concurrency)
	c.Concurrency = f.Concurrency
	if c.Again != "" {
		if f.Game, err = c.againGame(ctx, s); err != nil {
			return err
		}
	}
	g, err := c.game(ctx, s, f.Game)
	if err != nil {
		return err
	}
	host, err := c.open(ctx, s, g)
	if err != nil {
		return err
	}
	defer host.Close()
	best, err := flags.BestScores(c.Best)
	if err != nil {
		return err
	}
	t, err := c.enterChosen(ctx, host, f, chosen, s)
	if err != nil {
		return err
	}
	anchor := t.Anchor
	if i := slices.Index(t.asked, anchor); i >= 0 {
		anchor = t.Bots[i] // a bot that is resumed keeps its name
	}
	scale := league.NewScale(t.Rules, t.Positions.Text, best)
	progress := NewProgress(s.Err, t.Tournament, league.Options{Anchor: anchor, Scale: scale, Best: best})
	var end follow.Ending
	err = progress.During(func() (err error) {
		end, err = t.Play(ctx)
		return err
	})
	if err != nil {
		return err
	}
	result, err := progress.Summary(context.WithoutCancel(ctx), host, end.Done)
	if err != nil {
		return err
	}
	result.SetTyped(t.Tournament.Bots[:len(t.typed)], t.typed, t.named)
	if err := c.write(result, table, s); err != nil {
		return err
	}
	if !result.Done {
		fmt.Fprintln(s.Err, end.Hint)
		if ctx.Err() != nil {
			return output.ErrReported
		}
	} else if !c.JSON {
		fmt.Fprintf(s.Err, "To list the matches: arbiter matches %s --tournament %s\n", host.Flag, printable.Quote(result.Tournament))
	}
	return nil
}

// An entered tournament is one with what was typed for it.
type entered struct {
	*follow.Tournament
	asked []string // IDs of its bots, before those of an earlier run took their place
	typed []string // its bots
	named []bool   // as entry returns it
}

// enterChosen enters the tournament of a file, or that of --again.
func (c Run) enterChosen(ctx context.Context, host follow.Host, f league.File, chosen bool, s output.Streams) (t entered, err error) {
	if c.Again == "" {
		return c.enterFile(ctx, host, f, chosen, s)
	}
	f, resumes, err := c.again(ctx, s, host, false)
	if err == nil {
		t, err = c.enterFile(ctx, host, f, true, s)
	}
	if resumes && errors.As(err, new(league.ConflictError)) { // one of its bots has changed
		if f, _, err = c.again(ctx, s, host, true); err == nil {
			t, err = c.enterFile(ctx, host, f, true, s)
		}
	}
	return t, err
}

// enterFile enters the tournament of a file.
func (c Run) enterFile(ctx context.Context, host follow.Host, f league.File, chosen bool, s output.Streams) (t entered, err error) {
	e, bots, named, err := c.entry(ctx, s, f, host)
	if err != nil {
		return t, err
	}
	t.typed, t.asked, t.named = f.Bots, e.Bots, named
	if warning := league.SeedWarning(e.Rules, e.Starts); warning != "" {
		fmt.Fprintln(s.Err, warning)
	}
	t.Tournament, err = c.enter(ctx, host, e, bots, chosen, s)
	return t, c.wrong(err)
}

// enter enters the tournament. Its default name is the name of the file, or the game and the
// format. The key of the definition follows; behind the name of a file it does so only
// if another tournament has that name.
func (c Run) enter(ctx context.Context, host follow.Host, e follow.Entry, bots []league.Bot, chosen bool, s output.Streams) (*follow.Tournament, error) {
	if chosen {
		t, err := host.Enter(ctx, e)
		return t, c.taken(ctx, host, e, bots, err)
	}
	own := e
	own.ID += "-" + e.Key()
	if c.File == "" {
		return host.Enter(ctx, own)
	}
	t, err := host.Enter(ctx, e)
	if errors.As(err, new(league.ConflictError)) {
		fmt.Fprintf(s.Err, "%s is another tournament by now; this one is %s.\n", e.ID, own.ID)
		return host.Enter(ctx, own)
	}
	return t, err
}

// taken adds to the error of a name that another tournament has what somebody can type.
func (c Run) taken(ctx context.Context, host follow.Host, e follow.Entry, own []league.Bot, err error) error {
	if !errors.As(err, new(league.ConflictError)) {
		return err
	}
	ways := "--name " + printable.Quote(e.ID+"-2") + " keeps both"
	if flags := extension(ctx, host, e, own); flags != "" {
		ways += "; " + flags + " extends that one"
	}
	if c.Server == "" {
		ways += "; arbiter db delete-tournament " + printable.Quote(e.ID) + " " + host.Flag + " deletes it"
	}
	return league.Usagef("%w: %s", err, ways)
}

// extension returns the flags that add this tournament to the one of its name. It returns
// "" if that one cannot be extended, or has another version of one of the bots.
func extension(ctx context.Context, host follow.Host, e follow.Entry, own []league.Bot) string {
	before, err := host.Tournament(ctx, e.ID)
	if err != nil {
		return ""
	}
	longer := e.Tournament
	longer.Bots, longer.Starts = union(before.Bots, e.Bots), union(before.Starts, e.Starts)
	longer.Games, longer.Rounds = max(before.Games, e.Games), max(before.Rounds, e.Rounds)
	bots, err := host.Bots(ctx, before.ID)
	if err != nil || !longer.Continues(before, false) {
		return ""
	}
	for _, id := range longer.Bots[len(before.Bots):] {
		bots = append(bots, own[slices.Index(e.Bots, id)])
	}
	var flags []string
	names := map[string]bool{}
	for _, bot := range bots {
		if names[bot.Name] {
			return ""
		}
		names[bot.Name] = true
		flags = append(flags, "-b "+printable.Quote(bot.Typed))
	}
	if !slices.Equal(longer.Starts, e.Starts) {
		if slices.ContainsFunc(longer.Starts, func(s league.Start) bool { return s.Position != "" }) {
			return ""
		}
		flags = append(flags, "--seeds "+league.FormatSeeds(longer.Starts))
	}
	return strings.Join(flags, " ")
}

// union returns a list with those of another one that it has not at its end.
func union[T comparable](list, more []T) []T {
	all := slices.Clone(list)
	for _, element := range more {
		if !slices.Contains(all, element) {
			all = append(all, element)
		}
	}
	return all
}

// write writes the result as the flags ask for it.
func (c Run) write(result Summary, table *output.File, s output.Streams) (err error) {
	if c.JSON {
		err = json.NewEncoder(s.Out).Encode(result)
	} else {
		err = result.Print(s.Out)
	}
	var text bytes.Buffer
	return errors.Join(err, result.WriteCSV(&text), table.Write(text.Bytes()))
}

// entry resolves the game, the bots and the starts of a tournament. named reports for each
// bot whether its name is from the company that it is in.
func (c Run) entry(ctx context.Context, s output.Streams, f league.File, host follow.Host) (e follow.Entry, bots []league.Bot, named []bool, err error) {
	g, err := c.game(ctx, s, f.Game)
	if err != nil {
		return e, nil, nil, err
	}
	if err := league.CheckSeats(f.Seats, g.Info()); err != nil {
		return e, nil, nil, c.wrong(err)
	}
	limits, err := flags.Time{TimeFirst: f.TimeFirst, TimeTurn: f.TimeTurn, TimeFactor: f.TimeFactor, TimeMargin: f.TimeMargin, Clock: f.Clock}.Limits(g.Info())
	if err != nil {
		return e, nil, nil, err
	}
	if c.LeftOut && !f.Format.Fixed() {
		return e, nil, nil, league.Usagef("--left-out: a %s chose its later pairings by what was left out; give it another --name to play it anew", f.Format)
	}
	e = follow.Entry{Rules: g, StartOptions: league.StartOptions{LeftOut: c.LeftOut}}
	starts := f.Seeds
	if f.Book != "" {
		if starts, e.Positions, err = readBook(f.Book, g); err != nil {
			return e, nil, nil, err
		}
	}
	if f.Openings != nil {
		if starts, e.Positions, err = league.Openings(g, f.Name, *f.Openings); err != nil {
			return e, nil, nil, c.wrong(err)
		}
	}
	bots, err = host.EnterBots(ctx, f.Game, f.Bots)
	if err != nil {
		return e, nil, nil, err
	}
	e.Tournament = f.Tournament(g.Info(), limits)
	e.Bots, e.Starts, e.CreatedAt = league.IDs(bots), starts, league.Now()
	for i, typed := range f.Bots {
		if typed == f.Anchor {
			e.Anchor = bots[i].ID
		}
		before, _ := resolve.SplitName(typed)
		after, _ := resolve.SplitName(bots[i].Typed)
		named = append(named, before == "" && after != "")
	}
	return e, bots, named, c.wrong(e.Validate())
}
