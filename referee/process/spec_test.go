package process

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// write makes a file below dir and returns its path.
func write(t *testing.T, dir, name, text string, mode fs.FileMode) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestResolve(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "folder/"+BotFile, `
		name = "Bold"
		version = "1.2"
		games = ["ctf", "domain"]
		build = ["make", "all bots"]
		run = "./bot --book 'opening book'"`, 0o666)
	write(t, dir, "short/"+BotFile, `run = "./bot"`, 0o666)
	write(t, dir, "bot.py", "print('MOVE')", 0o666)
	write(t, dir, "program", "#!/bin/sh\n", 0o777)
	for _, tt := range []struct {
		arg  string
		want Spec
	}{
		{"folder", Spec{
			Name: "Bold", Version: "1.2", Games: []string{"ctf", "domain"}, Dir: filepath.Join(dir, "folder"),
			Build: []string{"make", "all bots"}, Command: []string{"./bot", "--book", "opening book"},
		}},
		{"short/", Spec{Name: "short", Dir: filepath.Join(dir, "short"), Command: []string{"./bot"}}},
		{"program", Spec{Name: "program", Command: []string{filepath.Join(dir, "program")}}},
		{"sh bot.py 'two words'", Spec{Name: "bot", Command: []string{"sh", "bot.py", "two words"}}},
		// The quotes of a POSIX shell: in double ones a backslash stays before most characters.
		{`sh -c "a\\b" c\d 'e\\f' "g\h" "i\"j" k\ l`, Spec{Name: "sh", Command: []string{"sh", "-c", `a\b`, "cd", `e\\f`, `g\h`, `i"j`, "k l"}}},
		{"./program --fast", Spec{Name: "program", Command: []string{"./program", "--fast"}}},
	} {
		t.Run(tt.arg, func(t *testing.T) {
			got, err := Resolve(tt.arg)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// An error says what was wrong, where, and what was expected.
func TestResolveErrors(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, dir, "empty/readme", "", 0o666)
	write(t, dir, "typo/"+BotFile, `rnu = "./bot"`, 0o666)
	write(t, dir, "still/"+BotFile, `name = "still"`, 0o666)
	write(t, dir, "quote/"+BotFile, `run = "./bot 'oops"`, 0o666)
	write(t, dir, "number/"+BotFile, `run = 7`, 0o666)
	write(t, dir, "words/"+BotFile, `run = ["./bot", 7]`, 0o666)
	write(t, dir, "bot.py", "print('MOVE')", 0o666)
	write(t, dir, "Bot.java", "class Bot {}", 0o666)
	write(t, dir, "bot.rb", "", 0o666)
	for _, tt := range []struct{ arg, want string }{
		{"", "no bot; want a folder with a bot.toml, an executable file, a source file or a command line"},
		{"empty", `bot empty: no bot.toml in it; write one with at least a line such as run = "python3 bot.py"`},
		{"typo", `typo/bot.toml: unknown key "rnu"; want name, version, games, build, run, network, runtime, memory, scratch, processes, threads or end`},
		{"still", `no command to run; want a line such as run = "python3 bot.py"`},
		{"quote", "quote it as in a shell"},
		{"number", "the command 7 is neither a string nor a list of strings"},
		{"words", "the word 7 of a command is no string"},
		{"bot.rb", `bot bot.rb: not executable; make it so with chmod +x, or name its interpreter: "ruby bot.rb"`},
		{"./bot.py --fast", "./bot.py is not executable"},
		{"bots/none", `bot "bots/none": no such file or folder`},
		{"./bto.py", `bot "./bto.py": no such file or folder (did you mean bot.py?)`},
		{"bto.py", `bot "bto.py": no such file (did you mean bot.py?)`},
		{"bot.py --fast", `bot "bot.py --fast": a source file takes no arguments; want a folder with a bot.toml`},
		{"bto.py --fast", `no program "bto.py" here or in PATH`},
		{"Bot.java", "Bot.java: none of its classes has a method main; want one with public static void main(String[] args)"},
		{"no-such-program --fast", `no program "no-such-program" here or in PATH`},
		{`mine\bot.exe --fast`, `no program "minebot.exe" here or in PATH; want a folder with a bot.toml, an executable file, a source file or a command line; a \ stands for the character after it, as in a shell, and \\ for itself`},
		{"sh 'oops", "quote it as in a shell"},
	} {
		t.Run(tt.arg, func(t *testing.T) {
			_, err := Resolve(tt.arg)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v; want %q in it", err, tt.want)
			}
		})
	}
}

// A bot that cannot be run as its spec says is the spec's problem.
func TestStartErrors(t *testing.T) {
	dir := t.TempDir()
	text := write(t, dir, "bot.py", "print('MOVE')", 0o666)
	garbage := write(t, dir, "garbage", "MOVE", 0o777)
	write(t, dir, "crlf.py", "#!/usr/bin/env python3\r\nprint()\r\n", 0o777)
	write(t, dir, "crlf.sh", "#!/bin/sh\r\n", 0o777)
	write(t, dir, "mark.py", "\ufeff#!/usr/bin/env python3\n", 0o777)
	write(t, dir, "src/index.js", "", 0o666)
	write(t, dir, "fast.cpp", "int main() {}", 0o666)
	source := write(t, dir, "may/bot.cpp", "int main() {}", 0o777)
	spaced := write(t, dir, "may/my bot.cpp", "int main() {}", 0o777)
	script := write(t, dir, "may/bot.js", "print('MOVE')", 0o777)
	orphan := write(t, dir, "orphan", "#!/no/such/interpreter\n", 0o777)
	for _, tt := range []struct {
		name string
		spec Spec
		want string
	}{
		{"no command", Spec{}, "no command"},
		{"not in PATH", Spec{Command: []string{"no-such-program"}}, `no program "no-such-program" in PATH`},
		{"not there", Spec{Command: []string{dir + "/none"}}, "no program " + dir + "/none"},
		{"not built", Spec{Dir: dir, Command: []string{"./none"}, Build: []string{"make"}}, "build the bot first"},
		{"no folder", Spec{Dir: dir + "/none", Command: []string{"./bot"}}, "no folder " + dir + "/none"},
		{"not executable", Spec{Command: []string{text}}, "not executable"},
		{"no program", Spec{Command: []string{garbage}}, "#!/usr/bin/env python3"},
		{"source that may be executed", Spec{Command: []string{source}}, "is a bot of one file if it may not be executed: chmod -x " + source},
		{"source with a space in its name", Spec{Command: []string{spaced}}, "chmod -x '" + spaced + "'"},
		{"script that may be executed", Spec{Command: []string{script}}, "a program begins with a line such as #!/usr/bin/env node"},
		{"no interpreter", Spec{Command: []string{orphan}}, "its interpreter is not there"},
		{"CR LF", Spec{Dir: dir, Command: []string{"./crlf.py"}}, `its first line ends in "\r\n", as on Windows`},
		{"CR LF behind a path", Spec{Dir: dir, Command: []string{"./crlf.sh"}}, `its first line ends in "\r\n", as on Windows`},
		{"byte order mark", Spec{Dir: dir, Command: []string{"./mark.py"}}, "a byte order mark stands before its #!"},
		{"wrong script", Spec{Dir: dir, Command: []string{"python3", "-u", "bto.py"}}, "no file " + dir + "/bto.py, which the command names (did you mean bot.py?)"},
		{"script in another folder", Spec{Dir: dir, Command: []string{"node", "index.js"}}, "(did you mean src/index.js?)"},
		{"wrong program", Spec{Dir: dir, Command: []string{"./crfl.py"}}, "no program " + dir + "/crfl.py (did you mean crlf.py?)"},
		{"script without chmod +x", Spec{Dir: dir, Command: []string{"./bot.py"}}, `make it so with chmod +x, or name its interpreter: "python3 bot.py"`},
		{"source not built", Spec{Dir: dir, Command: []string{"./fast"}}, `fast.cpp is its source and is not built; build it, with a line such as build = "g++ -O2 -o fast fast.cpp"`},
		{"source as a program", Spec{Dir: dir, Command: []string{"./fast.cpp"}}, "source, not a program"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := openDescriptors(t)
			tt.spec.Name = "bold"
			_, err := new(Table).Start(tt.spec)
			var specErr *SpecError
			if !errors.As(err, &specErr) {
				t.Fatalf("error %v; want a SpecError", err)
			}
			if !strings.HasPrefix(err.Error(), "start bot bold: ") || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v; want %q in it", err, tt.want)
			}
			if n := openDescriptors(t); n > before {
				t.Errorf("%d descriptors are open; %d were before", n, before)
			}
		})
	}
}

// A machine without room is not the bot's fault.
func TestStartWithoutRoom(t *testing.T) {
	for _, err := range []error{os.ErrNotExist, fs.ErrPermission} {
		var specErr *SpecError
		if !errors.As(Spec{}.explain("bot", err), &specErr) {
			t.Errorf("%v is called the machine's", err)
		}
	}
	for _, err := range []error{unix.EAGAIN, unix.ENOMEM, unix.EMFILE, unix.ENFILE} {
		var specErr *SpecError
		if errors.As(Spec{}.explain("bot", err), &specErr) {
			t.Errorf("%v is called the bot's", err)
		}
	}
}

// Two equal digests are the same bot, wherever it lies.
func TestDigest(t *testing.T) {
	folder := func(files map[string]string) Spec {
		dir := t.TempDir()
		for name, text := range files {
			write(t, dir, name, text, 0o666)
		}
		return Spec{Dir: dir, Command: []string{"./bot"}}
	}
	bot := map[string]string{BotFile: `run = "./bot"`, "bot": "one"}
	with := func(name, text string) Spec {
		files := map[string]string{name: text}
		for n, text := range bot {
			if n != name {
				files[n] = text
			}
		}
		return folder(files)
	}
	first := digests(t, folder(bot))
	for _, tt := range []struct {
		name string
		spec Spec
		same bool
	}{
		{"in another place", folder(bot), true},
		{"with history", with(".git/HEAD", "main"), true},
		{"with a cache", with("lib/__pycache__/x.pyc", "x"), true},
		{"another program", with("bot", "two"), false},
		{"a file more", with("book", ""), false},
	} {
		if same := digests(t, tt.spec) == first; same != tt.same {
			t.Errorf("%s: same is %v; want %v", tt.name, same, tt.same)
		}
	}
	dir := t.TempDir()
	script := func(name, text string) Spec {
		return Spec{Command: []string{"python3", write(t, dir, name, text, 0o666)}}
	}
	one := digests(t, script("one.py", "print(1)"))
	if one != digests(t, script("copy.py", "print(1)")) {
		t.Error("a copy of a script is another bot")
	}
	if one == digests(t, script("two.py", "print(2)")) {
		t.Error("another script is the same bot")
	}
}

func digests(t *testing.T, s Spec) Digests {
	t.Helper()
	d, err := s.Digests()
	if err != nil || len(d.XXH64) != 16 || len(d.SHA256) != 64 {
		t.Fatalf("digests %q, %v; want 16 and 64 digits", d, err)
	}
	return d
}
