package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/google/go-cmp/cmp"
)

// prepare prepares a source file, which must succeed.
func prepare(t *testing.T, path, cache string) Spec {
	t.Helper()
	spec, err := Resolve(path)
	if err != nil {
		t.Fatal(err)
	}
	spec, output, err := Prepare(t.Context(), spec, BuildOptions{Cache: cache})
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return spec
}

// fakeCompilers puts programs of those names before PATH that print their command
// line and the folder to calls, and make a program.
func fakeCompilers(t *testing.T, names ...string) (calls func() string) {
	t.Helper()
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	for _, name := range names {
		write(t, dir, name, fmt.Sprintf("#!/bin/sh\necho \"%s $*; in a folder with $(ls | tr '\\n' ' ')\" >> %s\nprintf 'built by %s' > program\nchmod +x program\n", name, log, name), 0o777)
	}
	t.Setenv("PATH", dir+":/usr/bin:/bin")
	return func() string {
		text, err := os.ReadFile(log)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		return string(text)
	}
}

const javaSource = "class Player { public static void main(String[] args) {} }"

// "The recipe (compiler, flags) is shown and stored; it builds [...] from a folder
// that holds only that file": the command lines, which are what a digest stands for. A
// change of one needs another name of the recipe.
func TestRecipes(t *testing.T) {
	for _, tt := range []struct{ file, text, recipe, shown, build, run string }{
		{"solution.c", "", "c17", "gcc -std=gnu17 -O2 -lm -lpthread", "gcc -std=gnu17 -O2 -o program solution.c -lm -lpthread", "./program"},
		{"solution.cpp", "", "c++17", "g++ -std=c++17 -O2 -lm -lpthread -ldl", "g++ -std=c++17 -O2 -o program solution.cpp -lm -lpthread -ldl", "./program"},
		{"bot.go", "", "go", "go build", "go build -o program bot.go", "./program"},
		{"bot.rs", "", "rust2021", "rustc --edition 2021 -O", "rustc --edition 2021 -O --crate-name bot -o program bot.rs", "./program"},
		{"Bot.java", javaSource, "java", "javac -encoding UTF-8", "javac -encoding UTF-8 -d classes Player.java", "java -cp classes Player"},
		{"bot.py", "", "python3", "python3 -u", "", "python3 -u bot.py"},
		{"bot.js", "", "node", "node", "", "node --require ./arbiter-readline.cjs bot.js"},
		{"-o x.cpp", "", "c++17", "g++ -std=c++17 -O2 -lm -lpthread -ldl", "g++ -std=c++17 -O2 -o program bot.cpp -lm -lpthread -ldl", "./program"},
	} {
		t.Run(tt.file, func(t *testing.T) {
			calls := fakeCompilers(t, "gcc", "g++", "go", "rustc", "javac", "java", "python3", "node")
			path := write(t, t.TempDir(), tt.file, tt.text, 0o666)
			write(t, filepath.Dir(path), "beside.h", "", 0o666)
			spec := prepare(t, path, t.TempDir())
			if spec.Recipe != tt.recipe || spec.Version != tt.shown || strings.Join(spec.Command, " ") != tt.run {
				t.Errorf("recipe %q, version %q, command %q; want %q, %q, %q", spec.Recipe, spec.Version, spec.Command, tt.recipe, tt.shown, tt.run)
			}
			want := ""
			if tt.build != "" {
				want = fmt.Sprintf("%s; in a folder with %s \n", tt.build, spec.Source)
			}
			if got := calls(); got != want {
				t.Errorf("ran %q; want %q", got, want)
			}
			stored, err := os.ReadFile(filepath.Join(spec.Dir, RecipeFile))
			var file laidOut
			if err := errors.Join(err, toml.Unmarshal(stored, &file)); err != nil || strings.Join(file.Build, " ") != tt.build || strings.Join(file.Run, " ") != tt.run {
				t.Errorf("stored %s, %v; want both command lines", stored, err)
			}
			prepare(t, path, filepath.Dir(filepath.Dir(spec.Dir)))
			if again := calls(); again != want {
				t.Errorf("built again: %q; want it cached", again)
			}
		})
	}
}

// "The digest is the source's bytes and the recipe's name, never the binary": not
// another compiler, a file beside it, a time or the file's name changes it.
func TestSourceDigests(t *testing.T) {
	dir := t.TempDir()
	digests := func(name, text string) string {
		t.Helper()
		spec, err := Resolve(write(t, dir, name, text, 0o666))
		if err != nil {
			t.Fatal(err)
		}
		typed, err := spec.Digests()
		if err != nil {
			t.Fatal(err)
		}
		laid := prepare(t, filepath.Join(dir, name), t.TempDir())
		built, err := laid.Digests()
		if err != nil {
			t.Fatal(err)
		}
		copied, err := laid.Copy(filepath.Join(t.TempDir(), "copy"))
		if err != nil {
			t.Fatal(err)
		}
		kept, err := ResolveCopy(copied.Dir)
		if err != nil {
			t.Fatal(err)
		}
		of, err := kept.Digests()
		if err != nil || typed != built || of != built {
			t.Errorf("%s: %v as typed, %v built, %v copied, %v; want one", name, typed, built, of, err)
		}
		return typed.SHA256
	}
	fakeCompilers(t, "g++")
	one := digests("solution.cpp", "int main() {}")
	// Computed by hand: printf '"recipe" "c++17"\n"source" "13"\nint main() {}' | sha256sum
	if want := "c9f6544078907ea62e9351bc2625559e0294c6b1f89891b182b31d907e3aecae"; one != want {
		t.Errorf("digest %s; want %s", one, want)
	}
	write(t, dir, "beside.h", "int x;", 0o666)
	if other := digests("other.cc", "int main() {}"); other != one {
		t.Error("another name of the file is another bot; want the same")
	}
	if other := digests("solution.cpp", "int main() { }"); other == one {
		t.Error("another source is the same bot; want another")
	}
	fakeCompilers(t, "gcc")
	if other := digests("solution.c", "int main() {}"); other == one {
		t.Error("another recipe is the same bot; want another")
	}
}

// "An executable file keeps today's meaning and digest."
func TestExecutableSource(t *testing.T) {
	path := write(t, t.TempDir(), "bot.py", "#!/usr/bin/env python3\n", 0o777)
	spec, err := Resolve(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Spec{Name: "bot", Command: []string{path}}, spec); diff != "" {
		t.Error(diff)
	}
}

// "A missing compiler exits 2 and is named": a SpecError, which is a mistake of who
// typed the bot.
func TestMissingCompiler(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for name, want := range map[string]string{
		"bot.cpp": `no program "g++" in PATH, which makes a bot of .cpp files; install it`, "bot.rs": `no program "rustc" in PATH`,
		"bot.py": `no program "python3" in PATH`, "Bot.java": `no program "javac" in PATH`,
	} {
		spec, err := Resolve(write(t, t.TempDir(), name, javaSource, 0o666))
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = Prepare(t.Context(), spec, BuildOptions{Cache: t.TempDir()})
		if !errors.As(err, new(*SpecError)) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %s", name, err, want)
		}
	}
}

// A program that somebody has changed is not played under the digest of its source: in
// the cache it is built again, and in a copy it is an error.
func TestChangedProgram(t *testing.T) {
	calls := fakeCompilers(t, "g++")
	cache, path := t.TempDir(), write(t, t.TempDir(), "bot.cpp", "", 0o666)
	spec := prepare(t, path, cache)
	write(t, spec.Dir, builtProgram, "another program", 0o777)
	if _, err := ResolveCopy(spec.Dir); err == nil || !strings.Contains(err.Error(), "is not what was built of bot.cpp") {
		t.Errorf("ResolveCopy: %v; want an error", err)
	}
	prepare(t, path, cache)
	text, err := os.ReadFile(filepath.Join(spec.Dir, builtProgram))
	if err != nil || string(text) != "built by g++" || strings.Count(calls(), "\n") != 2 {
		t.Errorf("%q, %v after %q; want it built again", text, err, calls())
	}
}

// A folder that says of itself that it was built of a source is no bot: it would play
// any program under the digest of that source.
func TestRecipeFileOfAStranger(t *testing.T) {
	fakeCompilers(t, "g++")
	spec := prepare(t, write(t, t.TempDir(), "bot.cpp", "", 0o666), t.TempDir())
	if _, err := Resolve(spec.Dir); err == nil || !strings.Contains(err.Error(), "no bot.toml in it") {
		t.Errorf("Resolve: %v; want no bot.toml", err)
	}
	write(t, spec.Dir, BotFile, `run = "sh evil.sh"`, 0o666)
	own, err := ResolveCopy(spec.Dir)
	if err != nil || own.Recipe != "" {
		t.Errorf("%+v, %v; want the bot of the bot.toml, whose digest covers all files", own, err)
	}
}

// A build that fails says so, with the compiler's words about the author's own file
// name, and is tried again.
func TestSourceThatDoesNotCompile(t *testing.T) {
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip("no g++ in PATH") // make test installs it; go test alone takes what there is
	}
	cache, path := t.TempDir(), write(t, t.TempDir(), "solution.cpp", "int main() { oops }\n", 0o666)
	for range 2 {
		spec, err := Resolve(path)
		if err != nil {
			t.Fatal(err)
		}
		_, output, err := Prepare(t.Context(), spec, BuildOptions{Cache: cache})
		if !errors.As(err, new(*SpecError)) || !strings.Contains(output, "solution.cpp:1:14: error: ") {
			t.Errorf("%v\n%s; want the compiler's error", err, output)
		}
	}
	write(t, filepath.Dir(path), "solution.cpp", "int main() {}\n", 0o666)
	prepare(t, path, cache)
}

// javac is the one compiler that does not pass over a byte order mark: its word for it
// says not what to do.
func TestMarkedJava(t *testing.T) {
	calls := fakeCompilers(t, "javac", "java")
	spec, err := Resolve(write(t, t.TempDir(), "Player.java", "\ufeff"+javaSource, 0o666))
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = Prepare(t.Context(), spec, BuildOptions{Cache: t.TempDir()})
	var wrong *SpecError
	if !errors.As(err, &wrong) || wrong.Mistake != ByteOrderMark || !strings.Contains(err.Error(), "Player.java: it begins with a byte order mark") || calls() != "" {
		t.Errorf("%v; want the mistake by name, before anything is built; built %s", err, calls())
	}
}

// Each recipe makes a program that answers, of a file as it is written for CodinGame:
// class Player behind other classes, readline() in JavaScript, print without flush in
// Python.
func TestSourcesAnswer(t *testing.T) {
	for _, tt := range []struct{ name, needs, text string }{
		{"solution.c", "gcc", "#include <stdio.h>\nint main() { char l[99]; while (fgets(l, 99, stdin)) { printf(\"WAIT\\n\"); fflush(stdout); } }"},
		{"solution.cpp", "g++", "#include <iostream>\n#include <string>\nusing namespace std;\nint main() { string l; while (getline(cin, l)) cout << \"WAIT\" << endl; }"},
		{"bot.go", "go", "package main\nimport (\"bufio\"; \"fmt\"; \"os\")\nfunc main() { s := bufio.NewScanner(os.Stdin); for s.Scan() { fmt.Println(\"WAIT\") } }"},
		{"my-bot.v2.rs", "rustc", "use std::io;\nfn main() { let mut l = String::new(); while io::stdin().read_line(&mut l).unwrap() > 0 { println!(\"WAIT\"); l.clear(); } }"},
		{"Bot.java", "javac", "import java.util.*;\nclass Cell { int x; }\nclass Player { public static void main(String args[]) { Scanner in = new Scanner(System.in); while (in.hasNextLine()) { in.nextLine(); System.out.println(\"WAIT\"); } } }"},
		{"bot.py", "python3", "while True:\n    try: input()\n    except EOFError: break\n    print('WAIT')"},
		{"bot.js", "node", "let l; while ((l = readline()) !== undefined) { parseInt(l); print('WAIT'); }"},
		{"own.js", "node", "const readline = require('node:readline'); readline.createInterface({ input: process.stdin }).on('line', () => console.log('WAIT'));"},
		{"bot.mjs", "node", "let l; while ((l = readline()) !== undefined) console.log('WAIT');"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := exec.Command(tt.needs, "--version").Run(); err != nil && exec.Command(tt.needs, "version").Run() != nil {
				t.Skipf("no %s here: %v", tt.needs, err) // Java and Rust are on few machines, and make test installs the others
			}
			spec := prepare(t, write(t, t.TempDir(), tt.name, tt.text, 0o666), t.TempDir())
			ctx, cancel := context.WithTimeout(t.Context(), ample)
			defer cancel()
			cmd := exec.CommandContext(ctx, spec.Command[0], spec.Command[1:]...)
			cmd.Dir, cmd.Stdin = spec.Dir, strings.NewReader("1\n22\n")
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if err != nil || string(out) != "WAIT\nWAIT\n" {
				t.Errorf("%q, %v, %s; want two answers", out, err, &stderr)
			}
		})
	}
}

// "Java: the class with main, the file may have any class name."
func TestJavaMain(t *testing.T) {
	for _, tt := range []struct{ name, source, file, class string }{
		{"one class", javaSource, "Player", "Player"},
		{"public", "public class Bot { public static void main(String[] a) {} }", "Bot", "Bot"},
		{"behind others", "class A { void f() { if (true) { } } }\ninterface B { }\nfinal class C { static public void main(String... a) { } }", "C", "C"},
		{"main is not in the public one", "public class A { }\nclass B { public static void main(String[] a) { } }", "A", "B"},
		{"a package", "package a.b;\nclass P { public static void main(String[] a) { } }", "P", "a.b.P"},
		{"a nested one's main does not count", "class A { static class N { public static void main(String[] a) { } } }\nclass B { public static void main(String[] a) { } }", "B", "B"},
		{"comments and literals", "// class X { void main(\n/* class Y { void main( */ class Z { char c = '{'; String s = \"void main( { \\\" class Q {\"; String t = \"\"\"\n { \"{\" class R\n\"\"\"; }\nclass P { public static void main(String[] a) { } }", "P", "P"},
		{"an enum and a record", "enum E { A, B }\nrecord R(int x) { }\nclass P { public static void main(final String[] a) { } }", "P", "P"},
	} {
		file, class, err := javaMain(tt.source)
		if err != nil || file != tt.file || class != tt.class {
			t.Errorf("%s: %s, %s, %v; want %s, %s", tt.name, file, class, err, tt.file, tt.class)
		}
	}
}
