package process

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"
)

// A Recipe says how a source file that stands alone becomes a bot. Its name is part
// of the bot's digest in place of the program that a compiler makes: what a name
// stands for never changes, and other flags are another name.
type Recipe struct {
	Name       string
	Extensions []string // of the files that it is for
	Build      []string // with sourceWord for the file; nil when nothing is to be built
	Run        []string // with sourceWord, and classWord for the class that has main
}

// Words of a recipe that stand for something else.
const (
	sourceWord = "SOURCE"
	classWord  = "CLASS"
)

// builtProgram is the file that recipes make.
const builtProgram = "program"

// Recipes returns the recipes. Their flags are those of the sites on which such
// bots are written: CodinGame's, and Python without a buffer before its stdout.
func Recipes() []Recipe {
	program := []string{"./" + builtProgram}
	return []Recipe{
		{"c17", []string{".c"}, words("gcc -std=gnu17 -O2 -o program SOURCE -lm -lpthread"), program},
		{"c++17", []string{".cpp", ".cc", ".cxx"}, words("g++ -std=c++17 -O2 -o program SOURCE -lm -lpthread -ldl"), program},
		{"go", []string{".go"}, words("go build -o program SOURCE"), program},
		{"rust2021", []string{".rs"}, words("rustc --edition 2021 -O --crate-name bot -o program SOURCE"), program},
		{"java", []string{".java"}, words("javac -encoding UTF-8 -d classes SOURCE"), words("java -cp classes CLASS")},
		{"python3", []string{".py"}, nil, words("python3 -u SOURCE")},
		{"node", []string{".js", ".mjs", ".cjs"}, nil, words("node --require ./" + readlineFile + " SOURCE")},
	}
}

func words(line string) []string { return strings.Fields(line) }

// readlineFile is the file that gives a bot in JavaScript what CodinGame gives it.
const readlineFile = "arbiter-readline.cjs"

// readline defines the functions that programs in JavaScript find on CodinGame, for
// those that use them. It reads nothing for those that read stdin themselves.
const readline = `// Written by Arbiter: the functions that programs in JavaScript find on CodinGame.
'use strict';
const fs = require('node:fs');
let rest = Buffer.alloc(0);
let ended = false;
function readline() {
  for (let from = 0; ;) {
    const end = rest.indexOf(10, from);
    if (end >= 0 || ended) {
      if (end < 0 && rest.length === 0) return undefined;
      const line = rest.toString('utf8', 0, end < 0 ? rest.length : end);
      rest = end < 0 ? Buffer.alloc(0) : rest.subarray(end + 1);
      return line.endsWith('\r') ? line.slice(0, -1) : line;
    }
    from = rest.length;
    const chunk = Buffer.alloc(65536);
    let n = 0;
    try {
      n = fs.readSync(0, chunk, 0, chunk.length, null);
    } catch (e) {
      if (e.code === 'EAGAIN') continue;
      if (e.code !== 'EOF') throw e;
    }
    if (n === 0) ended = true;
    rest = Buffer.concat([rest, chunk.subarray(0, n)]);
  }
}
const out = (...words) => fs.writeSync(1, words.join(' ') + '\n');
const provided = { readline, print: out, printErr: (...words) => console.error(...words), putstr: (text) => fs.writeSync(1, String(text)) };
for (const [name, value] of Object.entries(provided)) {
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}
`

// recipeFor returns the recipe for a file, by its name.
func recipeFor(path string) (Recipe, bool) {
	i := slices.IndexFunc(Recipes(), func(r Recipe) bool { return slices.Contains(r.Extensions, filepath.Ext(path)) })
	if i < 0 {
		return Recipe{}, false
	}
	return Recipes()[i], true
}

// IsSource reports whether a path is that of a source file that is a bot by itself:
// one that may be executed is a program.
func IsSource(path string) bool {
	info, err := os.Stat(path)
	_, ok := recipeFor(path)
	return err == nil && info.Mode().IsRegular() && !executable(info.Mode()) && ok
}

// Line returns the command line that makes and runs the bot, without the file: what
// people are shown of the recipe.
func (r Recipe) Line() string {
	line := r.Build
	if line == nil {
		line = r.Run
	}
	var shown []string
	for i, word := range line {
		option := i > 0 && slices.Contains([]string{"-o", "-d", "--crate-name", "--require"}, line[i-1])
		if option {
			shown = shown[:len(shown)-1]
		} else if word != sourceWord {
			shown = append(shown, word)
		}
	}
	return shellquote.Join(shown...)
}

// spec returns the bot that a recipe makes of a source file. It has no folder until
// it is laid out.
func (r Recipe) spec(path string) (Spec, error) {
	s := Spec{Name: stem(path), Version: r.Line(), Recipe: r.Name, Source: path}
	var class string
	if slices.Contains(r.Run, classWord) {
		text, err := readSource(path)
		if err != nil {
			return Spec{}, err
		}
		if _, class, err = javaMain(text); err != nil {
			return Spec{}, &SpecError{Why: fmt.Sprintf("bot %s: %v", path, err), Err: err}
		}
	}
	name, err := r.sourceName(path)
	if err != nil {
		return Spec{}, err
	}
	fill := strings.NewReplacer(sourceWord, name, classWord, class)
	for _, word := range r.Build {
		s.Build = append(s.Build, fill.Replace(word))
	}
	for _, word := range r.Run {
		s.Command = append(s.Command, fill.Replace(word))
	}
	return s, nil
}

// sourceName returns the name that the file gets in its folder: its own one, where
// that cannot be taken for something else, because compilers and traces quote it.
func (r Recipe) sourceName(path string) (string, error) {
	base := filepath.Base(path)
	if r.Name == "java" {
		text, err := readSource(path)
		if err != nil {
			return "", err
		}
		name, _, err := javaMain(text)
		return name + ".java", err
	}
	taken := []string{builtProgram, RecipeFile, readlineFile}
	if !regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]*$`).MatchString(base) || slices.Contains(taken, base) || strings.HasSuffix(base, "_test.go") {
		base = "bot" + filepath.Ext(base)
	}
	return base, nil
}

// maxSource is the maximum size of a source file in bytes: room for weights in it.
const maxSource = 16 << 20

func readSource(path string) (string, error) {
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	defer root.Close()
	text, err := readRegularIn(root, filepath.Base(path), maxSource)
	return string(text), err
}

// resolveSource resolves a source file that stands alone.
func resolveSource(path string, info fs.FileInfo, r Recipe) (Spec, error) {
	if info.Size() > maxSource {
		return Spec{}, fmt.Errorf("bot %s: %d bytes; want a source file of at most %s", path, info.Size(), Mebibytes(maxSource))
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return Spec{}, fmt.Errorf("bot %s: %w", path, err)
	}
	return r.spec(full)
}
