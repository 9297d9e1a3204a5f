package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"arbiter/referee/games"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
	"arbiter/server/terminal/runner"
)

const checkHelp = `Plays the candidate against the baseline, on distinct starts, until a sequential test accepts one of two hypotheses. H1, that the candidate is ELO1 above the baseline, means "not weaker" or, with --prove stronger, "stronger". H0, that it is ELO0 above, means "weaker" or "not stronger". If the starts run out first, neither is proven. Candidates that play the same as the baseline pass at once.

Exit codes: 0 not weaker or stronger, 1 weaker or not stronger, 2 invalid usage, 3 not proven when a limit was reached or the starts ran out, 4 the machine failed, 5 a bot does not build, 130 interrupted before a verdict.`

type checkCmd struct {
	Game      string   `arg:"" help:"The game; see arbiter games."`
	Baseline  string   `help:"The bot to compare with. By default the one in the baseline file." placeholder:"BOT"`
	Candidate string   `help:"The new version." required:"" placeholder:"BOT"`
	Opponent  []string `help:"Bot that both play on the same starts, instead of each other; may be repeated. The test is on the difference." sep:"none" placeholder:"BOT"`
	questionFlags
	capFlags
	Seeds string `help:"Seeds of the start positions: 1..60, a list, or a file; each is played once, in a shuffled order. By default fresh ones, dealt from the baseline's digest; the openings in games whose seed decides nothing." placeholder:"SEEDS"`
	Tests string `help:"Folder of JSON files with explicit start positions, instead of seeds; each is played once." placeholder:"DIR"`

	Fresh bool `help:"Play everything again. By default a check resumes where it stopped, and in solo games counts known results of the same bots from other tournaments."`

	JUnit    string `name:"junit" help:"Write the verdict to this file as a JUnit report." placeholder:"FILE"`
	Markdown string `help:"Write the verdict to this file as Markdown, for a job summary." placeholder:"FILE"`
	JSON     bool   `help:"Print the verdict as one JSON object."`

	Accept       bool   `help:"If there is no regression, record the candidate as the new baseline."`
	BaselineFile string `help:"File with the baseline of each game, to be committed (default: ${default})." default:"arbiter-baseline.toml" placeholder:"FILE"`
	runnerFlags
	timeFlags

	began time.Time // names a check that is played afresh

	reports reports
}

// reports are the files that a check writes.
type reports struct{ junit, markdown *outFile }

// openReports opens the files of --junit and --markdown.
func (c *checkCmd) openReports() (err error) {
	if c.reports.junit, err = openOut("junit", c.JUnit); err != nil {
		return err
	}
	c.reports.markdown, err = openOut("markdown", c.Markdown)
	return err
}

// discard removes reports that were not written.
func (r *reports) discard() {
	r.junit.discard()
	r.markdown.discard()
}

// Help adds the hypotheses and the exit codes to the help text.
func (checkCmd) Help() string { return checkHelp }

// Run plays until the test decides, and turns the verdict into an exit code.
func (c checkCmd) Run(ctx context.Context, s streams) error {
	defer c.reports.discard()
	if err := c.openReports(); err != nil {
		return err
	}
	v, err := c.check(ctx, s)
	if output, ok := buildOutput(err); ok && ctx.Err() == nil {
		return c.notBuilt(err, output, s)
	}
	switch {
	case errors.As(err, new(league.UsageError)):
		return err
	case err != nil:
		return exitError{exitMachine, err}
	}
	if err := c.write(v, s); err != nil {
		return exitError{exitMachine, err}
	}
	if c.Accept && v.Word() == check.NoRegression {
		if err := c.accept(ctx, v, s); err != nil {
			return err
		}
	}
	switch v.Word() {
	case check.NoRegression:
		return nil
	case check.Regression:
		return exitError{exitRegression, errReported}
	}
	return exitError{exitUndecided, errReported}
}

// check returns the verdict.
func (c checkCmd) check(ctx context.Context, s streams) (check.Verdict, error) {
	g, err := games.Find(c.Game)
	if err != nil {
		return check.Verdict{}, league.UsageError{Err: err}
	}
	asked := c.asked()
	asked.MaxGames, asked.Opponents, asked.Fresh = c.MaxGames, len(c.Opponent), c.Fresh
	if asked.Starts, err = c.distinct(g); err != nil {
		return check.Verdict{}, err
	}
	q, err := asked.Question(g.Info())
	if err != nil {
		return check.Verdict{}, flagged(err)
	}
	if err := c.capFlags.check(); err != nil {
		return check.Verdict{}, err
	}
	c.began = league.Now()
	fmt.Fprintf(s.err, "Checking %s against %s ...\n", c.Candidate, c.baselineName())
	r, box, err := c.runner(ctx, s)
	if err != nil {
		return check.Verdict{}, err
	}
	defer box.Close()
	baseline, err := c.baseline(ctx, r)
	if err != nil {
		return check.Verdict{}, err
	}
	bots, err := r.Resolve(ctx, c.Game, append([]string{c.Candidate, baseline}, c.Opponent...))
	if err != nil {
		return check.Verdict{}, err
	}
	about := check.Case{
		Game: c.Game, Candidate: bots[0], Baseline: bots[1], Question: q,
		Server: c.Server, Solo: g.Info().Solo(), Flag: r.Flag(),
	}
	if c.Server == "" {
		about.DB = c.DB
	}
	if bots[0].ID == bots[1].ID { // Resolve has refused different bots with one ID
		return check.Identical(about), nil
	}
	if text := asked.StartsText(q, g.Info()); text != "" && c.Within == 0 {
		fmt.Fprintln(s.err, text)
	}
	if q, err = c.margin(ctx, s, r, g, bots[1], q, asked.Starts); err != nil {
		return check.Verdict{}, err
	}
	if q, err = c.fit(ctx, s, r, g, bots, q, asked.Starts); err != nil {
		return check.Verdict{}, err
	}
	about.Question, about.Command = q, c.command(q)
	e, err := c.entry(g, bots, &q)
	if err != nil {
		return check.Verdict{}, err
	}
	fmt.Fprint(s.err, check.PlanText(q, check.Prospect{
		Unit: rating.UnitOf(about.Solo), Starts: min(len(e.Starts), cmp.Or(e.Games, len(e.Starts))),
		Opponents: len(c.Opponent), Deviation: asked.Deviation(q),
	}))
	return runner.Check(ctx, r, e, about, c.TimeLimit, s.err)
}

// write prints the verdict and writes the reports. A verdict that was reached stands
// though a report cannot be written, which is said beside it.
func (c checkCmd) write(v check.Verdict, s streams) (err error) {
	if c.JSON {
		err = json.NewEncoder(s.out).Encode(v)
	} else {
		_, err = s.out.Write(v.Text())
	}
	for _, failed := range []struct {
		flag string
		err  error
	}{{"junit", c.reports.junit.write(v.JUnit())}, {"markdown", c.reports.markdown.write(v.Markdown())}} {
		if failed.err != nil {
			fmt.Fprintf(s.err, "--%s: the report was not written: %v\n", failed.flag, failed.err)
		}
	}
	return err
}
