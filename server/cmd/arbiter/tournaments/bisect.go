package tournaments

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"arbiter/referee"
	"arbiter/referee/printable"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/bisect"
	"arbiter/server/playing/check"
	"arbiter/server/playing/follow"
	"arbiter/server/playing/resolve"
)

const bisectHelp = `Finds the commit that made a bot weaker. Versions are --good and each commit after it, on the first-parent line to --bad, that changes the folder of the bot. First the check of arbiter check compares the two ends; if it rules out a loss, that is the answer. Then the versions play each other, always the two whose games tell the most, until one commit is responsible with a probability of 95 %. Commits whose bot does not build are named together with a neighbour. In a solo game scores decide. A search that was stopped resumes where it was.`

// Bisect is the verb bisect.
type Bisect struct {
	Game string `arg:"" help:"The game; see arbiter games."`
	Good string `help:"Branch, tag or commit of which the bot was good." required:"" placeholder:"REV"`
	Bad  string `help:"One of which it is bad (default: ${default})." default:"HEAD" placeholder:"REV"`
	lineFlags
	Dirty bool `seldom:"" help:"Add the files as they lie there, uncommitted, as the last version."`
	Gain  bool `help:"Find the commit that made the bot stronger instead."`
	More  bool `seldom:"" help:"When a commit has been named, look for a second one."`
}

// Help adds the exit codes to the help text.
func (Bisect) Help() string {
	return bisectHelp + "\n\n" + output.ExitText(func(m output.ExitMeaning) string { return m.Bisect })
}

// Run plays until a commit can be named, and turns the answer into an exit code.
func (c Bisect) Run(ctx context.Context, s output.Streams) error {
	files, err := openReports(reportFile{flag: "markdown", path: c.Markdown})
	if err != nil {
		return err
	}
	defer files.discard()
	result, err := c.search(ctx, s)
	if err != nil {
		return lineError(ctx, err)
	}
	files.write(s, result.Markdown())
	return printAnswer(s, result, c.JSON, result.Answer == bisect.Open, result.Answer == bisect.NoEvidence)
}

// search returns what the search comes to.
func (c Bisect) search(ctx context.Context, s output.Streams) (bisect.Result, error) {
	var none bisect.Result
	g, err := c.lineGame(ctx, s, c.Game)
	if err != nil {
		return none, err
	}
	line, err := resolve.Line(ctx, resolve.End{Flag: "--good", Rev: c.Good}, resolve.End{Flag: "--bad", Rev: c.Bad}, c.Path, c.Dirty)
	if err != nil {
		return none, err
	}
	command := c.command()
	c.Seats = league.SeatsOf(c.Seats, g.Info())
	asked := check.Asked{Stronger: c.Gain, MarginFollows: true, Seats: c.Seats}
	if asked.Starts, err = (Check{}).distinct(g); err != nil {
		return none, err
	}
	q, err := asked.Question(g.Info())
	if err != nil {
		return none, err
	}
	q.Cap = min(q.Cap, c.MaxGames/max(2, c.Seats))
	what := follow.Bisection{
		Game: g, Seats: c.Seats, MaxGames: c.MaxGames, Limit: c.TimeLimit, Matches: c.Concurrency,
		Result: bisect.Result{Line: bisect.Line{Game: c.Game, Path: c.Path, Command: command}, Gain: c.Gain, More: c.More, Margin: -q.Elo0},
	}
	if c.Gain {
		what.Result.Margin = q.Elo1
	}
	what.Versions, what.Typed = versionsOf(line)
	fmt.Fprint(s.Err, follow.PlanText(len(line)-1, rating.UnitOf(g.Info().Solo()), c.Seats, what.Result.Asked()))
	if text := asked.StartsText(q, g.Info()); text != "" {
		fmt.Fprintln(s.Err, text)
	}
	host, err := c.open(ctx, s, g)
	if err != nil {
		return none, err
	}
	defer host.Close()
	what.Result.Flag = host.Flag
	if what.Matches, err = c.slots(ctx, host); err != nil {
		return none, err
	}
	what.Check = func(newer, older league.Bot) (follow.Entry, check.Case, error) {
		ends := Check{Game: c.Game, Seats: c.Seats, Time: c.Time}
		q, err := ends.margin(ctx, s, host, g, older, q, asked.Starts, "")
		if err != nil {
			return follow.Entry{}, check.Case{}, err
		}
		e, err := ends.entry(g, []league.Bot{newer, older}, &q)
		about := check.Case{Game: c.Game, Candidate: newer, Baseline: older, Question: q, Server: c.Server, Solo: g.Info().Solo(), Flag: host.Flag}
		return e, about, err
	}
	what.Series = func(bad, good league.Bot) (follow.Entry, error) { return c.series(g, line, bad, good) }
	return host.Bisect(ctx, what)
}

// series returns the tournament of the search. Its name stands for all that decides
// what is played, so that the same command resumes it.
func (c Bisect) series(g referee.Game, line []resolve.Revision, bad, good league.Bot) (follow.Entry, error) {
	sum := sha256.New()
	limits, err := c.Limits(g.Info())
	if err != nil {
		return follow.Entry{}, err
	}
	fmt.Fprint(sum, limits, c.Gain)
	if c.Seats > 2 {
		fmt.Fprint(sum, "\x00", c.Seats)
	}
	for _, r := range line {
		fmt.Fprint(sum, "\x00", r.Commit, r.Tree)
	}
	key := sum.Sum(nil)
	e := lineEntry(g, c.Seats, limits, key, good.Digest)
	e.ID = fmt.Sprintf("bisect %s %s %s %x", c.Game, bad.ID, good.ID, key[:4])
	if _, ok := g.(referee.Opener); ok {
		slices.Reverse(e.Starts) // the check takes them from the other end
	}
	return e, nil
}

// command returns the command line that asks the same again.
func (c Bisect) command() string {
	words := []string{"arbiter", "bisect", c.Game, "--good", printable.Quote(c.Good), "--bad", printable.Quote(c.Bad), "--path", printable.Quote(c.Path)}
	if c.Seats > 0 {
		words = append(words, fmt.Sprint("--seats ", c.Seats))
	}
	for _, flag := range []struct {
		name string
		set  bool
	}{{"--dirty", c.Dirty}, {"--gain", c.Gain}, {"--more", c.More}} {
		if flag.set {
			words = append(words, flag.name)
		}
	}
	if c.Server != "" {
		words = append(words, c.Remote.Flag())
	}
	return strings.Join(words, " ")
}
