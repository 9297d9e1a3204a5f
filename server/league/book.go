package league

import "time"

// A Book is a named list of starts: seeds, which are of no game, or explicit positions of
// one game.
type Book struct {
	Name      string
	Game      string  // of the positions; "" for seeds
	Seeds     string  // as ParseSeeds reads it, e.g. 1..60, 99; "" for positions
	About     string  // a description
	Owner     string  `json:"-"` // the name of the token that saved it; "" for nobody's
	Count     int     // the number of starts
	Starts    []Start `json:",omitempty"` // empty in lists of books
	CreatedAt time.Time
}
