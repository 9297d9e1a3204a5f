package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"arbiter/referee/games"
	"arbiter/server/league"
	"arbiter/server/sqlite"
	"arbiter/server/trial"
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
	poolFlags
	timeFlags
}

// Help tells more than the list of verbs does.
func (checkCmd) Help() string { return checkHelp }

// Run plays until the test decides.
func (c checkCmd) Run(ctx context.Context, s streams) error {
	v, err := c.check(ctx, s)
	var usage usageError
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
		return verdict{}, usagef("--max-games %d --time-limit %v: want at least 2 games and 0s", c.MaxGames, c.TimeLimit)
	}
	g, err := games.Find(c.Game)
	if err != nil {
		return verdict{}, usageError{err}
	}
	limits, err := c.limits(g.Info())
	if err != nil {
		return verdict{}, err
	}
	baseline, err := c.baseline(ctx, s)
	if err != nil {
		return verdict{}, err
	}
	contenders, err := resolveBots(ctx, []string{c.Candidate, baseline}, c.Game, s.err)
	if err != nil {
		return verdict{}, err
	}
	candidate, base := contenders[0].Bot, contenders[1].Bot
	v := verdict{Game: c.Game, Candidate: candidate, Baseline: base, test: test, solo: g.Info().Solo(), DB: c.DB}
	if candidate.ID == base.ID {
		v.Verdict, v.Note = noRegression, "The candidate is the baseline: not a byte differs, so nothing was played."
		return v, nil
	}

	r := &running{game: g, contenders: contenders}
	starts, err := parseSeeds(c.Seeds)
	if c.Tests != "" {
		if starts, r.setups, err = testStarts(c.Tests); err == nil {
			err = checkStarts(g, starts, r.setups)
		}
	}
	if err != nil {
		return verdict{}, err
	}
	r.definition = league.Tournament{
		ID:   fmt.Sprintf("check %s %s %s", c.Game, candidate.ID, base.ID),
		Game: c.Game, Seats: g.Info().MaxSeats, Format: league.RoundRobin, Bots: ids(contenders),
		Starts: starts, Games: c.MaxGames / 2, Limits: limits, CreatedAt: now(),
	}
	if r.db, err = sqlite.Open(ctx, c.DB, c.durability()); err != nil {
		return verdict{}, err
	}
	defer r.close()
	return v, c.play(ctx, r, &v, s)
}

// play plays until v is decided or a limit is reached.
func (c checkCmd) play(ctx context.Context, r *running, v *verdict, s streams) error {
	began := time.Now()
	walk := trial.New(r.definition, v.test)
	if err := r.prepare(ctx, func(report league.Report) {
		if walk.Add(report.Match()) {
			r.source.Stop()
		}
	}); err != nil {
		return err
	}
	before := 0
	err := r.db.EachMatch(ctx, r.definition.ID, func(m league.Match) {
		before++
		walk.Add(m)
	})
	if err != nil {
		return err
	}
	if before > 0 {
		fmt.Fprintf(s.err, "Going on after %d matches that were played before.\n", before)
	}
	limited := ctx
	if c.TimeLimit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, c.TimeLimit)
		defer cancel()
	}
	if !walk.Decided() {
		stop := tellNowAndThen(s.err, walk)
		err = r.play(limited, c.poolFlags)
		stop()
		if err != nil {
			return err
		}
	}
	r.source.Stop()
	v.finish(walk.Found())
	v.Seconds = time.Since(began).Seconds()
	if v.Verdict == undecided {
		switch {
		case ctx.Err() != nil:
			v.Note = strings.TrimSpace(v.Note + " Interrupted; the same command goes on.")
		case limited.Err() != nil:
			v.Note = strings.TrimSpace(v.Note + " The time was over; the same command goes on.")
		}
	}
	v.Command = c.command()
	return v.worst(ctx, r.db, r.definition.ID)
}

// command is how a person plays the same check again.
func (c checkCmd) command() string {
	words := []string{"arbiter", "check", c.Game}
	if c.Baseline != "" {
		words = append(words, "--baseline", quote(c.Baseline))
	}
	words = append(words, "--candidate", quote(c.Candidate),
		fmt.Sprintf("--elo0 %g --elo1 %g --alpha %g --beta %g --model %s --seeds %s", c.Elo0, c.Elo1, c.Alpha, c.Beta, c.Model, quote(c.Seeds)))
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
