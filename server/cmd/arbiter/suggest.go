package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"

	"arbiter/referee/nearest"
	"arbiter/server/cmd/arbiter/flags"
)

// unknownWord matches the parser's errors about a word that it does not know,
// and the guess that it makes: any name at most two letters away, so that --db
// leads to --help.
var unknownWord = regexp.MustCompile(`(?s)^(unknown flag|unexpected argument) (\S+?)(?:, did you mean .*)?$`)

// explainUsage returns the error of a command line with a suggestion that makes
// sense, and the command whose help is worth reading. What was parsed is nil where the
// error says how far that went.
func explainUsage(parsed *kong.Context, err error) (message, help string) {
	help = "arbiter --help"
	if none := (noValueError{}); errors.As(err, &none) {
		return err.Error(), "arbiter " + words(none.node) + " --help"
	}
	var parse *kong.ParseError
	if errors.As(err, &parse) {
		parsed = parse.Context
	}
	if parsed == nil {
		return err.Error(), help
	}
	node := parsed.Selected()
	if node == nil {
		node = parsed.Model.Node
	}
	if name := words(node); name != "" {
		help = "arbiter " + name + " --help"
	}
	found := unknownWord.FindStringSubmatch(err.Error())
	if found == nil && missesGame(node) {
		return flags.NoGameError{}.Error(), help
	}
	if found == nil {
		return err.Error(), help
	}
	what, word := found[1], found[2]
	var known []string
	if what == "unknown flag" {
		for _, flags := range node.AllFlags(true) {
			for _, flag := range flags {
				known = append(known, "--"+flag.Name)
			}
		}
		return what + " " + word + nearest.Hint(word, known), help
	}
	for _, child := range node.Children {
		if !child.Hidden {
			known = append(known, child.Name)
		}
	}
	if node.Parent == nil {
		what = "unknown command"
	}
	word = strings.TrimSpace(word)
	hint := nearest.Hint(word, known)
	for _, leaf := range node.Leaves(true) { // such as replay log for log
		if leaf.Name == word {
			hint = fmt.Sprintf(" (did you mean %s?)", words(leaf))
		}
	}
	return what + " " + word + hint, help
}

// missesGame reports whether a command was typed without the game that it requires,
// which comes first.
func missesGame(node *kong.Node) bool {
	return len(node.Positional) > 0 && node.Positional[0].Name == "game" && node.Positional[0].Required && !node.Positional[0].Set
}
