package doctor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"arbiter/referee"
)

// comparedTurns is how many turns are played in another environment.
const comparedTurns = 20

// compareEnvironment plays the start of the first full match in the environment
// of the scenario. It reports kinds of faults that the bot did not make before
// and, unless the bot is nondeterministic, other answers.
func (x *examination) compareEnvironment(ctx context.Context, s scenario, level Severity, title, rule, advice string) ([]Finding, error) {
	matches, err := x.fullMatches(ctx)
	if err != nil {
		return nil, err
	}
	if x.broken || x.strays {
		return nil, errBroken
	}
	before := matches[0]
	s.setup, s.turns = referee.Setup{Seed: 1}, comparedTurns
	t, err := x.play(ctx, s)
	if err != nil {
		return nil, err
	}
	for _, f := range t.faults {
		if f.Forgiven || hasKind(before.faults, f.Kind) {
			continue
		}
		// A fault of the environment comes each time; one of a busy machine does not.
		again, err := x.play(ctx, s)
		if err != nil {
			return nil, err
		}
		if !hasKind(again.faults, f.Kind) || f.Kind == referee.Timeout && busyness() > 0 {
			return nil, nil
		}
		e := t.at(f.Turn)
		return []Finding{{
			Level: level, Turn: f.Turn, Title: title, Detail: t.name + ": " + f.Error(),
			Input: lastLines(e.input), Answer: f.Line, Stderr: f.Stderr, Rule: rule, Advice: advice,
		}}, nil
	}
	was, is, differ := firstDifference(before, t)
	if !differ || x.nondeterministic {
		return nil, nil
	}
	// A bot that watches the clock may answer in another way at any time.
	first, err := x.play(ctx, scenario{name: before.name, setup: s.setup, turns: comparedTurns})
	if err != nil {
		return nil, err
	}
	second, err := x.play(ctx, s)
	if err != nil {
		return nil, err
	}
	_, _, changed := firstDifference(before, first)
	_, _, changes := firstDifference(t, second)
	if changed || changes {
		x.nondeterministic = true
		return nil, nil
	}
	without, with := excerpts(was.answer, is.answer)
	return []Finding{{
		Level: level, Turn: is.turn, Title: title, Input: lastLines(is.input), Answer: lastLines(is.answer), Rule: rule,
		Detail: fmt.Sprintf("%s: answered %q; without it %q", t.name, with, without),
		Advice: advice,
	}}, nil
}

func hasKind(faults []referee.Fault, kind referee.Kind) bool {
	return slices.ContainsFunc(faults, func(f referee.Fault) bool { return f.Kind == kind })
}

// comparison returns the summary of a check that compares environments.
func (x *examination) comparison(environment string) string {
	if x.nondeterministic {
		return environment + ": legal answers (they differ between runs anyway)"
	}
	return environment + ": the same answers"
}

// crlf sends input as referees on Windows do.
func (x *examination) crlf(ctx context.Context) (string, []Finding, error) {
	s := scenario{name: "input with CR LF", wrap: func(p referee.Player) referee.Player { return &crlfPlayer{Player: p} }}
	findings, err := x.compareEnvironment(ctx, s, Warning, "it is confused by input with CR LF", ruleLineEnd,
		"strip trailing white space from each line that you read; this referee sends LF, others may not")
	return x.comparison("with CR LF"), findings, err
}

// A crlfPlayer is sent lines that end in CR LF.
type crlfPlayer struct{ referee.Player }

// Ask implements referee.Player.
func (p *crlfPlayer) Ask(ask referee.Ask) {
	var text []byte
	for _, b := range ask.Input {
		if b == '\n' {
			text = append(text, '\r')
		}
		text = append(text, b)
	}
	ask.Input = text
	p.Player.Ask(ask)
}

// locale plays in the C locale and in one whose decimal separator is a comma.
func (x *examination) locale(ctx context.Context) (string, []Finding, error) {
	var all []Finding
	for _, name := range []string{"C", "de_DE.UTF-8"} {
		s := scenario{name: "LC_ALL=" + name, env: []string{"LC_ALL=" + name, "LANG=" + name, "LC_NUMERIC=" + name}}
		findings, err := x.compareEnvironment(ctx, s, Wrong, "it depends on the locale", ruleEnviron,
			"read and write numbers independently of the locale: do not call setlocale, or set LC_NUMERIC to C in the program")
		if err != nil {
			return "", nil, err
		}
		all = append(all, findings...)
	}
	return x.comparison("LC_ALL=C and de_DE.UTF-8"), all, nil
}

// maxCopied is the size of the largest folder that is copied, in bytes.
const maxCopied = 64 << 20

// folder plays from a copy of the bot's folder.
func (x *examination) folder(ctx context.Context) (string, []Finding, error) {
	if x.Bot.Dir == "" {
		return "it has no folder of its own", nil, nil
	}
	size, err := folderSize(x.Bot.Dir)
	if err != nil {
		return "", nil, err
	}
	if size > maxCopied {
		return fmt.Sprintf("not tried: its folder has %d MiB", size>>20), nil, nil
	}
	temp, err := os.MkdirTemp("", "arbiter-doctor-")
	if err != nil {
		return "", nil, err
	}
	defer os.RemoveAll(temp)
	place := filepath.Join(temp, "another place")
	if _, err := x.Bot.Copy(place); err != nil {
		return "", nil, err
	}
	findings, err := x.compareEnvironment(ctx, scenario{name: "from a copy in " + filepath.Base(place), dir: place}, Wrong, "it depends on the path of its folder", rulePlace,
		"open files by a path relative to the bot's folder, which is its working directory; the path may contain a space")
	return x.comparison("from a copy of its folder"), findings, err
}

// folderSize returns the size of a folder's files in bytes.
func folderSize(dir string) (int64, error) {
	var size int64
	err := filepath.WalkDir(dir, func(_ string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if info.Mode().IsRegular() {
			size += info.Size()
		}
		return nil
	})
	return size, err
}
