package printable_test

import (
	"os/exec"
	"testing"

	"pgregory.net/rapid"

	"arbiter/referee/printable"
)

// A quoted word is one word of a shell, the same one, and nothing in it reaches the
// terminal.
func TestQuote(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	same := func(t interface{ Errorf(string, ...any) }, word string) {
		quoted := printable.Quote(word)
		if printable.Line(quoted) != quoted {
			t.Errorf("%q is quoted with control characters: %q", word, quoted)
		}
		out, err := exec.Command(bash, "-c", "printf %s "+quoted+" && printf .").Output()
		if err != nil || string(out) != word+"." {
			t.Errorf("%q is quoted as %s, which a shell reads as %q, %v", word, quoted, out, err)
		}
	}
	for _, word := range []string{
		"", "bots/mine", "python3 x.py", "it's", "a\nb", "\x1b]0;owned\a", "a\u202eb", "\xff", "$(touch x)", "`x`", "{a,b}", "!!", "a;b", "~", "=ls", "$'x'", "\\", "\r'\\",
		"builtin:domain/boss?nodes=20", "日本", "*", "#x", "-x",
	} {
		same(t, word)
	}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(rapid.RuneFrom([]rune("a'\\\"$`!\n\x1b\u202e ?*{é")), 0, 20, -1).Draw(t, "word")
		same(t, word)
	})
	for word, want := range map[string]string{"bots/mine": "bots/mine", "python3 x.py": "'python3 x.py'", "a\tb": `$'a\011b'`} {
		if got := printable.Quote(word); got != want {
			t.Errorf("%q is quoted as %s; want %s", word, got, want)
		}
	}
}
