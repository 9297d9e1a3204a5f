package main

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"arbiter/docs/reference"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"

	"github.com/alecthomas/kong"
	"github.com/kballard/go-shellquote"
)

// parserOf returns the parser of the command line.
func parserOf(t *testing.T) *kong.Kong {
	t.Helper()
	parser, err := newParser("", output.NewStreams(nil, &bytes.Buffer{}, &bytes.Buffer{}, ""), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	return parser
}

// "Examples in every --help", and each is a command line that the program takes,
// of the command that it stands under.
func TestExamples(t *testing.T) {
	// A parser takes longer to make than to use, but what was given once stays so:
	// there is one for the first examples, one for the second ones, and so on.
	parsers := []*kong.Kong{parserOf(t)}
	known := map[string]bool{"": true}
	for _, leaf := range parsers[0].Model.Leaves(true) {
		known[words(leaf)] = true
		if len(examples()[words(leaf)]) == 0 {
			t.Errorf("%s has no example", words(leaf))
		}
	}
	for command, lines := range examples() {
		if !known[command] {
			t.Errorf("there is no command %q", command)
		}
		for i, line := range lines {
			if i == len(parsers) {
				parsers = append(parsers, parserOf(t))
			}
			line = strings.TrimSuffix(strings.TrimPrefix(line, `eval "$(`), `)"`)
			line, _, _ = strings.Cut(line, " > ")
			args, err := shellquote.Split(line)
			if err != nil || args[0] != "arbiter" {
				t.Errorf("%s: %v", line, err)
				continue
			}
			ctx, err := parsers[i].Parse(args[1:])
			if err != nil {
				t.Errorf("%s: %v", line, err)
			} else if got := words(ctx.Selected()); command != "" && got != command {
				t.Errorf("%s is an example of %q; it stands under %q", line, got, command)
			}
		}
	}
}

// docs/reference/cli.md lists every command with what it does, in the groups of help.
func TestReferenceCommands(t *testing.T) {
	groups := map[string]string{}
	for _, leaf := range parserOf(t).Model.Leaves(true) {
		top := leaf
		for top.Parent.Parent != nil {
			top = top.Parent
		}
		if top.Group == nil {
			t.Fatalf("%s is in no group", words(top))
		}
		line := words(leaf)
		for _, p := range leaf.Positional {
			line += " " + p.Summary()
		}
		groups[top.Group.Key] += "- `" + line + "`: " + cmp.Or(leaf.Help, top.Help) + "\n"
	}
	var page strings.Builder
	page.WriteString("# Commands\n\nEach begins with `arbiter`. `arbiter help COMMAND` has its flags and examples, and `arbiter COMMAND --help-all` rare flags, too.\n")
	for _, group := range helpGroups() {
		if lines := groups[group.Key]; lines != "" {
			page.WriteString("\n## " + strings.TrimSuffix(group.Title, ":") + "\n\n" + lines)
		}
	}
	reference.File(t, "docs/reference/cli.md", page.String())
}

// The list of the commands that take --server in docs/server.md.
func TestReferenceServerCommands(t *testing.T) {
	var names []string
	for _, leaf := range parserOf(t).Model.Leaves(true) {
		if slices.ContainsFunc(leaf.Flags, func(f *kong.Flag) bool { return f.Name == "server" }) {
			names = append(names, "`"+words(leaf)+"`")
		}
	}
	reference.Block(t, "docs/server.md", "server commands", strings.Join(names, ", ")+"\n")
}

// The list of what a server does not do in docs/server.md is that of help.
func TestReferenceNotOnServer(t *testing.T) {
	rows := [][]string{{"command", "why"}}
	for _, e := range flags.NotOnServer() {
		rows = append(rows, []string{"`" + e[0] + "`", e[1]})
	}
	reference.Block(t, "docs/server.md", "not on a server", reference.Table(rows...))
}

// "A flag has one meaning in all verbs": values of one type, which the help texts call
// by one name.
func TestFlagsHaveOneMeaning(t *testing.T) {
	type meaning struct{ verb, values, placeholder string }
	first := map[string]meaning{}
	for _, leaf := range parserOf(t).Model.Leaves(false) {
		for _, flag := range leaf.Flags {
			if flag.Name == "watch" && words(leaf) == "ladder play" {
				continue // play --watch looks at a match, and a ladder at folders
			}
			values := flag.Target.Type()
			for values.Kind() == reflect.Pointer || values.Kind() == reflect.Slice {
				values = values.Elem()
			}
			// play --bot says for which seat the bot is
			is := meaning{words(leaf), values.String(), strings.TrimPrefix(flag.PlaceHolder, "SEAT=")}
			was, known := first[flag.Name]
			if !known || was.placeholder == "" {
				first[flag.Name] = is
			}
			if known && (was.values != is.values || was.placeholder != "" && is.placeholder != "" && was.placeholder != is.placeholder) {
				t.Errorf("--%s is a %s %s in %s and a %s %s in %s", flag.Name, was.values, was.placeholder, was.verb, is.values, is.placeholder, is.verb)
			}
		}
	}
}

// A parser of one verb takes the same flags and prints the same help as the parser of
// all verbs. A word that is no verb leaves all verbs in.
func TestParserOfOneVerb(t *testing.T) {
	all := parserOf(t).Model
	parser := func(word string) (*kong.Kong, *bytes.Buffer) {
		var out bytes.Buffer
		parser, err := newParser(word, output.NewStreams(nil, &out, &out, ""), func(int) {})
		if err != nil {
			t.Fatal(err)
		}
		return parser, &out
	}
	help := func(word string, args ...string) string {
		parser, out := parser(word)
		_, _ = parser.Parse(append(args, "--help")) // prints it, and goes on as nothing ends it here
		return out.String()
	}
	for _, verb := range all.Children {
		alone, _ := parser(verb.Name)
		if got := len(alone.Model.Children); got != 1 {
			t.Errorf("the parser of %s has %d verbs; want it alone", verb.Name, got)
		}
		if one, among := help(verb.Name, verb.Name), help("", verb.Name); one != among || one == "" {
			t.Errorf("help of %s alone:\n%s\namong all:\n%s", verb.Name, one, among)
		}
	}
	for _, word := range []string{"plai", "--help", completeVerb} {
		if parser, _ := parser(word); len(parser.Model.Children) != len(all.Children) {
			t.Errorf("the parser of %q has %d verbs; want all %d", word, len(parser.Model.Children), len(all.Children))
		}
	}
}

// Every help text has its examples at its end.
func TestHelpHasExamples(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"help"}, {"help", "db", "check"}, {"db", "--help"}, {"replay", "--help"}, {"play", "--help"}} {
		var out bytes.Buffer
		if code := run(args, output.NewStreams(nil, &out, &out, "")); code != output.ExitDone || !strings.Contains(out.String(), "\nExamples:\n  arbiter ") {
			t.Errorf("%q: exit code %d, %s", args, code, &out)
		}
	}
}

// "Flags are shown in groups, at most twelve of a verb; rare ones only with --help-all",
// which the last line of --help says.
func TestHelpInGroups(t *testing.T) {
	known := map[string]bool{}
	for _, group := range helpGroups() {
		known[group.Key] = true
	}
	help := func(args ...string) string {
		var out bytes.Buffer
		if code := run(args, output.NewStreams(nil, &out, &out, "")); code != output.ExitDone {
			t.Errorf("%q: exit code %d, %s", args, code, &out)
		}
		return out.String()
	}
	rare := 0
	for _, leaf := range parserOf(t).Model.Leaves(true) {
		verb := strings.Fields(words(leaf))
		few, all := help(append(verb, "--help")...), help(append(verb, "--help-all")...)
		left, often := false, 0
		for _, flag := range leaf.Flags {
			name := regexp.MustCompile(`(?m)^ +(-., )?--(\[no-\])?` + flag.Name + `\b`)
			if flag.Hidden { // an old spelling, which is only refused
				continue
			}
			if flag.Group != nil && !known[flag.Group.Key] {
				t.Errorf("%s --%s is in the group %q, which is not in helpGroups", words(leaf), flag.Name, flag.Group.Key)
			}
			shown := !seldom(flag)
			if shown && !slices.Contains([]string{"help", "version"}, flag.Name) {
				often++
			}
			if left = left || !shown; !shown {
				rare++
			}
			if name.MatchString(few) != shown || !name.MatchString(all) {
				t.Errorf("%s --%s: shown by --help %v, by --help-all %v; want %v, true", words(leaf), flag.Name, name.MatchString(few), name.MatchString(all), shown)
			}
		}
		if often > 12 {
			t.Errorf("%s --help shows %d flags; want at most 12, the others with the tag seldom", words(leaf), often)
		}
		if says := strings.HasSuffix(few, "\nMore flags: arbiter "+words(leaf)+" --help-all\n"); says != left || strings.Contains(all, "More flags") {
			t.Errorf("%s: the last line of --help names --help-all: %v; want %v", words(leaf), says, left)
		}
	}
	if rare < 50 {
		t.Errorf("%d rare flags of all verbs; want those of playing", rare)
	}
}

// "Suggestions that make sense": the nearest name of the command at hand, and
// none that is far.
func TestSuggestions(t *testing.T) {
	for args, want := range map[string]string{
		"paly":                       "arbiter: unknown command paly (did you mean play?)\nSee arbiter --help.\n",
		"banana":                     "arbiter: unknown command banana\nSee arbiter --help.\n",
		"verify m.jsonl":             "arbiter: unknown command verify (did you mean replay verify?)\nSee arbiter --help.\n",
		"help verison":               "arbiter: unknown command verison (did you mean version?)\nSee arbiter --help.\n",
		"db chekc":                   "arbiter: unexpected argument chekc (did you mean check?)\nSee arbiter db --help.\n",
		"play keeper x --wacth":      "arbiter: unknown flag --wacth (did you mean --watch?)\nSee arbiter play --help.\n",
		"db check --dp x":            "arbiter: unknown flag --dp (did you mean --db?)\nSee arbiter db check --help.\n",
		"db vacuum --deep":           "arbiter: unknown flag --deep\nSee arbiter db vacuum --help.\n",
		"play kepper x":              "arbiter: unknown game \"kepper\" (did you mean keeper?); want one of ctf, domain, flames, heropath, keeper\n",
		"rules kepper":               "arbiter: unknown game \"kepper\" (did you mean keeper?); want one of ctf, domain, flames, heropath, keeper\n",
		"play ctf builtin:ctf/bos x": "arbiter: unknown builtin bot \"ctf/bos\" (did you mean ctf/boss?); want one of ctf/wait, ctf/random, ctf/greedy, ctf/boss\n",
	} {
		var out, err bytes.Buffer
		if code := run(strings.Fields(args), output.NewStreams(strings.NewReader(""), &out, &err, "")); code != output.ExitUsage || err.String() != want {
			t.Errorf("%s: exit code %d, %q; want %q", args, code, &err, want)
		}
	}
}

// What may come next, as the shells ask for it.
func TestCandidates(t *testing.T) {
	app := parserOf(t).Model
	for _, tt := range []struct {
		typed string // up to "|"
		want  []string
	}{
		{"sta|", []string{"standings", "stats"}},
		{"db |", []string{"backup", "check", "delete-tournament", "export", "import", "prune", "restore", "vacuum"}},
		{"db check --d|", []string{"--db", "--deep"}},
		{"db check --db |", nil}, // a file
		{"play do|", []string{"domain"}},
		{"rules k|", []string{"keeper"}},
		{"play keeper builtin:keeper/b|", []string{"builtin:keeper/boss"}},
		{"play keeper --seed 3 builtin:keeper/r|", []string{"builtin:keeper/random"}},
		{"run --game ctf -b builtin:ctf/w|", []string{"builtin:ctf/wait"}},
		{"run --game h|", []string{"heropath"}},
		{"run --format s|", []string{"swiss"}},
		{"matches --fault g|", []string{"garbled"}},
		{"run --affinity |", []string{"auto", "off", "shared"}},
		{"replay exp|", []string{"export"}},
		{"completion |", []string{"bash", "fish", "zsh"}},
		{"new keeper x --lang p|", []string{"python"}},
		{"replay verify |", nil},
	} {
		typed := strings.Split(strings.TrimSuffix(tt.typed, "|"), " ")
		if got := candidates(app, typed, nothingPlayed); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q; want %q", tt.typed, got, tt.want)
		}
	}
	if all := candidates(app, nil, nothingPlayed); !slices.Contains(all, "play") || slices.Contains(all, completeVerb) {
		t.Errorf("commands %q", all)
	}
}

// nothingPlayed is a database that is not there.
func nothingPlayed(string) played { return played{} }

// "Completion of tournaments, bots and matches from the database": of the one that --db
// names, where a verb takes such a name.
func TestCompletionFromTheDatabase(t *testing.T) {
	parser, err := newParser("", output.NewStreams(nil, io.Discard, io.Discard, ""), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	read := func(db string) played {
		if db != "league.db" && db != "arbiter.db" {
			return played{}
		}
		return played{tournaments: []string{db + "-cup"}, bots: []string{"mine@12345678", "mine@12345678"}, matches: []string{"44255b7526aabbccddee"}}
	}
	for line, want := range map[string][]string{
		"matches --tournament ":                {"arbiter.db-cup"},
		"matches --db league.db --tournament ": {"league.db-cup"},
		"standings --db none.db --tournament ": nil,
		"matches --of m":                       {"mine@12345678"},
		"analyse mi":                           {"mine@12345678"},
		"replay verify 44":                     {"44255b7526aabbccddee"},
		"replay show 44":                       {"44255b7526aabbccddee"},
		"replay verify ":                       nil,
		"replay verify replays/":               nil,
	} {
		if got := candidates(parser.Model, strings.Split(line, " "), read); !slices.Equal(got, want) {
			t.Errorf("%s: %q; want %q", line, got, want)
		}
	}
}

// "A man page made from the help": it has every verb and flag that is not hidden, and
// troff finds nothing wrong with it.
func TestManual(t *testing.T) {
	parser, err := newParser("", output.NewStreams(nil, io.Discard, io.Discard, ""), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := writeManual(&page, parser.Model); err != nil {
		t.Fatal(err)
	}
	plain := strings.ReplaceAll(page.String(), `\-`, "-")
	for _, want := range []string{".SS \"run [<file>] [flags]\"", "-b, --bot=BOT", "--isolation=", "arbiter run league.toml", ".SS \"db check "} {
		if !strings.Contains(plain, want) {
			t.Errorf("no %q in the page", want)
		}
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("groff is not installed: the page is not formatted") // make test installs it; go test alone takes what there is
	}
	cmd := exec.Command(groff, "-man", "-Tascii", "-ww", "-rLL=78n")
	cmd.Stdin = &page
	var wrong bytes.Buffer
	cmd.Stderr = &wrong
	out, err := cmd.Output()
	if err != nil || !strings.Contains(string(out), "A referee for programming games") {
		t.Errorf("groff: %v, %s\n%.500s", err, &wrong, out)
	}
	for line := range strings.Lines(wrong.String()) {
		if !strings.Contains(line, "cannot break line") && !strings.Contains(line, "can't break line") && !strings.Contains(line, "cannot adjust line") {
			t.Errorf("groff: %s", line)
		}
	}
}

// The script for bash completes in bash, also behind the colons and equals signs
// at which bash breaks words.
func TestCompletionInBash(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	program := arbiterProgram(t)
	for line, want := range map[string]string{
		"arbiter sta":                          "standings stats",
		"arbiter play keeper builtin:keeper/b": "keeper/boss",
		"arbiter run --format sw":              "swiss",
		"arbiter replay verify ":               "",
	} {
		script := `eval "$(arbiter completion bash)"; COMP_LINE=$1 COMP_POINT=${#1}; _arbiter; echo "${COMPREPLY[*]}"`
		cmd := exec.Command(bash, "-c", script, "bash", line)
		cmd.Env = append(cmd.Environ(), "PATH="+filepath.Dir(program)+":"+"/usr/bin:/bin")
		out, err := cmd.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", line, got, err, want)
		}
	}
}

// "The commit that it was built from and its date if they are known."
func TestRevision(t *testing.T) {
	for _, tt := range []struct {
		settings []debug.BuildSetting
		want     string
	}{
		{nil, ""},
		{[]debug.BuildSetting{{Key: "vcs.revision", Value: "3f2a9c01d4e75b66"}, {Key: "vcs.time", Value: "2026-11-22T06:40:25Z"}}, " 3f2a9c01d4e7 2026-11-22"},
		{[]debug.BuildSetting{{Key: "vcs.revision", Value: "3f2a9c01d4e75b66"}, {Key: "vcs.modified", Value: "true"}}, " 3f2a9c01d4e7 with changes"},
	} {
		if got := revision(tt.settings); got != tt.want {
			t.Errorf("%q; want %q", got, tt.want)
		}
	}
}

// "--json on every verb that prints data". The others are named with what they print.
func TestEveryVerbPrintsJSON(t *testing.T) {
	others := map[string]string{
		"rules": "a page", "new": "what it has written", "replay export": "JSON, or a page", "debug": "a debugger", "serve": "a log", "work": "a log",
		"selfplay": "lines of JSON", "env": "lines of JSON", "replay show": "for people; replay export prints the same as JSON",
		"puzzle add": "what it has written", "db export": "lines of JSON", "db import": "a count", "db vacuum": "nothing",
		"db backup": "what it has written", "db restore": "a count", "db delete-tournament": "a count",
		"game add": "what it found", "game list": "for people; games prints the same as JSON", "game check": "what it found", "game remove": "what it has removed", "help": "help", "completion": "a script", "man": "a page",
	}
	parser, err := newParser("", output.NewStreams(nil, io.Discard, io.Discard, ""), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, verb := range parser.Model.Leaves(true) {
		has := slices.ContainsFunc(verb.Flags, func(f *kong.Flag) bool { return f.Name == "json" })
		if _, other := others[words(verb)]; has == other {
			t.Errorf("%s: --json is %v", words(verb), has)
		}
	}
}

// "A flag without its value is refused": each flag of each command, at the end and
// before another flag. A value may begin with a hyphen.
func TestFlagsHaveValues(t *testing.T) {
	parser, err := newParser("", output.NewStreams(nil, io.Discard, io.Discard, ""), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, verb := range parser.Model.Leaves(false) {
		for _, flag := range flagsOf(verb) {
			if flag.IsBool() {
				continue
			}
			tried++
			line := append(strings.Fields(words(verb)), "--"+flag.Name)
			for _, args := range [][]string{line, append(slices.Clip(line), "--help"), append(slices.Clip(line), "--"+flag.Name+"=1")} {
				completed, err := withValues(parser.Model, args)
				if alone := flag.Tag.Get(aloneTag); alone != "" {
					if err != nil || completed[len(line)-1] != "--"+flag.Name+"="+alone {
						t.Errorf("%q: %q, %v; want %s=%s", args, completed, err, flag.Name, alone)
					}
				} else if !errors.As(err, new(noValueError)) {
					t.Errorf("%q: %v; want that its value is missing", args, err)
				}
			}
			for _, value := range []string{"-1", "", "x=1", "--nosuchflag"} {
				args := append(slices.Clip(line), value, "--", "--"+flag.Name)
				if completed, err := withValues(parser.Model, args); err != nil || !slices.Equal(completed, args) {
					t.Errorf("%q: %q, %v; want them as they are", args, completed, err)
				}
			}
		}
	}
	if tried < 100 {
		t.Errorf("%d flags tried; want those of all commands", tried)
	}
}
