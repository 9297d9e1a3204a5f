package resolve_test

import (
	"os"
	"slices"
	"testing"

	"arbiter/referee/process"
	"arbiter/server/playing/resolve"
)

// "Names take the part of what was typed that differs": whatever was typed, different
// bots have different names, the same bot typed twice has one, and what is stored as typed
// gives the same bot and the same name when it is resolved alone.
func TestNamesTakeWhatDiffers(t *testing.T) {
	r := newHostileRepository(t)
	for path, text := range map[string]string{
		"v1/sol.sh": "1", "v2/sol.sh": "2", "x/v1/sol.sh": "3", "sol.sh": "4", "copy/sol.sh": "4",
		"v1/sol/bot.toml": "run = \"cat 1\"", "v2/sol/bot.toml": "run = \"cat 2\"", "sol/bot.toml": "run = \"cat 3\"", "x/v1/sol/bot.toml": "run = \"cat 5\"",
		"v1/named/bot.toml": "name = \"mine\"\nrun = \"cat 1\"", "v2/other/bot.toml": "name = \"mine\"\nrun = \"cat 2\"",
		"v1/sol.py": "1", "v2/sol.py": "2",
	} {
		r.write(path, text)
	}
	r.git("add", ".")
	r.git("commit", "--quiet", "--message", "one")
	r.write("sol/bot.toml", "run = \"cat 4\"")
	r.git("commit", "--quiet", "--all", "--message", "two")
	commit := r.git("rev-parse", "HEAD")[:40]
	r.write("sol/bot.toml", "run = \"cat 9\"")
	for _, path := range []string{"v1/prog", "v2/prog"} {
		if err := os.WriteFile(path, []byte("#!/bin/sh\n#"+path), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name        string
		typed, want []string
	}{
		{"folders", []string{"v1/sol", "v2/sol"}, []string{"v1/sol", "v2/sol"}},
		{"depth", []string{"sol", "v1/sol", "x/v1/sol"}, []string{"sol", "v1/sol", "x/v1/sol"}},
		{"from elsewhere", []string{"./v1/sol/", "./v2/../v2/sol"}, []string{"v1/sol", "v2/sol"}},
		{"named in bot.toml", []string{"v1/named", "v2/other"}, []string{"mine-named", "mine-other"}},
		{"alone", []string{"v1/sol", "v1/named"}, []string{"sol", "mine"}},
		{"the same twice", []string{"v1/sol", "v2/sol", "./v1/sol"}, []string{"v1/sol", "v2/sol", "v1/sol"}},
		{"twice, alone", []string{"v1/sol", "v1/sol"}, []string{"sol", "sol"}},
		{"a copy", []string{"sh sol.sh", "sh copy/sol.sh"}, []string{"sol", "sol"}},
		{"scripts", []string{"sh v1/sol.sh", "sh v2/sol.sh"}, []string{"v1/sol", "v2/sol"}},
		{"scripts and an argument", []string{"sh v1/sol.sh 1", "sh v2/sol.sh 1", "sh v2/sol.sh 2"}, []string{"v1/sol", "v2/sol-1", "v2/sol-2"}},
		{"two arguments", []string{"sh sol.sh 1 1", "sh sol.sh 1 2", "sh sol.sh 2 2"}, []string{"sol-1-1", "sol-1-2", "sol-2"}},
		{"paths that end alike", []string{"sh -e /a/one/x", "sh -e /b/one/x"}, []string{"sh-a/one/x", "sh-b/one/x"}},
		{"programs", []string{"v1/prog", "v2/prog"}, []string{"v1/prog", "v2/prog"}},
		{"sources", []string{"v1/sol.py", "v2/sol.py"}, []string{"v1/sol", "v2/sol"}},
		{"a program and a script", []string{"v1/sol.py", "sh sol.sh"}, []string{"v1/sol", "sol"}},
		{"a program with an argument", []string{"v1/prog", "v1/prog -v"}, []string{"v1/prog", "prog-v"}},
		{"a commit and the working tree", []string{"sol", "git:HEAD:sol", "git:HEAD~1:sol"}, []string{"sol", "sol@HEAD", "sol@HEAD~1"}},
		{"one commit", []string{"git:HEAD:v1/sol", "git:HEAD:v2/sol"}, []string{"v1/sol@HEAD", "v2/sol@HEAD"}},
		{"a hash", []string{"sol", "git:" + commit + ":sol"}, []string{"sol", "sol@" + commit[:12]}},
		{"a name that is taken", []string{"sol=sh sol.sh", "v1/sol"}, []string{"sol", "v1/sol"}},
		{"a builtin bot of that name", []string{"random=sh sol.sh", "builtin:keeper/random"}, []string{"random", "random"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := resolve.Resolver{Build: process.BuildOptions{Cache: t.TempDir()}}
			found, err := r.All(t.Context(), tt.typed, "keeper")
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, c := range found {
				names = append(names, c.Bot.Name)
				again, err := r.One(t.Context(), c.Bot.Typed, "keeper")
				if err != nil || again.Bot != c.Bot || again.Spec.Name != c.Bot.Name {
					t.Errorf("%s is resolved alone to %+v, %v; want %+v", c.Bot.Typed, again.Bot, err, c.Bot)
				}
			}
			if !slices.Equal(names, tt.want) {
				t.Errorf("names %q; want %q", names, tt.want)
			}
		})
	}
}
