package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"arbiter/referee/games"
	"arbiter/referee/games/heropath"
	"arbiter/server/league"
)

type runCmd struct {
	File string `arg:"" optional:"" help:"Tournament file; see docs/tournaments.md. Flags win over what it says."`

	Name        string   `help:"What the tournament is called in the database; running it again goes on. By default the file's name, or the game and the format." placeholder:"NAME"`
	Game        string   `help:"The game; see arbiter games." placeholder:"GAME"`
	Format      string   `help:"${enum}." enum:",round-robin,gauntlet,swiss,knockout,ladder" default:"" placeholder:"FORMAT"`
	Bot         []string `short:"b" sep:"none" help:"A bot; give it once for each." placeholder:"BOT"`
	Seeds       string   `help:"What starts are dealt from: 1..60, or 1,5,9..12, or a file with one a line." placeholder:"SEEDS"`
	Tests       string   `help:"Explicit starts instead: a folder of JSON files, such as the tests of heropath." placeholder:"DIR"`
	Games       int      `help:"Starts that each two bots meet on; 0 for every start once." placeholder:"N"`
	Rounds      int      `help:"Rounds of swiss and ladder; 0 for the format's choice." placeholder:"N"`
	Challengers int      `help:"Gauntlet: so many of the first bots challenge the rest." placeholder:"N"`
	Anchor      string   `help:"The bot whose Elo is 0, as it is typed; the mean of all by default." placeholder:"BOT"`
	Best        string   `help:"heropath: table of best scores, for relative scores." placeholder:"TABLE"`

	database
	remote
	JSON bool   `help:"Print one JSON object at the end."`
	CSV  string `name:"csv" help:"Write the standings here." placeholder:"FILE"`
	poolFlags
	timeFlags
}

// Run plays a tournament, or what is left of it.
func (c runCmd) Run(ctx context.Context, s streams) error {
	f, err := c.settings()
	if err != nil {
		return err
	}
	set(&f.Concurrency, c.Concurrency)
	c.Concurrency = f.Concurrency
	v, err := c.venue(c.database, c.poolFlags, s)
	if err != nil {
		return err
	}
	e, err := c.entry(ctx, f, v)
	if err != nil {
		return err
	}
	best, err := bestScores(c.Best)
	if err != nil {
		return err
	}
	played, err := v.enter(ctx, e)
	if err != nil {
		return err
	}
	defer played.close()

	show := newProgress(s.err, played.tournament(), league.Options{Anchor: e.anchor, Best: best})
	counted, err := show.resume(context.WithoutCancel(ctx), played)
	if err != nil {
		return err
	}
	var end ending
	err = show.during(func() (err error) {
		end, err = played.play(ctx, show.observe)
		return err
	})
	if err := errors.Join(err, counted()); err != nil {
		return err
	}
	report, err := show.report(end.done)
	if err != nil {
		return err
	}
	if c.CSV != "" {
		if err := report.writeCSV(c.CSV); err != nil {
			return league.UsageError{Err: err}
		}
	}
	if c.JSON {
		err = json.NewEncoder(s.out).Encode(report)
	} else {
		err = report.print(s.out)
	}
	if !report.Done {
		fmt.Fprintln(s.err, end.hint)
	} else if err == nil && !c.JSON {
		fmt.Fprintf(s.err, "The matches: arbiter matches %s --tournament %s\n", v.flag(), quote(report.Tournament))
	}
	return err
}

// settings returns the file's settings with the flags over them.
func (c runCmd) settings() (league.File, error) {
	f := league.File{Format: league.RoundRobin, TimeFactor: 1}
	if c.File != "" {
		text, err := os.ReadFile(c.File)
		if err != nil {
			return f, league.UsageError{Err: err}
		}
		if f, err = league.ParseFile(string(text)); err != nil {
			return f, league.Usagef("%s: %w", c.File, err)
		}
		if f.Name == "" {
			base := filepath.Base(c.File)
			f.Name = strings.TrimSuffix(base, filepath.Ext(base))
		}
	}
	set(&f.Name, c.Name)
	set(&f.Game, c.Game)
	set(&f.Format, league.Format(c.Format))
	set(&f.Tests, c.Tests)
	set(&f.Games, c.Games)
	set(&f.Rounds, c.Rounds)
	set(&f.Challengers, c.Challengers)
	set(&f.Anchor, c.Anchor)
	set(&f.TimeFirst, c.TimeFirst)
	set(&f.TimeTurn, c.TimeTurn)
	set(&f.TimeMargin, c.TimeMargin)
	if c.TimeFactor != 1 {
		f.TimeFactor = c.TimeFactor
	}
	if len(c.Bot) > 0 {
		f.Bots = c.Bot
	}
	if c.Seeds != "" {
		starts, err := parseSeeds(c.Seeds)
		if err != nil {
			return f, err
		}
		f.Seeds = starts
	}
	if err := f.Complete(); err != nil {
		return f, league.UsageError{Err: err}
	}
	if f.Name == "" {
		f.Name = f.Game + "-" + string(f.Format)
	}
	return f, nil
}

// set lets a flag that was given win over what a file says.
func set[T comparable](field *T, flag T) {
	var none T
	if flag != none {
		*field = flag
	}
}

// parseSeeds reads a list of seeds, or the file that has one.
func parseSeeds(text string) ([]league.Start, error) {
	if content, err := os.ReadFile(text); err == nil {
		text = string(content)
	}
	starts, err := league.ParseSeeds(text)
	if err != nil {
		return nil, league.Usagef("--seeds: %w", err)
	}
	return starts, nil
}

// entry finds the game, the bots and the starts.
func (c runCmd) entry(ctx context.Context, f league.File, v venue) (entry, error) {
	g, err := games.Find(f.Game)
	if err != nil {
		return entry{}, league.UsageError{Err: err}
	}
	limits, err := timeFlags{f.TimeFirst, f.TimeTurn, f.TimeFactor, f.TimeMargin}.limits(g.Info())
	if err != nil {
		return entry{}, err
	}
	e := entry{game: g}
	starts := f.Seeds
	if f.Tests != "" {
		if starts, e.setups, err = testStarts(f.Tests, g); err != nil {
			return entry{}, err
		}
	}
	bots, err := v.find(ctx, f.Game, f.Bots)
	if err != nil {
		return entry{}, err
	}
	e.Tournament = league.Tournament{
		ID: f.Name, Game: f.Game, Seats: g.Info().MaxSeats, Format: f.Format,
		Bots: ids(bots), Challengers: f.Challengers, Starts: starts, Games: f.Games, Rounds: f.Rounds,
		Limits: limits, CreatedAt: now(),
	}
	for i, typed := range f.Bots {
		if typed == f.Anchor {
			e.anchor = bots[i].ID
		}
	}
	return e, e.check()
}

// bestScores returns the best known scores by start, or nil without a table.
func bestScores(path string) (func(league.Start) (int64, bool), error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, league.Usagef("table of best scores: %w", err)
	}
	table, err := heropath.ParseBest(text)
	if err != nil {
		return nil, league.Usagef("%s: %w", path, err)
	}
	return func(start league.Start) (int64, bool) {
		highest, err := table.Highest(start.Name)
		return highest, err == nil
	}, nil
}

// rounded shows a duration to a person: to the second, or finer
// when it is short.
func rounded(d time.Duration) time.Duration {
	if d < 10*time.Second {
		return d.Round(10 * time.Millisecond)
	}
	return d.Round(time.Second)
}
