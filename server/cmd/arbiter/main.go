// Command arbiter plays matches of programming games between bots and works
// with their replays. One file a verb; this one wires them.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"arbiter/server/league"
	"arbiter/server/resolve"
)

// version is the program's; it goes into every replay.
const version = "0.1.0"

// Exit codes, as --help tells them.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

const about = `A referee for programming games: bots read lines and answer lines.

BOT is a folder with bot.toml, an executable, a quoted command line, builtin:GAME/NAME, or git:COMMIT:FOLDER.

Exit codes: 0 done (whatever the result of a match), 1 the machine failed, a replay differs or a bot is wrong, 2 bad usage.`

const affinity = "auto: the referee and its bots share one CPU, which makes turns many times faster, or have one for each bot " +
	"where all think at the same time. shared: always one CPU. off: they run anywhere."

// commands are the verbs.
type commands struct {
	Games     gamesCmd     `cmd:"" help:"List the games: seats, limits, what a seed means."`
	Bots      botsCmd      `cmd:"" help:"List the builtin bots."`
	New       newCmd       `cmd:"" help:"Write a bot's folder to begin with; it plays at once."`
	Play      playCmd      `cmd:"" help:"Play one match."`
	Doctor    doctorCmd    `cmd:"" help:"Examine a bot and explain what is wrong with it."`
	Score     scoreCmd     `cmd:"" help:"Judge an answer made elsewhere (heropath)."`
	Verify    verifyCmd    `cmd:"" help:"Re-simulate replays and name the first turn that differs."`
	Replay    replayCmd    `cmd:"" help:"Work with a replay."`
	Input     inputCmd     `cmd:"" help:"Print exactly what a bot was sent, to feed it under a debugger."`
	Log       logCmd       `cmd:"" help:"Print a bot's stderr by turn."`
	Run       runCmd       `cmd:"" help:"Play a tournament, or go on with one."`
	Standings standingsCmd `cmd:"" help:"Standings of a tournament or a game, filtered."`
	Check     checkCmd     `cmd:"" help:"Is the new bot weaker? Play until a sequential test decides; for CI."`
	Serve     serveCmd     `cmd:"" help:"Serve the API, the web pages and the tournaments."`
	Matches   matchesCmd   `cmd:"" help:"List the matches of a database or a server."`
	DB        dbCmd        `cmd:"" name:"db" help:"Look after a database."`
	Stats     statsCmd     `cmd:"" help:"Statistics from counts of results."`
	Selfplay  selfplayCmd  `cmd:"" help:"Play builtin bots in process and write their games as lines of JSON, to learn from."`
	Env       envCmd       `cmd:"" help:"Deal, step, copy and observe matches for another program, over lines of JSON."`
	Version   versionCmd   `cmd:"" help:"Print the version."`
}

// streams is what a verb reads and writes besides files: results go to out,
// everything else for people to err.
type streams struct {
	in    io.Reader
	out   io.Writer
	err   io.Writer
	token string // what tokenVariable had
}

// tokenVariable holds a secret: of a server, the token of the scope admin; of
// its clients, the one that they show. Nothing that is started inherits it.
const tokenVariable = "ARBITER_TOKEN"

// An exitError ends a verb with an exit code of its own.
type exitError struct {
	code int
	error
}

func (e exitError) Unwrap() error { return e.error }

// errSilent ends a verb with exit code 1 after it has said everything itself.
var errSilent = errors.New("failed")

func main() {
	token := os.Getenv(tokenVariable)
	os.Unsetenv(tokenVariable)
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr, token}))
}

// run carries out one command line and returns the exit code.
func run(args []string, s streams) int {
	// Reading the command line as for all other verbs would take longer than
	// everything else that a builtin bot does at its start.
	if len(args) > 0 && args[0] == resolve.BuiltinVerb {
		return exitOf(playBuiltin(args[1:], s), s)
	}
	var cmds commands
	exit := -1
	parser, err := kong.New(&cmds,
		kong.Name("arbiter"),
		kong.Description(about),
		kong.Vars{"affinity": affinity},
		kong.Writers(s.out, s.err),
		kong.Exit(func(code int) { exit = code }),
		kong.WithHyphenPrefixedParameters(true), // --seed -1
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	if err != nil {
		fmt.Fprintln(s.err, "arbiter:", err)
		return exitFailed
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	chosen, err := parser.Parse(args)
	if exit >= 0 { // --help has been printed
		return exit
	}
	if err == nil {
		err = eitherOr(chosen)
	}
	if err != nil {
		fmt.Fprintf(s.err, "arbiter: %v\nSee arbiter --help.\n", err)
		return exitUsage
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	chosen.BindTo(ctx, (*context.Context)(nil))
	return exitOf(chosen.Run(s), s)
}

// exitOf says what went wrong and returns the exit code.
func exitOf(err error, s streams) int {
	var usage league.UsageError
	var exitCode exitError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &exitCode):
		if !errors.Is(err, errSilent) {
			fmt.Fprintln(s.err, "arbiter:", err)
		}
		return exitCode.code
	case errors.Is(err, errSilent):
		return exitFailed
	case errors.As(err, &usage):
		fmt.Fprintln(s.err, "arbiter:", err)
		return exitUsage
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(s.err, "arbiter: interrupted")
		return exitFailed
	default:
		fmt.Fprintln(s.err, "arbiter:", err)
		return exitFailed
	}
}
