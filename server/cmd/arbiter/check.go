package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/server/check"
	"arbiter/server/league"
	"arbiter/server/rating"
	"arbiter/server/runner"
)

// Exit codes of arbiter check beside the usual ones.
const (
	exitWeaker    = 1
	exitUndecided = 3
	exitMachine   = 4
)

const checkHelp = `Plays pairs of games until a sequential test decides. H1, the candidate is about Elo1 better or more, is "no regression"; H0, it is about Elo0 or less, is "regression".
Exit codes: 0 no regression, 1 regression, 2 bad usage, 3 undecided at the limit, 4 the machine failed.`

type checkCmd struct {
	Game      string `arg:"" help:"The game."`
	Baseline  string `help:"The bot to compare with; by default the one of the baseline file." placeholder:"BOT"`
	Candidate string `help:"The new bot." required:"" placeholder:"BOT"`
	hypotheses

	MaxGames  int           `help:"Stop undecided after this many games." default:"20000"`
	TimeLimit time.Duration `help:"Stop undecided after this time; 0s for never." default:"0s"`
	Seeds     string        `help:"What starts are dealt from, in turn again when they are used up: 1..60, a list, or a file." default:"1..1000"`
	Tests     string        `help:"Explicit starts instead: a folder of JSON files." placeholder:"DIR"`

	JUnit    string `name:"junit" help:"Write the verdict as a JUnit file, which any CI shows." placeholder:"FILE"`
	Markdown string `help:"Write the verdict as Markdown, for a job's summary." placeholder:"FILE"`
	JSON     bool   `help:"Print one JSON object."`

	Accept       bool   `help:"When there is no regression, record the candidate as the baseline."`
	BaselineFile string `help:"The committed file of baselines." default:"arbiter-baseline.toml" placeholder:"FILE"`
	place
	timeFlags
}

// Help adds the exit codes to the help text.
func (checkCmd) Help() string { return checkHelp }

// Run plays until the test decides.
func (c checkCmd) Run(ctx context.Context, s streams) error {
	v, err := c.check(ctx, s)
	switch {
	case errors.As(err, new(league.UsageError)):
		return err
	case err != nil:
		return exitError{exitMachine, err}
	}
	if err := c.write(v, s); err != nil {
		return exitError{exitMachine, err}
	}
	if c.Accept && v.Verdict == check.NoRegression {
		if err := c.accept(ctx, v, s); err != nil {
			return err
		}
	}
	switch v.Verdict {
	case check.NoRegression:
		return nil
	case check.Regression:
		return exitError{exitWeaker, errSilent}
	}
	return exitError{exitUndecided, errSilent}
}

// check returns the verdict.
func (c checkCmd) check(ctx context.Context, s streams) (check.Verdict, error) {
	test, err := c.sprt()
	if err != nil {
		return check.Verdict{}, err
	}
	if c.MaxGames < 2 || c.TimeLimit < 0 {
		return check.Verdict{}, league.Usagef("--max-games %d --time-limit %v: want at least 2 games and 0s", c.MaxGames, c.TimeLimit)
	}
	g, err := games.Find(c.Game)
	if err != nil {
		return check.Verdict{}, league.UsageError{Err: err}
	}
	r, err := c.runner(s)
	if err != nil {
		return check.Verdict{}, err
	}
	baseline, err := c.baseline(ctx, r)
	if err != nil {
		return check.Verdict{}, err
	}
	bots, err := r.Resolve(ctx, c.Game, []string{c.Candidate, baseline})
	if err != nil {
		return check.Verdict{}, err
	}
	v := check.Verdict{
		Game: c.Game, Candidate: bots[0], Baseline: bots[1], Server: c.Server,
		SPRT: test, Solo: g.Info().Solo(), Flag: r.Flag(),
	}
	if c.Server == "" {
		v.DB = c.DB
	}
	if bots[0].ID == bots[1].ID {
		v.Verdict, v.Note = check.NoRegression, "The candidate is the baseline: not a byte differs, so nothing was played."
		return v, nil
	}
	e, err := c.entry(g, bots, &test)
	if err != nil {
		return check.Verdict{}, err
	}
	t, err := r.Enter(ctx, e)
	if err != nil {
		return check.Verdict{}, err
	}
	defer t.Close()
	v.Command = c.command()
	return v, runner.Check(ctx, t, &v, c.TimeLimit, s.err)
}

// entry returns the tournament of the candidate and the baseline.
func (c checkCmd) entry(g referee.Game, bots []league.Bot, test *rating.SPRT) (runner.Entry, error) {
	e := runner.Entry{Rules: g, Test: test}
	limits, err := c.limits(g.Info())
	if err != nil {
		return e, err
	}
	starts, err := parseSeeds(c.Seeds)
	if c.Tests != "" {
		starts, e.Positions, err = testStarts(c.Tests, g)
	}
	if err != nil {
		return e, err
	}
	e.Tournament = league.Tournament{
		ID:   fmt.Sprintf("check %s %s %s", c.Game, bots[0].ID, bots[1].ID),
		Game: c.Game, Seats: g.Info().MaxSeats, Format: league.RoundRobin, Bots: league.IDs(bots),
		Starts: starts, Games: c.MaxGames / 2, Limits: limits, CreatedAt: league.Now(),
	}
	return e, e.Validate()
}

// command is how a person plays the same check again.
func (c checkCmd) command() string {
	words := []string{"arbiter", "check", c.Game}
	if c.Baseline != "" {
		words = append(words, "--baseline", runner.Quote(c.Baseline))
	}
	words = append(words, "--candidate", runner.Quote(c.Candidate),
		fmt.Sprintf("--elo0 %g --elo1 %g --alpha %g --beta %g --model %s --seeds %s", c.Elo0, c.Elo1, c.Alpha, c.Beta, c.Model, runner.Quote(c.Seeds)))
	if c.Server != "" {
		words = append(words, "--server", runner.Quote(c.Server))
	}
	return strings.Join(words, " ")
}

// write writes the verdict everywhere it was asked for.
func (c checkCmd) write(v check.Verdict, s streams) error {
	if c.JUnit != "" {
		if err := os.WriteFile(c.JUnit, v.JUnit(), 0o644); err != nil {
			return err
		}
	}
	if c.Markdown != "" {
		if err := os.WriteFile(c.Markdown, v.Markdown(), 0o644); err != nil {
			return err
		}
	}
	if c.JSON {
		return json.NewEncoder(s.out).Encode(v)
	}
	_, err := s.out.Write(v.Text())
	return err
}
