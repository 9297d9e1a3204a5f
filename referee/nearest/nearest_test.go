package nearest

import (
	"testing"

	"pgregory.net/rapid"
)

// "One that it is the only beginning of, or the one with the fewest letters
// added, left out, changed or exchanged", and none that is far.
func TestOf(t *testing.T) {
	verbs := []string{"games", "bots", "new", "play", "doctor", "verify", "replay", "log", "run", "standings", "check", "serve", "matches", "db", "stats", "version"}
	for typed, want := range map[string]string{
		"paly": "play", "plya": "play", "Play": "play", "standing": "standings", "stand": "standings", "match": "matches", "doc": "doctor",
		"vrsion": "version", "chekc": "check", "ver": "", "banana": "", "x": "", "tournament": "", "": "",
	} {
		if got := Of(typed, verbs); got != want {
			t.Errorf("%q: %q; want %q", typed, got, want)
		}
	}
	if got := Of("deep", []string{"help", "db"}); got != "" {
		t.Errorf("deep: %q; a help text is not what was meant", got)
	}
	if got := Hint("colz", []string{"rows", "cols"}); got != " (did you mean cols?)" {
		t.Errorf("hint %q", got)
	}
}

// The distance is a metric as far as users can tell: 0 for the same word alone,
// and the same in both directions.
func TestDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.StringMatching(`[abc]{0,6}`).Draw(t, "a"), rapid.StringMatching(`[abc]{0,6}`).Draw(t, "b")
		n := distance(a, b)
		if n != distance(b, a) || (n == 0) != (a == b) || n > max(len(a), len(b)) {
			t.Fatalf("distance %d, back %d", n, distance(b, a))
		}
	})
}
