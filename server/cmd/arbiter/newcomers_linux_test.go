package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbiter/referee/refereetest"
)

// newcomers is for make soak. Else only the mistakes are examined whose cause takes more than
// the text of an answer.
var newcomers = flag.Bool("newcomers", false, "let the doctor examine every mistake of newcomers, some minutes")

// A mistake is one that newcomers make: edits of a starter, and what names its cause.
type mistake struct {
	name, game string
	edits      []string // old, new, old, new ...
	run        string   // in its bot.toml, when it is not the starter's
	play       string   // what arbiter play says; "" where it cannot tell
	doctor     string   // what arbiter doctor says
	often      bool     // the doctor examines it without -newcomers
}

// mistakes are planted in the starters of all games.
func mistakes() []mistake {
	const (
		keeper   = "print(think(turn, rng), flush=True)  # without the flush nobody hears you"
		domain   = `print(f"{action} {message}".rstrip(), flush=True)`
		ctf      = `print(" | ".join(commands) or "WAIT 0", flush=True)`
		flames   = `print(";".join(actions), flush=True)`
		heropath = `print(json.dumps({"moves": think(test, rand)}), flush=True)`
		waits    = "was waiting for more: either its answer is not flushed, or it reads a line that is not sent"
	)
	return []mistake{
		{"no flush", "keeper", []string{keeper, "print(think(turn, rng))"}, "", waits, "a missing flush: answers come only when the input ends", true},
		{"a line too many", "keeper", []string{"    charges = {HAM", "    read_numbers()\n    charges = {HAM"}, "", waits, "a line too many: it waits for a line that is not sent", false},
		{"a line too few", "keeper", []string{"range(count[0])", "range(count[0] - 1)"}, "", "", "a line too few: it leaves input unread", false},
		{"a prompt", "keeper", []string{"    line = sys.stdin.readline()\n", "    line = input(\"numbers? \") + \"\\n\"\n"}, "", "it begins with a prompt", "a prompt on stdout", false},
		{"a crash on import", "keeper", []string{"import random\n", "import random\nimport numppy\n"}, "", "No module named 'numppy'", "No module named 'numppy'", false},
		{"a sleep", "keeper", []string{"import sys\n", "import sys\nimport time\n", keeper, "time.sleep(5); " + keeper}, "", "it was asleep: look for a sleep", "look for a sleep", false},
		{"an endless loop", "keeper", []string{keeper, "while number == 5: pass\n        " + keeper}, "", "it was computing, and did not wait", "an endless loop: it computes without end", false},
		{"gigabytes", "keeper", []string{"def main", "KEPT = []\n\n\ndef main", keeper, "while number == 3: KEPT.append([0] * (1 << 20))\n        " + keeper}, "", "", "memory without end|more memory than a bot may have|its memory grew by", false},
		{"Latin 1", "keeper", []string{keeper, "sys.stdout.buffer.write((think(turn, rng) + \" \u00e9t\u00e9\\n\").encode(\"latin-1\")); sys.stdout.flush()"}, "", "", "bytes that are not UTF-8", false},
		{"UTF-16", "keeper", []string{keeper, "sys.stdout.buffer.write((think(turn, rng) + \"\\n\").encode(\"utf-16\")); sys.stdout.flush()"}, "", "that looks like UTF-16", "that looks like UTF-16", false},
		{"the end after a turn", "keeper", []string{"        number += 1\n", "        return\n"}, "", "it came to its end after one answer", "it ends before the match does", false},
		{"lower case", "keeper", []string{keeper, "print(think(turn, rng).lower(), flush=True)"}, "", "commands are in capitals", "it is in lower case", false},
		{"a debug print", "keeper", []string{keeper, "print(\"turn\", number); " + keeper}, "", "text for people goes to stderr", "debug output on stdout", false},
		{"a byte order mark", "keeper", []string{keeper, "print(\"\\ufeff\" + think(turn, rng), flush=True)"}, "", "it begins with a byte order mark", "it begins with a byte order mark", false},
		{"no line end", "keeper", []string{keeper, `print(think(turn, rng), end="", flush=True)`}, "", "what it wrote has no line end", "an answer without a line end", false},
		{"indentation", "keeper", []string{"        number += 1", "       number += 1"}, "", "IndentationError: unindent does not match", "a syntax error: the program ended before it began", false},
		{"a wrong interpreter", "keeper", nil, "pyhton3 bot.py", `no program "pyhton3" in PATH`, `no program "pyhton3" in PATH`, false},
		{"not executable", "keeper", nil, "./bot.py", "not executable; make it so with chmod +x", "a program that is not executable", false},
		{"line ends of Windows", "keeper", []string{`"""A starter`, "#!/usr/bin/env python3\r\n\"\"\"A starter"}, "./bot.py", "its first line ends in", "a carriage return in the first line of the script", false},
		{"a wrong path", "keeper", nil, "python3 bto.py", "did you mean bot.py?", "a wrong path: the command names a file that is not there", false},
		{"y before x", "keeper", []string{`f"MOVE {x} {y}"`, `f"MOVE {y} {x}"`, `f"MOVE {hero.x} {hero.y}"`, `f"MOVE {hero.y} {hero.x}"`, "rng.choice(legal_actions(turn))", "legal_actions(turn)[0]"}, "", "x comes first", "x comes first", false},
		{"quotes", "keeper", []string{keeper, "print(repr(think(turn, rng)), flush=True)"}, "", "printed with its quotes or brackets", "it has quotes or brackets", false},
		{"no return", "keeper", []string{"    return rng.choice(legal_actions(turn))", "    rng.choice(legal_actions(turn))"}, "", "look for a function that returns nothing", "look for a function that returns nothing", false},
		{"a tuple", "domain", []string{domain, "print((action.cell[0], action.cell[1], action.side), flush=True)"}, "", "printed with its quotes or brackets", "it has quotes or brackets", false},
		{"the words in another order", "domain", []string{domain, "print(action.side, *action.cell, flush=True)"}, "", "want one digit from 0 to 6", "want one digit from 0 to 6", false},
		{"the first input in every turn", "domain", []string{"        last = read_last_action()", "        board = read_board()\n        last = read_last_action()"}, "", "ValueError: too many values to unpack", "ValueError: too many values to unpack", false},
		{"an exception", "domain", []string{domain, domain + "\n        if board.turn == 1: {}[\"wall\"]"}, "", "KeyError: 'wall'", "KeyError: 'wall'", false},
		{"a line for each minion", "ctf", []string{ctf, `print("\n".join(commands), flush=True)`}, "", "want one answer to each input and nothing more", "more than one answer to an input", false},
		{"commas", "ctf", []string{ctf, `print(", ".join(commands), flush=True)`}, "", `"," right after the command`, "it has commas", false},
		{"a blank line", "ctf", []string{ctf, `print("", flush=True)`}, "", "a blank line counts as an answer", "a blank line counts as an answer", false},
		{"a list", "flames", []string{flames, "print(actions); " + flames}, "", "printed with its quotes or brackets", "it has quotes or brackets|debug output on stdout", false},
		{"another spelling", "flames", []string{flames, "print(actions[0].title(), flush=True)"}, "", "actions are in capitals", "it is in lower case", false},
		{"reading to the end", "flames", []string{"        turn = read_turn()", "        everything = sys.stdin.read()\n        turn = read_turn()"}, "", waits, "it prints nothing, or reads to the end of its input first", true},
		{"a dict", "heropath", []string{heropath, `print({"moves": think(test, rand)}, flush=True)`}, "", "print json.dumps(answer)", "print json.dumps(answer)", false},
		{"a wrong key", "heropath", []string{heropath, `print(json.dumps({"move": think(test, rand)}), flush=True)`}, "", `no field "moves"`, `no field "moves"`, false},
		{"a bare list", "heropath", []string{heropath, `print(json.dumps(think(test, rand)), flush=True)`}, "", "found a list; want an object", "found a list; want an object", false},
	}
}

// "Of 32 planted mistakes play names 28 and doctor 31": of these play leaves three to the
// doctor, which names all.
func TestMistakesOfNewcomers(t *testing.T) {
	refereetest.Python(t)
	program := arbiterProgram(t)
	named := 0
	for _, m := range mistakes() {
		if m.play != "" {
			named++
		}
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			bot := m.plant(t, program)
			args := []string{"play", m.game, bot, "--seed", "3", "--time-first", "5s", "--time-turn", "1s", "--replay", filepath.Join(t.TempDir(), "m.jsonl.gz")}
			if m.game == "ctf" || m.game == "domain" {
				args = slices.Insert(args, 3, "builtin:"+m.game+"/wait")
			}
			refereetest.Await(t, "a match that the machine does not spoil", func() bool {
				out, _ := tellNewcomer(program, args...)
				if strings.Contains(out, "starved") {
					return false
				}
				if !strings.Contains(out, m.play) {
					t.Errorf("play says %s\nwant %q", out, m.play)
				}
				return true
			})
			if !m.often && !*newcomers {
				return
			}
			out, err := tellNewcomer(program, "doctor", m.game, bot)
			if !slices.ContainsFunc(strings.Split(m.doctor, "|"), func(want string) bool { return strings.Contains(out, want) }) {
				t.Errorf("doctor says, with %v, %s\nwant %q", err, out, m.doctor)
			}
		})
	}
	if all := len(mistakes()); all < 32 || named < all-3 {
		t.Errorf("play names %d of %d mistakes; want all but three", named, all)
	}
}

// plant makes the starter with the mistake and returns its folder.
func (m mistake) plant(t *testing.T, program string) string {
	t.Helper()
	bot := filepath.Join(t.TempDir(), "mine")
	if out, err := tellNewcomer(program, "new", m.game, bot); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	file := filepath.Join(bot, "bot.py")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	code := string(text)
	for edit := range slices.Chunk(m.edits, 2) {
		if !strings.Contains(code, edit[0]) {
			t.Fatalf("the starter has no %q", edit[0])
		}
		code = strings.Replace(code, edit[0], edit[1], 1)
	}
	if err := os.WriteFile(file, []byte(code), 0o644); err != nil {
		t.Fatal(err)
	}
	if m.run == "" {
		return bot
	}
	if strings.Contains(code, "\r\n") { // which only an executable script is asked about
		if err := os.Chmod(file, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(bot, "bot.toml"), []byte("name = \"mine\"\ngames = [\""+m.game+"\"]\nrun = \""+m.run+"\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return bot
}

// tellNewcomer runs a command in a shell that does not hide a missing flush.
func tellNewcomer(program string, args ...string) (string, error) {
	cmd := exec.Command(program, args...)
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "PYTHONUNBUFFERED=") })
	out, err := cmd.CombinedOutput()
	return string(out), err
}
