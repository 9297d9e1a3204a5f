package doctor

import (
	"os"
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
	var kept []string
	for _, library := range strings.FieldsFunc(libraries, func(r rune) bool { return r == ':' || r == ' ' }) {
		if !strings.Contains(library, "libstdbuf") {
			kept = append(kept, library)
		}
	}
	if len(kept) == len(strings.FieldsFunc(libraries, func(r rune) bool { return r == ':' || r == ' ' })) {
		return libraries
	}
	return strings.Join(kept, ":")
}

// clearEnvironment makes the bot start without what hides a missing flush.
func (x *examination) clearEnvironment() {
	undo, names := hidesMissingFlush(os.Environ())
	for _, assignment := range undo {
		name, _, _ := strings.Cut(assignment, "=")
		own := false
		for _, mine := range x.Bot.Env {
			own = own || strings.HasPrefix(mine, name+"=")
		}
		if !own {
			x.Bot.Env = append(x.Bot.Env[:len(x.Bot.Env):len(x.Bot.Env)], assignment)
		}
	}
	x.cleared = names
}
