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
	MaxGames  int           `help:"Give up undecided after so many games." default:"20000"`
	TimeLimit time.Duration `help:"Give up undecided after this time; 0s for never." default:"0s"`
	Seeds     string        `help:"What starts are dealt from, round again when they are used up: 1..60, a list, or a file." default:"1..1000"`
	Tests     string        `help:"Explicit starts instead: a folder of JSON files." placeholder:"DIR"`

	JUnit    string `name:"junit" help:"Write the verdict as a JUnit file, which any CI shows." placeholder:"FILE"`
	Markdown string `help:"Write the verdict as Markdown, for a job's summary." placeholder:"FILE"`
	JSON     bool   `help:"Print one JSON object."`

	Accept       bool   `help:"When there is no regression, record the candidate as the baseline."`
	BaselineFile string `help:"The committed file of baselines." default:"arbiter-baseline.toml" placeholder:"FILE"`

	database
	remote
	poolFlags
	timeFlags
}

// Help tells more than the list of verbs does.
func (checkCmd) Help() string { return checkHelp }

// Run plays until the test decides.
func (c checkCmd) Run(ctx context.Context, s streams) error {
	v, err := c.check(ctx, s)
	var usage league.UsageError
	switch {
	case errors.As(err, &usage):
		return err
	case err != nil:
		return exitError{exitMachine, err}
	}
	if err := c.tell(v, s); err != nil {
		return exitError{exitMachine, err}
	}
	if c.Accept && v.Verdict == noRegression {
		if err := c.accept(ctx, v, s); err != nil {
			return err
		}
	}
	switch v.Verdict {
	case noRegression:
		return nil
	case regression:
		return exitError{exitWeaker, errSilent}
	}
	return exitError{exitUndecided, errSilent}
}

// check returns the verdict.
func (c checkCmd) check(ctx context.Context, s streams) (verdict, error) {
	test, err := c.sprt()
	if err != nil {
		return verdict{}, err
	}
	if c.MaxGames < 2 || c.TimeLimit < 0 {
		return verdict{}, league.Usagef("--max-games %d --time-limit %v: want at least 2 games and 0s", c.MaxGames, c.TimeLimit)
	}
	g, err := games.Find(c.Game)
	if err != nil {
		return verdict{}, league.UsageError{Err: err}
	}
	limits, err := c.limits(g.Info())
	if err != nil {
		return verdict{}, err
	}
	v, err := c.venue(c.database, c.poolFlags, s)
	if err != nil {
		return verdict{}, err
	}
	baseline, err := c.baseline(ctx, v)
	if err != nil {
		return verdict{}, err
	}
	bots, err := v.find(ctx, c.Game, []string{c.Candidate, baseline})
	if err != nil {
		return verdict{}, err
	}
	candidate, base := bots[0], bots[1]
	found := verdict{Game: c.Game, Candidate: candidate, Baseline: base, Server: c.Server, test: test, solo: g.Info().Solo(), flag: v.flag()}
	if c.Server == "" {
		found.DB = c.DB
	}
	if candidate.ID == base.ID {
		found.Verdict, found.Note = noRegression, "The candidate is the baseline: not a byte differs, so nothing was played."
		return found, nil
	}

	e, err := c.entry(g, limits, bots, &test)
	if err != nil {
		return verdict{}, err
	}
	played, err := v.enter(ctx, e)
	if err != nil {
		return verdict{}, err
	}
	defer played.close()
	err = c.play(ctx, played, &found, s)
	return found, err
}

// entry returns the tournament of the candidate and the baseline.
func (c checkCmd) entry(g referee.Game, limits referee.Limits, bots []league.Bot, test *rating.SPRT) (entry, error) {
	e := entry{game: g, test: test}
	starts, err := parseSeeds(c.Seeds)
	if c.Tests != "" {
		starts, e.setups, err = testStarts(c.Tests, g)
	}
	if err != nil {
		return entry{}, err
	}
	e.Tournament = league.Tournament{
		ID:   fmt.Sprintf("check %s %s %s", c.Game, bots[0].ID, bots[1].ID),
		Game: c.Game, Seats: g.Info().MaxSeats, Format: league.RoundRobin, Bots: ids(bots),
		Starts: starts, Games: c.MaxGames / 2, Limits: limits, CreatedAt: now(),
	}
	return e, e.check()
}

// play plays until v is decided or a limit is reached.
func (c checkCmd) play(ctx context.Context, played contest, v *verdict, s streams) error {
	began := time.Now()
	walk := check.New(played.tournament(), v.test)
	bad := badMatches{candidate: v.Candidate.ID}
	add := func(m league.Match) (enough bool) {
		bad.add(m)
		return walk.Add(m)
	}
	before, counted, err := played.earlier(ctx, func(m league.Match) { add(m) })
	if err == nil {
		err = counted()
	}
	if err != nil {
		return err
	}
	if before > 0 {
		sayGoingOn(s.err, before)
	}
	limited := ctx
	if c.TimeLimit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, c.TimeLimit)
		defer cancel()
	}
	var end ending
	if !walk.Decided() {
		stop := tellNowAndThen(s.err, walk)
		end, err = played.play(limited, add)
		stop()
		if err != nil {
			return err
		}
	}
	v.finish(walk.Found())
	v.Seconds = time.Since(began).Seconds()
	if v.Verdict == undecided {
		switch {
		case ctx.Err() != nil:
			v.Note = strings.TrimSpace(v.Note + " Interrupted; the same command goes on.")
		case limited.Err() != nil:
			v.Note = strings.TrimSpace(v.Note + " The time was over; the same command goes on.")
		case end.why != "":
			v.Note = strings.TrimSpace(v.Note + " " + end.why)
		}
		if end.hint != "" {
			fmt.Fprintln(s.err, end.hint)
		}
	}
	v.Command = c.command()
	return v.look(context.WithoutCancel(ctx), bad.worst(walk), played)
}

// command is how a person plays the same check again.
func (c checkCmd) command() string {
	words := []string{"arbiter", "check", c.Game}
	if c.Baseline != "" {
		words = append(words, "--baseline", quote(c.Baseline))
	}
	words = append(words, "--candidate", quote(c.Candidate),
		fmt.Sprintf("--elo0 %g --elo1 %g --alpha %g --beta %g --model %s --seeds %s", c.Elo0, c.Elo1, c.Alpha, c.Beta, c.Model, quote(c.Seeds)))
	if c.Server != "" {
		words = append(words, "--server", quote(c.Server))
	}
	return strings.Join(words, " ")
}

// quote quotes a word of a command line when a shell would split it.
func quote(word string) string {
	if strings.ContainsAny(word, " \t\"'$&|;<>()*?[]#~`\\") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// tell writes the verdict everywhere it was asked for.
func (c checkCmd) tell(v verdict, s streams) error {
	if c.JUnit != "" {
		if err := os.WriteFile(c.JUnit, v.junit(), 0o644); err != nil {
			return err
		}
	}
	if c.Markdown != "" {
		if err := os.WriteFile(c.Markdown, v.markdown(), 0o644); err != nil {
			return err
		}
	}
	if c.JSON {
		return json.NewEncoder(s.out).Encode(v)
	}
	_, err := s.out.Write(v.text())
	return err
}
