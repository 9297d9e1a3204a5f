// Package human lets a human play a seat. A Guide lists the legal answers of a
// game and checks an answer before the match receives it, for the terminal and
// the web pages alike. A Lobby holds the running matches of the humans who play
// in a browser. Matches and bots are the usual ones: package dispatch plays
// them, and the seat of a human is one more referee.Player.
package human

import (
	"errors"
	"fmt"

	"arbiter/referee"
)

// A Guide helps a human to play one match of a game. Update is called for every
// question before any other method. A Guide is not safe for concurrent use, but
// it keeps no reference to the match, which may continue in another goroutine.
type Guide interface {
	// Help explains the commands.
	Help() string
	// Update takes the question that the seat is asked.
	Update(m referee.Match, ask referee.Ask)
	// Summary describes the legal answers in a line; it may be empty.
	Summary() string
	// Choices returns the legal answers for a page to draw. In games where an
	// answer is a sequence of actions, they are those that can follow the prefix.
	Choices(prefix string) Choices
	// Check returns why a line would be a fault, including those that the rules
	// forgive, or nil.
	Check(line string) error
}

// NewGuide returns the guide for a game. The error says why the game has none.
func NewGuide(game string) (Guide, error) {
	switch game {
	case "ctf":
		return &ctfGuide{}, nil
	case "domain":
		return &domainGuide{}, nil
	case "flames":
		return &flamesGuide{}, nil
	case "keeper":
		return &keeperGuide{}, nil
	}
	return nil, fmt.Errorf("%s is not played by hand: its answer is one document for the whole match; write it to a file and see arbiter score --help", game)
}

// A Point is a cell as [x, y], as in the views: x to the right, y down.
type Point [2]int

// Choices are the legal answers of a game. One field is set.
type Choices struct {
	CTF    *CTFChoices    `json:"ctf,omitempty"`
	Domain *DomainChoices `json:"domain,omitempty"`
	Flames *FlamesChoices `json:"flames,omitempty"`
	Keeper *KeeperChoices `json:"keeper,omitempty"`
}

// A matchCopy is a copy of the match as of a question. It serves games in which
// a seat's faults depend on nothing that is hidden from the seat: there an
// answer can be checked by playing it.
type matchCopy struct {
	match referee.Match
	seat  int
}

// Update copies the match.
func (c *matchCopy) Update(m referee.Match, ask referee.Ask) {
	c.match, c.seat = m.(referee.Cloner).Clone(), ask.Seat
}

// try plays an answer on another copy and returns that. The error is the fault
// in the answer, if any.
func (c *matchCopy) try(line string) (referee.Match, error) {
	m := c.match.(referee.Cloner).Clone()
	before := len(m.Result().Faults)
	m.Answer(c.seat, []string{line})
	m.Step()
	for _, fault := range m.Result().Faults[before:] {
		return m, errors.New(fault.Why)
	}
	return m, nil
}

// Check plays the answer to see whether it is a fault.
func (c *matchCopy) Check(line string) error {
	_, err := c.try(line)
	return err
}
