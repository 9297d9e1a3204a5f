package option_test

import (
	"net/url"
	"testing"

	"arbiter/bots/option"
)

// "?level=1..10": anything else is refused with the range.
func TestLevel(t *testing.T) {
	for _, tt := range []struct {
		typed string
		level int
		err   string
	}{
		{"", 0, ""},
		{"level=1", 1, ""},
		{"level=10", 10, ""},
		{"level=0", 0, "option level=0: want 1 to 10"},
		{"level=11", 0, "option level=11: want 1 to 10"},
		{"level=x", 0, "option level=x: want a whole number"},
	} {
		options, err := url.ParseQuery(tt.typed)
		if err != nil {
			t.Fatal(err)
		}
		level, err := option.Level(options)
		if level != tt.level || (err == nil) != (tt.err == "") || err != nil && err.Error() != tt.err {
			t.Errorf("%q: level %d, error %v; want %d, %q", tt.typed, level, err, tt.level, tt.err)
		}
	}
}
