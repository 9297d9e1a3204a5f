package referee

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// A Tail "keeps the last lines of a bot's stderr, at most TailLines and TailBytes".
func TestTail(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"one line", "no weights\n", "no weights"},
		{"ten lines of twelve", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n", "3\n4\n5\n6\n7\n8\n9\n10\n11\n12"},
		{"blank lines at the end", "why\n\n\n", "why"},
		{"a byte that is no character", "a\xffb", "a\uFFFDb"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var tail Tail
			tail.Add([]byte(tt.text))
			if got := tail.String(); got != tt.want {
				t.Errorf("%q; want %q", got, tt.want)
			}
		})
	}
}

// However the text is divided, the tail is the same.
func TestTailInPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Repeat(rapid.StringMatching(`[a-zäöü\n]{0,40}`).Draw(t, "text"), rapid.IntRange(0, 200).Draw(t, "times"))
		var whole, pieces Tail
		whole.Add([]byte(text))
		for rest := text; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "piece")
			pieces.Add([]byte(rest[:n]))
			rest = rest[n:]
		}
		got := pieces.String()
		if got != whole.String() || !utf8.ValidString(got) || len(got) > TailBytes || strings.Count(got, "\n") >= TailLines {
			t.Fatalf("%q in pieces, %q at once", got, whole.String())
		}
		if rest := strings.TrimRight(text, " \t\r\n"); !strings.HasSuffix(rest, got) {
			t.Fatalf("%q is not the end of %q", got, rest)
		}
	})
}
