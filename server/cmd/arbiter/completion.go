package main

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"arbiter/bots"
	"arbiter/referee/games"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/matches"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/resolve"
)

// The scripts ask the program itself what may come next, by completeVerb, so
// that they never lag behind it.
var (
	//go:embed completion.bash
	completionBash string
	//go:embed completion.zsh
	completionZsh string
	//go:embed completion.fish
	completionFish string
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run prints the script.
func (c completionCmd) Run(s output.Streams) error {
	scripts := map[string]string{"bash": completionBash, "zsh": completionZsh, "fish": completionFish}
	_, err := io.WriteString(s.Out, scripts[c.Shell])
	return err
}

// completeVerb is the hidden verb that the scripts call, with the words after
// the program's name up to the one that is being typed, which may be empty.
const completeVerb = "__complete"

// complete prints what the last word may become, a candidate per line. Nothing
// means that the shell should complete the names of files.
func complete(ctx context.Context, app *kong.Application, typed []string, s output.Streams) error {
	for _, candidate := range candidates(app, typed, func(db string) played { return playedIn(ctx, db) }) {
		if _, err := fmt.Fprintln(s.Out, candidate); err != nil {
			return err
		}
	}
	return nil
}

// A played is what a database has that can be named.
type played struct{ tournaments, bots, matches []string }

// mostPlayed is how many matches of a database are looked at, the newest: a person
// waits for the answer.
const mostPlayed = 2000

// playedIn reads the names in a database. It returns no names if the database is
// missing or cannot be read: whoever presses a key does not want an error.
func playedIn(ctx context.Context, db string) (p played) {
	if _, err := os.Stat(db); err != nil {
		return p
	}
	library, err := flags.Library{Database: flags.Database{DB: db}}.Open(ctx, "")
	if err != nil {
		return p
	}
	defer library.Close()
	found, err := library.Matches(ctx, league.Query{Limit: mostPlayed}, league.Filter{})
	if err != nil {
		return p
	}
	for _, m := range found {
		p.matches = append(p.matches, m.ID)
		if m.Tournament != "" {
			p.tournaments = append(p.tournaments, m.Tournament)
		}
		for _, seat := range m.Seats {
			p.bots = append(p.bots, seat.Bot)
		}
	}
	return p
}

// subject is the argument of analyse, a match or a bot.
const subject = "match-or-bot"

// recorded returns the names in a database that a flag or an argument of a verb
// takes; ok is false for one that takes none.
func recorded(value *kong.Value, last string, in func() played) (names []string, ok bool) {
	switch {
	case value.Name == "tournament":
		return in().tournaments, true
	case value.Name == "of", value.Name == subject && strings.Trim(last, "0123456789abcdef") != "":
		return in().bots, true
	case (value.Name == "replay" || value.Name == "match" || value.Name == subject) && last != "" && strings.Trim(last, "0123456789abcdef") == "":
		return in().matches, true // without a digit typed, files are the better guess
	}
	return nil, false
}

// candidates returns what the last of the words may become. read returns what a
// database has.
func candidates(app *kong.Application, typed []string, read func(db string) played) []string {
	if len(typed) == 0 {
		typed = []string{""}
	}
	before, last := typed[:len(typed)-1], typed[len(typed)-1]
	node, game, db := app.Node, "", flags.DefaultDatabase
	var takes *kong.Flag // the flag whose value comes next
	position := 0        // of the next argument
	for _, word := range before {
		switch {
		case takes != nil:
			switch takes.Name {
			case "game":
				game = word
			case "db":
				db = word
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
	offer := func(value *kong.Value) []string {
		if names, ok := recorded(value, last, func() played { return read(db) }); ok {
			return names
		}
		return values(value, game)
	}
	switch {
	case takes != nil:
		all = offer(takes.Value)
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
			all = append(all, offer(arg)...)
		}
	}
	all = slices.DeleteFunc(all, func(candidate string) bool { return !strings.HasPrefix(candidate, last) })
	slices.Sort(all)
	return slices.Compact(all)
}

// flagOf returns the flag that a word names if its value is the next word.
func flagOf(node *kong.Node, word string) *kong.Flag {
	for _, flag := range flagsOf(node) {
		name, long := strings.CutPrefix(word, "--")
		named := long && name == flag.Name || flag.Short != 0 && word == "-"+string(flag.Short)
		if named && !flag.IsBool() {
			return flag
		}
	}
	return nil
}

// flagsOf returns the flags of a command, or of the one that it is without a word
// behind it.
func flagsOf(node *kong.Node) []*kong.Flag {
	if node.DefaultCmd != nil {
		node = node.DefaultCmd
	}
	return slices.Concat(node.AllFlags(false)...)
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
