package resolve

import (
	"strings"

	"arbiter/bots"
)

// A Kind is what a bot as typed makes the machine start.
type Kind string

// The kinds.
const (
	KindBuiltin Kind = "a builtin bot"
	KindGit     Kind = "a bot of the git repository of the machine"
	KindProgram Kind = "a command line or a path" // which of them depends on the machine's files
)

// KindOf returns what a bot as typed is. A builtin bot with an option that names a
// file reads and writes the machine's files, as a program does. It goes by the text alone, as One does, so
// that it tells nobody which files the machine has.
func KindOf(typed string) Kind {
	_, bot := SplitName(typed)
	switch {
	case strings.HasPrefix(bot, BuiltinPrefix):
		if known, options, err := bots.Find(bot[len(BuiltinPrefix):]); err == nil && known.File(options) != "" {
			return KindProgram
		}
		return KindBuiltin
	case strings.HasPrefix(bot, GitPrefix):
		return KindGit
	}
	return KindProgram
}
