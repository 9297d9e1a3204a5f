package resolve

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/kballard/go-shellquote"
)

// notInNames are the characters that no NAME of NAME=BOT has: those of prefixes and
// options of bots, and of quoted words. It may look like the end of a path.
const notInNames = " \t\n\\:?'\""

// SplitName splits a bot as typed into the name that it is given and the bot:
// NAME=BOT. Without one the name is "". A file, or a program of PATH, whose own
// name contains "=" is no such pair.
func SplitName(typed string) (name, bot string) {
	name, bot, ok := strings.Cut(typed, "=")
	if !ok || name == "" || bot == "" || strings.ContainsRune("-./~@", rune(name[0])) || strings.ContainsAny(name, notInNames) {
		return "", typed
	}
	if _, err := os.Stat(typed); err == nil {
		return "", typed
	}
	if words, err := shellquote.Split(typed); err == nil && len(words) > 0 {
		if _, err := exec.LookPath(words[0]); err == nil {
			return "", typed
		}
	}
	return name, bot
}

// WithName returns NAME=BOT, as SplitName takes it.
func WithName(name, bot string) string {
	if name == "" {
		return bot
	}
	return name + "=" + bot
}

// SamePlace reports whether two bots as typed lie in the same folder or file, here or in
// commits.
func SamePlace(a, b string) bool {
	_, a = SplitName(a)
	_, b = SplitName(b)
	inA, gitA := strings.CutPrefix(a, GitPrefix)
	inB, gitB := strings.CutPrefix(b, GitPrefix)
	if gitA && gitB {
		_, a, _ = strings.Cut(inA, ":")
		_, b, _ = strings.Cut(inB, ":")
	}
	return gitA == gitB && filepath.Clean(a) == filepath.Clean(b)
}
