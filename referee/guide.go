package referee

import "errors"

// A Guided is a Game that says whether and how a human plays it.
type Guided interface {
	Game
	// Guide returns the guide of a human to one match. The error says why the game
	// is not played by hand.
	Guide() (Guide, error)
}

// A Guide helps a human to play one match of a game. Update is called for every
// question before any other method but Help. A Guide is not safe for concurrent use,
// but it keeps no reference to the match, which may continue in another goroutine.
type Guide interface {
	// Help explains the commands.
	Help() string
	// Update takes the question that the seat is asked.
	Update(m Match, ask Ask)
	// Summary describes the legal answers in a line; it may be empty.
	Summary() string
	// Choices returns the legal answers for a page to draw, of the type that the game
	// lists in ViewTypes. Cells are [x, y] as in the views. In games where an answer is
	// a sequence of actions, they are those that can follow the prefix.
	Choices(prefix string) any
	// Check returns why a line would be a fault, including those that the rules
	// forgive, or nil.
	Check(line string) error
}

// A Rehearsal is the part of a Guide that has a copy of the match as of a question,
// a Cloner. It serves games in which a seat's faults depend on nothing that is hidden
// from the seat: there an answer can be checked by playing it.
type Rehearsal struct {
	Match Match
	Seat  int
}

// Update copies the match.
func (r *Rehearsal) Update(m Match, ask Ask) {
	r.Match, r.Seat = m.(Cloner).Clone(), ask.Seat
}

// Try plays an answer on another copy and returns that. The error is the fault in
// the answer, if any.
func (r *Rehearsal) Try(line string) (Match, error) {
	m := r.Match.(Cloner).Clone()
	before := len(m.Result().Faults)
	m.Answer(r.Seat, []string{line})
	m.Step()
	for _, fault := range m.Result().Faults[before:] {
		return m, errors.New(fault.Why)
	}
	return m, nil
}

// Check plays the answer to see whether it is a fault.
func (r *Rehearsal) Check(line string) error {
	_, err := r.Try(line)
	return err
}
