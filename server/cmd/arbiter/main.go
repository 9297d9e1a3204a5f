// Command arbiter plays matches and tournaments of programming games, works
// with their replays, and serves all of it over HTTP. A verb has a file of its
// own, and so has a group of flags that several verbs share; the work is done
// by the packages that they wire together.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"reflect"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"arbiter/referee/process"
	"arbiter/server/playing/resolve"
)

// version is the version of the program. Every replay records it.
const version = "0.1.0"

const about = `A referee for programming games. Bots are programs that read lines from stdin and answer with lines on stdout.

A BOT is a folder with a bot.toml, an executable, a quoted command line, builtin:GAME/NAME, or git:COMMIT[:PATH]. NAME=BOT gives it a name.

Exit codes: 0 success (whatever the result of a match), 1 the machine failed, a replay differs or a bot has errors, 2 invalid usage, 130 interrupted (for serve, that is success). check has more; see arbiter check --help.`

const affinityHelp = "Which CPUs a match uses. auto: the referee and the bots share one CPU, which makes turns many times faster; " +
	"in games where all seats think at the same time, each bot has its own. shared: always one CPU. off: no pinning."

const replayHelp = "Replay file, or ID of a match in the database or on the server. A unique prefix of the ID is enough."

// commands are the verbs.
type commands struct {
	Games     gamesCmd     `cmd:"" help:"List the games with their seats, time limits and seeds."`
	Rules     rulesCmd     `cmd:"" help:"Print the rules of a game."`
	Bots      botsCmd      `cmd:"" help:"List the builtin bots."`
	New       newCmd       `cmd:"" help:"Create a folder with a starter bot that plays legally."`
	Play      playCmd      `cmd:"" help:"Play one match."`
	Doctor    doctorCmd    `cmd:"" help:"Examine a bot and explain each problem found."`
	Score     scoreCmd     `cmd:"" help:"Score an answer from a file (heropath)."`
	Verify    verifyCmd    `cmd:"" help:"Re-simulate replays and report the first turn that differs."`
	Replay    replayCmd    `cmd:"" help:"Print or export a replay."`
	Input     inputCmd     `cmd:"" help:"Print exactly what a bot was sent, to feed it to the bot under a debugger."`
	Debug     debugCmd     `cmd:"" help:"Run a bot under a debugger or profiler in a recorded match, stopped before a turn."`
	Diff      diffCmd      `cmd:"" help:"Feed recorded inputs to another version of a bot and list the turns that it answers otherwise."`
	Report    reportCmd    `cmd:"" help:"Say where a bot's points go: by opponent, phase and situation, with its most costly and its slowest answers."`
	Testset   testsetCmd   `cmd:"" help:"Keep the positions of mistakes and ask versions of a bot for their answers there."`
	Log       logCmd       `cmd:"" help:"Print a bot's stderr by turn."`
	Analyse   analyseCmd   `cmd:"" help:"Tell which answers of a match cost the most, and what would have been better."`
	Run       runCmd       `cmd:"" help:"Play a tournament, or resume one."`
	Standings standingsCmd `cmd:"" help:"Print the standings of a tournament or a game, optionally filtered."`
	Check     checkCmd     `cmd:"" help:"Test whether a new version of a bot is weaker; for CI."`
	Serve     serveCmd     `cmd:"" help:"Serve the HTTP API and the web pages, and play tournaments."`
	Work      workCmd      `cmd:"" help:"Play matches for a server on another machine."`
	Matches   matchesCmd   `cmd:"" help:"List the matches of a database or server."`
	DB        dbCmd        `cmd:"" name:"db" help:"Check, export, import, prune, vacuum a database, or delete a tournament."`
	Stats     statsCmd     `cmd:"" help:"Compute statistics from counts of results."`
	Selfplay  selfplayCmd  `cmd:"" help:"Play games between bots and write them as training data: lines of JSON, or arrays for numpy."`
	Env       envCmd       `cmd:"" help:"Let another program reset, step, copy and observe matches, over JSON lines."`
	Version   versionCmd   `cmd:"" help:"Print the version, its commit and date."`

	Help       helpCmd       `cmd:"" help:"Print the help of a command."`
	Completion completionCmd `cmd:"" help:"Print a script that completes command lines in bash or zsh."`

	ShowVersion versionFlag `name:"version" help:"Print the version and exit."`
}

// tokenVariable is the environment variable that holds a token: for serve, one
// with the scope admin; for the verbs that use a server, the one they send.
const tokenVariable = "ARBITER_TOKEN"

func main() {
	token := os.Getenv(tokenVariable)
	os.Unsetenv(tokenVariable) // so that no bot or build inherits it
	os.Exit(run(os.Args[1:], newStreams(os.Stdin, os.Stdout, os.Stderr, token)))
}

// newParser returns the parser of command lines. It calls exit after --help and
// --version.
func newParser(s streams, exit func(code int)) (*kong.Kong, error) {
	return kong.New(&commands{},
		kong.Name("arbiter"),
		kong.Description(about),
		kong.Vars{"affinity": affinityHelp, "isolation": isolationHelp, "replay": replayHelp, "openings": openingsHelp()},
		kong.Writers(s.out, s.err),
		kong.Exit(exit),
		kong.WithHyphenPrefixedParameters(true), // --seed -1
		kong.TypeMapper(reflect.TypeFor[time.Duration](), kong.MapperFunc(decodeDuration)),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Help(printHelp),
	)
}

// run executes a command line and returns the exit code.
func run(args []string, s streams) int {
	defer s.flush()
	// A builtin bot starts as this program. Building the parser of all verbs
	// would take longer than everything else that it does at its start.
	if len(args) > 0 && args[0] == resolve.BuiltinVerb {
		return exitCode(context.Background(), playBuiltin(args[1:], s), s)
	}
	if len(args) == 1 && args[0] == canaryVerb {
		return exitCode(context.Background(), process.RunCanary(s.in, s.raw), s)
	}
	helpCode := -1 // of --help, once it has been printed
	parser, err := newParser(s, func(code int) { helpCode = code })
	if err != nil {
		fmt.Fprintln(s.err, "arbiter:", err)
		return exitFailed
	}
	if len(args) > 0 && args[0] == completeVerb {
		return exitCode(context.Background(), complete(parser.Model, args[1:], s), s)
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	args = expandHelp(args)
	command, err := parser.Parse(args)
	if helpCode >= 0 {
		return helpCode
	}
	if err == nil {
		err = checkServerFlags(command)
	}
	if err != nil {
		message, help := explainUsage(err)
		fmt.Fprintf(s.err, "arbiter: %s\nSee %s.\n", message, help)
		return exitUsage
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	s.args = args
	command.BindTo(ctx, (*context.Context)(nil))
	return exitCode(ctx, command.Run(s), s)
}
