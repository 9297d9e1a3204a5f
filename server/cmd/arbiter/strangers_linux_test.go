package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"

	"arbiter/referee/printable"
	"arbiter/server/cmd/arbiter/output"
)

// nasty is what a terminal obeys, or does not show: OSC, CSI in two forms, a lone
// CR, an override, an isolate, zero-width characters, a tag, and no UTF-8.
const nasty = "\x1b]0;owned\a \x1b[2J \u009b2J wrong\rright \u202egnirts \u2066x\u200b\u200d\ufeff\u2060 \U000e0041 \x9b\xff"

// hostileBot is a bot in sh that writes $NASTY as its messages, stderr and metrics. Its
// answer in the sixth turn is $NASTY alone. $1 is the x that it moves to in the fourth
// turn, for a version that answers otherwise.
const hostileBot = `turn=0
while read -r x y rest; do
	read -r n || exit 0
	while [ "$n" -gt 0 ]; do read -r entity; n=$((n - 1)); done
	turn=$((turn + 1))
	printf '%s\n@metric %s 1\n@draw cell 0 0 %s\n' "$NASTY" "$NASTY" "$NASTY" >&2
	if [ "$turn" = 6 ]; then printf '%s\n' "$NASTY"; continue; fi
	if [ "$turn" = 4 ] && [ -n "$1" ]; then printf 'MOVE %s 0 %s\n' "$1" "$NASTY"; continue; fi
	printf 'MOVE %s %s %s\n' "$x" "$y" "$NASTY"
done
`

// must executes a command line that succeeds, and returns what it prints.
func must(t *testing.T, args ...string) []byte {
	t.Helper()
	var out, err bytes.Buffer
	if code := run(args, output.NewStreams(strings.NewReader(""), &out, &err, "")); code != output.ExitDone {
		t.Fatalf("%q: exit code %d: %s%s", args, code, &out, &err)
	}
	return out.Bytes()
}

// strangers makes a folder with hostile bots, a replay and a database of theirs.
func strangers(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	script := "NASTY='" + nasty + "'\n" + hostileBot
	for name, text := range map[string]string{
		"one/bot.toml": `run = "sh bot.sh"`, "one/bot.sh": script, "two/bot.toml": `run = "sh bot.sh 9"`, "two/bot.sh": script,
		"unbuilt/bot.toml": "run = \"true\"\nbuild = \"sh build.sh\"", "unbuilt/build.sh": "printf '%s\\n' '" + nasty + "'; exit 1",
		"file\x1b[2J\u202e.jsonl": "{}", "bad\u202e/bot.toml": "name = \"\\u001b\"\nrun = \"true\"", "key/bot.toml": "\"\\u202e\" = 1",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	must(t, "play", "keeper", "one", "--seed", "3", "--time-factor", "100", "--replay", "plain.jsonl.gz")
	// A record of a stranger has any text in any field.
	f, err := os.Open("plain.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	zip, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	quoted, err := json.Marshal(strings.ToValidUTF8(nasty, "?") + "\n")
	if err != nil {
		t.Fatal(err)
	}
	renamed := regexp.MustCompile(`"(name|bot|version|arbiter)":"[^"]*"`).ReplaceAll(text, append([]byte(`"$1":`), quoted...))
	if err := os.WriteFile("m.jsonl", renamed, 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, "run", "--name", "cup", "--game", "keeper", "-b", "one", "-b", "two", "--seeds", "1..2", "--time-factor", "100", "--db", "plain.db")
	export := must(t, "db", "export", "--db", "plain.db")
	export = regexp.MustCompile(`"one@`).ReplaceAll(export, append(quoted[:len(quoted)-1:len(quoted)-1], '@'))
	if err := os.WriteFile("renamed.jsonl", export, 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, "db", "import", "--db", "t.db", "renamed.jsonl")
	match := strings.ReplaceAll(`{"puzzleTitle":TEXT,"gameResult":{"gameId":7,"refereeInput":"seed=1","scores":[0,-6],"ranks":[0,1],
		"agents":[{"index":0,"codingamer":{"pseudo":TEXT}},{"index":1,"arenaboss":{"nickname":TEXT}}],
		"frames":[{"agentId":-1},{"agentId":0,"stdout":"0 0 R\n","stderr":TEXT,"summary":TEXT},{"agentId":1,"stdout":TEXT,"stderr":TEXT}]}}`, "TEXT", string(quoted))
	for name, text := range map[string]string{"match.json": match, "key.json": `{` + string(quoted) + `:1,` + string(quoted) + `:1}`, "said.json": `{"message":` + string(quoted) + `}`} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// No verb prints what a terminal obeys or hides: not of names, answers, stderr,
// metrics and faults, nor in its errors.
func TestVerbsPrintNothingNasty(t *testing.T) {
	strangers(t)
	covered := map[string]bool{}
	for _, args := range [][]string{
		{"play", "keeper", "one", "--seed", "3", "--time-factor", "100", "--watch"},
		{"play", "keeper", "one", "--seed", "3", "--time-factor", "100", "--json"},
		{"play", "keeper", nasty[:9] + "=one", "--seed", "3"},
		{"play", "keeper", "unbuilt"},
		{"play", "keeper", "bad\u202e"},
		{"play", "keeper", "key"},
		{"play", "keeper", nasty},
		{"play", nasty, "one"},
		{"doctor", "keeper", "one", "--time-factor", "100"},
		{"play", "heropath", "--test", nasty, "--score", nasty},
		{"new", nasty, nasty},
		{"replay", "verify", "m.jsonl", "file\x1b[2J\u202e.jsonl", nasty},
		{"replay", "m.jsonl"},
		{"replay", "file\x1b[2J\u202e.jsonl"},
		{"replay", "log", "m.jsonl", "--seat", "0"},
		{"debug", "m.jsonl", "--seat", "0", "--bot", "two", "--", "env"},
		{"debug", "m.jsonl", "--seat", "0"},
		{"analyse", "m.jsonl", "--budget", "100ms"},
		{"try", "m.jsonl", "--turn", "3", "--seat", "0", "--answer", nasty},
		{"diff", "two", "m.jsonl", "--seat", "0"},
		{"puzzle", "add", "set", "m.jsonl", "--turn", "3", "--seat", "0"},
		{"diff", "two", "unbuilt", "--set", "set"},
		{"run", "--name", nasty, "--game", "keeper", "-b", "one", "--seeds", "1", "--db", "t.db"},
		{"run", "--name", "x", "--game", "keeper", "-b", "one", "-b", "unbuilt", "--seeds", "1", "--db", "t.db"},
		{"check", "keeper", "--baseline", "one", "--candidate", "two", "--max-games", "4", "--time-factor", "100", "--db", "c.db", "--markdown", "c.md", "--junit", "c.xml"},
		{"bisect", "keeper", "--good", nasty, "--bad", nasty, "--path", nasty, "--db", "b.db"},
		{"history", "keeper", nasty + ".." + nasty, "--path", nasty, "--db", "h.db"},
		{"ladder", "keeper", nasty, "-b", "one", "-b", "two", "--games", "4", "--time-factor", "100", "--db", "l.db"},
		{"ladder", "add", "keeper", "--name", nasty, "unbuilt", "--db", "l.db"},
		{"ladder", "remove", "keeper", nasty, "--db", "l.db"},
		{"ladder", "list", "keeper", nasty, "--db", "l.db"},
		{"import", "match.json", "key.json", "said.json", "--db", "i.db"},
		{"import", "match.json", "--game", "domain", "--db", "i.db"},
		{"import", "match.json", "--game", "domain", "--db", "i.db", "--json"},
		{"import", nasty, "codingame:" + nasty, "--db", "i.db"},
		{"matches", "--db", "i.db"},
		{"matches", "--db", "t.db"},
		{"matches", "--db", "t.db", "--json"},
		{"matches", "--db", "t.db", "--filter", nasty},
		{"matches", "--db", "t.db", "--of", nasty, "--lost"},
		{"matches", "--db", "t.db", "--of", "two", "--sort", "margin"},
		{"standings", "cup", "--db", "t.db"},
		{"standings", "cup", "--db", "t.db", "--json"},
		{"standings", nasty, "--db", "t.db"},
		{"analyse", "two", "--db", "t.db", "--budget", "50ms", "--limit", "1"},
		{"analyse", nasty, "--db", "t.db"},
		{"analyse", "nobody", "m.jsonl", "."},
		{"analyse", nasty, nasty},
		{"db", "check", "--db", "t.db"},
		{"db", "delete-tournament", nasty, "--db", "t.db"},
		{"stats", "elo", "--wdl", nasty},
		{"game", "add", nasty}, {"game", "check", nasty}, {"game", "remove", nasty}, {"game", "list", "--game-dir", nasty},
		{"games", nasty}, {"rules", nasty}, {"bots", nasty}, {"help", nasty}, {"completion", nasty}, {"man", nasty}, {"version", nasty}, {nasty},
		{"serve", "--addr", nasty}, {"work", nasty}, {"env", nasty}, {"selfplay", nasty},
		{"replay", "input", "m.jsonl", "--seat", nasty}, // its output is below
	} {
		covered[args[0]] = true
		t.Run(args[0], func(t *testing.T) {
			var out, err bytes.Buffer
			code := run(args, output.NewStreams(strings.NewReader(""), &out, &err, ""))
			if out.Len()+err.Len() == 0 && code != output.ExitDone {
				t.Errorf("%q: exit code %d and not a word", args, code)
			}
			wantNothingNasty(t, args, out.Bytes())
			wantNothingNasty(t, args, err.Bytes())
		})
	}
	// A set whose answers are no UTF-8 can be read again.
	wantNothingNasty(t, []string{"puzzle"}, must(t, "diff", "two", "--set", "set"))
	for _, file := range []string{"c.md", "c.xml"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		wantNothingNasty(t, []string{file}, text)
	}
	verbs := reflect.TypeFor[commands]()
	for i := range verbs.NumField() {
		verb := strings.ToLower(verbs.Field(i).Name)
		if _, ok := verbs.Field(i).Tag.Lookup("cmd"); ok && !covered[verb] {
			t.Errorf("the verb %s is not tried", verb)
		}
	}
}

// wantNothingNasty fails if a text has what a terminal does not show as it is.
func wantNothingNasty(t *testing.T, args []string, text []byte) {
	t.Helper()
	if !utf8.Valid(text) {
		t.Errorf("%q prints %q, which is not UTF-8", args, text)
	}
	plain := strings.ReplaceAll(string(text), "\r\n", "\n")
	if i := strings.IndexFunc(plain, func(r rune) bool { return r != '\n' && r != '\t' && !printable.Safe(r) }); i >= 0 {
		t.Errorf("%q prints %q", args, plain[max(0, i-100):min(len(plain), i+100)])
	}
}

// "Exactly what is written, unless it goes to a terminal."
func TestRawDataOnATerminal(t *testing.T) {
	strangers(t)
	for _, tt := range []struct {
		args  []string
		exact string // part of what a pipe gets
	}{
		{[]string{"replay", "log", "m.jsonl", "--seat", "0", "--raw"}, nasty},
		{[]string{"replay", "input", "m.jsonl", "--seat", "0"}, ""},
		{[]string{"replay", "export", "m.jsonl"}, `\u001b]0;owned`},
		{[]string{"replay", "export", "m.jsonl", "--full"}, `\u001b]0;owned`},
		{[]string{"db", "export", "--db", "t.db"}, `\u001b]0;owned`},
	} {
		var pipe, errors bytes.Buffer
		if code := run(tt.args, output.NewStreams(strings.NewReader(""), &pipe, &errors, "")); code != output.ExitDone {
			t.Fatalf("%q: exit code %d: %s", tt.args, code, &errors)
		}
		if !strings.Contains(pipe.String(), tt.exact) {
			t.Errorf("%q in a pipe: no %q in %.300q", tt.args, tt.exact, &pipe)
		}
		shown := onTerminal(t, func(terminal *os.File) {
			run(tt.args, output.NewStreams(strings.NewReader(""), terminal, &errors, ""))
		})
		wantNothingNasty(t, tt.args, shown)
		if !slices.Contains(tt.args, "export") {
			continue
		}
		decoder := json.NewDecoder(&pipe)
		for decoder.More() {
			if err := decoder.Decode(new(any)); err != nil {
				t.Fatalf("%q: %v", tt.args, err)
			}
		}
	}
}

// A line of the log is one line, whatever a fault or an error says.
func TestLogLines(t *testing.T) {
	var out bytes.Buffer
	s := output.NewStreams(nil, io.Discard, &out, "")
	log := slog.New(slog.NewTextHandler(s.Err, nil))
	log.Warn("playing", "error", fmt.Errorf("bot %s", nasty+"\ntime=2026-01-01T00:00:00Z level=ERROR msg=forged"), "bot", nasty)
	s.Flush()
	if lines := strings.Count(out.String(), "\n"); lines != 1 || strings.Contains(out.String(), "\r") {
		t.Errorf("%d lines in %q; want 1", lines, &out)
	}
	wantNothingNasty(t, []string{"log"}, out.Bytes())
}

// onTerminal calls a function with a terminal and returns what was written to it.
func onTerminal(t *testing.T, write func(terminal *os.File)) []byte {
	t.Helper()
	control, terminal := openTerminal(t)
	read := make(chan []byte)
	go func() {
		text, _ := io.ReadAll(control) // EIO when the terminal is closed
		read <- text
	}()
	write(terminal)
	terminal.Close()
	text := <-read
	control.Close()
	if len(text) == 0 {
		t.Error("nothing was written to the terminal")
	}
	return text
}
