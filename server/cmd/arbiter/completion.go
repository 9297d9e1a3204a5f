package main

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"arbiter/bots"
	"arbiter/referee/games"
	"arbiter/server/cmd/arbiter/matches"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/playing/resolve"
)

// The scripts ask the program itself what may come next, by completeVerb, so
// that they never lag behind it.
var (
	//go:embed completion.bash
	completionBash string
	//go:embed completion.zsh
	completionZsh string
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh" help:"bash or zsh."`
}

// Run prints the script.
func (c completionCmd) Run(s output.Streams) error {
	script := completionBash
	if c.Shell == "zsh" {
		script = completionZsh
	}
	_, err := io.WriteString(s.Out, script)
	return err
}

// completeVerb is the hidden verb that the scripts call, with the words after
// the program's name up to the one that is being typed, which may be empty.
const completeVerb = "__complete"

// complete prints what the last word may become, a candidate per line. Nothing
// means that the shell should complete the names of files.
func complete(app *kong.Application, typed []string, s output.Streams) error {
	for _, candidate := range candidates(app, typed) {
		if _, err := fmt.Fprintln(s.Out, candidate); err != nil {
			return err
		}
	}
	return nil
}

// candidates returns what the last of the words may become.
func candidates(app *kong.Application, typed []string) []string {
	if len(typed) == 0 {
		typed = []string{""}
	}
	before, last := typed[:len(typed)-1], typed[len(typed)-1]
	node, game := app.Node, ""
	var takes *kong.Flag // the flag whose value comes next
	position := 0        // of the next argument
	for _, word := range before {
		switch {
		case takes != nil:
			if takes.Name == "game" {
				game = word
			}
			takes = nil
		case strings.HasPrefix(word, "-"):
			takes = flagOf(node, word)
		default:
			if child := childOf(node, word); child != nil && position == 0 {
				node = child
				continue
			}
			if arg := argument(node, position); arg != nil && arg.Name == "game" {
				game = word
			}
			position++
		}
	}
	var all []string
	switch {
	case takes != nil:
		all = values(takes.Value, game)
	case strings.HasPrefix(last, "-"):
		for _, flags := range node.AllFlags(true) {
			for _, flag := range flags {
				all = append(all, "--"+flag.Name)
			}
		}
	default:
		if position == 0 {
			for _, child := range node.Children {
				if !child.Hidden {
					all = append(all, child.Name)
				}
			}
		}
		if arg := argument(node, position); arg != nil {
			all = append(all, values(arg, game)...)
		}
	}
	all = slices.DeleteFunc(all, func(candidate string) bool { return !strings.HasPrefix(candidate, last) })
	slices.Sort(all)
	return slices.Compact(all)
}

// flagOf returns the flag that a word names if its value is the next word.
func flagOf(node *kong.Node, word string) *kong.Flag {
	for _, flags := range node.AllFlags(false) {
		for _, flag := range flags {
			named := word == "--"+flag.Name || flag.Short != 0 && word == "-"+string(flag.Short)
			if named && !flag.IsBool() {
				return flag
			}
		}
	}
	return nil
}

func childOf(node *kong.Node, name string) *kong.Node {
	for _, child := range node.Children {
		if child.Name == name {
			return child
		}
	}
	return nil
}

// argument returns the argument at a position: the last one may be repeated.
func argument(node *kong.Node, position int) *kong.Value {
	if node.DefaultCmd != nil {
		node = node.DefaultCmd
	}
	if len(node.Positional) == 0 {
		return nil
	}
	return node.Positional[min(position, len(node.Positional)-1)]
}

// values returns the values that a flag or an argument is known to take.
func values(value *kong.Value, game string) []string {
	var all []string
	switch {
	case value.Enum != "":
		for _, v := range value.EnumSlice() {
			if v != "" {
				all = append(all, v)
			}
		}
	case value.Name == "game":
		for _, g := range games.All() {
			all = append(all, g.Info().Name)
		}
	case slices.Contains([]string{"bot", "policy", "baseline", "candidate", "opponent", "anchor"}, value.Name):
		for _, b := range bots.All() {
			if game == "" || b.Game == game {
				all = append(all, resolve.BuiltinPrefix+b.Path())
			}
		}
	case value.Name == "fault":
		all = matches.Faults()
	case value.Name == "lang":
		all = []string{"python", "cpp", "javascript", "go"}
	}
	return all
}
