package replay_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// A late text belongs to the last turn in which the seat was asked.
func TestStderr(t *testing.T) {
	setup := referee.Setup{Position: json.RawMessage(`{"turns": 4, "alternate": true}`)}
	rec := read(t, record(t, setup, []referee.Player{
		&scripted{replies: []referee.Reply{says("1", "start ", "a"), says("3", " after a", "b")}, last: " after b"},
		&scripted{replies: []referee.Reply{says("2", "", ""), says("4", "late", "")}, last: "end"},
	}))
	for seat, want := range []string{
		`["start "-6 "a after a"-8 ""-0 "b after b"-8 ""-0]`,
		`[""-0 ""-0 "late"-4 ""-0 "end"-3]`,
	} {
		if found := brief(replay.Stderr(rec, seat)); found != want {
			t.Errorf("seat %d: found %s; want %s", seat, found, want)
		}
	}
	rec.Footer = nil // of a cut record, the last words are lost
	const want = `[""-0 ""-0 "late"-4 ""-0 ""-0]`
	if found := brief(replay.Stderr(rec, 1)); found != want {
		t.Errorf("without a footer: found %s; want %s", found, want)
	}
}

// A seat that was never asked can only have spoken before its first input.
func TestStderrOfASeatNeverAsked(t *testing.T) {
	rec := &replay.Record{Turns: make([]replay.Turn, 1), Footer: &replay.Footer{Late: [][]byte{[]byte("x")}}}
	if found := brief(replay.Stderr(rec, 0)); found != `["x"-1 ""-0]` {
		t.Errorf("found %s", found)
	}
}

// brief returns every turn's text and how much of it was late.
func brief(said []replay.TurnStderr) string {
	var turns []string
	for _, s := range said {
		turns = append(turns, fmt.Sprintf("%q-%d", s.Text, s.Late))
	}
	return "[" + strings.Join(turns, " ") + "]"
}
