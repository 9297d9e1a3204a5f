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

	"arbiter/referee/games"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/resolve"
	"arbiter/server/terminal/runner"
)

// Run is the verb run.
type Run struct {
	File string `arg:"" optional:"" help:"Tournament file; see docs/tournaments.md. Flags override its settings."`

	Name        string   `help:"Name of the tournament in the database; a tournament of this name is resumed or extended. Default: the name of the file, or GAME-FORMAT-KEY, of which KEY stands for the bots and how they play." placeholder:"NAME"`
	Game        string   `help:"The game; see arbiter games." placeholder:"GAME"`
	Format      string   `help:"${formats} (default: round-robin)." enum:",${format_names}" default:"" placeholder:"FORMAT"`
	Bot         []string `short:"b" sep:"none" help:"A bot to enter; repeat the flag for each bot." placeholder:"BOT"`
	Seeds       string   `help:"Seeds of the start positions: 1..60, or 1,5,9..12, or a file with one seed or range per line." placeholder:"SEEDS" group:"starts"`
	Tests       string   `help:"Folder of JSON files with explicit start positions, instead of --seeds." placeholder:"DIR" group:"starts"`
	Openings    *int     `help:"Start from this many of the game's openings, the official start first, instead of --seeds; for games whose seed decides nothing: ${openings}." placeholder:"N" group:"starts"`
	Games       int      `help:"Number of starts on which each two bots meet; 0 for every start once." placeholder:"N" group:"starts"`
	Rounds      int      `help:"Rounds of a ${with_rounds}; 0 for the default of the format." placeholder:"N"`
	Challengers int      `help:"Of a ${with_challengers}: the number of bots, from the first, that challenge all others (default: 1)." placeholder:"N"`
	Anchor      string   `help:"The bot whose Elo is set to 0, as given to --bot. By default the mean of all bots is 0." placeholder:"BOT" group:"output"`
	LeftOut     bool     `help:"Play once more what earlier runs left out because the machine was too busy."`
	SlowWorkers bool     `with:"server" help:"With --server: let workers play that are slower than the server wants, for a tournament whose results do not depend on time."`
	Best        string   `help:"heropath: table of best scores, for relative scores." placeholder:"TABLE" group:"output"`

	JSON bool   `help:"Print the result as one JSON object." group:"output"`
	CSV  string `out:"" name:"csv" help:"Write the standings to this file as CSV." placeholder:"FILE" group:"output"`
	runnerFlags
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
	r, box, err := c.runner(ctx, s)
	if err != nil {
		return err
	}
	defer box.Close()
	e, named, err := c.entry(ctx, f, r)
	if err != nil {
		return err
	}
	best, err := flags.BestScores(c.Best)
	if err != nil {
		return err
	}
	if warning := league.SeedWarning(e.Rules, e.Starts); warning != "" {
		fmt.Fprintln(s.Err, warning)
	}
	t, err := c.enter(ctx, r, e, chosen, s)
	if err != nil {
		return c.wrong(err)
	}
	defer t.Close()
	anchor := e.Anchor
	if i := slices.Index(e.Bots, anchor); i >= 0 {
		anchor = t.Definition().Bots[i] // a bot that is resumed keeps its name
	}
	scale := league.NewScale(e.Rules, e.Positions.Text, best)
	progress := runner.NewProgress(s.Err, t, league.Options{Anchor: anchor, Scale: scale, Best: best})
	var end runner.Ending
	err = progress.During(func() (err error) {
		end, err = t.Play(ctx)
		return err
	})
	if err := errors.Join(err, t.Counted()); err != nil {
		return err
	}
	result, err := progress.Summary(context.WithoutCancel(ctx), end.Done)
	if err != nil {
		return err
	}
	result.SetTyped(t.Definition().Bots[:len(f.Bots)], f.Bots, named)
	if err := c.write(result, table, s); err != nil {
		return err
	}
	if !result.Done {
		fmt.Fprintln(s.Err, end.Hint)
		if ctx.Err() != nil {
			return output.ErrReported
		}
	} else if !c.JSON {
		fmt.Fprintf(s.Err, "To list the matches: arbiter matches %s --tournament %s\n", r.Flag(), runner.Quote(result.Tournament))
	}
	return nil
}

// enter enters the tournament. Its default name is the name of the file, or the game and the
// format. The key of the definition follows; behind the name of a file it does so only
// if another tournament has that name.
func (c Run) enter(ctx context.Context, r runner.Runner, e runner.Entry, chosen bool, s output.Streams) (runner.Tournament, error) {
	if chosen {
		return r.Enter(ctx, e)
	}
	own := e
	own.ID += "-" + e.Key()
	if c.File == "" {
		// An older Arbiter left out the key.
		if _, err := r.Entered(ctx, e.ID); errors.Is(err, league.ErrNotFound) {
			return r.Enter(ctx, own)
		}
	}
	t, err := r.Enter(ctx, e)
	if runner.Taken(err) {
		if c.File != "" {
			fmt.Fprintf(s.Err, "%s is another tournament by now; this one is %s.\n", e.ID, own.ID)
		}
		return r.Enter(ctx, own)
	}
	return t, err
}

// write writes the result as the flags ask for it.
func (c Run) write(result runner.Summary, table *output.File, s output.Streams) (err error) {
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
func (c Run) entry(ctx context.Context, f league.File, r runner.Runner) (e runner.Entry, named []bool, err error) {
	g, err := games.Find(f.Game)
	if err != nil {
		return e, nil, league.UsageError{Err: err}
	}
	limits, err := flags.Time{TimeFirst: f.TimeFirst, TimeTurn: f.TimeTurn, TimeFactor: f.TimeFactor, TimeMargin: f.TimeMargin, Clock: f.Clock}.Limits(g.Info())
	if err != nil {
		return e, nil, err
	}
	if c.LeftOut && c.Server != "" {
		return e, nil, league.Usagef("--left-out: only for a tournament that is played here; on a server, a tournament with another --name plays everything anew")
	}
	if c.LeftOut && !f.Format.Fixed() {
		return e, nil, league.Usagef("--left-out: a %s chose its later pairings by what was left out; give it another --name to play it anew", f.Format)
	}
	e = runner.Entry{Rules: g, LeftOut: c.LeftOut}
	starts := f.Seeds
	if f.Tests != "" {
		if starts, e.Positions, err = readTestSet(f.Tests, g); err != nil {
			return e, nil, err
		}
	}
	if f.Openings != nil {
		if starts, e.Positions, err = league.Openings(g, f.Name, *f.Openings); err != nil {
			return e, nil, c.wrong(err)
		}
	}
	bots, err := r.Resolve(ctx, f.Game, f.Bots)
	if err != nil {
		return e, nil, err
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
	return e, named, c.wrong(e.Validate())
}
