package sandbox

import (
	"fmt"
	"slices"
	"strings"
)

// A Level says what happens when this machine lacks a protection.
type Level string

// The levels.
const (
	Strict Level = "strict" // no bot is run
	Auto   Level = "auto"   // bots run with the protections that there are
	Off    Level = "off"    // bots run with none
)

// A Policy is what the operator asks for. The zero value is Auto.
type Policy struct {
	Level   Level
	Without []string // names of protections that are switched off all the same
}

// ParsePolicy reads a policy as it is typed: a level, and the protections to
// leave out, as in "auto,-network".
func ParsePolicy(text string) (Policy, error) {
	words := strings.Split(text, ",")
	p := Policy{Level: Level(words[0])}
	if !slices.Contains([]Level{Strict, Auto, Off}, p.Level) {
		return Policy{}, fmt.Errorf("found %q; want strict, auto or off", words[0])
	}
	for _, word := range words[1:] {
		name, ok := strings.CutPrefix(word, "-")
		if !ok || !slices.Contains(Names(), name) || always(name) {
			return Policy{}, fmt.Errorf("%q: found %q; want - and one of %s", text, word, strings.Join(slices.DeleteFunc(Names(), always), ", "))
		}
		p.Without = append(p.Without, name)
	}
	return p, nil
}

// always reports whether a protection cannot be left out: nothing needs it off.
func always(name string) bool { return name == "privileges" }

// String writes the policy as ParsePolicy reads it.
func (p Policy) String() string {
	text := string(p.level())
	for _, name := range p.Without {
		text += ",-" + name
	}
	return text
}

func (p Policy) level() Level {
	if p.Level == "" {
		return Auto
	}
	return p.Level
}
