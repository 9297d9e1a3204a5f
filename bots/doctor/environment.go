package doctor

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"arbiter/referee"
	"arbiter/referee/process"
)

// repeat plays the first full match again and compares the answers.
func (x *examination) repeat(ctx context.Context) (string, []Finding, error) {
	if x.broken {
		return "", nil, errBroken
	}
	again, err := x.play(ctx, x.played[0].scenario)
	if err != nil {
		return "", nil, err
	}
	was, is, differ := firstDifference(x.played[0], again)
	if !differ {
		return "the same answers twice", nil, nil
	}
	x.nondeterministic = true
	first, second := excerpts(was.answer, is.answer)
	return "not the same answers twice", []Finding{{
		Level: Warning, Turn: is.turn, Title: "it is not reproducible", Input: lastLines(is.input),
		Detail: fmt.Sprintf("%s: answered %q, and another time %q", again.name, first, second),
		Answer: lastLines(is.answer),
		Advice: "use a fixed seed for random draws, perhaps from an argument; a bug that cannot be reproduced is hard to find. A search that stops by the clock differs, too: count nodes instead while debugging",
	}}, nil
}

// firstDifference returns the first exchanges with answers that did different things. One
// that says something else beside the same act is no difference.
func firstDifference(a, b transcript) (was, is exchange, differ bool) {
	for i := range min(len(a.exchanges), len(b.exchanges)) {
		was, is = a.exchanges[i], b.exchanges[i]
		if was.answer != is.answer && a.playOf(was.turn) != b.playOf(is.turn) {
			return was, is, true
		}
	}
	return was, is, false
}

// excerpts shortens two different answers to fit in a sentence. It keeps the place
// where they begin to differ.
func excerpts(a, b string) (string, string) {
	const before, most = 20, 60
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	start := max(0, same-before)
	cut := func(text string) string {
		text = text[start:]
		if len(text) > most {
			text = text[:most] + "..."
		}
		if start > 0 {
			text = "..." + text
		}
		return referee.Quote(text)
	}
	return cut(a), cut(b)
}

// comparedTurns is how many turns are played in another environment.
const comparedTurns = 20

// compareEnvironment plays the start of the first full match in the environment of the scenario.
// It completes the finding f with a kind of fault that the bot did not make before or, unless
// the bot is nondeterministic, with another answer; and returns none without either.
func (x *examination) compareEnvironment(ctx context.Context, s scenario, f Finding) ([]Finding, error) {
	if x.broken {
		return nil, errBroken
	}
	before := x.played[0]
	s.setup, s.turns = before.setup, comparedTurns
	t, err := x.play(ctx, s)
	if err != nil {
		return nil, err
	}
	for _, fault := range t.faults {
		if fault.Forgiven || hasKind(before.faults, fault.Kind) {
			continue
		}
		// A fault of the environment comes each time; one of a busy machine does not.
		again, err := x.play(ctx, s)
		if err != nil || !hasKind(again.faults, fault.Kind) || fault.Kind == referee.Timeout && busyness() > 0 {
			return nil, err
		}
		f.Turn, f.Detail, f.Input = fault.Turn, t.name+": "+fault.Error(), lastLines(t.at(fault.Turn).input)
		f.Answer, f.Stderr = fault.Line, fault.Stderr
		return []Finding{f}, nil
	}
	was, is, differ := firstDifference(before, t)
	if !differ || x.nondeterministic {
		return nil, nil
	}
	// A bot that watches the clock may answer in another way at any time.
	for _, same := range []transcript{before, t} {
		same.scenario.turns = comparedTurns
		again, err := x.play(ctx, same.scenario)
		if err != nil {
			return nil, err
		}
		if _, _, changed := firstDifference(same, again); changed {
			x.nondeterministic = true
			return nil, nil
		}
	}
	without, with := excerpts(was.answer, is.answer)
	f.Turn, f.Input, f.Answer = is.turn, lastLines(is.input), lastLines(is.answer)
	f.Detail = fmt.Sprintf("%s: answered %q; without it %q", t.name, with, without)
	return []Finding{f}, nil
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
	findings, err := x.compareEnvironment(ctx, s, Finding{
		Level: Warning, Title: "it is confused by input with CR LF", Rule: ruleLineEnd,
		Advice: "strip trailing white space from each line that you read; this referee sends LF, others may not",
	})
	return x.comparison("with CR LF"), findings, err
}

// A crlfPlayer is sent lines that end in CR LF.
type crlfPlayer struct{ referee.Player }

// Ask implements referee.Player.
func (p *crlfPlayer) Ask(ask referee.Ask) {
	ask.Input = bytes.ReplaceAll(ask.Input, []byte("\n"), []byte("\r\n"))
	p.Player.Ask(ask)
}

// locale plays in the C locale and in one whose decimal separator is a comma.
func (x *examination) locale(ctx context.Context) (string, []Finding, error) {
	var all []Finding
	for _, name := range []string{"C", "de_DE.UTF-8"} {
		s := scenario{name: "LC_ALL=" + name, env: []string{"LC_ALL=" + name, "LANG=" + name, "LC_NUMERIC=" + name}}
		findings, err := x.compareEnvironment(ctx, s, Finding{
			Level: Wrong, Title: "it depends on the locale", Rule: ruleEnviron,
			Advice: "read and write numbers independently of the locale: do not call setlocale, or set LC_NUMERIC to C in the program",
		})
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
	size, err := process.FolderLimit{}.Check(x.Bot.Dir)
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
	findings, err := x.compareEnvironment(ctx, scenario{name: "from a copy in " + filepath.Base(place), dir: place}, Finding{
		Level: Wrong, Title: "it depends on the path of its folder", Rule: rulePlace,
		Advice: "open files by a path relative to the bot's folder, which is its working directory; the path may contain a space",
	})
	return x.comparison("from a copy of its folder"), findings, err
}
