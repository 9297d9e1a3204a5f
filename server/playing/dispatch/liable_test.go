package dispatch

import (
	"fmt"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/server/league"
)

// "Voids that the processor time of a bot's own descendants caused are that bot's: it is
// named and, from the third such in a row, loses them. Voids of a busy machine are nobody's."
func TestOwnVoidsMakeLiable(t *testing.T) {
	match := func(id string) Work {
		return Work{Job: league.Job{ID: id}, Contenders: []Contender{{Bot: league.Bot{ID: "honest"}}, {Bot: league.Bot{ID: "relay"}}}}
	}
	own := fmt.Errorf("seat 1: %w", &referee.LateError{Bot: "relay", Seat: 1, Own: true})
	for _, tt := range []struct {
		name   string
		play   func(w *warner)
		match  string
		liable bool
	}{
		{"nothing yet", func(*warner) {}, "c", false},
		{"one", func(w *warner) { w.failed(match("a"), own) }, "c", false},
		{"two in a row", func(w *warner) { w.failed(match("a"), own); w.failed(match("b"), own) }, "c", true},
		{"another between", func(w *warner) { w.failed(match("a"), own); w.played(match("b")); w.failed(match("c"), own) }, "d", false},
		{"the same match again", func(w *warner) {
			w.failed(match("a"), own)
			w.played(match("b"))
			w.failed(match("a"), own)
			w.played(match("c"))
		}, "a", true},
		{"of a busy machine", func(w *warner) {
			for range 9 {
				w.failed(match("a"), &referee.LateError{Bot: "relay", Seat: 1})
				w.failed(match("a"), &referee.StarvedError{Bot: "relay", Seat: 1})
			}
		}, "a", false},
	} {
		var warnings []string
		w := &warner{warn: func(err error) { warnings = append(warnings, err.Error()) }}
		tt.play(w)
		if got := w.liable(tt.match, "relay"); got != tt.liable {
			t.Errorf("%s: liable is %v; want %v", tt.name, got, tt.liable)
		}
		if w.liable(tt.match, "honest") {
			t.Errorf("%s: its opponent is liable", tt.name)
		}
		if tt.liable && !strings.Contains(strings.Join(warnings, "\n"), `because of bot "relay"`) {
			t.Errorf("%s: warnings %q; want the bot named", tt.name, warnings)
		}
	}
}
