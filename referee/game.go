// Package referee defines what a programming game is and plays matches of it:
// Game deals a Match, Players answer for its seats, Play runs the loop.
// It does no I/O and knows no rules; games live under referee/games, bots as
// processes under referee/process, recordings under referee/replay.
package referee

import (
	"encoding/json"
	"time"
)

// A Game deals matches. Implementations are stateless values.
type Game interface {
	// Info describes the game; it never changes while the program runs.
	Info() Info
	// New deals a match. The same setup gives the same match. An error names
	// the field of the setup that is wrong and what was expected.
	New(setup Setup, seats int) (Match, error)
}

// Info is what everybody but the rules needs to know of a game.
type Info struct {
	Name     string        // key in URLs, replays and renderers: lower-case letters
	Title    string        // the statement's title
	Rules    int           // grows when Step would play an old record differently
	MinSeats int           // fewest seats of a match
	MaxSeats int           // most seats of a match; 1 for a solo game
	First    time.Duration // limit for a seat's first answer
	Turn     time.Duration // limit for each later answer
	Seed     string        // one sentence: what a seed decides
	Answers  int           // most answers of a seat in a match that is dealt from a seed; 0: unknown
	Unit     string        // what the score of a solo game counts, such as "HP"
	Relative bool          // the statement ranks by relative scores, and the game is a Scaler
	Lowest   int64         // least score of a solo game on a dealt start; a relative one, if Relative is set
	Highest  int64         // most; Lowest and Highest are 0 where the game does not know them

	Scoring // the zero value means whole numbers, the larger one better
}

// Solo reports whether the game is played by one seat alone.
func (i Info) Solo() bool { return i.MaxSeats == 1 }

// A Setup says where a match starts: at the position that Seed deals or, when
// Position is not nil, at that explicit position.
type Setup struct {
	Seed     int64           // what it decides, Info.Seed says; all 64 bits count
	Position json.RawMessage // an explicit start position, in the game's own fields; nil: dealt from Seed
}

// A Match is one game in progress. It is not safe for concurrent use. The loop is:
//
//	defer m.Close()
//	for !m.Over() {
//		every seat in m.Asked() gets m.Input and then exactly one m.Answer or m.Drop
//		m.Step()
//	}
//	return m.Err()
//
// Turns are numbered from 1: the first Step plays turn 1. The match of a game that is
// computed here embeds Pure: it has no clock, goroutine or I/O. Behind any other stands a
// process, which starts when the match is first asked anything.
type Match interface {
	// Over reports whether the match has ended. One that the machine failed to play is over
	// too, and then Err says why.
	Over() bool
	// Err returns why the machine could not play the match to its end; nil for a match that
	// goes on or has a result. After an error the match has no result, and has to be played
	// again.
	Err() error
	// Close releases what the match holds of the machine, such as a process. What has been
	// played can still be read. Closing again does nothing.
	Close() error
	// Asked returns the seats that answer in this turn: one (alternate
	// moves), several (simultaneous) or none (the turn plays itself).
	Asked() Seats
	// Input appends to dst exactly what the asked seat is sent in this turn,
	// fog applied, every line ended by "\n". Calling it again changes nothing.
	Input(seat int, dst []byte) []byte
	// Lines returns how many lines make the seat's answer complete, or
	// Document when the answer is one JSON document.
	Lines(seat int) int
	// Limit returns the time for the asked seat's answer, 0 for no limit. usual is the time by
	// the limits of the match.
	Limit(seat int, usual time.Duration) time.Duration
	// Took is called before Answer with the time that an asked seat took, by the clock of its
	// limit.
	Took(seat int, d time.Duration)
	// Answer takes an asked seat's answer, without line ends (for Document: one element, the
	// text as it came), and keeps it for Step. It takes any text. What is wrong with the text
	// becomes a Fault in Result, with the consequence that the rules give.
	Answer(seat int, lines []string)
	// Drop is called in place of Answer when an asked seat gave none. f says why, with Turn and
	// Seat set. The rules decide the consequence.
	Drop(seat int, f Fault)
	// Step plays the turn.
	Step()
	// Attributes returns numbers of the start position that results can be
	// filtered by, in a fixed order, or nil.
	Attributes() []Attribute
	// Scene returns what never changes in the match (map, limits, fixed
	// attributes), for a viewer; it marshals to a JSON object.
	Scene() any
	// View returns what a viewer draws: a snapshot after the last Step (before
	// the first one: of the start) and that turn's events in the order the
	// rules resolve them. It marshals to a JSON object and is valid until the
	// next Step. Games with big worlds list only what changed.
	View() any
	// Board appends the position as text for a terminal.
	Board(dst []byte) []byte
	// AppendState appends a canonical encoding of everything the last Step
	// could have changed. Two builds that play alike give the same bytes.
	AppendState(dst []byte) []byte
	// Result returns scores, ranks and faults. Before the match is over it returns the standing
	// so far, with an empty Reason.
	Result() Result
}

// Pure is embedded in a match that this process computes. Its steps cannot fail, its rules
// leave the limits as they are, and Close is empty.
type Pure struct{}

// Err implements Match.
func (Pure) Err() error { return nil }

// Close implements Match.
func (Pure) Close() error { return nil }

// Limit implements Match. It returns the usual limit.
func (Pure) Limit(_ int, usual time.Duration) time.Duration { return usual }

// Took implements Match.
func (Pure) Took(int, time.Duration) {}

// Document is what Lines returns when an answer is one JSON document, which
// may span lines.
const Document = -1
