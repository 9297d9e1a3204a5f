package queue_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/server/league"
	"arbiter/server/playing/resolve"
	"arbiter/server/serving/queue"
)

// "A worker starts builtin bots and archives, nothing else", whatever a coordinator
// calls a command.
func TestWorkerStartsNoCommand(t *testing.T) {
	marks := t.TempDir()
	t.Chdir(marks) // where no repository is
	program := filepath.Join(marks, "program")
	if err := os.WriteFile(program, fmt.Appendf(nil, "#!/bin/sh\ntouch '%s/run'\n", marks), 0o755); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(marks, "folder")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	toml := fmt.Appendf(nil, "build = ['%s']\nrun = ['%s']\n", program, program)
	if err := os.WriteFile(filepath.Join(folder, "bot.toml"), toml, 0o644); err != nil {
		t.Fatal(err)
	}
	const want = "a worker plays builtin bots and archives, and starts no command of a coordinator"
	answers := filepath.Join(marks, "answers")
	f := newFarm(t)
	f.worker("a", 1)
	for _, tt := range []struct{ name, typed, archive, want string }{
		{"a command line", "sh -c 'touch " + marks + "/run'", "", want},
		{"a program", program, "", want},
		{"a folder", folder, "", want},
		{"a commit", "git:HEAD:.", "", want},
		{"a command with a name", "mine=sh " + program, "", want},
		{"a command named like a builtin bot", "builtin=sh " + program, "", want},
		{"a builtin bot in capitals", "Builtin:domain/wait", "", want},
		{"a path behind the prefix", "builtin:../" + program, "", `unknown builtin bot "../`},
		{"an absolute path behind the prefix", "builtin:" + program, "", "unknown builtin bot"},
		{"words behind the bot", "builtin:domain/wait; sh " + program, "", "unknown builtin bot"},
		{"an option that there is not", "builtin:domain/random?run=" + program, "", `unknown option "run"`},
		{"an option that names a file", "builtin:heropath/boss?answers=" + answers, "", "plays heropath, not domain"},
		{"nothing", "", "", want},
		{"an archive that is a path", "builtin:domain/wait", "../../" + filepath.Base(marks), "want the SHA-256 of both"},
		{"an archive that is a folder above", "builtin:domain/wait", "..", "want the SHA-256 of both"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			// The digest is right, if the command is started to find out.
			bot := league.NewBot("domain", "x", tt.typed, "", "0123456789abcdef")
			if c, err := (resolve.Resolver{}).One(t.Context(), tt.typed, "domain"); err == nil {
				bot = c.Bot
			}
			_ = os.Remove(filepath.Join(marks, "run")) // of the build
			why, err := queue.Command(t.Context(), f.coordinator.Queue, queue.Task{Bot: bot, Archive: tt.archive})
			if err != nil {
				t.Fatal(err)
			}
			quoted, _ := json.Marshal(tt.typed)
			if !strings.Contains(why, tt.want) || tt.want == want && !strings.Contains(why, string(quoted)) {
				t.Errorf("given back because %q; want the bot and %q", why, tt.want)
			}
			for _, name := range []string{"run", "answers", "answers.new"} {
				if _, err := os.Stat(filepath.Join(marks, name)); err == nil {
					t.Errorf("%s is there: the worker has started it", name)
				}
			}
		})
	}
	t.Run("a builtin bot", func(t *testing.T) {
		c, err := resolve.Resolver{}.One(t.Context(), "mine=builtin:domain/wait", "domain")
		if err != nil {
			t.Fatal(err)
		}
		if why, err := queue.Command(t.Context(), f.coordinator.Queue, queue.Task{Bot: c.Bot}); err != nil || why != "" {
			t.Errorf("%q, %v; want that it is played", why, err)
		}
	})
}
