package external

import (
	"fmt"
	"strings"
)

// A BrokenError reports a referee that failed: it said so, ended, hung, or sent what is not
// the protocol. It is an error of the machine. The match has no result and no bot a fault.
type BrokenError struct {
	Game   string // its name
	Turn   int    // the last turn that was played; 0 for none
	Why    string
	Stderr string // the last lines that the referee wrote to stderr
	Err    error
}

// Error names the game and quotes the referee's stderr.
func (e *BrokenError) Error() string {
	after := "before its first question"
	if e.Turn > 0 {
		after = fmt.Sprintf("after turn %d", e.Turn)
	}
	text := fmt.Sprintf("game %s: its referee broke down %s: %s", e.Game, after, e.Why)
	if e.Stderr != "" {
		lines := strings.Split(e.Stderr, "\n")
		text += fmt.Sprintf("; its stderr ends with %q", strings.Join(lines[max(0, len(lines)-quoted):], "\n"))
	}
	return text
}

// Broken reports that the referee failed, and neither a bot nor the machine.
func (e *BrokenError) Broken() bool { return true }

// quoted is how many lines of the stderr the text of an error quotes.
const quoted = 4

// Unwrap returns the error of the system, if any.
func (e *BrokenError) Unwrap() error { return e.Err }
