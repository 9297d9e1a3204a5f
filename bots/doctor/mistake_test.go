package doctor_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/bots/doctor"
	"arbiter/referee/games"
	"arbiter/referee/process"
	"arbiter/referee/refereetest"
)

// files writes the files of a bot and returns its folder.
func files(t *testing.T, mode fs.FileMode, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// wantFirst examines a bot that does not get as far as its first answer. It compares
// the title of the only finding, and the start of its text.
func wantFirst(t *testing.T, bot process.Spec, title, found string) {
	t.Helper()
	bot.Name = "first"
	report := examine(t, "keeper", bot, ample)
	if len(report.Findings) != 1 || report.Findings[0].Title != title || !strings.Contains(report.Findings[0].Detail, found) {
		t.Errorf("findings %+v; want one, %q: %q", report.Findings, title, found)
	}
}

// A bot whose files are not what its command says is told which file it is, before it
// is started.
//
// A script with CR LF that is named behind its interpreter is no case of its own:
// Python and Node accept it, and what sh makes of it is a crash like any other. A file
// that an interpreter is to run as a module, or that a program opens, cannot be told
// from its words. A file with a byte order mark and without #! is no script.
func TestMistakes(t *testing.T) {
	for _, tt := range []struct {
		name    string
		mode    fs.FileMode
		files   map[string]string
		command []string
		title   string
		found   string
	}{
		{"python with CR LF", 0o755, map[string]string{"bot.py": "#!/usr/bin/env python3\r\n"}, []string{"./bot.py"}, "a carriage return in the first line of the script", "bot.py: its first line ends in"},
		{"node with CR LF", 0o755, map[string]string{"bot.js": "#!/usr/bin/env node\r\n"}, []string{"./bot.js"}, "a carriage return in the first line of the script", "bot.js: its first line ends in"},
		{"sh with CR LF", 0o755, map[string]string{"bot.sh": "#!/bin/sh\r\n"}, []string{"./bot.sh"}, "a carriage return in the first line of the script", "bot.sh: its first line ends in"},
		{"python with a mark", 0o755, map[string]string{"bot.py": "\ufeff#!/usr/bin/env python3\n"}, []string{"./bot.py"}, "a byte order mark before the first line of the script", "bot.py: a byte order mark"},
		{"sh with a mark", 0o755, map[string]string{"bot.sh": "\ufeff#!/bin/sh\n"}, []string{"./bot.sh"}, "a byte order mark before the first line of the script", "bot.sh: a byte order mark"},
		{"python elsewhere", 0o644, map[string]string{"bot.py": ""}, []string{"python3", "bto.py"}, "a wrong path: the command names a file that is not there", "bto.py, which the command names (did you mean bot.py?)"},
		{"node elsewhere", 0o644, map[string]string{"index.js": ""}, []string{"node", "src/index.js"}, "a wrong path: the command names a file that is not there", "src/index.js, which the command names (did you mean index.js?)"},
		{"sh elsewhere", 0o755, map[string]string{"bot.sh": "#!/bin/sh\n"}, []string{"./bto.sh"}, "a wrong path: the command names a file that is not there", "bto.sh (did you mean bot.sh?)"},
		{"python without chmod", 0o644, map[string]string{"bot.py": "#!/usr/bin/env python3\n"}, []string{"./bot.py"}, "a program that is not executable", `or name its interpreter: "python3 bot.py"`},
		{"sh without chmod", 0o644, map[string]string{"bot.sh": "#!/bin/sh\n"}, []string{"./bot.sh"}, "a program that is not executable", `or name its interpreter: "sh bot.sh"`},
		{"go not built", 0o644, map[string]string{"main.go": ""}, []string{"./bot"}, "a program that is not built", `main.go is its source and is not built; build it, with a line such as build = "go build -o bot main.go"`},
		{"c not built", 0o644, map[string]string{"bot.c": "", "other.c": ""}, []string{"./bot"}, "a program that is not built", "bot.c is its source and is not built"},
		{"cpp as a program", 0o644, map[string]string{"bot.cpp": ""}, []string{"./bot.cpp"}, "a program that is not built", "bot.cpp: source, not a program"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			wantFirst(t, process.Spec{Dir: files(t, tt.mode, tt.files), Command: tt.command}, tt.title, tt.found)
		})
	}
}

// A source file that may be executed is started as it is. If it lacks a first line
// for the system, the finding says what would make it a bot of one file.
func TestExecutableSource(t *testing.T) {
	t.Parallel()
	dir := files(t, 0o755, map[string]string{"bot.cpp": "int main() {}"})
	wantFirst(t, process.Spec{Command: []string{filepath.Join(dir, "bot.cpp")}}, "a source file that may be executed", "chmod -x "+dir+"/bot.cpp")
}

// In a game with one input, its end and more of it tell a bot that reads to the end
// from one that does not flush.
func TestReadsTheWholeInput(t *testing.T) {
	for _, tt := range []struct{ name, text, title string }{
		{"to the end", "import json, sys\njson.load(sys.stdin)\nprint('{\"moves\": []}')\n", "it reads to the end of its input before it answers"},
		{"without a flush", "import sys\nfor line in iter(sys.stdin.readline, ''):\n    print('{\"moves\": []}')\n", "a missing flush: answers come only when the input ends"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			bot := process.Spec{Name: "reader", Dir: files(t, 0o644, map[string]string{"bot.py": tt.text}), Command: []string{refereetest.Python(t), "bot.py"}}
			report := examine(t, "heropath", bot, brief) // it is waited for in vain
			if len(report.Findings) != 1 || report.Findings[0].Title != tt.title {
				t.Errorf("findings %+v; want one, %q", report.Findings, tt.title)
			}
		})
	}
}

// A bot that ends both badly and slowly has one bug at its end: a runtime takes its time
// to print a trace.
func TestOneFindingOfTheEnd(t *testing.T) {
	t.Parallel()
	text := "import sys, time\nwhile True:\n    line = sys.stdin.readline()\n    if not line:\n        time.sleep(1.5)\n        sys.exit('no more input')\n" +
		"    x, y = line.split()[:2]\n    for _ in range(int(sys.stdin.readline())):\n        sys.stdin.readline()\n    print('MOVE', x, y, flush=True)\n"
	bot := process.Spec{Name: "slow", Dir: files(t, 0o644, map[string]string{"bot.py": text}), Command: []string{refereetest.Python(t), "bot.py"}}
	g, err := games.Find("keeper")
	if err != nil {
		t.Fatal(err)
	}
	report, err := doctor.Examination{Game: g, Isolation: isolation, Bot: bot, Limits: ample, Budget: time.Hour}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, f := range report.Findings {
		if f.Check == "end" {
			titles = append(titles, f.Title)
		}
	}
	if len(titles) != 1 || titles[0] == "it ends slowly" {
		t.Errorf("findings of the end %q; want one, that it ends badly", titles)
	}
}

// "The line with the error and the first own file": what a runtime prints of its own
// end tells nobody why.
func TestTraces(t *testing.T) {
	for _, tt := range []struct {
		name                     string
		program                  func(*testing.T) string
		file, text, title, found string
	}{
		{"python", refereetest.Python, "bot.py", "import json\njson.loads('{')\n", "a crash: the program ended", `last on stderr: "json.decoder.JSONDecodeError: `},
		{"python's file", refereetest.Python, "bot.py", "import json\njson.loads('{')\n", "a crash: the program ended", `bot.py:2"`},
		{"node", needNode, "bot.js", "const x = [];\nx[3].foo;\n", "a crash: the program ended", `on stderr: "TypeError: Cannot read properties of undefined (reading 'foo')", at "`},
		{"node's file", needNode, "bot.js", "const x = [];\nx[3].foo;\n", "a crash: the program ended", `bot.js:2"`},
		{"node's syntax", needNode, "bot.js", "const = 5;\n", "a syntax error: the program ended before it began", `on stderr: "SyntaxError: `},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			bot := process.Spec{Dir: files(t, 0o644, map[string]string{tt.file: tt.text}), Command: []string{tt.program(t), tt.file}}
			wantFirst(t, bot, tt.title, tt.found)
		})
	}
	t.Run("go", func(t *testing.T) {
		t.Parallel()
		wantFirst(t, patient(t, "panics"), "a crash: the program ended", `on stderr: "panic: no weights", at "`)
	})
}

// Checks in a row that are skipped for one reason are one line.
func TestPrintSkipped(t *testing.T) {
	report := doctor.Diagnosis{Bot: "mine", Game: "keeper", Checks: []doctor.Check{
		{Name: "start", Level: doctor.Wrong, Summary: "it cannot be started"},
		{Name: "flush", Level: doctor.Skipped, Summary: "the bot cannot be started"},
		{Name: "lines", Level: doctor.Skipped, Summary: "the bot cannot be started"},
		{Name: "end", Level: doctor.Skipped, Summary: "no time was left"},
	}}
	var got strings.Builder
	if err := report.Print(&got); err != nil {
		t.Fatal(err)
	}
	const want = "  wrong    start       it cannot be started\n  skipped  2 checks    the bot cannot be started\n  skipped  end         no time was left\n"
	if !strings.Contains(got.String(), want) {
		t.Errorf("printed\n%s\nwant in it\n%s", got.String(), want)
	}
}
