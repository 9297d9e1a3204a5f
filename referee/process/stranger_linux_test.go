package process

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/process/sandbox"
	"arbiter/referee/process/view"
	"arbiter/referee/refereetest"
)

// A stranger is a bot's folder that tries by what it contains to see more than it
// may: its program is to print the file @secret, or to connect to @socket.
type stranger struct {
	name  string
	files map[string]string // @secret, @socket and @home are replaced
	links map[string]string
	cc    []string // how bot.c is compiled
	build string   // a script
}

const shout = "#!/bin/sh\nread line; cat @secret bot-data 2>&1; echo end\n"

func strangers() []stranger {
	return []stranger{
		{name: "a path", files: map[string]string{"run": shout}},
		{name: "a link", files: map[string]string{"run": shout}, links: map[string]string{"bot-data": "@secret"}},
		{name: "a link to a folder", files: map[string]string{"run": "#!/bin/sh\nread line; cat up/* 2>&1; echo end\n"}, links: map[string]string{"up": "@home"}},
		{name: "/proc/self/root", files: map[string]string{"run": "#!/bin/sh\nread line; cat /proc/self/root/@secret /proc/1/root/@secret /proc/self/cwd/../@secret 2>&1; echo end\n"}},
		{name: "a loader", files: map[string]string{
			"bot.c": "int main(void) { return 0; }", "run": "#!/bin/sh\n# ./bot @secret\nread line; ./bot 2>&1; cat @secret 2>&1; echo end\n",
		}, cc: []string{"-Wl,--dynamic-linker=@secret", "-o", "bot"}},
		{name: "a loader of its own", files: map[string]string{"bot.c": "int main(void) { return 0; }"}, cc: []string{"-Wl,--dynamic-linker=@secret", "-o", "run"}},
		{name: "a socket as a loader", files: map[string]string{
			"bot.c": "int main(void) { return 0; }",
			"run":   "#!/bin/sh\n# ./bot\nread line; python3 -c 'import socket; socket.socket(socket.AF_UNIX).connect(\"@socket\"); print(\"the secret\")' 2>&1; echo end\n",
		}, cc: []string{"-Wl,--dynamic-linker=@socket", "-o", "bot"}},
		{name: "libraries", files: map[string]string{
			"bot.c": "int main(void) { return 0; }", "run": "#!/bin/sh\n# ./bot\nread line; cat @home/app/lib/libkey.so @home/app/key 2>&1; echo end\n",
		}, cc: []string{"-L", "@home/app/lib", "-Wl,--no-as-needed,-rpath,@home/app/lib", "-Wl,--allow-shlib-undefined", "-l:libkey.so", "-o", "bot"}},
		{name: "an installation", files: map[string]string{"run": "#!@home/app/bin/tool\n"}},
		{name: "a script that names one", files: map[string]string{"run": "#!/bin/sh\n# @home/app/bin/tool\nread line; cat @home/app/key 2>&1; echo end\n"}},
		{name: "variables", files: map[string]string{"run": "#!/usr/bin/env -S PYTHONPATH=@home JAVA_HOME=@home sh\nread line; cat @secret @home/app/key 2>&1; echo end\n"}},
		{name: "an environment of Python", files: map[string]string{".venv/pyvenv.cfg": "home = @home/app/bin\n", ".venv/bin/run": shout, "run": shout}},
		{name: "a version", files: map[string]string{".python-version": "../../../../../../../../@secret\n", "run": shout}, links: map[string]string{".node-version": "@secret"}},
		{name: "its build's links", files: map[string]string{"run": shout}, build: "ln -sf @secret bot-data; ln -sf @home up; ln @secret hard; rm bot.toml; ln -s @secret bot.toml; cat @secret"},
		{name: "its build", files: map[string]string{"run": shout}, build: "cat @secret @home/app/key > bot-data; cat @secret >&2; exit 1"},
	}
}

// "Nothing that a bot's folder contains adds to its view", by a build, a start or a
// match, whatever its files name: what others keep in files with any mode, and their
// services, stay out of reach.
func TestBoxOfAStranger(t *testing.T) {
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("no C compiler here") // make test installs it; go test alone takes what there is
	}
	for _, s := range strangers() {
		t.Run(s.name, func(t *testing.T) {
			home, dir := worldReadable(t), worldReadable(t)
			secret := filepath.Join(home, "key")
			write := func(name, text string, mode os.FileMode) {
				t.Helper()
				if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), mode)); err != nil {
					t.Fatal(err)
				}
			}
			write(secret, "the secret\n", 0o644)
			write(filepath.Join(home, "app/key"), "the secret\n", 0o644)
			write(filepath.Join(home, "app/lib/x"), "", 0o644)
			write(filepath.Join(home, "app/bin/tool"), "#!/bin/sh\nread line; cat "+home+"/app/key; echo end\n", 0o755)
			socket := filepath.Join(home, "s")
			refereetest.Listen(t, "unix", socket)
			if err := os.Chmod(socket, 0o777); err != nil {
				t.Fatal(err)
			}
			at := strings.NewReplacer("@secret", secret, "@socket", socket, "@home", home).Replace
			compile := func(args ...string) {
				t.Helper()
				c := exec.Command("cc", args...)
				c.Dir = dir
				if out, err := c.CombinedOutput(); err != nil {
					t.Fatalf("cc: %v\n%s", err, out)
				}
			}
			write(filepath.Join(dir, "key.c"), `const char key[] = "the secret";`, 0o644)
			compile("-shared", "-fPIC", "-o", filepath.Join(home, "app/lib/libkey.so"), "key.c")
			if err := os.Remove(filepath.Join(dir, "key.c")); err != nil {
				t.Fatal(err)
			}
			for name, text := range s.files {
				write(filepath.Join(dir, name), at(text), 0o755)
			}
			for name, to := range s.links {
				if err := os.Symlink(at(to), filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
			if len(s.cc) > 0 {
				args := []string{"bot.c"}
				for _, arg := range s.cc {
					args = append(args, at(arg))
				}
				compile(args...)
			}
			write(filepath.Join(dir, "bot.toml"), "run = \"./run\"\n", 0o644)
			spec := Spec{Name: "stranger", Dir: dir, Command: []string{"./run"}}
			if s.build != "" {
				spec.Build = []string{"sh", "-c", at(s.build)}
			}
			if said := told(t, spec, boxed(t)); strings.Contains(said, "the secret") {
				t.Errorf("it got %q", said)
			}
			// An attack that never works shows nothing.
			if said := told(t, spec, new(Table)); !strings.Contains(said, "the secret") && s.name != "a loader of its own" {
				t.Errorf("without a box it got only %q", said)
			}
		})
	}
}

// told builds a bot, reads its folder again and plays it, and returns all that
// somebody is told of that.
func told(t *testing.T, spec Spec, table *Table) string {
	t.Helper()
	output, err := Build(t.Context(), spec, BuildOptions{Isolation: table.Isolation, Cache: filepath.Join(t.TempDir(), "cache")})
	said := fmt.Sprintln(output, err)
	_, err = Resolve(spec.Dir)
	said += fmt.Sprintln(err)
	p, err := table.Start(spec)
	if err != nil {
		return said + err.Error()
	}
	defer p.Close()
	for turn := 1; turn < 10; turn++ {
		reply := ask(t, p, referee.Ask{Turn: turn, Input: []byte("1\n"), Lines: 1, Limit: time.Minute})
		said += fmt.Sprintln(reply.Lines, reply.Fault, string(reply.Stderr), string(reply.Late))
		if reply.Fault != nil {
			break
		}
	}
	return said
}

// "A runtime is not writable by others": a folder in PATH that anybody may fill shows
// nothing to bots.
func TestBoxOfAWritablePath(t *testing.T) {
	dir := worldReadable(t)
	for name, text := range map[string]string{"lib/python3.11/os.py": "", "bin/python3": "#!/bin/sh\necho mine\n", "key": "the secret\n"} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	box, err := sandbox.Open(sandbox.Settings{Settings: view.Settings{Environ: []string{"PATH=" + dir + "/bin:/usr/bin:/bin"}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { box.Close() })
	for _, r := range box.View().Runtimes {
		if strings.HasPrefix(r.Path, dir) {
			t.Errorf("%s is shown", r.Path)
		}
	}
}
