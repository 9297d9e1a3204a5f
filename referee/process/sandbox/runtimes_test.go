package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// A layout is a part of a machine in a temporary folder: a home, tools, and a
// bot's folder.
type layout struct {
	*testing.T
	root string
}

func newLayout(t *testing.T) layout {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	l := layout{t, root}
	l.folder("home/me")
	l.folder("bot")
	return l
}

func (l layout) path(name string) string { return filepath.Join(l.root, name) }

func (l layout) folder(name string) {
	l.Helper()
	if err := os.MkdirAll(l.path(name), 0o755); err != nil {
		l.Fatal(err)
	}
}

// file writes a program.
func (l layout) file(name, text string) {
	l.Helper()
	l.folder(filepath.Dir(name))
	if err := os.WriteFile(l.path(name), []byte(strings.ReplaceAll(text, "ROOT", l.root)), 0o755); err != nil {
		l.Fatal(err)
	}
}

// link makes a link; a target that begins with ROOT is absolute.
func (l layout) link(name, target string) {
	l.Helper()
	l.folder(filepath.Dir(name))
	if err := os.Symlink(strings.ReplaceAll(target, "ROOT", l.root), l.path(name)); err != nil {
		l.Fatal(err)
	}
}

// python installs a version of Python as make install does.
func (l layout) python(prefix string) {
	l.Helper()
	l.file(prefix+"/bin/python3.11", "\x7fELF")
	l.link(prefix+"/bin/python3", "python3.11")
	l.folder(prefix + "/lib/python3.11")
}

// pyenv installs pyenv with two versions, the first of which is chosen globally.
func (l layout) pyenv() {
	l.Helper()
	l.python("home/me/.pyenv/versions/3.11.7")
	l.python("home/me/.pyenv/versions/3.12.1")
	l.python("home/me/.pyenv/versions/3.12.10")
	l.file("home/me/.pyenv/version", "3.11.7\n")
	const shim = "#!/usr/bin/env bash\nset -e\nprogram=\"${0##*/}\"\nexport PYENV_ROOT=\"ROOT/home/me/.pyenv\"\nexec \"ROOT/home/me/.pyenv/libexec/pyenv\" exec \"$program\" \"$@\"\n"
	for _, name := range []string{"python3", "python", "no-such-tool"} {
		l.file("home/me/.pyenv/shims/"+name, shim)
	}
}

// search returns a search of a bot in the layout, with folders in PATH before
// the system's.
func (l layout) search(path []string, command ...string) Search {
	dirs := []string{}
	for _, dir := range path {
		dirs = append(dirs, l.path(dir))
	}
	return Search{
		Command: command, Dir: l.path("bot"),
		Env: []string{"HOME=" + l.path("home/me"), "PATH=" + strings.Join(append(dirs, "/usr/bin", "/bin"), ":")},
	}
}

// short writes a result with ROOT in the place of the layout's folder.
func (l layout) short(texts ...string) []string {
	var all []string
	for _, text := range texts {
		all = append(all, strings.ReplaceAll(text, l.root, "ROOT"))
	}
	return all
}

// want checks what a search finds.
func (l layout) want(s Search, program string, args, bind []string, env ...string) {
	l.Helper()
	found, err := Find(s)
	if err != nil {
		l.Fatal(err)
	}
	got := map[string][]string{"program": l.short(found.Program), "args": l.short(found.Args...), "bind": l.short(found.Bind...), "env": l.short(found.Env...)}
	if diff := cmp.Diff(map[string][]string{"program": {program}, "args": args, "bind": bind, "env": env}, got); diff != "" {
		l.Error(diff)
	}
}

const (
	pyenv311 = "ROOT/home/me/.pyenv/versions/3.11.7"
	pyenv312 = "ROOT/home/me/.pyenv/versions/3.12.1"
	pyenvNew = "ROOT/home/me/.pyenv/versions/3.12.10"
	shimPath = "PATH=%/bin:ROOT/home/me/.pyenv/shims:/usr/bin:/bin"
)

// "python3 may be a pyenv shim": the version is that of PYENV_VERSION, else that
// of a .python-version in the bot's folder or above it, else the global one.
func TestPyenv(t *testing.T) {
	in := func(prefix string) string { return strings.Replace(shimPath, "%", prefix, 1) }
	for _, tt := range []struct {
		name   string
		change func(l layout, s *Search)
		prefix string
	}{
		{"the global version", func(layout, *Search) {}, pyenv311},
		{"PYENV_VERSION", func(_ layout, s *Search) { s.Env = append(s.Env, "PYENV_VERSION=3.12.1:3.11.7") }, pyenv312},
		{"a file in the folder", func(l layout, _ *Search) { l.file("bot/.python-version", "# ours\n3.12.1\n") }, pyenv312},
		{"a file above the folder", func(l layout, _ *Search) { l.file(".python-version", "3.12.1\n") }, pyenv312},
		{"the variable before the file", func(l layout, s *Search) {
			l.file("bot/.python-version", "3.11.7\n")
			s.Env = append(s.Env, "PYENV_VERSION=3.12.1")
		}, pyenv312},
		{"the latest that begins so", func(l layout, _ *Search) { l.file("bot/.python-version", "3.12\n") }, pyenvNew},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := newLayout(t)
			l.pyenv()
			s := l.search([]string{"home/me/.pyenv/shims"}, "python3", "bot.py")
			tt.change(l, &s)
			l.want(s, tt.prefix+"/bin/python3", []string{"python3", "bot.py"}, []string{tt.prefix}, in(tt.prefix))
		})
	}
	t.Run("the system's", func(t *testing.T) {
		l := newLayout(t)
		l.pyenv()
		l.file("home/me/.pyenv/version", "system\n")
		l.python("opt/python")
		s := l.search([]string{"home/me/.pyenv/shims", "opt/python/bin"}, "python3", "bot.py")
		l.want(s, "ROOT/opt/python/bin/python3", []string{"python3", "bot.py"}, []string{"ROOT/opt/python"}, "PATH=ROOT/opt/python/bin:/usr/bin:/bin")
	})
	t.Run("a virtual environment of pyenv", func(t *testing.T) {
		l := newLayout(t)
		l.pyenv()
		l.venv("home/me/.pyenv/versions/3.11.7/envs/mine", pyenv311)
		l.link("home/me/.pyenv/versions/mine", "3.11.7/envs/mine")
		s := l.search([]string{"home/me/.pyenv/shims"}, "python3", "bot.py")
		s.Env = append(s.Env, "PYENV_VERSION=mine")
		found, err := Find(s)
		if err != nil || l.short(found.Program)[0] != pyenv311+"/envs/mine/bin/python3" || !slices.Equal(l.short(found.Bind...), []string{pyenv311}) {
			t.Errorf("%q, %q, %v; want the environment's, which is in the prefix", found.Program, found.Bind, err)
		}
	})
}

// venv makes a virtual environment of an installation, as python -m venv does.
func (l layout) venv(dir, base string) {
	l.Helper()
	l.file(dir+"/pyvenv.cfg", "home = "+base+"/bin\ninclude-system-site-packages = false\nversion = 3.11.7\n")
	l.link(dir+"/bin/python", base+"/bin/python3")
	l.link(dir+"/bin/python3", "python")
	l.folder(dir + "/lib/python3.11/site-packages")
}

// A venv is known by where its link lies: the link is run, and both prefixes are
// bound.
func TestVenv(t *testing.T) {
	t.Run("in the bot's folder", func(t *testing.T) {
		l := newLayout(t)
		l.pyenv()
		l.venv("bot/.venv", pyenv311)
		l.want(l.search(nil, ".venv/bin/python3", "bot.py"), "ROOT/bot/.venv/bin/python3", []string{".venv/bin/python3", "bot.py"}, []string{pyenv311})
	})
	t.Run("elsewhere, in PATH", func(t *testing.T) {
		l := newLayout(t)
		l.pyenv()
		l.venv("home/me/envs/mine", pyenv311)
		l.want(l.search([]string{"home/me/envs/mine/bin"}, "python3", "bot.py"),
			"ROOT/home/me/envs/mine/bin/python3", []string{"python3", "bot.py"}, []string{pyenv311, "ROOT/home/me/envs/mine"})
	})
	t.Run("of the system", func(t *testing.T) {
		l := newLayout(t)
		l.venv("bot/.venv", "/usr")
		if err := os.Remove(l.path("bot/.venv/bin/python")); err != nil {
			t.Fatal(err)
		}
		l.link("bot/.venv/bin/python", "/usr/bin/env") // there on every machine
		l.want(l.search(nil, "./.venv/bin/python", "bot.py"), "ROOT/bot/.venv/bin/python", []string{"./.venv/bin/python", "bot.py"}, nil)
	})
}

// A script's first line is followed as the kernel and env follow it.
func TestShebang(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		args       []string
	}{
		{"env", "#!/usr/bin/env python3", []string{"python3", "ROOT/bot/bot.py", "-x"}},
		{"env -S", "#!/usr/bin/env -S python3 -u", []string{"python3", "-u", "ROOT/bot/bot.py", "-x"}},
		{"env -S with a variable", "#!/usr/bin/env -S A=1 python3 -u", []string{"python3", "-u", "ROOT/bot/bot.py", "-x"}},
		{"a path", "#! ROOT/home/me/.pyenv/versions/3.11.7/bin/python3 -u", []string{pyenv311 + "/bin/python3", "-u", "ROOT/bot/bot.py", "-x"}},
		{"a shim's path", "#!ROOT/home/me/.pyenv/shims/python3", []string{pyenv311 + "/bin/python3", "ROOT/bot/bot.py", "-x"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := newLayout(t)
			l.pyenv()
			l.file("bot/bot.py", tt.line+"\nprint('MOVE')\n")
			found, err := Find(l.search([]string{"home/me/.pyenv/shims"}, "./bot.py", "-x"))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.args, l.short(found.Args...)); diff != "" {
				t.Error(diff)
			}
			if program, bind := l.short(found.Program)[0], l.short(found.Bind...); program != pyenv311+"/bin/python3" || !slices.Equal(bind, []string{pyenv311}) {
				t.Errorf("%s with %q; want pyenv's", program, bind)
			}
			if tt.name == "env -S with a variable" && !slices.Contains(found.Env, "A=1") {
				t.Errorf("environment %q; want A=1", found.Env)
			}
		})
	}
}

// A shell's script calls interpreters by name, and so do programs that run
// another one.
func TestCalledPrograms(t *testing.T) {
	for name, command := range map[string][]string{
		"a script":            {"./run.sh"},
		"a shell's argument":  {"sh", "-c", "cd src && exec python3 bot.py"},
		"a script by name":    {"bash", "run.sh"},
		"nice":                {"nice", "-n", "5", "python3", "bot.py"},
		"a script of another": {"sh", "-c", "./run.sh"},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLayout(t)
			l.pyenv()
			l.file("bot/run.sh", "#!/bin/sh\n# python3.9 was too old\nexec python3 \"$(dirname $0)/bot.py\"\n")
			found, err := Find(l.search([]string{"home/me/.pyenv/shims"}, command...))
			if err != nil {
				t.Fatal(err)
			}
			if bind := l.short(found.Bind...); !slices.Equal(bind, []string{pyenv311}) {
				t.Errorf("bound are %q; want pyenv's version", bind)
			}
			if want := l.short(found.Env...); !slices.Contains(want, strings.Replace(shimPath, "%", pyenv311, 1)) {
				t.Errorf("environment %q; want the version in PATH", want)
			}
		})
	}
}

// Layouts of nvm, SDKMAN, /usr/local, a home and links between them.
func TestInstallations(t *testing.T) {
	const node = "home/me/.nvm/versions/node/v20.1.0"
	for _, tt := range []struct {
		name  string
		build func(l layout, s *Search)
		path  []string
		run   []string
		want  string
		bind  []string
		env   []string
	}{
		{
			"nvm", func(l layout, _ *Search) { l.file(node+"/bin/node", "\x7fELF"); l.folder(node + "/lib/node_modules") },
			[]string{node + "/bin"}, []string{"node", "bot.js"}, "ROOT/" + node + "/bin/node", []string{"ROOT/" + node}, nil,
		},
		{
			"a script of npm", func(l layout, _ *Search) {
				l.file(node+"/bin/node", "\x7fELF")
				l.file(node+"/lib/node_modules/tsx/cli.mjs", "#!/usr/bin/env node\n")
				l.link(node+"/bin/tsx", "../lib/node_modules/tsx/cli.mjs")
			},
			[]string{node + "/bin"}, []string{"tsx", "bot.ts"}, "ROOT/" + node + "/bin/node", []string{"ROOT/" + node}, nil,
		},
		{
			"a link to a folder", func(l layout, s *Search) {
				l.file("home/me/.sdkman/candidates/java/21/bin/java", "\x7fELF")
				l.folder("home/me/.sdkman/candidates/java/21/lib")
				l.link("home/me/.sdkman/candidates/java/current", "21")
				s.Env = append(s.Env, "JAVA_HOME="+l.path("home/me/.sdkman/candidates/java/current"))
			},
			[]string{"home/me/.sdkman/candidates/java/current/bin"}, []string{"java", "Bot"},
			"ROOT/home/me/.sdkman/candidates/java/21/bin/java", []string{"ROOT/home/me/.sdkman/candidates/java/21"},
			[]string{"JAVA_HOME=ROOT/home/me/.sdkman/candidates/java/21", "PATH=ROOT/home/me/.sdkman/candidates/java/21/bin:ROOT/home/me/.sdkman/candidates/java/current/bin:/usr/bin:/bin"},
		},
		{
			"a link in a home", func(l layout, _ *Search) {
				l.python("share/python")
				l.link("home/me/bin/python3", "ROOT/share/python/bin/python3")
			},
			[]string{"home/me/bin"}, []string{"python3", "bot.py"}, "ROOT/share/python/bin/python3", []string{"ROOT/share/python"},
			[]string{"PATH=ROOT/share/python/bin:ROOT/home/me/bin:/usr/bin:/bin"},
		},
		{
			"one of a person's programs", func(l layout, _ *Search) {
				l.file("home/me/.cargo/bin/tool", "\x7fELF")
				l.file("home/me/.cargo/credentials.toml", "secret")
			},
			[]string{"home/me/.cargo/bin"}, []string{"tool"}, "ROOT/home/me/.cargo/bin/tool", []string{"ROOT/home/me/.cargo/bin/tool"}, nil,
		},
		{
			"a home is no prefix", func(l layout, _ *Search) { l.file("home/me/bin/tool", "\x7fELF"); l.folder("home/me/lib") },
			[]string{"home/me/bin"}, []string{"tool"}, "ROOT/home/me/bin/tool", []string{"ROOT/home/me/bin/tool"}, nil,
		},
		{
			"neither is .local", func(l layout, _ *Search) {
				l.file("home/me/.local/bin/tool", "\x7fELF")
				l.folder("home/me/.local/share")
			},
			[]string{"home/me/.local/bin"}, []string{"tool"}, "ROOT/home/me/.local/bin/tool", []string{"ROOT/home/me/.local/bin/tool"}, nil,
		},
		{
			"modules of a person", func(l layout, s *Search) {
				l.python("opt/python")
				l.folder("home/me/.local/lib/python3.11/site-packages")
				l.folder("home/me/.local/lib/python3.12/site-packages")
				l.folder("home/me/modules")
				s.Env = append(s.Env, "PYTHONPATH="+l.path("home/me/modules")+":"+l.path("home/me"))
			},
			[]string{"opt/python/bin"}, []string{"python3", "bot.py"}, "ROOT/opt/python/bin/python3",
			[]string{"ROOT/home/me/.local/lib/python3.11/site-packages", "ROOT/home/me/modules", "ROOT/opt/python"},
			[]string{"PYTHONUSERBASE=ROOT/home/me/.local"},
		},
		{
			"a program in the folder", func(l layout, _ *Search) { l.file("bot/bold", "\x7fELF") },
			nil, []string{"./bold", "--depth", "4"}, "ROOT/bot/bold", nil, nil,
		},
		{
			"a link out of the folder", func(l layout, _ *Search) {
				l.file("build/bold", "\x7fELF")
				l.file("build/secret", "")
				l.link("bot/bold", "../build/bold")
			},
			nil, []string{"./bold"}, "ROOT/bot/bold", []string{"ROOT/build/bold"}, nil,
		},
		{
			"what a person typed", func(l layout, s *Search) {
				s.Typed = true
				l.file("bots/bold/bold.py", "")
				l.file("bots/bold/engine.py", "")
			},
			nil, []string{"/bin/sh", "../bots/bold/bold.py"}, "/bin/sh", []string{"ROOT/bots/bold"}, nil,
		},
		{
			"what a bot.toml names", func(l layout, _ *Search) { l.file("bots/bold/bold.py", "") },
			nil, []string{"/bin/cat", "../bots/bold/bold.py"}, "/bin/cat", nil, nil,
		},
		{
			"a runtime of the operator", func(l layout, s *Search) {
				l.file("srv/julia/bin/julia", "\x7fELF")
				l.folder("srv/julia/share")
				s.Allowed, s.Runtime = []string{l.path("srv")}, []string{l.path("srv/julia")}
			},
			[]string{"srv/julia/bin"}, []string{"julia", "bot.jl"}, "ROOT/srv/julia/bin/julia", nil, nil,
		},
		{
			"the system", func(layout, *Search) {},
			nil, []string{"sh", "-c", "cat"}, "/usr/bin/sh", nil, nil,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := newLayout(t)
			s := l.search(tt.path, tt.run...)
			tt.build(l, &s)
			found, err := Find(s)
			if err != nil {
				t.Fatal(err)
			}
			if got := l.short(found.Program)[0]; got != tt.want {
				t.Errorf("program %s; want %s", got, tt.want)
			}
			if diff := cmp.Diff(tt.bind, l.short(found.Bind...)); diff != "" {
				t.Errorf("bound: %s", diff)
			}
			if diff := cmp.Diff(tt.env, l.short(found.Env...)); diff != "" {
				t.Errorf("environment: %s", diff)
			}
		})
	}
}

// Errors say what was wrong, where, and what was expected.
func TestFindErrors(t *testing.T) {
	for _, tt := range []struct {
		name  string
		build func(l layout, s *Search)
		run   []string
		want  string
	}{
		{"nothing", func(layout, *Search) {}, nil, "no program; want one and its arguments"},
		{"not in PATH", func(layout, *Search) {}, []string{"no-such-program"}, `no program "no-such-program" in PATH; want one that is installed, or a path such as ./no-such-program`},
		{"not built", func(layout, *Search) {}, []string{"./bold"}, "no program ROOT/bot/bold; build it first"},
		{"a FIFO", func(l layout, _ *Search) {
			if err := unix.Mkfifo(l.path("bot/bold"), 0o755); err != nil {
				l.Fatal(err)
			}
		}, []string{"./bold"}, "no program ROOT/bot/bold"},
		{"no version", func(l layout, s *Search) { l.pyenv(); l.file("bot/.python-version", "3.9\n") }, []string{"python3"},
			`python3: pyenv has no version "3.9", which ROOT/bot/.python-version asks for; install it, or ask for one of 3.11.7, 3.12.1, 3.12.10`},
		{"a version that leads out", func(l layout, s *Search) { l.pyenv(); l.file("bot/.python-version", "../../../..\n") }, []string{"python3"}, `pyenv has no version "../../../.."`},
		{"not in the version", func(l layout, _ *Search) { l.pyenv() }, []string{"no-such-tool"}, "no-such-tool: not in the version 3.11.7 of pyenv"},
		{"env without -S", func(l layout, _ *Search) { l.file("bot/bot.py", "#!/usr/bin/env python3 -u\n") }, []string{"./bot.py"}, `env looks for one program named "python3 -u"; want #!/usr/bin/env -S python3 -u`},
		{"no interpreter", func(l layout, _ *Search) { l.file("bot/bot.py", "#!\n") }, []string{"./bot.py"}, "no interpreter in its first line"},
		{"scripts in a circle", func(l layout, _ *Search) { l.file("bot/bot.py", "#!ROOT/bot/bot.py\n") }, []string{"./bot.py"}, "scripts call one another too deep; want at most 5"},
		{"a runtime in a home", func(l layout, s *Search) { s.Runtime = []string{l.path("home/me")} }, []string{"cat"}, "runtime ROOT/home/me: a bot may ask for folders in /opt and in those that the operator allows; run with --runtime ROOT/home/me to allow it"},
		{"a link to it", func(l layout, s *Search) {
			l.link("bot/lib", "ROOT/home/me")
			s.Runtime = []string{l.path("bot/lib")}
		}, []string{"cat"}, "run with --runtime ROOT/home/me to allow it"},
		{"a runtime that is missing", func(l layout, s *Search) { s.Runtime = []string{"/opt/none"} }, []string{"cat"}, "runtime /opt/none: lstat /opt/none: no such file or directory; want a folder that exists"},
		{"another bot", func(l layout, s *Search) {
			l.file("bots/other/bold", "\x7fELF")
			l.file("bots/other/bot.toml", "")
		}, []string{"../bots/other/bold"}, "it needs ROOT/bots/other/bold, and ROOT/bots/other is another bot's folder; copy what it needs into its own, or run with --runtime ROOT/bots/other"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := newLayout(t)
			s := l.search([]string{"home/me/.pyenv/shims"}, tt.run...)
			tt.build(l, &s)
			_, err := Find(s)
			if err == nil || !strings.Contains(l.short(err.Error())[0], tt.want) {
				t.Errorf("error %v; want %q in it", err, tt.want)
			}
		})
	}
}

// The files of a bot are a stranger's: whatever they name, neither another bot nor
// a folder that is no runtime is bound.
func TestStrangersNameWhatTheyLike(t *testing.T) {
	for _, tt := range []struct {
		name, file, text string
		path             []string
		bind             []string
	}{
		{"a variable", "bot", "#!/usr/bin/env -S PYTHONPATH=ROOT/home/me/private python3", nil, []string{pyenv311}},
		{"a home", "bot", "#!/usr/bin/env -S HOME=/nowhere PYTHONUSERBASE=ROOT/home/me/private PYTHONPATH=ROOT/home/me python3", nil, []string{pyenv311}},
		{"libraries", "bot", "#!/usr/bin/env -S LD_LIBRARY_PATH=ROOT/home/me/private ROOT/home/me/.pyenv/versions/3.11.7/bin/python3", nil, []string{pyenv311}},
		{"java's home", "bot", "#!/usr/bin/env -S JAVA_HOME=ROOT/home/me/private sh", nil, nil},
		{"a program in a script", "bot", "#!/bin/sh\ncat ROOT/other/bold", nil, nil},
		{"a program of a person", "bot", "#!/bin/sh\ncat ROOT/other/bold", []string{"other"}, []string{"ROOT/other/bold"}},
		{"an interpreter", "bot", "#!/usr/bin/env -S PATH=ROOT/other:/bin sh\nbold", nil, nil},
		{"an installation", "bot", "#!/bin/sh\ncat ROOT/other/bin/bold", nil, nil},
		{"the base of an environment", ".venv/pyvenv.cfg", "home = ROOT/other/bin\n", nil, nil},
		{"one without Python", ".venv/pyvenv.cfg", "home = ROOT/project/bin\n", nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := newLayout(t)
			l.pyenv()
			l.file("home/me/private/key", "")
			l.file("home/me/private/lib/python3.11/site-packages/key.py", "")
			for _, name := range []string{"other/bot.toml", "other/bold", "other/bin/bold", "other/bin/python3", "project/bin/tool"} {
				l.file(name, "\x7fELF")
			}
			l.folder("other/lib")
			l.folder("project/lib")
			l.file("bot/bot", "#!/bin/sh\n")
			l.file("bot/bot.toml", "")
			l.file("bot/"+tt.file, tt.text)
			command := "./bot"
			if tt.file != "bot" {
				l.link("bot/.venv/bin/python", "/usr/bin/env")
				command = ".venv/bin/python"
			}
			found, err := Find(l.search(append(tt.path, "home/me/.pyenv/shims"), command))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.bind, l.short(found.Bind...)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Shared libraries outside of the system are bound alone, those that they need
// too, and only if they are libraries: a stranger's program may name any file.
func TestLibraries(t *testing.T) {
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("no C compiler here") // make test installs it; go test alone takes what there is
	}
	l := newLayout(t)
	l.file("src/inner.c", "int inner(void) { return 1; }")
	l.file("src/outer.c", "int inner(void); int outer(void) { return inner(); }")
	l.file("src/main.c", "int outer(void); int main(void) { return outer() - 1; }")
	l.folder("lib/deep")
	cc := func(args ...string) {
		t.Helper()
		command := exec.Command("cc", args...)
		command.Dir = l.root
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("cc %q: %v\n%s", args, err, out)
		}
	}
	cc("-shared", "-fPIC", "-o", "lib/deep/libinner.so.1", "src/inner.c")
	l.link("lib/deep/libinner.so", "libinner.so.1")
	cc("-shared", "-fPIC", "-o", "lib/libouter.so", "src/outer.c", "-Llib/deep", "-linner", "-Wl,-rpath,$ORIGIN/deep")
	cc("-o", "bot/bold", "src/main.c", "-Llib", "-louter", "-Wl,-rpath-link,lib/deep", "-Wl,-rpath,"+l.path("lib"))
	bind := []string{"ROOT/lib/deep/libinner.so", "ROOT/lib/deep/libinner.so.1", "ROOT/lib/libouter.so"}
	l.want(l.search(nil, "./bold"), "ROOT/bot/bold", []string{"./bold"}, bind)

	s := l.search(nil, "./bold")
	s.Env = append(s.Env, "LD_LIBRARY_PATH="+l.path("lib")+":"+l.path("lib/deep"))
	cc("-o", "bot/bold", "src/main.c", "-Llib", "-louter", "-Wl,-rpath-link,lib/deep")
	l.want(s, "ROOT/bot/bold", []string{"./bold"}, []string{"ROOT/lib"})

	if err := os.Remove(l.path("lib/deep/libinner.so.1")); err != nil {
		t.Fatal(err)
	}
	l.file("lib/deep/libinner.so.1", "a secret")
	cc("-o", "bot/bold", "src/main.c", "-Llib", "-louter", "-Wl,--allow-shlib-undefined,--unresolved-symbols=ignore-all", "-Wl,-rpath,"+l.path("lib"))
	l.want(l.search(nil, "./bold"), "ROOT/bot/bold", []string{"./bold"}, []string{"ROOT/lib/libouter.so"})
}

// "Never / or a home as a whole": whatever this machine has, what is bound is
// some prefix, and the program is in it or in the system.
func TestProgramsOfThisMachine(t *testing.T) {
	for _, command := range [][]string{{"python3", "bot.py"}, {"python", "bot.py"}, {"node", "bot.js"}, {"java", "Bot"}, {"go", "version"}, {"sh", "-c", "python3 bot.py"}, {"/usr/bin/env", "python3"}} {
		t.Run(command[0], func(t *testing.T) {
			if _, err := exec.LookPath(command[0]); err != nil {
				t.Skipf("no %s here", command[0])
			}
			s := Search{Command: command, Dir: t.TempDir(), Env: os.Environ()}
			found, err := Find(s)
			if err != nil {
				t.Fatal(err)
			}
			f := finder{Search: s, ours: map[string]string{"HOME": os.Getenv("HOME")}, binds: map[string]bool{}}
			for _, path := range found.Bind {
				if f.isBroad(path) {
					t.Errorf("bound is %s, which holds more than a runtime", path)
				}
				f.binds[path] = true
			}
			if !f.visible(found.Program) {
				t.Errorf("%s is not in the box: %q", found.Program, found.Bind)
			}
			if text := readStart(found.Program, 2); text == "#!" {
				t.Errorf("%s is a script", found.Program)
			}
		})
	}
}

// Whatever a bot's folder holds, what is bound for it is in no home as a whole,
// and nothing of it stops the search.
func FuzzFind(f *testing.F) {
	f.Add("#!/usr/bin/env -S python3 -u\nprint()", "3.11.7", "python3 bot.py")
	f.Add("#!/bin/sh\nexec python3 bot.py", "system", "./bot")
	f.Add("\x7fELF\x02\x01\x01\x00", "../..", "sh ./bot")
	f.Fuzz(func(t *testing.T, program, version, command string) {
		l := newLayout(t)
		l.pyenv()
		l.file("home/me/secret", "")
		if err := os.Chmod(l.path("home/me/secret"), 0o644); err != nil { // no program
			t.Fatal(err)
		}
		l.file("bot/bot", program)
		l.file("bot/.python-version", version)
		s := l.search([]string{"home/me/.pyenv/shims"}, strings.Fields(command)...)
		found, err := Find(s)
		if err != nil {
			return
		}
		for _, path := range found.Bind {
			if isBelow(l.path("home/me/secret"), path) || isBelow("/root", path) || isBelow("/etc/passwd", path) {
				t.Errorf("%q, %q, %q: bound is %s", program, version, command, path)
			}
		}
	})
}
