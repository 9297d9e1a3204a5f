// Command arbiter plays matches and tournaments of programming games, works
// with their replays, and serves all of it over HTTP. Its verbs are in the folders
// below, by what they are about: a verb has a file of its own there, and what verbs
// of several folders share is in flags and output. This package parses the command
// line and hands over to a verb.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/printable"
	"arbiter/referee/process"
	"arbiter/server/cmd/arbiter/bots"
	"arbiter/server/cmd/arbiter/database"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/matches"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/cmd/arbiter/serve"
	"arbiter/server/cmd/arbiter/study"
	"arbiter/server/cmd/arbiter/tournaments"
	"arbiter/server/playing/resolve"
)

// about is what --help says of the program.
func about() string {
	return `A referee for programming games. Bots are programs that read lines from stdin and answer with lines on stdout.

A BOT is a folder with a bot.toml, an executable, a source file such as bot.cpp, a quoted command line, builtin:GAME/NAME, or git:COMMIT[:PATH]. NAME=BOT gives it a name.

` + output.ExitText(func(m output.ExitMeaning) string { return m.Verbs }) + ` check, bisect and history have others; see their --help.`
}

const affinityHelp = "Which CPUs a match uses. auto: the referee and the bots share one CPU, which makes turns many times faster; " +
	"in games where all seats think at the same time, each bot has its own. shared: always one CPU. off: no pinning."

const replayHelp = "Replay file, or ID of a match in the database or on the server. A unique prefix of the ID is enough."

// openingsHelp names the games that have openings, with the range of --openings.
func openingsHelp() string {
	var each []string
	for _, g := range games.All() {
		if opener, ok := g.(referee.Opener); ok {
			each = append(each, fmt.Sprintf("1 to %d in %s", opener.OpeningCount(), g.Info().Name))
		}
	}
	return strings.Join(each, ", ")
}

// commands are the verbs.
type commands struct {
	Games     bots.Games            `cmd:"" group:"bot" help:"List the games with their seats, time limits and seeds."`
	Game      bots.Game             `cmd:"" group:"bot" help:"Add, list, check or remove games with a referee of their own."`
	Rules     bots.Rules            `cmd:"" group:"bot" help:"Print the rules of a game."`
	Bots      bots.List             `cmd:"" group:"bot" help:"List the builtin bots."`
	New       bots.New              `cmd:"" group:"bot" help:"Create a folder with a starter bot that plays legally."`
	Doctor    bots.Doctor           `cmd:"" group:"bot" help:"Examine a bot and explain each problem found."`
	Env       bots.Env              `cmd:"" group:"bot" help:"Let another program reset, step, copy and observe matches, over JSON lines."`
	Selfplay  bots.Selfplay         `cmd:"" group:"bot" help:"Play games between bots and write them as training data: lines of JSON, or arrays for numpy."`
	Play      matches.Play          `cmd:"" group:"match" help:"Play one match."`
	Replay    matches.Replay        `cmd:"" group:"match" help:"Print, export or verify a replay, with what its bots were sent and wrote."`
	Import    matches.Import        `cmd:"" group:"match" help:"Import matches that were played on CodinGame, and say where our rules differ."`
	Matches   matches.List          `cmd:"" group:"match" help:"List the matches of a database or server."`
	Analyse   study.Analyse         `cmd:"" group:"why" help:"Tell which answers of a match cost the most and what would have been better, or where a bot's points go."`
	Try       study.Try             `cmd:"" group:"why" help:"Compare two answers to a recorded position: which one is better there?"`
	Diff      study.Diff            `cmd:"" group:"why" help:"List the recorded turns that another version of a bot answers otherwise, or its answers to a set of mistakes."`
	Puzzle    study.Puzzle          `cmd:"" group:"why" help:"Keep the positions of mistakes, for diff --set."`
	Debug     study.Debug           `cmd:"" group:"why" help:"Run a bot under a debugger or profiler in a recorded match, stopped before a turn."`
	Run       tournaments.Run       `cmd:"" group:"strength" help:"Play a tournament, or resume one."`
	Standings tournaments.Standings `cmd:"" group:"strength" help:"Print the standings of a tournament or a game, optionally filtered."`
	Check     tournaments.Check     `cmd:"" group:"strength" help:"Test whether a new version of a bot is weaker; for CI."`
	Bisect    tournaments.Bisect    `cmd:"" group:"strength" help:"Find the commit that made a bot weaker."`
	History   tournaments.History   `cmd:"" group:"strength" help:"Say how strong a bot was after each of its commits."`
	Ladder    tournaments.Ladder    `cmd:"" group:"strength" help:"Play a ladder that never closes: bots enter, are replaced and leave while it plays."`
	Stats     tournaments.Stats     `cmd:"" group:"strength" help:"Compute statistics from counts of results."`
	Serve     serve.Serve           `cmd:"" group:"server" help:"Serve the HTTP API and the web pages, and play tournaments."`
	Work      serve.Work            `cmd:"" group:"server" help:"Play matches for a server on another machine."`
	DB        database.DB           `cmd:"" group:"server" name:"db" help:"Back up, restore, check, export, import, prune or vacuum a database, or delete a tournament."`

	Version    versionCmd    `cmd:"" group:"about" help:"Print the version, its commit and date."`
	Help       helpCmd       `cmd:"" group:"about" help:"Print the help of a command."`
	Completion completionCmd `cmd:"" group:"about" help:"Print a script that completes command lines in bash, zsh or fish."`
	Man        manCmd        `cmd:"" group:"about" help:"Print the manual page."`

	ShowVersion versionFlag `name:"version" help:"Print the version and exit."`
	HelpAll     helpAllFlag `name:"help-all" hidden:"" help:"Print the help with the flags that are seldom needed."`
}

func main() {
	token := os.Getenv(flags.TokenVariable)
	os.Unsetenv(flags.TokenVariable) // so that no bot or build inherits it
	s := output.NewStreams(os.Stdin, os.Stdout, os.Stderr, token)
	s.Out.ASCII = printable.ASCII(os.Getenv)
	s.Err.ASCII = s.Out.ASCII
	os.Exit(run(os.Args[1:], s))
}

// newParser returns the parser of command lines that begin with a word. It calls exit
// after --help and --version.
func newParser(word string, s output.Streams, exit func(code int)) (*kong.Kong, error) {
	return kong.New(&commands{},
		otherVerbs(word),
		kong.Name("arbiter"),
		kong.Description(about()),
		kong.Vars{"affinity": affinityHelp, "isolation": flags.IsolationHelp, "replay": replayHelp, "openings": openingsHelp()},
		tournaments.Vars(),
		tournaments.ListVars(),
		kong.Writers(s.Out, s.Err),
		kong.Exit(exit),
		kong.WithHyphenPrefixedParameters(true), // --seed -1
		decoders(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
		kong.ExplicitGroups(helpGroups()),
		kong.Help(printHelp),
	)
}

// otherVerbs leaves all verbs but one out of a parser, as their flags take longer to
// read than most commands do anything; none where the word is no verb.
func otherVerbs(word string) kong.Option {
	var others []string
	found := false
	for _, field := range reflect.VisibleFields(reflect.TypeFor[commands]()) {
		if _, verb := field.Tag.Lookup("cmd"); !verb {
			continue
		}
		name := cmp.Or(field.Tag.Get("name"), strings.ToLower(field.Name))
		if name == word {
			found = true
			continue
		}
		others = append(others, field.Name)
	}
	if !found {
		return kong.OptionFunc(func(*kong.Kong) error { return nil })
	}
	return kong.IgnoreFields(`^commands\.(` + strings.Join(others, "|") + `)$`)
}

// run executes a command line and returns the exit code.
func run(args []string, s output.Streams) int {
	defer s.Flush()
	// A builtin bot starts as this program. Building the parser of all verbs
	// would take longer than everything else that it does at its start.
	if len(args) > 0 && args[0] == resolve.BuiltinVerb {
		return output.ExitCode(context.Background(), bots.PlayBuiltin(args[1:], s), s)
	}
	if len(args) == 1 && args[0] == flags.CanaryVerb {
		return output.ExitCode(context.Background(), process.RunCanary(s.In, s.Raw), s)
	}
	helpCode := -1 // of --help, once it has been printed
	if len(args) == 0 {
		args = []string{"--help"}
	}
	args = expandHelp(args)
	parser, err := newParser(args[0], s, func(code int) { helpCode = code })
	if err != nil {
		fmt.Fprintln(s.Err, "arbiter:", err)
		return output.ExitFailed
	}
	if args[0] == completeVerb {
		return output.ExitCode(context.Background(), complete(context.Background(), parser.Model, args[1:], s), s)
	}
	args, err = withValues(parser.Model, args)
	var command *kong.Context
	if err == nil {
		command, err = parser.Parse(args)
	}
	if failed := (unprintedError{}); errors.As(err, &failed) {
		return output.ExitCode(context.Background(), failed.error, s)
	}
	if helpCode >= 0 {
		return helpCode
	}
	if err == nil {
		err = flags.CheckTogether(command)
	}
	if err == nil {
		err = flags.CheckOutputs(command)
	}
	if err != nil {
		message, help := explainUsage(command, err)
		fmt.Fprintf(s.Err, "arbiter: %s\nSee %s.\n", message, help)
		return output.ExitUsage
	}
	ctx, stop := untilSignal(context.Background())
	defer stop()
	s.Args = args
	command.BindTo(ctx, (*context.Context)(nil))
	return output.ExitCode(ctx, command.Run(s), s)
}
