package resolve

import "strings"

// A Kind is what a bot as typed makes the machine start.
type Kind string

// The kinds.
const (
	KindBuiltin Kind = "a builtin bot"
	KindGit     Kind = "a bot of the git repository of the machine"
	KindProgram Kind = "a command line or a path" // which of them depends on the machine's files
)

// KindOf returns what a bot as typed is. It goes by the text alone, as One does, so
// that it tells nobody which files the machine has.
func KindOf(typed string) Kind {
	_, bot := SplitName(typed)
	switch {
	case strings.HasPrefix(bot, BuiltinPrefix):
		return KindBuiltin
	case strings.HasPrefix(bot, GitPrefix):
		return KindGit
	}
	return KindProgram
}
