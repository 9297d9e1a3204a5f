package tournaments

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"

	"arbiter/referee"
	"arbiter/referee/printable"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/bisect"
	"arbiter/server/playing/follow"
	"arbiter/server/playing/history"
	"arbiter/server/playing/resolve"
)

const historyHelp = `Says how strong a bot was after each of its commits. Versions are the first commit of REV..REV and each commit after it, on the first-parent line to the last, that changes the folder of the bot; REV.. ends at HEAD. They play each other in random cycles or, with --against, a fixed pool of opponents; versions beside a commit that may have changed the strength play more. It ends when each version is known within --band Elo, for all versions at once in 95 % of cases. A commit is marked as a change of strength at a probability of 95 %. In a solo game scores decide, and Elo is what they are worth. Commits whose bot does not build have no strength. A history that was stopped resumes where it was, and one whose last commit is a newer one goes on.`

// History is the verb history.
type History struct {
	Game  string `arg:"" help:"The game; see arbiter games."`
	Range string `arg:"" name:"rev..rev" help:"The first commit, two dots and the last one (default: HEAD)."`
	lineFlags
	Against []string `help:"Opponent that all versions meet in place of each other; may be repeated." sep:"none" placeholder:"BOT"`
	Band    float64  `seldom:"" help:"Stop when each version is known within this many Elo (default: ${default})." default:"50" placeholder:"ELO"`
	Add     bool     `help:"Play for the last commit alone."`

	SVG   string `out:"" name:"svg" help:"Write a picture of the strengths to this file, for light and dark pages." placeholder:"FILE" group:"output"`
	Badge string `seldom:"" out:"" help:"Write a badge for a README to this file, as SVG." placeholder:"FILE" group:"output"`
}

// leastBand and mostBand are what band may be asked for, in Elo.
const leastBand, mostBand = 1, 1000

// Help adds the exit codes to the help text.
func (History) Help() string {
	return historyHelp + "\n\n" + output.ExitText(func(m output.ExitMeaning) string { return m.History })
}

// Run plays until the strengths are known, and turns the answer into an exit code.
func (c History) Run(ctx context.Context, s output.Streams) error {
	files, err := openReports(reportFile{flag: "markdown", path: c.Markdown}, reportFile{flag: "svg", path: c.SVG}, reportFile{flag: "badge", path: c.Badge})
	if err != nil {
		return err
	}
	defer files.discard()
	result, err := c.play(ctx, s)
	if err != nil {
		return lineError(ctx, err)
	}
	files.write(s, result.Markdown(), result.SVG(), result.Badge())
	return printAnswer(s, result, c.JSON, result.Answer == history.Open, result.Answer == history.NoEvidence)
}

// play returns what the history comes to.
func (c History) play(ctx context.Context, s output.Streams) (history.Result, error) {
	var none history.Result
	g, err := c.lineGame(ctx, s, c.Game)
	if err != nil {
		return none, err
	}
	if !(c.Band >= leastBand && c.Band <= mostBand) {
		return none, league.Usagef("--band: found %g; want %d to %d (Elo)", c.Band, leastBand, mostBand)
	}
	first, last, ok := strings.Cut(c.Range, "..")
	if !ok || first == "" || strings.HasPrefix(last, ".") {
		return none, league.Usagef("%s: want the first commit, two dots and the last one, such as v1.2..HEAD", c.Range)
	}
	if last == "" {
		last = "HEAD"
	}
	line, err := resolve.Line(ctx, resolve.End{Flag: "first commit", Rev: first}, resolve.End{Flag: "last commit", Rev: last}, c.Path, false)
	if err != nil {
		return none, err
	}
	asked := history.Result{Line: bisect.Line{Game: c.Game, Path: c.Path, Command: c.command()}, Quoted: printable.Quote(c.Path), Band: c.Band, Newest: c.Add, Seats: c.Seats}
	c.Seats = league.SeatsOf(c.Seats, g.Info())
	what := follow.StrengthHistory{
		Game: g, Seats: c.Seats, MaxGames: c.MaxGames, Limit: c.TimeLimit, Against: c.Against,
		Result: asked,
		Series: func(against []league.Bot) (follow.Entry, error) { return c.series(g, line[0], against) },
	}
	what.Versions, what.Typed = versionsOf(line)
	fmt.Fprint(s.Err, follow.HistoryPlanText(len(line), c.Band, len(c.Against) > 0, rating.UnitOf(g.Info().Solo()), c.Seats))
	host, err := c.open(ctx, s, g)
	if err != nil {
		return none, err
	}
	defer host.Close()
	what.Result.Flag = host.Flag
	if what.Matches, err = c.slots(ctx, host); err != nil {
		return none, err
	}
	return host.History(ctx, what)
}

// series returns the tournament of the history. Its name stands for all that results
// depend on, and not for the last commit: the history of a longer line is the same one.
func (c History) series(g referee.Game, first resolve.Revision, against []league.Bot) (follow.Entry, error) {
	limits, err := c.Limits(g.Info())
	if err != nil {
		return follow.Entry{}, err
	}
	sum := sha256.New()
	fmt.Fprint(sum, limits, "\x00", filepath.Clean(c.Path), "\x00", first.Commit)
	for _, bot := range against {
		fmt.Fprint(sum, "\x00", bot.Digest)
	}
	if c.Seats > 2 {
		fmt.Fprint(sum, "\x00", c.Seats)
	}
	key := sum.Sum(nil)
	e := lineEntry(g, c.Seats, limits, key, fmt.Sprintf("%x", key))
	e.ID = fmt.Sprintf("history %s %.12s %x", c.Game, first.Commit, key[:4])
	return e, nil
}

// command returns the command line that asks the same again.
func (c History) command() string {
	words := []string{"arbiter", "history", c.Game, printable.Quote(c.Range), "--path", printable.Quote(c.Path)}
	for _, bot := range c.Against {
		words = append(words, "--against", printable.Quote(bot))
	}
	if c.Seats > 0 {
		words = append(words, fmt.Sprint("--seats ", c.Seats))
	}
	words = append(words, "--band", fmt.Sprint(c.Band))
	if c.Add {
		words = append(words, "--add")
	}
	if c.Server != "" {
		words = append(words, c.Remote.Flag())
	}
	return strings.Join(words, " ")
}
