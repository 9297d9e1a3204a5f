package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"

	"github.com/alecthomas/kong"

	"arbiter/referee/printable"
	"arbiter/server/cmd/arbiter/flags"
)

// helpCmd prints what --help prints; see expandHelp, which runs before the
// command line is parsed.
type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command, such as play or db check. Without one, all commands are listed."`
}

// Run is never called: a command line with help has become one with --help.
func (helpCmd) Run() error { return nil }

// expandHelp turns arbiter help COMMAND into arbiter COMMAND --help.
func expandHelp(args []string) []string {
	if len(args) > 0 && args[0] == "help" && !(len(args) > 1 && args[1] == "--help") {
		return append(append([]string{}, args[1:]...), "--help")
	}
	return args
}

// helpGroups are the headings under which help shows commands and flags, by their tag
// group.
func helpGroups() []kong.Group {
	return []kong.Group{
		{Key: "bot", Title: "Write a bot:"},
		{Key: "match", Title: "Play and watch matches:"},
		{Key: "why", Title: "See why a match was lost:"},
		{Key: "strength", Title: "Measure how strong bots are:"},
		{Key: "server", Title: "Serve, and keep the data:"},
		{Key: "about", Title: "This program:"},

		{Key: "starts", Title: "Start positions:"},
		{Key: "branch", Title: "Continuing a recorded match:"},
		{Key: "person", Title: "Playing yourself:"},
		{Key: "test", Title: "The sequential test:"},
		{Key: "end", Title: "When a check gives up:"},
		{Key: "matches", Title: "Which matches:"},
		{Key: "output", Title: "What is shown and written:"},
		{Key: "where", Title: "Where matches are kept:"},
		{Key: "access", Title: "Who may use the server:"},
		{Key: "farm", Title: "Other machines:"},

		{Key: "time", Title: "Time limits:"},
		{Key: "box", Title: "Isolation of bots:"},
		{Key: "machine", Title: "This machine:"},
		{Key: "room", Title: "Room and quotas:"},
	}
}

// seldom reports whether help shows a flag with --help-all alone: those of some groups, and
// those with the tag seldom.
func seldom(flag *kong.Flag) bool {
	return flag.Tag.Has("seldom") || flag.Group != nil && slices.Contains([]string{"time", "box", "machine", "room"}, flag.Group.Key)
}

// printHelp prints the help text of a command and its examples. Without --help-all,
// it leaves out the flags that are seldom needed and says how to see them.
func printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	if terminal := printable.Terminal(ctx.Stdout); terminal != nil && os.Getenv("COLUMNS") == "" {
		// The printer asks this variable, or a file for its terminal, and ours is behind
		// a writer that quotes. The program ends when its help is printed.
		columns, _ := printable.Size(terminal)
		if err := os.Setenv("COLUMNS", strconv.Itoa(columns)); err != nil {
			return err
		}
	}
	node := ctx.Selected()
	if node == nil {
		node = ctx.Model.Node
	} else {
		node.Group = nil // its commands stand under no heading
	}
	all := slices.ContainsFunc(ctx.Path, func(p *kong.Path) bool { return p.Flag != nil && p.Flag.Name == helpAll })
	var left []*kong.Flag
	for _, shown := range node.AllFlags(true) {
		for _, flag := range shown {
			if !all && seldom(flag) {
				left = append(left, flag)
				flag.Hidden = true
			}
		}
	}
	err := kong.DefaultHelpPrinter(options, ctx)
	if err == nil && node == ctx.Model.Node {
		_, err = fmt.Fprint(ctx.Stdout, "\n"+flags.NotOnServerText())
	}
	if err == nil {
		err = printExamples(ctx.Stdout, examplesOf(ctx.Selected()))
	}
	for _, flag := range left {
		flag.Hidden = false
	}
	if err == nil && len(left) > 0 {
		_, err = fmt.Fprintf(ctx.Stdout, "\nMore flags: arbiter %s --%s\n", words(node), helpAll)
	}
	return unprinted(err)
}

// An unprintedError is what kept a help text or the version from being printed, which is
// no mistake in the command line that asked for it.
type unprintedError struct{ error }

func unprinted(err error) error {
	if err != nil {
		return unprintedError{err}
	}
	return nil
}

// helpAll is the flag whose help text has every flag.
const helpAll = "help-all"

// helpAllFlag prints what --help prints, with every flag.
type helpAllFlag bool

// BeforeReset prints the help text and ends the program.
func (helpAllFlag) BeforeReset(ctx *kong.Context) error {
	err := ctx.PrintUsage(false)
	ctx.Exit(0)
	return err
}

// versionFlag prints what the verb version prints.
type versionFlag bool

// BeforeReset prints the version and ends the program.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	_, err := fmt.Fprintln(app.Stdout, versionText())
	app.Exit(0)
	return unprinted(err)
}
