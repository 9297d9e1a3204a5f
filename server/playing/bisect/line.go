package bisect

import (
	"cmp"
	"fmt"
	"slices"

	"arbiter/referee/plural"
	"arbiter/referee/printable"
)

// A Version is a state of a bot's files: what a commit made of them.
type Version struct {
	Commit  string // "" for files that are not committed
	Subject string // the first line of the commit's message
	Tree    string // stands for the files' bytes: two versions with the same are one
	Missing bool   // the commit has no such files
}

// Name returns the abbreviated commit, or what stands in its place.
func (v Version) Name() string { return cmp.Or(fmt.Sprintf("%.12s", v.Commit), "working tree") }

// A Line is a line of versions, and what is known of an experiment on it, whatever that
// experiment asks.
type Line struct {
	Game     string
	Path     string // of the bot
	Versions []Version

	Games       int     // that count
	GamesLeft   int     // about; 0: not known
	SecondsLeft float64 // that these take; 0: not known
	Run         Run
	Why         string // it ended undecided, as a sentence
	LeftOutText string // what the machine could not play, as a sentence; "" if nothing
	Tournament  string // that played it; "" if nothing was played
	Flag        string // what leads arbiter matches to it
	Command     string // asks the same again
}

// ID returns what JSON calls a version: its commit or, where it is not committed, its name.
func (l Line) ID(version int) string {
	return cmp.Or(l.Versions[version].Commit, l.Versions[version].Name())
}

// Label returns a version as a sentence has it.
func (l Line) Label(version int) string {
	v := l.Versions[version]
	if v.Subject == "" {
		return v.Name()
	}
	return fmt.Sprintf("%s (%s)", v.Name(), printable.Line(v.Subject))
}

// Plain returns the line without the subjects of commits, which Markdown has in its table alone.
func (l Line) Plain() Line {
	l.Versions = slices.Clone(l.Versions)
	for i, v := range l.Versions {
		l.Versions[i] = Version{Commit: v.Commit}
	}
	return l
}

// Reproduce returns the command that asks the same again, as Markdown; "" if it is not known.
func (l Line) Reproduce() string {
	if l.Command == "" {
		return ""
	}
	return "To reproduce:\n" + printable.MarkdownBlock(l.Command, 0)
}

// A Run is one run of a command that plays an experiment, which may go on with earlier ones.
type Run struct {
	Played  int     // matches in this run
	Earlier int     // matches that earlier runs had played
	Seconds float64 // of this run
}

// Text returns how many games an experiment counts, and how many of them this run has played.
func (r Run) Text(games int) string {
	all := plural.Count(games, "game")
	switch {
	case r.Earlier == 0:
		return fmt.Sprintf("%s in %.0f s", all, r.Seconds)
	case r.Played == 0:
		return all + ", all of them of earlier runs"
	}
	return fmt.Sprintf("%s; this run played %s in %.0f s", all, plural.Count(r.Played, "match"), r.Seconds)
}
