package bots

import (
	"fmt"
	"hash/fnv"
)

// RevisionsOption makes the program arbiter-bot print Revisions.
const RevisionsOption = "--revisions"

// Revisions returns a digest of the names and revisions of all bots. Two programs with the same
// digest have bots that play alike.
func Revisions() string {
	h := fnv.New64a()
	for _, b := range All() {
		fmt.Fprintln(h, b.Path(), b.Revision, b.takes())
	}
	return fmt.Sprintf("%016x", h.Sum64())
}
