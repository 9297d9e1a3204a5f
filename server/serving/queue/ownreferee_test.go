package queue

import (
	"testing"

	"arbiter/referee"
	"arbiter/referee/games/keeper"
	"arbiter/server/playing/dispatch"
)

// "Farm workers do not play games with a referee of their own; the coordinator does."
func TestOwnRefereeStaysHome(t *testing.T) {
	var c Coordinator
	if !c.travels(t.Context(), dispatch.Work{Game: keeper.Game{}}) {
		t.Error("a match of keeper stays at home")
	}
	if c.travels(t.Context(), dispatch.Work{Game: struct{ referee.Rereader }{}}) {
		t.Error("a match whose referee is a program of its own travels")
	}
}
