package resolve_test

import (
	"testing"

	"arbiter/server/playing/resolve"
)

// "It goes by the text alone": what is neither builtin: nor git: is a program,
// whatever it looks like.
func TestKindOf(t *testing.T) {
	t.Chdir(t.TempDir())
	for typed, want := range map[string]resolve.Kind{
		"builtin:domain/greedy":                resolve.KindBuiltin,
		"x=builtin:domain/boss?n=1":            resolve.KindBuiltin,
		"builtin:heropath/boss?answers=/tmp/x": resolve.KindProgram,
		"git:main:bots/mine":                   resolve.KindGit,
		"new=git:main":                         resolve.KindGit,
		"mine@01234567":                        resolve.KindProgram,
		"x y=builtin:domain/greedy":            resolve.KindProgram,
		" builtin:domain/greedy":               resolve.KindProgram,
		"BUILTIN:domain/greedy":                resolve.KindProgram,
		"sh -c x builtin:domain/random":        resolve.KindProgram,
		"":                                     resolve.KindProgram,
	} {
		if got := resolve.KindOf(typed); got != want {
			t.Errorf("%q is %s; want %s", typed, got, want)
		}
	}
}
