package referee

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Kind names what a bot did wrong.
type Kind string

// The kinds of fault.
const (
	Timeout Kind = "timeout" // no complete answer within the limit
	Crash   Kind = "crash"   // the process ended or closed its output before the answer was complete
	Flood   Kind = "flood"   // more output than an answer may have
	Unasked Kind = "unasked" // output that was there before the turn's input was sent
	Garbled Kind = "garbled" // an answer that is not of the form the protocol asks
	Illegal Kind = "illegal" // a well-formed answer that the rules forbid
)

// A Fault is what a bot did wrong: data for results and replays, and a
// sentence for its author.
type Fault struct {
	Turn int    `json:"turn"`           // turn of the match, from 1
	Seat int    `json:"seat"`           // seat of the bot
	Kind Kind   `json:"kind"`           // what went wrong
	Line string `json:"line,omitempty"` // the text that was wrong, at most MaxQuote bytes
	Why  string `json:"why"`            // what was found and what was expected
	// Forgiven says that the rules let it pass without a price; it is told
	// because its author would want to know.
	Forgiven bool `json:"forgiven,omitempty"`
	// Rule quotes the sentence of the game's page of rules that an Illegal answer
	// breaks, for its author. No record has it: playing the match again tells it.
	Rule string `json:"-"`
	// Stderr is what the bot had written to stderr last, as of a Tail. The rules
	// leave it empty. Play fills it in for the faults of the process and, of those
	// of the rules, for a seat's first one and its first forgiven one.
	Stderr string `json:"stderr,omitempty"`
}

// MaxQuote is the most that a fault keeps of a bot's text, in bytes.
const MaxQuote = 200

// Quote returns text cut to MaxQuote bytes, as valid UTF-8.
func Quote(text string) string {
	text = strings.ToValidUTF8(text[:min(len(text), 2*MaxQuote)], "\uFFFD")
	if len(text) <= MaxQuote {
		return text
	}
	end := MaxQuote - len("...")
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "..."
}

// Error returns the fault as one line:
//
//	turn 12: seat 1: garbled: "MVOE 3 4 7": unknown command "MVOE"; want WAIT, MOVE, FIRE, FREEZE or MINE
func (f Fault) Error() string {
	quoted := ""
	if f.Line != "" || f.Kind == Garbled || f.Kind == Illegal || f.Kind == Unasked {
		quoted = fmt.Sprintf("%q: ", f.Line)
	}
	forgiven := ""
	if f.Forgiven {
		forgiven = " (forgiven)"
	}
	return fmt.Sprintf("turn %d: seat %d: %s: %s%s%s", f.Turn, f.Seat, f.Kind, quoted, f.Why, forgiven)
}
