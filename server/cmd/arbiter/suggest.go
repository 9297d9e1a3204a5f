package main

import (
	"errors"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"

	"arbiter/referee/games"
	"arbiter/referee/nearest"
)

// unknownWord matches the parser's errors about a word that it does not know,
// and the guess that it makes: any name at most two letters away, so that --db
// leads to --help.
var unknownWord = regexp.MustCompile(`(?s)^(unknown flag|unexpected argument) (\S+?)(?:, did you mean .*)?$`)

// explainUsage returns the error of a command line with a suggestion that makes
// sense, and the command whose help is worth reading.
func explainUsage(err error) (message, help string) {
	help = "arbiter --help"
	if none := (noValueError{}); errors.As(err, &none) {
		return err.Error(), "arbiter " + words(none.node) + " --help"
	}
	var parse *kong.ParseError
	if !errors.As(err, &parse) || parse.Context == nil {
		return err.Error(), help
	}
	node := parse.Context.Selected()
	if node == nil {
		node = parse.Context.Model.Node
	}
	if name := words(node); name != "" {
		help = "arbiter " + name + " --help"
	}
	if strings.HasPrefix(err.Error(), `expected "<game>`) {
		var names []string
		for _, g := range games.All() {
			names = append(names, g.Info().Name)
		}
		return err.Error() + "; the games are " + strings.Join(names, ", "), help
	}
	found := unknownWord.FindStringSubmatch(err.Error())
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
	return what + " " + strings.TrimSpace(word) + nearest.Hint(word, known), help
}
