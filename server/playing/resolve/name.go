package resolve

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"

	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// notInNames are the characters that no NAME of NAME=BOT has: those of paths, of
// prefixes and options of bots, and of quoted words.
const notInNames = " \t\n/\\:@?'\""

// SplitName splits a bot as typed into the name that it is given and the bot:
// NAME=BOT. Without one the name is "". A file, or a program of PATH, whose own
// name contains "=" is no such pair.
func SplitName(typed string) (name, bot string) {
	name, bot, ok := strings.Cut(typed, "=")
	if !ok || name == "" || bot == "" || name[0] == '-' || strings.ContainsAny(name, notInNames) {
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

// WithName is the reverse of SplitName.
func WithName(name, bot string) string {
	if name == "" {
		return bot
	}
	return name + "=" + bot
}

// tellApart gives names to different bots that were typed as command lines or source
// files and would have the same one, such as java or solution: each is called after the
// first argument that differs, java-Alpha and java-Beta, or after its extension,
// solution-cpp and solution-py. A name depends on the company that a bot is in, so it
// becomes a part of what was typed.
func tellApart(contenders []dispatch.Contender) {
	byName := map[string][]int{}
	for i, c := range contenders {
		if given, _ := SplitName(c.Bot.Typed); given == "" && len(distinctive(c)) > 1 {
			byName[c.Bot.Name] = append(byName[c.Bot.Name], i)
		}
	}
	for name, group := range byName {
		for _, i := range group {
			difference := ""
			for _, j := range group {
				if difference == "" {
					difference = firstDifference(distinctive(contenders[i]), distinctive(contenders[j]))
				}
			}
			if difference = nameFrom(difference); difference != "" {
				b := contenders[i].Bot
				called := name + "-" + difference
				contenders[i].Bot = b.Named(called, WithName(called, b.Typed))
				contenders[i].Spec.Name = called
			}
		}
	}
}

// distinctive returns the words by which a bot without a name of its own is told apart:
// those of its command line or, behind its recipe, the extension of its source file.
func distinctive(c dispatch.Contender) []string {
	switch {
	case c.Bot.Typed == "" || strings.HasPrefix(c.Bot.Typed, BuiltinPrefix):
		return nil
	case c.Spec.Recipe != "":
		return []string{c.Spec.Recipe, strings.TrimPrefix(filepath.Ext(c.Spec.Source), ".")}
	case c.Spec.Dir == "":
		return c.Spec.Command
	}
	return nil
}

// firstDifference returns the first word of a command line that is not that of
// another one at the same place.
func firstDifference(words, other []string) string {
	for i, word := range words {
		if i > 0 && (i >= len(other) || word != other[i]) {
			return word
		}
	}
	return ""
}

// nameFrom returns what of an argument can be part of a name: the end of a path,
// the value of --option=value, without the characters that SplitName refuses.
func nameFrom(argument string) string {
	parts := strings.FieldsFunc(argument, func(r rune) bool { return r == '=' || strings.ContainsRune(notInNames, r) })
	slices.Reverse(parts)
	for _, part := range parts {
		if part = strings.TrimLeft(part, "-"); league.CheckName(part) == nil {
			letters := []rune(part)
			return string(letters[:min(len(letters), 40)])
		}
	}
	return ""
}
