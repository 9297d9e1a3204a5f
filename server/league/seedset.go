package league

import "time"

// A SeedSet is a named list of seeds.
type SeedSet struct {
	Name      string
	Seeds     string // as ParseSeeds reads it, e.g. 1..60, 99
	About     string // a description
	Owner     string `json:"-"` // the name of the token that saved it; "" for nobody's
	CreatedAt time.Time
}
