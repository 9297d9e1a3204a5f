package resolve_test

import (
	"errors"
	"path/filepath"
	"testing"

	"arbiter/server/playing/resolve"
)

// "What is not a builtin bot, or is one with an option that names a file, is a
// NotBuiltinError; it is not looked for, built or started."
func TestOneBuiltin(t *testing.T) {
	file := filepath.Join(t.TempDir(), "answers")
	for _, tt := range []struct{ typed, option string }{
		{"cat", ""}, {".", ""}, {"git:HEAD", ""}, {"x=cat", ""}, {"", ""}, {" builtin:heropath/boss", ""},
		{"builtin:heropath/boss?answers=" + file, "answers"},
		{"mine=builtin:heropath/boss?seed=1&answers=" + file, "answers"},
		{"builtin:heropath/boss?%61nswers=" + file, "answers"},
	} {
		_, err := resolve.Resolver{}.OneBuiltin(tt.typed, "heropath")
		var not resolve.NotBuiltinError
		if !errors.As(err, &not) || not != (resolve.NotBuiltinError{tt.typed, tt.option}) {
			t.Errorf("%s: error %v; want that it is no builtin bot, with the option %q", tt.typed, err, tt.option)
		}
	}
	for _, typed := range []string{"builtin:heropath/boss?time=1s", "mine=builtin:heropath/wait"} {
		c, err := resolve.Resolver{}.OneBuiltin(typed, "heropath")
		same, wrong := resolve.Resolver{}.One(t.Context(), typed, "heropath")
		if err != nil || wrong != nil || c.Bot != same.Bot {
			t.Errorf("%s: %+v, %v; want %+v", typed, c.Bot, err, same.Bot)
		}
	}
}
