package process

import (
	"errors"
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
	Build      []string // with SOURCE for the file; nil when nothing is to be built
	Run        []string // with SOURCE, and with CLASS for the class that has main
}

// Words of a recipe that stand for something else.
const (
	sourceWord = "SOURCE"
	classWord  = "CLASS"
)

// builtProgram is the file that recipes make.
const builtProgram = "program"

// Recipes returns the recipes. They use the flags of the sites on which such bots are
// written: CodinGame's, and Python without a buffer before its stdout.
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

// IsSource reports whether a path is a source file that is a bot by itself. A file that
// may be executed is a program instead.
func IsSource(path string) bool {
	info, err := os.Stat(path)
	_, ok := recipeFor(path)
	return err == nil && info.Mode().IsRegular() && !executable(info.Mode()) && ok
}

// Line returns the command line that builds and runs a bot, without the file, for people.
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

// spec completes the bot that a recipe makes of a source file. Such a bot has no folder
// until it is laid out.
func (r Recipe) spec(s Spec) (Spec, error) {
	s.Name, s.Version, s.Recipe = stem(s.Source), r.Line(), r.Name
	text, err := s.readSource()
	if cause := (*fs.PathError)(nil); errors.As(err, &cause) {
		return Spec{}, fmt.Errorf("bot %s cannot be read: %w", s.Source, cause.Err)
	}
	if err != nil {
		return Spec{}, fmt.Errorf("bot %w", err)
	}
	name, class, err := r.sourceName(s.Source, text)
	if err != nil {
		return Spec{}, &SpecError{Why: fmt.Sprintf("bot %s: %v", s.Source, err), Err: err}
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

// sourceName returns the name that the file gets in its folder and, for Java, the class
// that has main. It is the file's own one where that cannot be taken for something
// else, because compilers and traces quote it.
func (r Recipe) sourceName(path, text string) (name, class string, err error) {
	if r.Name == "java" {
		name, class, err = javaMain(text)
		return name + ".java", class, err
	}
	name = filepath.Base(path)
	taken := []string{builtProgram, RecipeFile, readlineFile}
	if !regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]*$`).MatchString(name) || slices.Contains(taken, name) || strings.HasSuffix(name, "_test.go") {
		name = "bot" + filepath.Ext(name)
	}
	return name, "", nil
}

// maxSource is the maximum size of a source file in bytes: room for weights in it.
const maxSource = 16 << 20

// readSource reads the source of a bot that is one file.
func (s Spec) readSource() (string, error) {
	file, info, err := s.openSource()
	if err != nil {
		return "", err
	}
	defer file.Close()
	if info.Size() > maxSource {
		return "", &SpecError{Why: fmt.Sprintf("%s: %d bytes; want a source file of at most %s", s.Source, info.Size(), Mebibytes(maxSource))}
	}
	var text strings.Builder
	err = CopyRegular(&text, file, info)
	return text.String(), err
}

// resolveSource resolves a source file that stands alone.
func resolveSource(path string, r Recipe, own []string) (Spec, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return Spec{}, fmt.Errorf("bot %s: %w", path, err)
	}
	return r.spec(Spec{Source: full, Own: own})
}
