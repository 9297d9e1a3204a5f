package view_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"arbiter/referee/process/view"
)

// A layout is a part of a machine in a temporary folder: a home, tools, and a
// bot's folder.
type layout struct {
	*testing.T
	root     string
	settings view.Settings
	search   view.Search
}

// newLayout returns a layout whose PATH has folders of it before the system's.
func newLayout(t *testing.T, path ...string) *layout {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	l := &layout{T: t, root: root}
	l.folder("home/me")
	l.folder("bot")
	l.search.Dir = l.path("bot")
	for i := range path {
		path[i] = l.path(path[i])
	}
	l.env("HOME", "ROOT/home/me")
	l.env("PATH", strings.Join(append(path, "/usr/bin", "/bin"), ":"))
	return l
}

func (l *layout) path(name string) string { return filepath.Join(l.root, name) }

// at puts the layout's folder into the place of ROOT.
func (l *layout) at(text string) string { return strings.ReplaceAll(text, "ROOT", l.root) }

// short writes a text with ROOT in the place of the layout's folder.
func (l *layout) short(text string) string { return strings.ReplaceAll(text, l.root, "ROOT") }

func (l *layout) env(name, value string) {
	l.settings.Environ = append(l.settings.Environ, name+"="+l.at(value))
}

func (l *layout) folder(name string) {
	l.Helper()
	if err := os.MkdirAll(l.path(name), 0o755); err != nil {
		l.Fatal(err)
	}
}

// file writes a program.
func (l *layout) file(name, text string) {
	l.Helper()
	l.folder(filepath.Dir(name))
	if err := os.WriteFile(l.path(name), []byte(l.at(text)), 0o755); err != nil {
		l.Fatal(err)
	}
}

// says writes a program that says its name, and then where it lies and what it was
// given.
func (l *layout) says(name, word string) {
	l.Helper()
	l.file(name, "#!/bin/sh\necho "+word+" \"$@\"\n")
}

// link makes a link; a target that begins with ROOT is absolute.
func (l *layout) link(name, target string) {
	l.Helper()
	l.folder(filepath.Dir(name))
	if err := os.Symlink(l.at(target), l.path(name)); err != nil {
		l.Fatal(err)
	}
}

// python installs a version of Python as make install does.
func (l *layout) python(prefix, version string) {
	l.Helper()
	l.says(prefix+"/bin/python3.11", version)
	l.link(prefix+"/bin/python3", "python3.11")
	l.file(prefix+"/lib/python3.11/os.py", "")
}

// pyenv installs pyenv with three versions, the first of which is chosen globally.
func (l *layout) pyenv() {
	l.Helper()
	for _, version := range []string{"3.11.7", "3.12.1", "3.12.10"} {
		l.python("home/me/.pyenv/versions/"+version, version)
	}
	l.file("home/me/.pyenv/version", "3.11.7\n")
	l.folder("home/me/.pyenv/.git")
	const shim = "#!/usr/bin/env bash\nset -e\nprogram=\"${0##*/}\"\nexport PYENV_ROOT=\"ROOT/home/me/.pyenv\"\nexec \"ROOT/home/me/.pyenv/libexec/pyenv\" exec \"$program\" \"$@\"\n"
	for _, name := range []string{"python3", "python", "no-such-tool"} {
		l.file("home/me/.pyenv/shims/"+name, shim)
	}
}

// venv makes a virtual environment of an installation, as python -m venv does.
func (l *layout) venv(dir, base string) {
	l.Helper()
	l.file(dir+"/pyvenv.cfg", "home = "+base+"/bin\ninclude-system-site-packages = false\nversion = 3.11.7\n")
	l.link(dir+"/bin/python", base+"/bin/python3")
	l.link(dir+"/bin/python3", "python")
	l.folder(dir + "/lib/python3.11/site-packages")
}

// view returns the view of the layout.
func (l *layout) view() *view.View {
	l.Helper()
	v, err := view.New(l.settings)
	if err != nil {
		l.Fatal(err)
	}
	return v
}

const (
	shims = "home/me/.pyenv/shims"
	nvm   = "home/me/.nvm/versions/node/v20.1.0"
)

// A layoutCase is how somebody has installed something, and a command that runs
// there.
type layoutCase struct {
	name  string
	build func(l *layout)
	path  []string // folders in PATH
	run   string   // words
	want  string   // of its output
}

// layouts are those that bots run in.
func layouts() []layoutCase {
	inPyenv := func(change func(l *layout)) func(l *layout) {
		return func(l *layout) {
			l.pyenv()
			change(l)
		}
	}
	return []layoutCase{
		{"pyenv's global version", inPyenv(func(*layout) {}), []string{shims}, "python3 bot.py", "3.11.7 bot.py"},
		{"PYENV_VERSION", inPyenv(func(l *layout) { l.env("PYENV_VERSION", "3.12.1:3.11.7") }), []string{shims}, "python3", "3.12.1"},
		{"a file in the folder", inPyenv(func(l *layout) { l.file("bot/.python-version", "# ours\n3.12.1\n") }), []string{shims}, "python3", "3.12.1"},
		{"a file above the folder", inPyenv(func(l *layout) { l.file(".python-version", "3.12.1\n") }), []string{shims}, "python3", "3.12.1"},
		{"the variable before the file", inPyenv(func(l *layout) {
			l.file("bot/.python-version", "3.11.7\n")
			l.env("PYENV_VERSION", "3.12.1")
		}), []string{shims}, "python3", "3.12.1"},
		{"the latest that begins so", inPyenv(func(l *layout) { l.file("bot/.python-version", "3.12\n") }), []string{shims}, "python3", "3.12.10"},
		{"not pyenv's", inPyenv(func(l *layout) {
			l.file("home/me/.pyenv/version", "system\n")
			l.python("opt/python", "other")
		}), []string{shims, "opt/python/bin"}, "python3", "other"},
		{"a virtual environment of pyenv", inPyenv(func(l *layout) {
			l.venv("home/me/.pyenv/versions/3.11.7/envs/mine", "ROOT/home/me/.pyenv/versions/3.11.7")
			l.link("home/me/.pyenv/versions/mine", "3.11.7/envs/mine")
			l.env("PYENV_VERSION", "mine")
		}), []string{shims}, "python3", "3.11.7"},
		{"pyenv by a link", func(l *layout) {
			l.pyenv()
			if err := os.Rename(l.path("home/me/.pyenv"), l.path("data")); err != nil {
				l.Fatal(err)
			}
			l.link("home/me/.pyenv", "ROOT/data")
		}, []string{shims}, "python3", "3.11.7"},

		{"a venv in the bot's folder", inPyenv(func(l *layout) { l.venv("bot/.venv", "ROOT/home/me/.pyenv/versions/3.11.7") }), nil, ".venv/bin/python3 bot.py", "3.11.7 bot.py"},
		{"a venv in PATH", inPyenv(func(l *layout) { l.venv("home/me/envs/mine", "ROOT/home/me/.pyenv/versions/3.11.7") }),
			[]string{"home/me/envs/mine/bin"}, "python3", "3.11.7"},
		{"a venv of the system", func(l *layout) {
			l.venv("bot/.venv", "/usr")
			if err := os.Remove(l.path("bot/.venv/bin/python")); err != nil {
				l.Fatal(err)
			}
			l.link("bot/.venv/bin/python", "/usr/bin/env") // there on every machine
		}, nil, "./.venv/bin/python echo hello", "hello"},

		{"env in a first line", inPyenv(func(l *layout) { l.file("bot/bot.py", "#!/usr/bin/env python3\n") }), []string{shims}, "./bot.py -x", "3.11.7 ROOT/bot/bot.py -x"},
		{"env -S", inPyenv(func(l *layout) { l.file("bot/bot.py", "#!/usr/bin/env -S A=1 python3 -u\n") }), []string{shims}, "./bot.py -x", "3.11.7 -u ROOT/bot/bot.py -x"},
		{"a path in a first line", inPyenv(func(l *layout) { l.file("bot/bot.py", "#! ROOT/home/me/.pyenv/versions/3.11.7/bin/python3 -u\n") }), nil, "./bot.py", "3.11.7 -u ROOT/bot/bot.py"},
		{"a shim's path", inPyenv(func(l *layout) { l.file("bot/bot.py", "#!ROOT/home/me/.pyenv/shims/python3\n") }), []string{shims}, "./bot.py", "3.11.7 ROOT/bot/bot.py"},
		{"a shell's script", inPyenv(func(l *layout) { l.file("bot/run.sh", "#!/bin/sh\nexec python3 \"$(dirname $0)/bot.py\"\n") }), []string{shims}, "./run.sh", "3.11.7 ROOT/bot/bot.py"},
		{"a program that runs another", inPyenv(func(*layout) {}), []string{shims}, "env A=1 python3 bot.py", "3.11.7 bot.py"},

		{"nvm", func(l *layout) { l.says(nvm+"/bin/node", "node"); l.folder(nvm + "/lib/node_modules") }, []string{nvm + "/bin"}, "node bot.js", "node bot.js"},
		{"a script of npm", func(l *layout) {
			l.says(nvm+"/bin/node", "node")
			l.file(nvm+"/lib/node_modules/tsx/cli.mjs", "#!/usr/bin/env node\n")
			l.link(nvm+"/bin/tsx", "../lib/node_modules/tsx/cli.mjs")
		}, []string{nvm + "/bin"}, "tsx bot.ts", "node ROOT/" + nvm + "/bin/tsx bot.ts"},
		{"SDKMAN", func(l *layout) {
			l.file("home/me/.sdkman/candidates/java/21/bin/java", "#!/bin/sh\necho java $JAVA_HOME\n")
			l.file("home/me/.sdkman/candidates/java/21/release", "")
			l.link("home/me/.sdkman/candidates/java/current", "21")
			l.env("JAVA_HOME", "ROOT/home/me/.sdkman/candidates/java/current")
		}, []string{"home/me/.sdkman/candidates/java/current/bin"}, "java Bot", "java ROOT/home/me/.sdkman/candidates/java/current"},
		{"conda", func(l *layout) {
			l.python("home/me/miniconda3/envs/game", "conda")
			l.file("home/me/miniconda3/conda-meta/history", "")
			l.env("CONDA_PREFIX", "ROOT/home/me/miniconda3/envs/game")
		}, []string{"home/me/miniconda3/envs/game/bin", "home/me/miniconda3/bin"}, "python3", "conda"},
		{"uv", func(l *layout) {
			l.python("home/me/.local/share/uv/python/cpython-3.11.7-linux", "uv")
			l.link("home/me/.local/bin/python3", "ROOT/home/me/.local/share/uv/python/cpython-3.11.7-linux/bin/python3.11")
		}, []string{"home/me/.local/bin"}, "python3", "uv"},
		{"mise", func(l *layout) {
			l.python("home/me/.local/share/mise/installs/python/3.11.7", "mise")
			l.link("home/me/.local/share/mise/installs/python/latest", "3.11.7")
			l.says("home/me/.local/bin/mise", "a shim")
			l.link("home/me/.local/share/mise/shims/python3", "ROOT/home/me/.local/bin/mise")
		}, []string{"home/me/.local/share/mise/shims"}, "python3", "mise"},
		{"rustup", func(l *layout) {
			l.says("home/me/.rustup/toolchains/stable/bin/rustc", "rustc")
			l.folder("home/me/.rustup/toolchains/stable/lib/rustlib")
			l.file("home/me/.rustup/settings.toml", "default_toolchain = \"stable\"\n")
			l.file("home/me/.cargo/bin/rustup", "#!/bin/sh\nread _ _ name < $RUSTUP_HOME/settings.toml\nexec $RUSTUP_HOME/toolchains/stable/bin/rustc $name\n")
			l.link("home/me/.cargo/bin/rustc", "rustup")
		}, []string{"home/me/.cargo/bin"}, "rustc", `rustc "stable"`},
		{"rbenv", func(l *layout) {
			l.says("home/me/.rbenv/versions/3.3.0/bin/ruby", "ruby")
			l.file("home/me/.rbenv/versions/3.3.0/lib/ruby/3.3.0/set.rb", "")
			l.file("home/me/.rbenv/shims/ruby", "#!/usr/bin/env bash\nexec rbenv exec ruby\n")
			l.file("bot/.ruby-version", "3.3.0\n")
		}, []string{"home/me/.rbenv/shims"}, "ruby bot.rb", "ruby bot.rb"},
		{".NET", func(l *layout) {
			l.says("home/me/.dotnet/dotnet", "dotnet")
			l.folder("home/me/.dotnet/shared/Microsoft.NETCore.App")
		}, []string{"home/me/.dotnet"}, "dotnet Bot.dll", "dotnet Bot.dll"},
		{"a link in a home", func(l *layout) {
			l.python("share/python", "linked")
			l.link("home/me/bin/python3", "ROOT/share/python/bin/python3")
		}, []string{"home/me/bin"}, "python3 bot.py", "linked bot.py"},
		{"one of cargo's programs", func(l *layout) {
			l.says("home/me/.cargo/bin/tool", "tool")
			l.file("home/me/.cargo/credentials.toml", "secret")
		}, []string{"home/me/.cargo/bin"}, "tool", "tool"},
		{"modules of a person", func(l *layout) {
			l.python("opt/python", "python")
			l.file("home/me/.local/lib/python3.11/site-packages/numpy.py", "numpy")
			l.file("home/me/modules/engine.py", "engine")
			l.env("PYTHONPATH", "ROOT/home/me/modules:ROOT/home/me")
			l.file("bot/bot.sh", "#!/bin/sh\npython3 $PYTHONPATH; cat $PYTHONPATH/engine.py $PYTHONUSERBASE/lib/python3.11/site-packages/numpy.py\n")
		}, []string{"opt/python/bin"}, "./bot.sh", "python ROOT/home/me/modules\nenginenumpy"},
		{"a runtime of the operator", func(l *layout) {
			l.says("srv/julia/bin/julia", "julia")
			l.settings.Runtime, l.search.Runtime = []string{l.path("srv")}, []string{l.path("srv/julia")}
		}, []string{"srv/julia/bin"}, "julia bot.jl", "julia bot.jl"},
		{"a program of the operator", func(l *layout) {
			l.says("home/me/bin/tool", "tool")
			l.settings.Runtime = []string{l.path("home/me/bin/tool")}
		}, nil, "ROOT/home/me/bin/tool", "tool"},

		{"a program in the folder", func(l *layout) { l.says("bot/bold", "bold") }, nil, "./bold --depth 4", "bold --depth 4"},
		{"a link in the folder", func(l *layout) { l.says("bot/build/bold", "bold"); l.link("bot/bold", "build/bold") }, nil, "./bold", "bold"},
		{"a folder that is a link", func(l *layout) {
			l.says("bots/v12/bold", "bold")
			l.link("current", "bots/v12")
			l.search.Dir = l.path("current")
		}, nil, "./bold", "bold"},
		{"below a home", func(l *layout) {
			l.says("home/me/project/bots/mine/bold", "bold")
			l.search.Dir = l.path("home/me/project/bots/mine")
		}, nil, "./bold", "bold"},
		{"the system", func(*layout) {}, nil, "/bin/echo hello", "hello"},
		{"what a person typed", func(l *layout) {
			l.search.Typed = true
			l.file("bots/bold/bot.toml", "")
			l.file("bots/bold/bold.sh", "cat ../bots/bold/engine ROOT/bot/beside")
			l.file("bots/bold/engine", "engine")
			l.file("bot/beside", "beside")
		}, nil, "/bin/sh ../bots/bold/bold.sh", "enginebeside"},
		{"a typed program of a person", func(l *layout) {
			l.search.Typed = true
			l.says("home/me/bin/tool", "tool")
			l.folder("home/me/lib")
		}, []string{"home/me/bin"}, "tool", "tool"},
		{"a typed link", func(l *layout) {
			l.search.Typed = true
			l.file("src/bold.sh", "cat ROOT/src/engine ROOT/links/beside")
			l.file("src/engine", "engine")
			l.file("links/beside", "beside")
			l.link("links/bold.sh", "../src/bold.sh")
		}, nil, "sh ../links/bold.sh", "enginebeside"},
	}
}

// Errors say what was wrong, where, and what was expected; what is on this machine
// and in no box is named with the flag that adds it.
func TestFindErrors(t *testing.T) {
	for _, tt := range []struct {
		name  string
		build func(l *layout)
		run   []string
		want  string
	}{
		{"nothing", func(*layout) {}, nil, "no program; want one and its arguments"},
		{"not in PATH", func(*layout) {}, []string{"no-such-program"}, `no program "no-such-program" in PATH; want one that is installed, or a path such as ./no-such-program`},
		{"not built", func(*layout) {}, []string{"./bold"}, "no program ROOT/bot/bold; build it first"},
		{"a FIFO", func(l *layout) {
			if err := unix.Mkfifo(l.path("bot/bold"), 0o755); err != nil {
				l.Fatal(err)
			}
		}, []string{"./bold"}, "no program ROOT/bot/bold"},
		{"no version", func(l *layout) { l.pyenv(); l.file("bot/.python-version", "3.9\n") }, []string{"python3"},
			`python3: there is no version "3.9" in ROOT/home/me/.pyenv/versions, which ROOT/bot/.python-version asks for; install it, or ask for one of 3.11.7, 3.12.1, 3.12.10`},
		{"env without -S", func(l *layout) { l.pyenv(); l.file("bot/bot.py", "#!/usr/bin/env python3 -u\n") }, []string{"./bot.py"}, `env looks for one program named "python3 -u"; want #!/usr/bin/env -S python3 -u`},
		{"no interpreter", func(l *layout) { l.file("bot/bot.py", "#!\n") }, []string{"./bot.py"}, "no interpreter in its first line"},
		{"env of nothing", func(l *layout) { l.file("bot/bot.py", "#!/usr/bin/env no-such-program\n") }, []string{"./bot.py"}, `the first line of ROOT/bot/bot.py: no program "no-such-program" in PATH`},
		{"a runtime that is not shown", func(l *layout) { l.search.Runtime = []string{l.path("home/me")} }, []string{"cat"}, "runtime ROOT/home/me: bots do not see it; run with --runtime ROOT/home/me to show it to all"},
		{"a runtime that is missing", func(l *layout) { l.search.Runtime = []string{"/opt/none"} }, []string{"cat"}, "runtime /opt/none: bots do not see it"},
		{"a person's program", func(l *layout) { l.says(shims+"/tool", "") }, []string{"tool"},
			"tool is ROOT/" + shims + "/tool here, which bots do not see: it is in no runtime that Arbiter knows; run with --runtime ROOT/home/me/.pyenv/shims to show that folder"},
		{"a link out of the folder", func(l *layout) { l.says("build/bold", ""); l.link("bot/bold", "../build/bold") }, []string{"./bold"},
			"ROOT/bot/bold leads to ROOT/build/bold, which bots do not see: it is in no runtime that Arbiter knows; run with --runtime ROOT/build"},
		{"another bot", func(l *layout) { l.says("bots/other/bold", ""); l.file("bots/other/bot.toml", "") }, []string{"../bots/other/bold"}, "ROOT/bots/other/bold, which bots do not see"},
		{"a runtime that is left out", func(l *layout) {
			l.python("opt/python", "")
			l.folder("opt/python/.git")
			l.env("PATH", "ROOT/opt/python/bin")
		}, []string{"python3"},
			"python3 is ROOT/opt/python/bin/python3 here, which bots do not see: it is in ROOT/opt/python, and it holds a .git; run with --runtime ROOT/opt/python"},
		{"an interpreter elsewhere", func(l *layout) { l.says("tools/awk", ""); l.file("bot/bot", "#!ROOT/tools/awk\n") }, []string{"./bot"},
			"the first line of ROOT/bot/bot names ROOT/tools/awk, which bots do not see"},
		{"the base of a venv", func(l *layout) {
			l.venv("bot/.venv", "ROOT/elsewhere")
			if err := os.Remove(l.path("bot/.venv/bin/python")); err != nil {
				l.Fatal(err)
			}
			l.link("bot/.venv/bin/python", "/usr/bin/env")
		}, []string{".venv/bin/python3"}, "is of a virtual environment made from ROOT/elsewhere/bin, which bots do not see"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := newLayout(t, shims)
			l.search.Command = tt.run
			tt.build(l)
			if _, err := l.view().Find(l.search); err == nil || !strings.Contains(l.short(err.Error()), tt.want) {
				t.Errorf("error %v; want %q in it", err, tt.want)
			}
		})
	}
}

// "A runtime is recognised by its own marker, never by bin beside lib; it is no home,
// holds no .git, bot.toml or own file, and is not writable by others."
func TestWhatIsNoRuntime(t *testing.T) {
	for _, tt := range []struct {
		name  string
		build func(l *layout)
		why   string // "" if it does not even look like one
	}{
		{"bin beside lib", func(l *layout) { l.says("srv/app/bin/python3", ""); l.folder("srv/app/lib") }, ""},
		{"a home", func(l *layout) { l.python("srv/app", ""); l.env("HOME", "ROOT/srv/app") }, "it is a home"},
		{"above a home", func(l *layout) { l.python("srv/app", ""); l.env("HOME", "ROOT/srv/app/me") }, "it is a home"},
		{"a repository", func(l *layout) { l.python("srv/app", ""); l.folder("srv/app/.git") }, "it holds a .git"},
		{"a worktree", func(l *layout) { l.python("srv/app", ""); l.file("srv/app/.git", "gitdir: x") }, "it holds a .git"},
		{"a bot", func(l *layout) { l.python("srv/app", ""); l.file("srv/app/bot.toml", "") }, "it holds a bot.toml"},
		{"our database", func(l *layout) { l.python("srv/app", ""); l.settings.Own = []string{l.path("srv/app/var/arbiter.db")} }, "it has to do with ROOT/srv/app/var/arbiter.db"},
		{"in our uploads", func(l *layout) { l.python("srv/app", ""); l.settings.Own = []string{l.path("srv")} }, "it has to do with ROOT/srv"},
		{"everybody's", func(l *layout) { l.python("srv/app", ""); l.mode("srv/app", 0o777) }, "others may write to it"},
		{"everybody's programs", func(l *layout) { l.python("srv/app", ""); l.mode("srv/app/bin", 0o777) }, "others may write to it"},
		{"relative", func(l *layout) { l.python("srv/app", ""); l.env("PATH", "srv/app/bin:../srv/app/bin:/usr/bin") }, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := newLayout(t, "srv/app/bin")
			tt.build(l)
			v := l.view()
			if i := slices.IndexFunc(v.Runtimes, func(r view.Runtime) bool { return strings.HasPrefix(r.Path, l.root) }); i >= 0 {
				t.Errorf("%s is shown", v.Runtimes[i].Path)
			}
			why := ""
			for _, left := range v.LeftOut {
				why += l.short(left.Why)
			}
			if tt.why == "" && why != "" || !strings.Contains(why, tt.why) {
				t.Errorf("left out: %q; want %q", why, tt.why)
			}
		})
	}
}

func (l *layout) mode(name string, mode os.FileMode) {
	l.Helper()
	if err := os.Chmod(l.path(name), mode); err != nil {
		l.Fatal(err)
	}
}

// "--runtime DIR": a home and what holds our own files is refused, with the reason.
func TestNamedRuntimes(t *testing.T) {
	l := newLayout(t)
	l.folder("srv/julia")
	l.file("srv/data/arbiter.db", "")
	l.settings.Own = []string{l.path("srv/data/arbiter.db")}
	for dir, want := range map[string]string{
		"srv/julia": "", "home/me": "it is a home", ".": "it is a home", "srv/data": "it holds ROOT/srv/data/arbiter.db, which no bot may see", "none": "no such file or directory; want a folder that exists",
	} {
		l.settings.Runtime = []string{l.path(dir)}
		_, err := view.New(l.settings)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(l.short(err.Error()), want)) {
			t.Errorf("--runtime %s: %v; want %q", dir, err, want)
		}
	}
}

// Whatever a bot's folder holds, no folder but its own is shown for it, and nothing
// stops the search.
func FuzzFind(f *testing.F) {
	f.Add("#!/usr/bin/env -S python3 -u\nprint()", "3.11.7", "python3 bot.py")
	f.Add("#!/bin/sh\nexec python3 bot.py", "system", "./bot")
	f.Add("\x7fELF\x02\x01\x01\x00", "../..", "sh ./bot")
	f.Add("#!/bin/sh\n", "3.12", ".venv/bin/python")
	f.Fuzz(func(t *testing.T, program, version, command string) {
		l := newLayout(t, shims)
		l.pyenv()
		l.file("bot/bot", program)
		l.file("bot/.python-version", version)
		l.file("bot/.venv/pyvenv.cfg", version)
		l.file("bot/.venv/bin/python", program)
		l.search.Command = strings.Fields(command)
		v := l.view()
		before := len(v.Runtimes)
		found, err := v.Find(l.search)
		if err != nil {
			return
		}
		if len(found.Show) != 1 || found.Show[0].Path != l.path("bot") || len(v.Runtimes) != before {
			t.Errorf("%q, %q, %q: shown are %+v", program, version, command, found.Show)
		}
		for _, link := range found.Links {
			if !v.Shows(link.To) {
				t.Errorf("%q: a link leads to %s", version, link.To)
			}
		}
	})
}

// "Behind returns the program that a shim of a version manager runs in a folder, and any
// other path as it is."
func TestBehind(t *testing.T) {
	l := newLayout(t)
	l.pyenv()
	l.file("bot/.python-version", "3.12.1\n")
	for _, tt := range []struct{ path, dir, want string }{
		{shims + "/python3", "elsewhere", "home/me/.pyenv/versions/3.11.7/bin/python3"},
		{shims + "/python3", "bot", "home/me/.pyenv/versions/3.12.1/bin/python3"},
		{shims + "/no-such-tool", "bot", shims + "/no-such-tool"},
		{"usr/bin/python3", "bot", "usr/bin/python3"},
	} {
		if got := view.Behind(l.settings.Environ, l.path(tt.path), l.path(tt.dir)); got != l.path(tt.want) {
			t.Errorf("%s in %s: %s; want %s", tt.path, tt.dir, got, l.path(tt.want))
		}
	}
}
