package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// aloneTag is the tag of a flag with the value that it has when it is typed without
// one.
const aloneTag = "alone"

// A noValueError is a flag without the value that it takes.
type noValueError struct {
	node   *kong.Node // the command
	flag   *kong.Flag
	before string // the flag that stands in the value's place, "" at the end of the line
}

func (e noValueError) Error() string {
	before := ""
	if e.before != "" {
		before = " before " + e.before
	}
	return fmt.Sprintf("--%s: no value%s; want one, as in --%s=%s", e.flag.Name, before, e.flag.Name, e.flag.FormatPlaceHolder())
}

// withValues returns a command line in which each flag that takes a value has one.
// The parser would take the next flag for it, because a value may begin with a
// hyphen, and an empty text at the end of the line.
func withValues(app *kong.Application, args []string) ([]string, error) {
	var all []string
	node := app.Node
	for i := 0; i < len(args); i++ {
		word := args[i]
		if word == "--" {
			return append(all, args[i:]...), nil
		}
		if child := childOf(node, word); child != nil {
			node = child
		}
		all = append(all, word)
		flag := flagOf(node, word)
		if flag == nil {
			continue
		}
		before := ""
		if i+1 < len(args) {
			before = args[i+1]
			if !namesFlag(node, before) {
				all = append(all, before)
				i++
				continue
			}
		}
		alone := flag.Tag.Get(aloneTag)
		if alone == "" {
			return nil, noValueError{node, flag, before}
		}
		all[len(all)-1] = "--" + flag.Name + "=" + alone
	}
	return all, nil
}

// namesFlag reports whether a word is the long name of a flag of a command, with or
// without a value.
func namesFlag(node *kong.Node, word string) bool {
	name, long := strings.CutPrefix(word, "--")
	name, _, _ = strings.Cut(name, "=")
	if !long {
		return false
	}
	for _, flag := range flagsOf(node) {
		if flag.Name == name {
			return true
		}
	}
	return false
}
