package league

import (
	"fmt"
	"slices"
	"strings"
)

// A Format names how a tournament chooses its pairings.
type Format string

// A FormatInfo is a format: what definitions may say of it, and its pairings.
// Schedules, checks of definitions, the API, help, completion, the pages and the
// documents take all that they know of a format from here.
type FormatInfo struct {
	Name    Format
	About   string         // who meets whom, one sentence
	Fixed   bool           // the pairings do not depend on results
	Alone   bool           // in a solo game one bot is enough, to collect scores
	Endless bool           // without a number of rounds it never ends
	Options []FormatOption // that it has, beside what all formats have

	// pair yields the pairings, as Pairings describes it.
	pair func(*schedule)
	// encounters returns how many of them there are, and whether that is exact
	// in a two-seat game.
	encounters func(Tournament) (n int, exact bool)
	// placings returns the order by the format's own rules; nil where it has none.
	placings func(*schedule) []Placing
}

// FormatInfos is the list of formats. Each has a file of its own.
func FormatInfos() []FormatInfo {
	return []FormatInfo{roundRobin(), gauntlet(), swiss(), knockout(), adaptive()}
}

// Formats returns the names of the formats.
func Formats() []Format {
	var names []Format
	for _, info := range FormatInfos() {
		names = append(names, info.Name)
	}
	return names
}

// FormatsWhere returns the names of the formats for which has is true, as words: "swiss or
// adaptive".
func FormatsWhere(has func(FormatInfo) bool) string {
	var names []string
	for _, info := range FormatInfos() {
		if has(info) {
			names = append(names, string(info.Name))
		}
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Info returns what is known of a format. One that does not exist has no
// pairings.
func (f Format) Info() FormatInfo {
	for _, info := range FormatInfos() {
		if info.Name == f {
			return info
		}
	}
	return FormatInfo{Name: f, pair: func(*schedule) {}, encounters: func(Tournament) (int, bool) { return 0, false }}
}

// Fixed reports whether the pairings do not depend on results.
func (f Format) Fixed() bool { return f.Info().Fixed }

// Ranked reports whether it has an order of its own: Placings.
func (i FormatInfo) Ranked() bool { return i.placings != nil }

// Has reports whether definitions may choose an option.
func (i FormatInfo) Has(option string) bool {
	return slices.ContainsFunc(i.Options, func(o FormatOption) bool { return o.Name == option })
}

// Endless reports whether there are pairings as long as somebody plays them.
func (t Tournament) Endless() bool { return t.Rounds == 0 && t.Format.Info().Endless }

// UnmarshalText reads the name of a format. Definitions of version 0.1 call Adaptive a ladder.
func (f *Format) UnmarshalText(text []byte) error {
	if *f = Format(text); *f == "ladder" {
		*f = Adaptive
	}
	return nil
}

func checkFormat(f Format) error {
	if slices.Contains(Formats(), f) {
		return nil
	}
	var names []string
	for _, name := range Formats() {
		names = append(names, string(name))
	}
	return fmt.Errorf("found %q; want %s", f, strings.Join(names, ", "))
}
