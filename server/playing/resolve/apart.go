package resolve

import (
	"path/filepath"
	"slices"
	"strings"

	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// maxDifference is how many characters of what was typed a name takes.
const maxDifference = 40

// tellApart gives names to different bots that would have the same one, from what of the
// typed words differs: the folder (v1/sol, v2/sol), the extension (sol-py, sol-cpp), the
// commit (sol@HEAD~3), the arguments (java-Alpha, java-Beta). A name that was typed, and
// that of a builtin bot, stays. A name depends on the company that a bot is in, so it
// becomes a part of what was typed. Bots that differ in nothing of that keep one name, and
// their IDs tell them apart.
func tellApart(contenders []dispatch.Contender) {
	taken := map[string]bool{} // names that stay
	groups := map[string][]int{}
	for i, c := range contenders {
		if given, arg := SplitName(c.Bot.Typed); given != "" || c.Bot.Typed == "" || strings.HasPrefix(arg, BuiltinPrefix) {
			taken[c.Bot.Name] = true
		} else {
			groups[c.Bot.Name] = append(groups[c.Bot.Name], i)
		}
	}
	for name, group := range groups {
		different := slices.Clone(group)
		different = slices.CompactFunc(different, func(i, j int) bool { return contenders[i].Bot.Same(contenders[j].Bot) })
		if len(different) == 1 && !taken[name] {
			taken[name] = true
			delete(groups, name)
		}
	}
	for _, name := range sortedKeys(groups) {
		nameGroup(contenders, groups[name], taken)
	}
}

func sortedKeys(groups map[string][]int) (names []string) {
	for name := range groups {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// nameGroup names bots that would have the same name. Each takes the first of its
// candidates that no other one has.
func nameGroup(contenders []dispatch.Contender, group []int, taken map[string]bool) {
	var first []int             // of each bot
	copies := map[int]int{}     // of a bot, to the first
	names := map[int][]string{} // candidates
	for _, i := range group {
		j := slices.IndexFunc(first, func(j int) bool { return contenders[i].Bot.Same(contenders[j].Bot) })
		if j >= 0 {
			copies[i] = first[j]
		} else {
			first = append(first, i)
		}
	}
	var commands [][]string
	for _, i := range first {
		if isCommand(contenders[i]) {
			commands = append(commands, contenders[i].Spec.Command)
		}
	}
	for _, kind := range []bool{false, true} {
		levels := 0
		for _, i := range first {
			names[i] = candidates(contenders[i], commands, kind)
			names[i] = slices.DeleteFunc(names[i], func(name string) bool { return league.CheckName(name) != nil })
			levels = max(levels, len(names[i]))
		}
		for level := range levels {
			count := map[string]int{}
			for _, i := range first {
				count[at(names[i], level)]++
			}
			first = slices.DeleteFunc(first, func(i int) bool {
				name := at(names[i], level)
				if name == "" || count[name] > 1 || taken[name] {
					return false
				}
				taken[name] = true
				rename(&contenders[i], name)
				return true
			})
		}
	}
	for copy, i := range copies {
		if name, _ := SplitName(contenders[i].Bot.Typed); name != "" {
			rename(&contenders[copy], name)
		}
	}
}

// at returns the name of a level, or the last one; "" of none.
func at(names []string, level int) string {
	if len(names) == 0 {
		return ""
	}
	return names[min(level, len(names)-1)]
}

// rename gives a contender a name as if it had been typed, unless it has it.
func rename(c *dispatch.Contender, name string) {
	if c.Bot.Name != name {
		c.Bot, c.Spec.Name = c.Bot.Renamed(name, WithName(name, c.Bot.Typed)), name
	}
}

// isCommand reports whether a contender was typed as a command line or a program.
func isCommand(c dispatch.Contender) bool {
	return c.Spec.Recipe == "" && c.Spec.Dir == "" && !strings.HasPrefix(c.Bot.Typed, GitPrefix)
}

// candidates returns names for a contender from what was typed, the best first, or those
// that also have the kind of file. The commands are those of all contenders that are
// command lines.
func candidates(c dispatch.Contender, commands [][]string, kind bool) []string {
	base, typed := c.Bot.Name, c.Bot.Typed
	rest, isGit := strings.CutPrefix(typed, GitPrefix)
	ref, path, _ := strings.Cut(rest, ":")
	if !isGit {
		path = typed
	}
	var names []string
	ending := ""
	switch {
	case c.Spec.Recipe != "":
		names, ending = pathNames(base, path, true), "-"+strings.TrimPrefix(filepath.Ext(path), ".")
	case isGit, c.Spec.Dir != "":
		names = pathNames(base, path, false)
	case len(c.Spec.Command) == 1:
		names, ending = pathNames(base, path, true), "-"+filepath.Base(path)
	default:
		names, ending = commandNames(base, c.Spec.Command, commands), "-"+filepath.Base(c.Spec.Command[0])
	}
	for i := range names {
		if kind {
			names[i] += ending
		}
		if isGit {
			names[i] += "@" + shortRef(ref)
		}
	}
	return names
}

// shortRef abbreviates the hash of a commit as Git does.
func shortRef(ref string) string {
	if len(ref) >= 40 && strings.Trim(ref, "0123456789abcdef") == "" {
		return ref[:12]
	}
	return ref
}

// pathNames returns a name, and then with more and more of the end of a path. The
// extension of a file is left out.
func pathNames(base, path string, file bool) []string {
	if file {
		path = strings.TrimSuffix(path, filepath.Ext(path))
	}
	names := []string{base}
	parts := strings.FieldsFunc(filepath.ToSlash(filepath.Clean(path)), func(r rune) bool { return r == '/' })
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "." || part == ".." })
	prefix, from := "", 2
	if len(parts) > 0 && parts[len(parts)-1] != base { // the bot has another name than its folder
		prefix, from = base+"-", 1
	}
	for n := from; n <= len(parts); n++ {
		names = append(names, prefix+shortened(strings.Join(parts[len(parts)-n:], "/")))
	}
	return names
}

// commandNames returns a name, then with the first argument in which commands differ, and
// then with all of them.
func commandNames(base string, words []string, commands [][]string) []string {
	names := []string{base}
	all := base
	longest := 0
	for _, command := range commands {
		longest = max(longest, len(command))
	}
	for n := 1; n < longest; n++ {
		difference := differenceAt(n, words, commands)
		if difference == "" {
			continue
		}
		// A script after which the bot is called is the name with its folders.
		switch stem := strings.TrimSuffix(difference, filepath.Ext(difference)); {
		case all == base && stem == base:
			continue
		case all == base && strings.HasSuffix(stem, "/"+base):
			all = stem
		default:
			all += "-" + difference
		}
		names = append(names, all)
	}
	return names
}

// differenceAt returns as much of the end of a word as tells it from the words of other
// commands at the same place; "" if all have the same.
func differenceAt(n int, words []string, commands [][]string) string {
	own := partsOf(wordAt(words, n))
	for length := 1; ; length++ {
		others, known := 0, 0
		for _, command := range commands {
			if other := wordAt(command, n); other != wordAt(words, n) {
				others++
				if tail(partsOf(other), length) != tail(own, length) {
					known++
				}
			}
		}
		switch {
		case others == 0 || len(own) == 0:
			return ""
		case known == others || length >= len(own):
			return shortened(tail(own, length))
		}
	}
}

func wordAt(words []string, n int) string {
	if n < len(words) {
		return words[n]
	}
	return ""
}

// partsOf returns what of an argument can be part of a name: the folders of a path, the
// option and the value of --option=value.
func partsOf(argument string) []string {
	parts := strings.FieldsFunc(argument, func(r rune) bool { return strings.ContainsRune(notInNames+"=/@", r) })
	for i := range parts {
		parts[i] = strings.TrimLeft(parts[i], "-")
	}
	return slices.DeleteFunc(parts, func(part string) bool { return league.CheckName(part) != nil || part == "." || part == ".." })
}

// tail returns the last parts.
func tail(parts []string, n int) string { return strings.Join(parts[max(0, len(parts)-n):], "/") }

// shortened keeps the end of a text.
func shortened(text string) string {
	letters := []rune(text)
	return strings.TrimLeft(string(letters[max(0, len(letters)-maxDifference):]), "/")
}
