package league

import "time"

// Findings are what an experiment that chooses a Series has come to so far: which commit
// made a bot weaker, or how strong a bot was after each of its commits. They are kept
// with the tournament for its page; nothing that is played depends on them.
type Findings struct {
	Tournament string
	Kind       FindingsKind
	Path       string // of the bot in its repository
	Sentence   string // what they come to
	Document   []byte // what the command prints with --json; in a list, nil
	ChangedAt  time.Time
}

// A FindingsKind says which command found something.
type FindingsKind string

// The kinds.
const (
	OfBisect  FindingsKind = "bisect"  // the document is bisect.Findings
	OfHistory FindingsKind = "history" // the document is history.Findings
)
