package resolve_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"arbiter/referee/process"
	"arbiter/server/league"
	"arbiter/server/playing/resolve"
)

// "A file, or a program of PATH, whose own name contains = is no such pair."
func TestSplitName(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a=b", []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", here+string(filepath.ListSeparator)+os.Getenv("PATH"))
	for _, tt := range []struct{ typed, name, bot string }{
		{"new=./bot", "new", "./bot"},
		{"new=python3 bot.py --level=3", "new", "python3 bot.py --level=3"},
		{"v1.2-rc=git:main:bots/mine", "v1.2-rc", "git:main:bots/mine"},
		{"boss=builtin:domain/boss?nodes=20", "boss", "builtin:domain/boss?nodes=20"},
		{"builtin:domain/boss?nodes=20", "", "builtin:domain/boss?nodes=20"},
		{"python3 bot.py --level=3", "", "python3 bot.py --level=3"},
		{"./bot=3", "", "./bot=3"},
		{"a=b", "", "a=b"},
		{"a=b --fast", "", "a=b --fast"},
		{"=bot", "", "=bot"},
		{"bot=", "", "bot="},
		{"mine@4f2a1234", "", "mine@4f2a1234"},
	} {
		name, bot := resolve.SplitName(tt.typed)
		if name != tt.name || bot != tt.bot {
			t.Errorf("%s: %q and %q; want %q and %q", tt.typed, name, bot, tt.name, tt.bot)
		}
		if got := resolve.WithName(name, bot); got != tt.typed {
			t.Errorf("%s: together %q", tt.typed, got)
		}
	}
}

// "Command lines that would have the same name are called after the first
// argument that differs." One that is alone keeps its program's, and what is
// stored as typed gives the same bot when it is resolved alone.
func TestTellsCommandLinesApart(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("bot.sh", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		typed []string
		want  []string
	}{
		{"the class of a program", []string{"sh -c Alpha", "sh -c Beta"}, []string{"sh-Alpha", "sh-Beta"}},
		{"the value of an option", []string{"sh bot.sh --level=1", "sh bot.sh --level=20"}, []string{"bot-1", "bot-20"}},
		{"one without the argument", []string{"sh bot.sh", "sh bot.sh -v"}, []string{"bot", "bot-v"}},
		{"a path", []string{"sh -e /tmp/a/one", "sh -e /tmp/b/two"}, []string{"sh-one", "sh-two"}},
		{"alone", []string{"sh -c Alpha", "cat -u"}, []string{"sh", "cat"}},
		{"the same twice", []string{"sh -c Alpha", "sh -c Alpha"}, []string{"sh", "sh"}},
		{"given", []string{"new=sh -c Alpha", "sh -c Beta"}, []string{"new", "sh"}},
		{"builtin bots", []string{"builtin:keeper/random?seed=1", "builtin:keeper/random?seed=2"}, []string{"random?seed=1", "random?seed=2"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := resolve.Resolver{}
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

// "Source files of the same name are told apart by their extensions", in any company
// the same; those that differ in their folders, by these.
func TestTellsSourcesApart(t *testing.T) {
	programs := t.TempDir() // which are looked for and not run
	for _, name := range []string{"python3", "node"} {
		if err := os.WriteFile(filepath.Join(programs, name), nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", programs)
	t.Chdir(t.TempDir())
	for _, name := range []string{"mine.py", "mine.js", "other/mine.py", "else.py"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r := resolve.Resolver{Build: process.BuildOptions{Cache: t.TempDir()}}
	for _, tt := range []struct{ typed, want []string }{
		{[]string{"mine.py", "mine.js"}, []string{"mine-py", "mine-js"}},
		{[]string{"mine.py", "mine.js", "else.py"}, []string{"mine-py", "mine-js", "else"}},
		{[]string{"mine.py", "else.py"}, []string{"mine", "else"}},
		{[]string{"mine.py", "other/mine.py"}, []string{"mine", "other/mine"}},
		{[]string{"a=mine.py", "mine.js"}, []string{"a", "mine"}},
	} {
		found, err := r.All(t.Context(), tt.typed, "keeper")
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, c := range found {
			names = append(names, c.Bot.Name)
		}
		if !slices.Equal(names, tt.want) {
			t.Errorf("%q: names %q; want %q", tt.typed, names, tt.want)
		}
	}
}

// "It is empty or too long, or has control or bidirectional characters."
func TestNamesAreRestricted(t *testing.T) {
	for _, name := range []string{"", "a\x1b[2J", "a\rb", "a\nb", "a\u202eb", "a\u2066b", "\xff", string(make([]byte, league.MaxName+1))} {
		if league.CheckName(name) == nil {
			t.Errorf("%q is accepted", name)
		}
	}
	for _, name := range []string{"random?seed=1", "日本語 é", "a b"} {
		if err := league.CheckName(name); err != nil {
			t.Error(err)
		}
	}
}
