package replay

import (
	"fmt"
	"strings"
	"testing"
)

// Turns without end are refused before they fill the memory.
func TestBuilderRefusesTooManyTurns(t *testing.T) {
	b := builder{rec: Record{Header: Header{Seats: make([]Seat, 1)}}}
	big := []string{strings.Repeat("x", MaxLine/2)}
	want := fmt.Sprintf("turn 8: the turns take more than %d bytes; no record is so long", MaxRecord)
	for number := 1; ; number++ {
		err := b.turn(Turn{Number: number, Answers: []Answer{{Lines: big}}})
		if err == nil && number < 8 {
			continue
		}
		if err == nil || err.Error() != want {
			t.Errorf("turn %d: found %v; want %s", number, err, want)
		}
		return
	}
}

// MaxStderr in its longest form, a turn full of escapes with base64 beside it,
// fits into half a line.
func TestLongestStderrFitsIntoALine(t *testing.T) {
	worst := []byte(strings.Repeat("\x00", MaxStderr-1) + "\xff")
	line := appendTurn(nil, &Turn{Answers: []Answer{{Stderr: worst}}})
	if len(line) > MaxLine/2 {
		t.Errorf("the line has %d bytes; want at most %d", len(line), MaxLine/2)
	}
}
