package tournaments

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"arbiter/referee/printable"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
	"arbiter/server/playing/follow"
)

const checkHelp = `Plays the candidate against the baseline, on distinct starts, until a sequential test accepts one of two hypotheses. H1, that the candidate is ELO1 above the baseline, means "not weaker" or, with --prove stronger, "stronger". H0, that it is ELO0 above, means "weaker" or "not stronger". If the starts run out first, neither is proven. Candidates that play the same as the baseline pass at once.`

// Check is the verb check.
type Check struct {
	Game      string   `arg:"" help:"The game; see arbiter games."`
	Baseline  string   `help:"The bot to compare with. By default the one in the baseline file." placeholder:"BOT"`
	Candidate string   `help:"The new version." required:"" placeholder:"BOT"`
	Opponent  []string `help:"Bot that both play on the same starts, instead of each other; may be repeated. The test is on the difference." sep:"none" placeholder:"BOT"`
	Seats     int      `seldom:"" help:"Seats of a match, where the game allows several numbers (default: 2, or what is nearest to it). The baseline or an opponent has all but one." placeholder:"N"`
	questionFlags
	scoreFlags
	capFlags
	Seeds string `seldom:"" help:"Seeds of the start positions: 1..60, a list, or a file; each is played once, in a shuffled order. By default fresh ones, dealt from the baseline's digest; the openings in games whose seed decides nothing." placeholder:"SEEDS" group:"starts"`
	Book  string `seldom:"" help:"Folder of JSON files with explicit start positions, instead of seeds; each is played once." placeholder:"DIR" group:"starts"`

	Fresh bool `seldom:"" help:"Play everything again. By default a check resumes where it stopped, and in solo games counts known results of the same bots from other tournaments."`

	JUnit    string `out:"" name:"junit" help:"Write the verdict to this file as a JUnit report." placeholder:"FILE" group:"output"`
	Markdown string `out:"" help:"Write the verdict to this file as Markdown, for a job summary." placeholder:"FILE" group:"output"`
	JSON     bool   `help:"Print the verdict as one JSON object." group:"output"`

	Accept       bool   `seldom:"" help:"If the candidate passes (exit code 0), record it as the new baseline."`
	BaselineFile string `seldom:"" help:"File with the baseline of each game, to be committed (default: ${default})." default:"arbiter-baseline.toml" placeholder:"FILE"`
	hostFlags
	flags.Time

	began time.Time // names a check that is played afresh

	reports reports
}

// reports are the files that a check writes.
type reports struct{ junit, markdown *output.File }

// openReports opens the files of --junit and --markdown.
func (c *Check) openReports() (err error) {
	if c.reports.junit, err = output.OpenFile("junit", c.JUnit); err != nil {
		return err
	}
	c.reports.markdown, err = output.OpenFile("markdown", c.Markdown)
	return err
}

// discard removes reports that were not written.
func (r *reports) discard() {
	r.junit.Discard()
	r.markdown.Discard()
}

// Help adds the hypotheses and the exit codes to the help text.
func (Check) Help() string {
	return checkHelp + "\n\n" + output.ExitText(func(m output.ExitMeaning) string { return m.Check })
}

// Run plays until the test decides, and turns the verdict into an exit code.
func (c Check) Run(ctx context.Context, s output.Streams) error {
	defer c.reports.discard()
	if err := c.openReports(); err != nil {
		return err
	}
	v, err := c.check(ctx, s)
	if built, ok := follow.BuildOutput(err); ok && ctx.Err() == nil {
		return c.notBuilt(err, built, s)
	}
	switch {
	case output.IsUsage(err):
		return err
	case err != nil:
		return output.ExitWith(output.ExitMachine, err)
	}
	if err := c.write(v, s); err != nil {
		return output.ExitWith(output.ExitMachine, err)
	}
	if c.Accept && v.Answer().Passes() {
		if err := c.accept(ctx, v, s); err != nil {
			return output.ExitWith(output.ExitMachine, err)
		}
	}
	switch answer := v.Answer(); {
	case answer.Passes():
		return nil
	case answer.Refuses():
		return output.ExitWith(output.ExitRefused, output.ErrReported)
	case answer == check.NoEvidence:
		return output.ExitWith(output.ExitBuild, output.ErrReported)
	}
	return output.ExitWith(output.ExitUndecided, output.ErrReported)
}

// check returns the verdict.
func (c Check) check(ctx context.Context, s output.Streams) (check.Verdict, error) {
	g, err := c.game(ctx, s, c.Game)
	if err != nil {
		return check.Verdict{}, err
	}
	asked := c.asked()
	c.scoreFlags.apply(&asked)
	asked.MaxGames, asked.Opponents, asked.Seats, asked.Fresh = c.MaxGames, len(c.Opponent), league.SeatsOf(c.Seats, g.Info()), c.Fresh
	if asked.Starts, err = c.distinct(g); err != nil {
		return check.Verdict{}, err
	}
	q, err := asked.Question(g.Info())
	if err != nil {
		return check.Verdict{}, flags.Flagged(err)
	}
	c.began = league.Now()
	fmt.Fprintf(s.Err, "Checking %s against %s ...\n", c.Candidate, c.baselineName())
	host, err := c.open(ctx, s, g)
	if err != nil {
		return check.Verdict{}, err
	}
	defer host.Close()
	baseline, err := c.baseline(ctx, host)
	if err != nil {
		return check.Verdict{}, err
	}
	bots, err := host.EnterBots(ctx, c.Game, append([]string{c.Candidate, baseline}, c.Opponent...))
	if err != nil {
		return check.Verdict{}, err
	}
	about := check.Case{
		Game: c.Game, Candidate: bots[0], Baseline: bots[1], Question: q,
		Server: c.Server, Solo: g.Info().Solo(), Flag: host.Flag,
	}
	if c.Server == "" {
		about.DB = c.DB
	}
	about.CandidateCommit, about.BaselineCommit = commitOf(ctx, c.Candidate, bots[0]), commitOf(ctx, baseline, bots[1])
	if bots[0].ID == bots[1].ID { // Resolve has refused different bots with one ID
		return check.Identical(about), nil
	}
	if text := asked.StartsText(q, g.Info()); text != "" && c.Within == 0 {
		fmt.Fprintln(s.Err, text)
	}
	decided := asked.Starts
	if c.Within > 0 {
		decided = 0 // the time decides about the margin
	}
	if q, err = c.margin(ctx, s, host, g, bots[1], q, decided, " --margin sets another one."); err != nil {
		return check.Verdict{}, err
	}
	if q, err = c.fit(ctx, s, host, g, bots, q, asked.Starts); err != nil {
		return check.Verdict{}, err
	}
	if c.Within > 0 {
		asked.Starts = q.Cap
	}
	about.Question, about.Command = q, c.command(q)
	e, err := c.entry(g, bots, &q)
	if err != nil {
		return check.Verdict{}, err
	}
	fmt.Fprint(s.Err, check.PlanText(q, check.Prospect{
		Unit: rating.UnitOf(about.Solo), Starts: min(len(e.Starts), cmp.Or(e.Games, len(e.Starts))),
		Seats: e.Seats, Opponents: len(c.Opponent), Deviation: asked.Deviation(q),
	}))
	return host.Check(ctx, e, about, c.TimeLimit)
}

// write prints the verdict and writes the reports. A verdict that was reached stands
// though a report cannot be written, which is said beside it.
func (c Check) write(v check.Verdict, s output.Streams) (err error) {
	if c.JSON {
		err = json.NewEncoder(s.Out).Encode(v)
	} else {
		sentence, rest, _ := strings.Cut(string(v.Text()), "\n")
		if err = printable.Print(s.Out, colorOf(v.Answer()), sentence+"\n"); err == nil {
			_, err = io.WriteString(s.Out, rest)
		}
	}
	for _, failed := range []struct {
		flag string
		err  error
	}{{"junit", c.reports.junit.Write(v.JUnit())}, {"markdown", c.reports.markdown.Write(v.Markdown())}} {
		if failed.err != nil {
			fmt.Fprintf(s.Err, "--%s: the report was not written: %v\n", failed.flag, failed.err)
		}
	}
	return err
}

// colorOf returns the colour in which a terminal shows an answer.
func colorOf(answer check.Answer) printable.Color {
	switch {
	case answer.Passes():
		return printable.Green
	case answer == check.NotProven:
		return printable.Yellow
	}
	return printable.Red
}
