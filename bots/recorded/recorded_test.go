package recorded

import (
	"io"
	"strings"
	"testing"
)

// "Its input then begins with a line that holds the recorded answers of its seat."
func TestInput(t *testing.T) {
	in, err := NewInput(strings.NewReader(`["WAIT 0","MOVE 1 2"]` + "\nfirst input\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"WAIT 0", "MOVE 1 2"} {
		if answer, ok := Next(in); !ok || answer != want {
			t.Errorf("next is %q, %v; want %q", answer, ok, want)
		}
	}
	if answer, ok := Next(in); ok {
		t.Errorf("after the last one %q; want none: the bot's own answer counts", answer)
	}
	if rest, err := io.ReadAll(in); err != nil || string(rest) != "first input\n" {
		t.Errorf("the input is %q, error %v; want what follows the line", rest, err)
	}
	if answer, ok := Next(strings.NewReader("WAIT 0\n")); ok {
		t.Errorf("a bot that joins nothing is told %q", answer)
	}
}

// What is not such a line is told.
func TestInputInvalid(t *testing.T) {
	for text, want := range map[string]string{
		"":            "recorded answers: EOF",
		"7 7\n":       "want a JSON list of strings",
		"{\"a\":1}\n": "want a JSON list of strings",
	} {
		if _, err := NewInput(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v; want %q", text, err, want)
		}
	}
}
