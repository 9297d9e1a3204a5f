package referee_test

import (
	"testing"

	"arbiter/docs/reference"
	"arbiter/referee"
)

// "Bots are told in their environment": the variables that a match sets for its limits.
func TestReferenceEnvironment(t *testing.T) {
	reference.Names(t, "docs/processes.md", "limits", []string{referee.ClockVariable, referee.FirstVariable, referee.TurnVariable})
}
