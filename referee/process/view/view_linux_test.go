//go:build linux && cgo

package view_test

import (
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee/process/sandbox"
	"arbiter/referee/process/view"
)

// boxes returns a sandbox whose boxes have private roots.
func boxes(t *testing.T, settings view.Settings) *sandbox.Sandbox {
	t.Helper()
	s, err := sandbox.Open(sandbox.Settings{Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if !s.Protections().On("files") {
		t.Skip(s.Protections().Missing()) // the canary's tests tell what there is without
	}
	return s
}

// output runs what a search finds in a box, and returns what it says on stdout and
// stderr.
func (l *layout) output(s *sandbox.Sandbox) (string, error) {
	l.Helper()
	found, err := s.View().Find(l.search)
	if err != nil {
		return "", err
	}
	null, err := os.Open("/dev/null")
	if err != nil {
		return "", err
	}
	defer null.Close()
	r, w, err := os.Pipe()
	if err != nil {
		return "", err
	}
	defer r.Close()
	p, err := s.Start(sandbox.Command{
		Program: found.Program, Args: found.Args, Env: append(s.View().Environ(), found.Env...), Dir: l.search.Dir,
		Show: found.Show, Links: found.Links, Files: [3]int{int(null.Fd()), int(w.Fd()), int(w.Fd())},
	})
	w.Close()
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(r)
	_, waited := unix.Wait4(p.Pid(), nil, 0, nil)
	_, ended := p.Close(time.Minute)
	return strings.TrimSpace(l.short(string(text))), errors.Join(err, waited, ended)
}

// The layouts of pyenv, virtual environments, conda, uv, mise, nvm, SDKMAN, rustup,
// rbenv, .NET, of links between them and of homes run in boxes.
func TestLayoutsRun(t *testing.T) {
	for _, tt := range layouts() {
		t.Run(tt.name, func(t *testing.T) {
			l := newLayout(t, tt.path...)
			tt.build(l)
			l.search.Command = strings.Fields(l.at(tt.run))
			said, err := l.output(boxes(t, l.settings))
			if err != nil || said != tt.want {
				t.Errorf("%q, %v; want %q", said, err, tt.want)
			}
		})
	}
}

// "Nothing that a bot's folder contains adds to its view": whatever its files name,
// neither another bot, a home nor a folder that is no runtime can be read.
func TestStrangersNameWhatTheyLike(t *testing.T) {
	for _, tt := range []struct {
		name, file, text string
	}{
		{"a variable", "bot", "#!/usr/bin/env -S PYTHONPATH=ROOT/home/me/private sh\n"},
		{"a home", "bot", "#!/usr/bin/env -S HOME=ROOT/home/me PYTHONUSERBASE=ROOT/home/me/private sh\n"},
		{"libraries", "bot", "#!/usr/bin/env -S LD_LIBRARY_PATH=ROOT/home/me/private sh\n"},
		{"java's home", "bot", "#!/usr/bin/env -S JAVA_HOME=ROOT/home/me/private sh\n"},
		{"PATH", "bot", "#!/usr/bin/env -S PATH=ROOT/other:/bin sh\n"},
		{"programs in a script", "bot", "#!/bin/sh\n# ROOT/other/bold ROOT/other/bin/bold ROOT/home/me/private/key ROOT/srv/app/bin/tool\n"},
		{"an environment", ".venv/pyvenv.cfg", "home = ROOT/other/bin\n"},
		{"a version", ".python-version", "../../../../other\n"},
		{"links", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := newLayout(t, shims)
			l.pyenv()
			secrets := []string{"home/me/private/key", "home/me/private/lib/python3.11/site-packages/key", "other/bold", "other/bin/bold", "srv/app/key", "srv/app/bin/tool"}
			l.file("other/bot.toml", "")
			for _, name := range secrets {
				l.file(name, "secret\n")
			}
			l.file("srv/app/lib/x", "")
			text := "#!/bin/sh\n"
			if tt.file == "bot" {
				text = tt.text
			} else if tt.file != "" {
				l.file("bot/"+tt.file, tt.text)
			}
			for _, name := range secrets {
				l.link("bot/link/"+strings.ReplaceAll(name, "/", "-"), "ROOT/"+name)
				text += "cat ROOT/" + name + " 2>&1\n"
			}
			l.file("bot/bot", text+"cat link/* /proc/self/root/ROOT/home/me/private/key /proc/1/root/ROOT/home/me/private/key 2>&1; echo end\n")
			l.search.Command = []string{"./bot"}
			said, err := l.output(boxes(t, l.settings))
			if err != nil || !strings.HasSuffix(said, "end") || strings.Contains(said, "secret") {
				t.Errorf("%q, %v; want no secret", said, err)
			}
		})
	}
}

// A folder that a person typed is shown without what is not meant: our own files by
// each name, sockets, databases, other bots, and what was made private.
func TestTypedFolder(t *testing.T) {
	l := newLayout(t)
	l.search.Typed = true
	public := []string{"bot/readme", "bot/lib/engine", "bot/named"}
	hidden := []string{"bot/tokens", "bot/new/tokens", "bot/other/key", "bot/deep/er/other/key", "bot/private", "bot/.ssh/key", "bot/uploads/1/key", "bot/.git/config", "bot/lib/.git"}
	for _, name := range append(public, hidden...) {
		l.file(name, name+"\n")
	}
	l.file("bot/other/bot.toml", "")
	l.file("bot/deep/er/other/bot.toml", "")
	for _, name := range []string{"bot/league.db", "bot/league.db-wal"} {
		l.file(name, "SQLite format 3\x00"+strings.Repeat("rows", 512))
		l.mode(name, 0o644)
	}
	l.file("bot/league.db", "SQLite format 3\x00"+strings.Repeat("rows", 508))
	l.mode("bot/private", 0o600)
	l.mode("bot/.ssh", 0o700)
	listener, err := net.Listen("unix", l.path("bot/s"))
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	l.link("elsewhere", "ROOT/bot/later") // to where there is nothing yet
	l.settings.Own = []string{l.path("bot/tokens"), l.path("bot/new/tokens"), l.path("bot/uploads"), l.path("bot/not-yet"), l.path("elsewhere")}
	script := "cd ROOT/bot; test -S s && echo a socket; test -e not-yet && echo not yet; cat"
	for _, name := range append(append(public, hidden...), "bot/league.db", "bot/league.db-wal") {
		script += " ROOT/" + name
	}
	l.search.Command = []string{"sh", "-c", l.at(script + " 2>/dev/null"), "sh", "named"}
	s := boxes(t, l.settings)
	if own := s.View().Own; !slices.Contains(own, l.path("bot/later")) {
		t.Errorf("%q; want where the link leads", own)
	}
	said, err := l.output(s)
	if want := strings.Join(public, "\n"); err != nil || said != want {
		t.Errorf("%q, %v; want %q", said, err, want)
	}

	if err := os.Link(l.path("bot/tokens"), l.path("bot/lib/harmless")); err != nil {
		t.Fatal(err)
	}
	if _, err := l.view().Find(l.search); err == nil || !strings.Contains(l.short(err.Error()), "ROOT/bot/lib/harmless: it is ROOT/bot/tokens by another name") {
		t.Errorf("a hard link: %v; want it refused", err)
	}
	if err := os.Remove(l.path("bot/lib/harmless")); err != nil {
		t.Fatal(err)
	}
	// One that is named is not shown either; its folder is.
	l.search.Dir = l.path("home/me")
	l.search.Command = []string{"sh", "-c", l.at("cat ROOT/bot/tokens ROOT/bot/readme 2>/dev/null"), "sh", l.path("bot/tokens")}
	if said, err := l.output(boxes(t, l.settings)); err != nil || said != "bot/readme" {
		t.Errorf("a named file of ours: %q, %v; want what is beside it", said, err)
	}
}

// A link that is put into the place of a folder between the look and the box leads
// nowhere.
func TestSwappedForALink(t *testing.T) {
	l := newLayout(t)
	l.file("bot/lib/x", "")
	l.file("bot/data/own", "")
	l.file("private/x", "secret\n")
	l.settings.Own = []string{l.path("bot/data/own")}
	s := boxes(t, l.settings)
	l.search.Command = []string{"/bin/cat", "lib/x", "x"}
	found, err := s.View().Find(l.search)
	if err != nil {
		t.Fatal(err)
	}
	for _, swapped := range []string{"bot/lib", "bot"} {
		if err := errors.Join(os.RemoveAll(l.path(swapped)), os.Symlink(l.path("private"), l.path(swapped))); err != nil {
			t.Fatal(err)
		}
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.Start(sandbox.Command{Program: found.Program, Args: found.Args, Dir: "/", Show: found.Show, Files: [3]int{int(r.Fd()), int(w.Fd()), int(w.Fd())}})
		w.Close()
		if err == nil {
			text, _ := io.ReadAll(r)
			unix.Wait4(p.Pid(), nil, 0, nil)
			p.Close(time.Minute)
			if strings.Contains(string(text), "secret") {
				t.Errorf("%s: the bot reads %q", swapped, text)
			}
		}
		r.Close()
	}
}

// "npmrc, pip.conf, .condarc, credentials* in it are masked", and what only root may
// read stays unreadable.
func TestSecretsOfRuntimes(t *testing.T) {
	l := newLayout(t, "share/python/bin")
	l.python("share/python", "python")
	l.file("share/python/lib/python3.11/site-packages/credentials.py", "a module\n")
	secrets := []string{"share/python/pip.conf", "share/python/etc/npmrc", "share/python/.condarc", "share/python/etc/x/credentials.toml", "share/python/lib/node_modules/npm/npmrc"}
	for _, name := range secrets {
		l.file(name, "secret\n")
		l.mode(name, 0o644)
	}
	if os.Getuid() == 0 {
		secrets = append(secrets, "share/python/lib/key")
		l.file("share/python/lib/key", "secret\n")
		l.mode("share/python/lib/key", 0o600)
	}
	script := "cat"
	for _, name := range secrets {
		script += " " + l.path(name)
	}
	l.search.Command = []string{"sh", "-c", script + " 2>/dev/null; cat " + filepath.Join(l.root, "share/python/lib/python3.11/site-packages/credentials.py")}
	if said, err := l.output(boxes(t, l.settings)); err != nil || said != "a module" {
		t.Errorf("%q, %v; want the module alone", said, err)
	}
}

// Own files in a folder of the system are in no box either.
func TestOwnInTheSystem(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("an ordinary user has no files in the system's folders") // there is nothing to hide then
	}
	dir, err := os.MkdirTemp("/usr/local", "arbiter-test-")
	if err != nil {
		t.Skip(err) // the system is read-only, and so nothing of ours can be in it
	}
	defer os.RemoveAll(dir)
	if err := errors.Join(os.Chmod(dir, 0o755), os.WriteFile(dir+"/arbiter.db", []byte("secret"), 0o644), os.WriteFile(dir+"/beside", []byte("beside"), 0o644)); err != nil {
		t.Fatal(err)
	}
	l := newLayout(t)
	l.settings.Own = []string{dir + "/arbiter.db"}
	l.search.Command = []string{"sh", "-c", "cat " + dir + "/arbiter.db " + dir + "/beside 2>/dev/null"}
	if said, err := l.output(boxes(t, l.settings)); err != nil || said != "beside" {
		t.Errorf("%q, %v; want what is beside", said, err)
	}
}
