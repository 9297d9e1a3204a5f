package bots

import "arbiter/referee"

// A Judging makes the judges of a game. Its fields are those of analysis.Judging, whose
// package says what they mean.
type Judging struct {
	Name  string
	Scale float64
	Least float64
	New   func(seat int) Judge // nil for a game without judges
}

// A Judge is what every analysis.Judge is, and nothing that only some are.
type Judge interface {
	Look(m referee.Match)
	Took(answer []string)
	Same(position int, a, b []string) bool
}
