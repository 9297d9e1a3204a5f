package process

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// honest are bots as people write them: they log to stderr, use threads,
// children and temporary files, and read what lies beside them.
var honest = []struct {
	name, file, text string
	build            []string
	run              []string
}{
	{"python", "bot.py", `
import multiprocessing, os, socket, sys, tempfile, threading
import helper
lock = multiprocessing.Lock()
a, b = socket.socketpair()
t = threading.Thread(target=lambda: None); t.start(); t.join()
with tempfile.TemporaryFile() as f: f.write(b"x" * 100000)
with multiprocessing.Pool(2) as pool: print(pool.map(abs, [-1, -2]), file=sys.stderr)
for line in sys.stdin:
    print(helper.answer, flush=True)
`, nil, []string{"python3", "bot.py"}},
	{"system's python", "bot.py", `
import sys, helper
for line in sys.stdin:
    print(helper.answer, flush=True)
`, nil, []string{"/usr/bin/python3", "bot.py"}},
	{"node", "bot.js", `
const fs = require('fs'), os = require('os'), path = require('path');
fs.writeFileSync(path.join(os.tmpdir(), 'x'), 'x');
console.error(os.cpus().length, require('child_process').execSync('echo child').toString());
const input = require('readline').createInterface({input: process.stdin});
input.on('line', () => console.log(/'(.*)'/.exec(fs.readFileSync('helper.py', 'utf8'))[1]));
`, nil, []string{"node", "bot.js"}},
	{"java", "Bot.java", `
import java.nio.file.*;
import java.util.*;
public class Bot {
	public static void main(String[] args) throws Exception {
		Files.createTempFile("bot", ".tmp");
		for (int i = 0; i < 16; i++) { new Thread(() -> {}).start(); }
		Scanner in = new Scanner(System.in);
		while (in.hasNextLine()) {
			in.nextLine();
			System.out.println(Files.readString(Path.of("helper.py")).split("'")[1]);
		}
	}
}
`, []string{"javac", "Bot.java"}, []string{"java", "Bot"}},
	{"C", "bot.c", `
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static void *idle(void *arg) { return arg; }
int main(void) {
	char line[1000], text[1000], name[] = "";
	pthread_t t;
	pthread_create(&t, NULL, idle, name);
	pthread_join(t, NULL);
	FILE *scratch = tmpfile(), *f = fopen("helper.py", "r");
	fprintf(stderr, "scratch %d\n", scratch != NULL);
	fgets(text, sizeof text, f);
	while (fgets(line, sizeof line, stdin)) {
		printf("%s\n", strtok(strchr(text, '\'') + 1, "'"));
		fflush(stdout);
	}
}
`, []string{"cc", "-o", "bot", "bot.c", "-lpthread"}, []string{"./bot"}},
	{"C++ by make", "bot.cpp", `
#include <fstream>
#include <iostream>
#include <string>
int main() {
	std::string text, line;
	std::ifstream f("helper.py");
	std::getline(f, text, '\''), std::getline(f, text, '\'');
	while (std::getline(std::cin, line)) std::cout << text << std::endl;
}
`, []string{"make", "bot"}, []string{"./bot"}},
	{"Rust", "main.rs", `
use std::io::BufRead;
fn main() {
	let text = std::fs::read_to_string("helper.py").unwrap();
	for _ in std::io::stdin().lock().lines() {
		println!("{}", text.split('\'').nth(1).unwrap());
	}
}
`, []string{"cargo", "build"}, []string{"./target/debug/bot"}},
	{"shell", "bot.sh", `
while read line; do
	tr -d "'" <helper.py | cut -d= -f2
done
`, nil, []string{"sh", "bot.sh"}},
	{"script", "bot", `#!/usr/bin/env python3
import sys, helper
for line in sys.stdin:
    print(helper.answer, flush=True)
`, nil, []string{"./bot"}},
}

// "No honest bot breaks under the default", and none fails to be built, in a folder that only its owner may
// read, under a folder that only its owner may enter, and by a command line.
func TestBoxRunsHonestBots(t *testing.T) {
	for _, h := range honest {
		t.Run(h.name, func(t *testing.T) {
			for _, program := range append(slices.Clone(h.build[:min(1, len(h.build))]), h.run[0]) {
				if _, err := exec.LookPath(program); err != nil && !strings.HasPrefix(program, "./") {
					t.Skip(err) // java, for one, is on few machines; what make test installs is played everywhere
				}
			}
			over := filepath.Join(t.TempDir(), "private")
			dir := filepath.Join(over, "bot")
			for _, path := range []string{over, dir} {
				if err := os.Mkdir(path, 0o700); err != nil {
					t.Fatal(err)
				}
			}
			for name, text := range map[string]string{
				h.file: h.text, "helper.py": "answer='MOVE 1 2'\n",
				"Cargo.toml": "[package]\nname = \"bot\"\n[[bin]]\nname = \"bot\"\npath = \"main.rs\"\n",
			} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			built(t, Spec{Name: h.name, Build: h.build, Dir: dir}, inBoxes(t))
			table := boxed(t)
			check := func(spec Spec) {
				t.Helper()
				p, err := table.Start(spec)
				if err != nil {
					t.Fatal(err)
				}
				defer p.Close()
				reply := ask(t, p, line(1))
				if reply.Fault != nil {
					t.Fatalf("%v\n%s", reply.Fault, reply.Stderr)
				}
				wantLines(t, reply, "MOVE 1 2")
			}
			check(Spec{Name: h.name, Command: h.run, Dir: dir})
			t.Chdir(dir)
			check(Spec{Name: h.name, Command: h.run})
		})
	}
}

// A refused write is explained.
func TestBoxExplainsRefusedWrites(t *testing.T) {
	dir := worldReadable(t)
	p, err := boxed(t).Start(Spec{Name: "logs", Dir: dir, Command: []string{"sh", "-c", "echo started >>bot.log || exit 1"}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	reply := ask(t, p, line(1))
	if reply.Fault == nil || !strings.HasSuffix(reply.Fault.Why, "the bot's folder is read-only; write to $TMPDIR") {
		t.Errorf("fault %v; want the reason", reply.Fault)
	}
}

// A refused read is explained, too.
func TestBoxExplainsWhatIsNotShown(t *testing.T) {
	dir := worldReadable(t)
	write(t, dir, ".git", "gitdir: elsewhere", 0o644)
	p, err := boxed(t).Start(Spec{Name: "reads", Dir: dir, Command: []string{"sh", "-c", "cat .git || exit 1"}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	reply := ask(t, p, line(1))
	if reply.Fault == nil || !strings.Contains(reply.Fault.Why, "a bot sees no sockets, no databases and no .git") {
		t.Errorf("fault %v; want the reason", reply.Fault)
	}
}

// Modules that a person installed for herself (pip install --user) are found,
// though the home of a bot is another.
func TestBoxFindsModulesInAHome(t *testing.T) {
	const python = "/usr/bin/python3"
	home := worldReadable(t)
	t.Setenv("HOME", home)
	where, err := exec.Command(python, "-c", "import site; print(site.getusersitepackages() if site.ENABLE_USER_SITE is not None else '')").Output()
	site := strings.TrimSpace(string(where))
	if err != nil || !strings.HasPrefix(site, home) {
		t.Skipf("%s has no modules of users: %q, %v", python, where, err) // a machine without Python, or one that is set up so
	}
	if err := os.MkdirAll(site, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(site, "mine.py"), []byte("answer = 'MOVE 1 2'\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "bot.py"), []byte("import mine\nwhile input(): print(mine.answer, flush=True)\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := boxed(t).Start(Spec{Name: "mine", Dir: dir, Command: []string{python, "bot.py"}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	wantLines(t, ask(t, p, line(1)), "MOVE 1 2")
}
