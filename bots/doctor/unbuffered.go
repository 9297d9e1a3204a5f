package doctor

import (
	"os"
	"slices"
	"strings"
)

// hidesMissingFlush returns assignments that undo the environment's own settings for
// unbuffered output, and the names of the variables. A bot whose own command asks for
// unbuffered output keeps it.
func hidesMissingFlush(environment []string) (undo, names []string) {
	for _, assignment := range environment {
		name, value, _ := strings.Cut(assignment, "=")
		if value == "" {
			continue
		}
		switch name {
		case "PYTHONUNBUFFERED", "GFORTRAN_UNBUFFERED_ALL", "GFORTRAN_UNBUFFERED_PRECONNECTED", "PERLIO":
			undo, names = append(undo, name+"="), append(names, name)
		case "LD_PRELOAD", "DYLD_INSERT_LIBRARIES": // what stdbuf(1) sets
			kept := withoutStdbuf(value)
			if kept != value {
				undo, names = append(undo, name+"="+kept), append(names, name+" of stdbuf")
			}
		}
	}
	return undo, names
}

// withoutStdbuf returns a list of libraries without that of stdbuf(1).
func withoutStdbuf(libraries string) string {
	if !strings.Contains(libraries, "libstdbuf") {
		return libraries
	}
	list := strings.FieldsFunc(libraries, func(r rune) bool { return r == ':' || r == ' ' })
	return strings.Join(slices.DeleteFunc(list, func(library string) bool { return strings.Contains(library, "libstdbuf") }), ":")
}

// clearEnvironment makes the bot start without what hides a missing flush. What the bot itself
// sets stays.
func (x *examination) clearEnvironment() {
	var undo []string
	undo, x.cleared = hidesMissingFlush(os.Environ())
	x.Bot.Env = override(undo, x.Bot.Env)
}
