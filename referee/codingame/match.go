// Package codingame reads matches that were played on CodinGame, plays their answers through
// the rules, and writes records in a form that tools for that site read. It knows two forms of
// files: what the site answers for the number of a match, and what a local run of the site's
// engine writes. It trusts neither. It does no I/O and knows the rules of no game.
//
//	file -> Read -> Match -> Play -> Played: a record, and whether it is the same to the end
//	record -> Write -> file
package codingame

import (
	"encoding/json"

	"arbiter/referee"
)

// Limits of a file. Real ones are far below: a match of the site has some hundred frames and at
// most a few megabytes, nearly all of which are pictures that are not read.
const (
	MaxFile    = 128 << 20 // bytes of a file with several matches, uncompressed
	MaxMatch   = 32 << 20  // bytes of one match
	MaxMatches = 10_000    // matches of one file
	MaxFrames  = 1 << 16   // frames of one match
	MaxSeats   = 8         // as many as the engine has
	maxKeys    = 1000      // keys of one object
	maxLines   = 1 << 16   // lines of a start, and of an answer
	maxTitles  = 16        // titles of one match
)

// A Match is a match as a file has it.
type Match struct {
	Site    bool         // the site's own answer; false for a local run of the engine
	Number  int64        // of the match on the site; 0 where it has none
	Titles  []string     // of the game and the question, in some languages
	Input   []string     // what the referee was started with: lines key=value, or a test case
	Names   []string     // of the players, by seat; "" where it is not known
	Scores  []int64      // by seat, as the referee gave them; nil where they are not known
	Ranks   []int        // by seat, from 1; nil where they are not known
	Frames  []Frame      // the first is the start
	Failed  string       // why the engine failed; "" if it did not
	Arbiter *Supplement  // what Arbiter has added to its own exports; nil in files of others
	seats   map[int]bool // that the file names
}

// A Frame is one question of the referee with its answer.
type Frame struct {
	Seat    int     // that was asked; -1 where the frame is the referee's own, or says nothing of it
	Answer  *string // as it was printed; nil where there is none
	Stderr  string  // of the seat
	Summary string  // what the referee says of the turn after it, for people: lines
}

// answered reports whether the frame has an answer. Where empty counts, one without any
// character is the answer of an empty line.
func (f *Frame) answered(empty bool) bool {
	return f.Seat >= 0 && f.Answer != nil && (*f.Answer != "" || empty)
}

// A Supplement is what a match of Arbiter has and the engine's form of a file has no place for.
type Supplement struct {
	Game   string          `json:"game"`            // the name of the game
	Setup  json.RawMessage `json:"setup,omitempty"` // an explicit start position
	Faults []FrameFault    `json:"faults,omitempty"`
	Exact  []ExactAnswer   `json:"exact,omitempty"`
}

// A FrameFault is why a frame has no answer.
type FrameFault struct {
	Frame int          `json:"frame"`
	Kind  referee.Kind `json:"kind"`
	Line  string       `json:"line,omitempty"`
	Why   string       `json:"why"`
}

// An ExactAnswer has the exact lines of an answer that is not the text of its frame, such as
// bytes that are not UTF-8.
type ExactAnswer struct {
	Frame int      `json:"frame"`
	Lines [][]byte `json:"lines"` // base64
}

// Seats returns how many seats the match has, as far as the file says.
func (m *Match) Seats() int {
	n := max(len(m.Names), len(m.Scores), len(m.Ranks))
	for seat := range m.seats {
		n = max(n, seat+1)
	}
	return n
}
