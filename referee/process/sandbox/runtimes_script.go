package sandbox

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"
	"golang.org/x/sys/unix"
)

// maxScript is how much of a script is looked at, in bytes.
const maxScript = 64 << 10

// readStart returns the first bytes of a regular file, nothing of anything else:
// a FIFO blocks who reads it.
func readStart(path string, most int64) string {
	file, err := os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY, 0)
	if err != nil {
		return ""
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	text, err := io.ReadAll(io.LimitReader(file, most))
	if err != nil {
		return ""
	}
	return string(text)
}

// maxShebang is how long the first line of a script may be, as in the kernel.
const maxShebang = 255

// shebang returns what follows #! in a script.
func shebang(path string) (line string, script bool) {
	line, _, _ = strings.Cut(readStart(path, maxShebang), "\n")
	line, script = strings.CutPrefix(line, "#!")
	return strings.TrimSpace(line), script
}

// interpreter returns the command that a script's first line asks for. As in the
// kernel, all behind the interpreter is one argument; env -S splits it.
func (f *finder) interpreter(script, line string) ([]string, error) {
	name, argument, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
	argument = strings.TrimSpace(argument)
	command := []string{name}
	switch {
	case name == "":
		return nil, fmt.Errorf("%s: no interpreter in its first line; want one such as #!/usr/bin/env python3", script)
	case filepath.Base(name) != "env":
		if argument != "" {
			command = append(command, argument)
		}
		return command, nil
	case !strings.HasPrefix(argument, "-") && strings.Contains(argument, " "):
		return nil, fmt.Errorf("%s: env looks for one program named %q; want #!/usr/bin/env -S %s", script, argument, argument)
	}
	words, err := f.throughEnv([]string{argument})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", script, err)
	}
	return words, nil
}

// throughEnv returns the command that env runs with these arguments. Assignments
// change the environment.
func (f *finder) throughEnv(words []string) ([]string, error) {
	for len(words) > 0 {
		word := words[0]
		name, value, assigns := strings.Cut(word, "=")
		rest := words[1:]
		split, isSplit := strings.CutPrefix(word, "-S")
		if !isSplit {
			split, isSplit = strings.CutPrefix(word, "--split-string=")
		}
		switch {
		case isSplit:
			if split == "" && len(rest) > 0 {
				split, rest = rest[0], rest[1:]
			}
			more, err := shellquote.Split(split)
			if err != nil {
				return nil, fmt.Errorf("env -S %q: %w", split, err)
			}
			words = append(more, rest...)
		case strings.HasPrefix(word, "-"):
			return nil, fmt.Errorf("env %s: want #!/usr/bin/env NAME, or -S with a command", word)
		case assigns:
			f.set(name, value)
			words = rest
		default:
			return words, nil
		}
	}
	return nil, errors.New("env runs no program; want #!/usr/bin/env NAME")
}

// calls binds what a shell's script or command calls by name, and what programs
// that run another one run.
func (f *finder) calls(program string, args []string, depth int) {
	name := filepath.Base(program)
	switch {
	case slices.Contains([]string{"sh", "ash", "bash", "dash", "fish", "ksh", "zsh", "busybox"}, name):
	case slices.Contains([]string{"chrt", "env", "ionice", "nice", "nohup", "setsid", "stdbuf", "taskset", "time", "timeout"}, name):
	default:
		return
	}
	for _, arg := range args {
		text := arg
		if script := readStart(f.absolute(arg), maxScript); script != "" {
			text = script
		}
		for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !strings.ContainsRune(wordRunes, r) }) {
			f.called(word, depth)
		}
	}
}

// wordRunes are those of the programs' names that a script is searched for.
const wordRunes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-./"

// called binds what a word needs if it is a program outside of the system. A word
// that only looks like one, such as a version that is not installed in a comment,
// is no reason to refuse the bot.
func (f *finder) called(word string, depth int) {
	if depth <= 1 || f.seen["word "+word] {
		return
	}
	f.seen["word "+word] = true
	if path, err := f.locate(word); err == nil && !isSystem(path) {
		_, _, _ = f.program([]string{word}, depth-1)
	}
}
