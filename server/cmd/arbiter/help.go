package main

import (
	"fmt"

	"github.com/alecthomas/kong"
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

// versionFlag prints what the verb version prints.
type versionFlag bool

// BeforeReset prints the version and ends the program.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	fmt.Fprintln(app.Stdout, versionText())
	app.Exit(0)
	return nil
}
