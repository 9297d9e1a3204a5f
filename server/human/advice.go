// Package human lets a person play a seat. An Advice tells what may be answered
// and checks an answer before the match gets it, for the terminal and for the
// pages alike; a Lobby holds the running matches of the people who play in a
// browser. Matches and bots are those of everybody: dispatch plays them.
package human

import (
	"errors"
	"fmt"

	"arbiter/referee"
)

// An Advice helps a person to play one match of a game. See is called for
// every question, before the other methods are. It is not safe for concurrent
// use, but it copies what it needs: the match may go on meanwhile.
type Advice interface {
	// Help explains the commands.
	Help() string
	// See takes what the seat is asked.
	See(m referee.Match, ask referee.Ask)
	// Words tells what may be answered now; it may be empty.
	Words() string
	// Choices tells the same for a page to draw, after the beginning of an
	// answer where answers have several actions that are played in turn.
	Choices(begun string) Choices
	// Check returns why a line is no good answer: it would be a fault, also one
	// that the rules forgive.
	Check(line string) error
}

// NewAdvice returns the advice for a game.
func NewAdvice(game string) (Advice, error) {
	switch game {
	case "ctf":
		return &ctfAdvice{}, nil
	case "domain":
		return &domainAdvice{}, nil
	case "flames":
		return &flamesAdvice{}, nil
	case "keeper":
		return &keeperAdvice{}, nil
	}
	return nil, fmt.Errorf("%s is not played by hand: its answer is one document for the whole match; write it to a file and see arbiter score --help", game)
}

// A Point is a cell as [x, y], as in the views: x to the right, y down.
type Point [2]int

// Choices is what may be answered now, by game.
type Choices struct {
	CTF    *CTFChoices    `json:"ctf,omitempty"`
	Domain *DomainChoices `json:"domain,omitempty"`
	Flames *FlamesChoices `json:"flames,omitempty"`
	Keeper *KeeperChoices `json:"keeper,omitempty"`
}

// A position is a copy of the match at a question. In games where a seat's
// faults depend on nothing that is hidden from it, an answer is tried there.
type position struct {
	match referee.Match
	seat  int
}

// See copies the match.
func (p *position) See(m referee.Match, ask referee.Ask) {
	p.match, p.seat = m.(referee.Cloner).Clone(), ask.Seat
}

// after plays an answer on another copy. The error is the fault that it is.
func (p *position) after(line string) (referee.Match, error) {
	m := p.match.(referee.Cloner).Clone()
	before := len(m.Result().Faults)
	m.Answer(p.seat, []string{line})
	m.Step()
	for _, fault := range m.Result().Faults[before:] {
		return m, errors.New(fault.Why)
	}
	return m, nil
}

// Check plays the answer to see whether it is a fault.
func (p *position) Check(line string) error {
	_, err := p.after(line)
	return err
}
