package referee

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Kind names what a bot did wrong.
type Kind string

// The kinds of fault. Kinds says what each means.
const (
	Timeout Kind = "timeout"
	Crash   Kind = "crash"
	Flood   Kind = "flood"
	Unasked Kind = "unasked"
	Garbled Kind = "garbled"
	Illegal Kind = "illegal"
)

// A KindInfo is what everything outside of the match loop knows of a kind of
// fault. Filters, the API, help, completion, the pages, the documents and the
// doctor take it from here.
type KindInfo struct {
	Kind   Kind
	About  string // what happened, one sentence
	Title  string // the same as a noun, for lists: "a crash: the program ended"
	Advice string // what its author can do about it
	// Rule is the sentence of docs/processes.md that it breaks. It is empty for a
	// kind that breaks the rules of a game.
	Rule string
	// Quoted says that the bot's text itself is wrong. It is quoted even when it is
	// empty.
	Quoted bool
	// OfTime says that it depends on how fast the machine is, so that another
	// one may see none with the same answers.
	OfTime bool
}

// Kinds returns the kinds of fault: first the kinds of the process, then the kinds of
// the rules.
func Kinds() []KindInfo {
	return []KindInfo{
		{
			Kind: Timeout, OfTime: true,
			About:  "There was no complete answer within the limit.",
			Title:  "no answer in time",
			Advice: "flush; check the limits of the first turn and of the others; count the lines that the game asks for",
			Rule:   "The time of an answer runs from just before the input is written until its last byte arrives.",
		},
		{
			Kind: Crash, OfTime: true,
			About:  "The process ended, or closed its stdout, before the answer was complete.",
			Title:  "a crash: the program ended",
			Advice: "read the end of its stderr; feed it this input by hand",
			Rule:   "Each match runs the bot as one process, which is started before the first turn and killed after the last.",
		},
		{
			Kind:   Flood,
			About:  "A line or a document exceeded the maximum length.",
			Title:  "more output than an answer may have",
			Advice: "end each line with \\n",
			Rule:   "A line has at most 65 536 bytes.",
		},
		{
			Kind: Unasked, Quoted: true,
			About:  "There was output before the input of the turn was sent, or before anything of it was read.",
			Title:  "output that nobody asked for",
			Advice: "write exactly one answer to each input; write debug output to stderr",
			Rule:   "write one answer for each input; write debug output to stderr",
		},
		{
			Kind: Garbled, Quoted: true,
			About:  "The answer is not of the form that the game asks for.",
			Title:  "an answer that cannot be read",
			Advice: "print the answer in exactly the form that the game asks for, and nothing else on stdout",
		},
		{
			Kind: Illegal, Quoted: true,
			About:  "The answer is of the right form, and the rules of the game forbid it.",
			Title:  "an answer that the rules forbid",
			Advice: "see the rules of the game",
		},
	}
}

// Info returns what is known of a kind. A kind that is not in Kinds, such as one of a newer
// build, has its name alone.
func (k Kind) Info() KindInfo {
	for _, info := range Kinds() {
		if info.Kind == k {
			return info
		}
	}
	return KindInfo{Kind: k, Title: "a fault: " + string(k)}
}

// A Fault is what a bot did wrong: data for results and replays, and a
// sentence for its author.
type Fault struct {
	Turn int    `json:"turn"`           // turn of the match, from 1
	Seat int    `json:"seat"`           // seat of the bot
	Kind Kind   `json:"kind"`           // what went wrong
	Line string `json:"line,omitempty"` // the text that was wrong, at most MaxQuote bytes
	Why  string `json:"why"`            // what was found and what was expected
	// Forgiven says that the rules let it pass without a price. It is still reported, because
	// the author would want to know.
	Forgiven bool `json:"forgiven,omitempty"`
	// Rule quotes the sentence of the game's page of rules that an Illegal answer
	// breaks, for its author. No record has it: playing the match again tells it.
	Rule string `json:"-"`
	// Stderr is what the bot last wrote to stderr, at most a Tail of it. The rules leave it
	// empty. Play sets it in faults of the process, and in a seat's first fault by the rules
	// and its first forgiven one.
	Stderr string `json:"stderr,omitempty"`
	// Exit says how the process of a Crash ended; Why says it in words. It is not stored.
	Exit Exit `json:"-"`
	// Waiting says of a Timeout that the bot had read its whole input and waited for more. It is
	// not stored.
	Waiting bool `json:"-"`
}

// An Exit is how the process of a bot ended.
type Exit struct {
	Signal string // the name of the signal that ended it, as SIGSEGV; "" for none
	Memory bool   // it had, or asked for, more memory than a bot may have
	Clean  bool   // it ended by itself, with status 0
}

// What differs between faults that have one cause.
var (
	quotes  = regexp.MustCompile(`"(\\.|[^"\\])*"`)
	numbers = regexp.MustCompile(`0x[0-9a-f]+|-?\d+(\.\d+)?`)
)

// Pattern returns Why with "..." in place of quoted texts and # in place of numbers and
// addresses. Faults with one cause have the same pattern, so that they can be told once.
func (f Fault) Pattern() string {
	return numbers.ReplaceAllString(quotes.ReplaceAllString(f.Why, `"..."`), "#")
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
//
// Its Hint follows behind that.
func (f Fault) Error() string {
	quoted := ""
	if f.Line != "" || f.Kind.Info().Quoted {
		quoted = fmt.Sprintf("%q: ", f.Line)
	}
	forgiven := ""
	if f.Forgiven {
		forgiven = " (forgiven)"
	}
	return fmt.Sprintf("turn %d: seat %d: %s: %s%s%s%s", f.Turn, f.Seat, f.Kind, quoted, f.Why, f.Hint(), forgiven)
}

// Hint returns what the author of an answer that could not be read has probably done, behind a
// semicolon; "" where its text does not tell.
func (f Fault) Hint() string {
	if f.Kind != Garbled {
		return ""
	}
	return cmp.Or(EncodingHint(f.Line), lineEnds(f.Line), printed(f.Line, f.Why))
}
