package doctor

import (
	"testing"

	"arbiter/docs/reference"
)

// The tutorial names every check of the doctor.
func TestReferenceChecks(t *testing.T) {
	var names []string
	for _, c := range checks() {
		names = append(names, c.name)
	}
	reference.Names(t, "docs/bot-authors.md", "checks", names)
}
