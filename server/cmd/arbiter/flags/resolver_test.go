package flags

import (
	"testing"

	"arbiter/bots"
	"arbiter/server/playing/dispatch"
)

// A bot reads the seed of a match from the variable that the referee sets.
func TestSeedVariable(t *testing.T) {
	if bots.SeedVariable != dispatch.SeedVariable {
		t.Errorf("bots read %s; the referee sets %s", bots.SeedVariable, dispatch.SeedVariable)
	}
}
