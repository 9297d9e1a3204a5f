package league

import "time"

// A SeedSet is a list of seeds under a name.
type SeedSet struct {
	Name      string
	Seeds     string // such as 1..60, 99
	About     string
	CreatedAt time.Time
}
