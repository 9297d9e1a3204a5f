package tournaments

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"time"

	"arbiter/referee"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/bisect"
	"arbiter/server/playing/follow"
	"arbiter/server/playing/resolve"
)

// maxLineStarts is how many starts versions of a bot can play from: more than the games
// that may be asked for.
const maxLineStarts = 20_000

// lineFlags are the flags of bisect and history, whose versions are a line of commits.
type lineFlags struct {
	Path      string        `help:"Folder of the bot in the repository." required:"" placeholder:"DIR"`
	Seats     int           `seldom:"" help:"Seats of a match, where the game allows several numbers (default: 2, or what is nearest to it). One version meets another one, or an opponent, that has all but one." placeholder:"N"`
	MaxGames  int           `help:"Stop without an answer after this many games, earlier ones included (default: ${default})." default:"20000" placeholder:"N" group:"end"`
	TimeLimit time.Duration `help:"Stop without an answer after this time; 0s for no limit." default:"0s" group:"end"`
	Markdown  string        `out:"" help:"Write the result to this file as Markdown, for a job summary." placeholder:"FILE" group:"output"`
	JSON      bool          `help:"Print the result as one JSON object." group:"output"`
	hostFlags
	flags.Time
}

// lineGame finds the game. It returns a usage error if --seats or --max-games does not fit it.
func (f lineFlags) lineGame(ctx context.Context, s output.Streams, name string) (referee.Game, error) {
	g, err := f.game(ctx, s, name)
	if err != nil {
		return nil, err
	}
	if err := league.CheckSeats(f.Seats, g.Info()); err != nil {
		return nil, flags.Flagged(err)
	}
	if least := max(2, league.SeatsOf(f.Seats, g.Info())); f.MaxGames < least || f.MaxGames > 2*maxLineStarts {
		return nil, league.Usagef("--max-games: found %d; want %d to %d", f.MaxGames, least, 2*maxLineStarts)
	}
	return g, nil
}

// versionsOf returns the versions of a line of commits, and the bot of each as it is typed.
func versionsOf(line []resolve.Revision) (versions []bisect.Version, typed []string) {
	for _, r := range line {
		versions = append(versions, bisect.Version{Commit: r.Commit, Subject: r.Subject, Tree: r.Tree, Missing: r.Missing})
		typed = append(typed, r.Typed)
	}
	return versions, typed
}

// lineEntry returns a tournament of versions of a bot without its name and what it plays.
// The key decides the seeds, freshKey the order of openings.
func lineEntry(g referee.Game, seats int, limits referee.TimeLimits, key []byte, freshKey string) follow.Entry {
	e := follow.Entry{Rules: g}
	e.Tournament = league.Tournament{Game: g.Info().Name, Seats: seats, Format: league.RoundRobin, Limits: limits, CreatedAt: league.Now()}
	if _, ok := g.(referee.Opener); ok {
		e.Positions = e.DealFresh(g, league.Fresh{Key: freshKey})
		return e
	}
	first := int64(binary.LittleEndian.Uint64(key[8:]) >> 17)
	for n := range maxLineStarts {
		e.Starts = append(e.Starts, league.Start{Seed: first + int64(n)})
	}
	return e
}

// slots returns how many matches are played at a time, of which a round has at least as
// many.
func (f hostFlags) slots(ctx context.Context, host follow.Host) (int, error) {
	slots, err := host.Slots(ctx)
	return max(slots, f.Concurrency), err
}

// lineError gives an error its exit code.
func lineError(ctx context.Context, err error) error {
	_, unbuilt := follow.BuildOutput(err)
	switch {
	case unbuilt && ctx.Err() == nil:
		return output.ExitWith(output.ExitBuild, err)
	case output.IsUsage(err):
		return err
	}
	return output.ExitWith(output.ExitMachine, err)
}

// printAnswer prints a result, and turns it into an exit code.
func printAnswer(s output.Streams, result interface{ Text() []byte }, asJSON, open, noEvidence bool) (err error) {
	if asJSON {
		err = json.NewEncoder(s.Out).Encode(result)
	} else {
		_, err = s.Out.Write(result.Text())
	}
	switch {
	case err != nil:
		return output.ExitWith(output.ExitMachine, err)
	case noEvidence:
		return output.ExitWith(output.ExitBuild, output.ErrReported)
	case open:
		return output.ExitWith(output.ExitUndecided, output.ErrReported)
	}
	return nil
}

// A reportFile is a file for a report that a flag names; none if the path is "".
type reportFile struct {
	flag, path string
	file       *output.File
}

type reportFiles []reportFile

// openReports opens all files, so that one that cannot be written is an error before the
// first match.
func openReports(files ...reportFile) (reportFiles, error) {
	for i := range files {
		var err error
		if files[i].file, err = output.OpenFile(files[i].flag, files[i].path); err != nil {
			reportFiles(files[:i]).discard()
			return nil, err
		}
	}
	return files, nil
}

// write writes a text to each file. One that fails is told and changes no exit code.
func (f reportFiles) write(s output.Streams, texts ...[]byte) {
	for i, text := range texts {
		if err := f[i].file.Write(text); err != nil {
			fmt.Fprintf(s.Err, "--%s: the report was not written: %v\n", f[i].flag, err)
		}
	}
}

// discard deletes what was not written.
func (f reportFiles) discard() {
	for _, file := range f {
		file.file.Discard()
	}
}
