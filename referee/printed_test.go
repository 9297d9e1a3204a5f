package referee

import (
	"strings"
	"testing"
)

// An answer that cannot be read is told what else its author may have printed.
func TestPrinted(t *testing.T) {
	const (
		nothing = "look for a function that returns nothing"
		quotes  = "printed with its quotes or brackets"
		dict    = "print json.dumps(answer)"
		prompt  = "it begins with a prompt"
		people  = "text for people goes to stderr"
	)
	for answer, want := range map[string]string{
		"None": nothing, "undefined": nothing, "'MOVE 3 4'": quotes, `"MOVE 3 4"`: quotes, "(3, 4, 'U')": quotes, "['IMMO NW']": quotes,
		"{'moves': []}": dict, "numbers? numbers? MOVE 3 4": prompt, "Enter x: MOVE 3 4": prompt, "> MOVE 3 4": "", "turn 1": people, "DEBUG 3": "",
		"MVOE 3 4": "", `{"move": []}`: "", `[{"type": "move"}]`: "", "": "", "3 4 U": "", "MOVE 3 4 5": "",
	} {
		got := printed(answer, "unknown command")
		if (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%q: %q; want %q", answer, got, want)
		}
	}
	if got := printed("move 3 4", `unknown command "move"; commands are in capitals: MOVE`); got != "" {
		t.Errorf("lower case: %q; want nothing beside its reason", got)
	}
}
