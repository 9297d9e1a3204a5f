package doctor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"arbiter/referee"
)

// difference returns the first exchange that the second visit answered
// differently.
func difference(a, b visit) (was, is exchange, differ bool) {
	for i := range min(len(a.exchanges), len(b.exchanges)) {
		if a.exchanges[i].answer != b.exchanges[i].answer {
			return a.exchanges[i], b.exchanges[i], true
		}
	}
	return was, is, false
}

// repeat plays the first whole match once more.
func (x *examination) repeat(ctx context.Context) (string, []Finding, error) {
	visits, err := x.play(ctx)
	if err != nil {
		return "", nil, err
	}
	again, err := x.sitDown(ctx, sitting{name: visits[0].name, setup: referee.Setup{Seed: 1}})
	if err != nil {
		return "", nil, err
	}
	was, is, differ := difference(visits[0], again)
	if !differ {
		return "the same answers twice", nil, nil
	}
	x.unstable = true
	first, second := apart(was.answer, is.answer)
	return "different answers to the same match", []Finding{{
		Level: Warning, Turn: is.turn, Title: "not reproducible", Input: lastLines(is.input),
		Detail: fmt.Sprintf("%s: answered %q, and %q when it was repeated", again.name, first, second),
		Answer: lastLines(is.answer),
		Advice: "use a fixed random seed, for example from an argument, because a bug that cannot be reproduced is hard to find; a search that stops by the clock should count nodes while you debug",
	}}, nil
}

// againTurns is how many turns are played again under other conditions.
const againTurns = 20

// compare plays the start of the first whole match again under other conditions.
// It compares the answers if the bot is reproducible, and always reports new
// faults.
func (x *examination) compare(ctx context.Context, s sitting, level Level, title, rule, advice string) ([]Finding, error) {
	visits, err := x.play(ctx)
	if err != nil {
		return nil, err
	}
	before := visits[0]
	s.setup, s.turns = referee.Setup{Seed: 1}, againTurns
	v, err := x.sitDown(ctx, s)
	if err != nil {
		return nil, err
	}
	for _, f := range v.faults {
		if f.Forgiven || has(before.faults, f.Kind) {
			continue
		}
		e := v.at(f.Turn)
		return []Finding{{
			Level: level, Turn: f.Turn, Title: title, Detail: v.name + ": " + f.Error(),
			Input: lastLines(e.input), Answer: f.Line, Rule: rule, Advice: advice,
		}}, nil
	}
	was, is, differ := difference(before, v)
	if !differ || x.unstable {
		return nil, nil
	}
	without, with := apart(was.answer, is.answer)
	return []Finding{{
		Level: level, Turn: is.turn, Title: title, Input: lastLines(is.input), Answer: lastLines(is.answer), Rule: rule,
		Detail: fmt.Sprintf("%s: answered %q, otherwise %q", v.name, with, without),
		Advice: advice,
	}}, nil
}

// has reports whether one of the faults is of the kind.
func has(faults []referee.Fault, kind referee.Kind) bool {
	for _, f := range faults {
		if f.Kind == kind {
			return true
		}
	}
	return false
}

// apart shortens two different answers to the part around their first
// difference.
func apart(a, b string) (string, string) {
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

// compared returns the summary of a comparison without findings.
func (x *examination) compared(what string) string {
	if x.unstable {
		return what + ": legal answers, which differ between runs anyway"
	}
	return what + ": the same answers"
}

// crlf sends input with the line ends of Windows.
func (x *examination) crlf(ctx context.Context) (string, []Finding, error) {
	s := sitting{name: "input with CR LF", wrap: func(p referee.Player) referee.Player { return &crlfPlayer{Player: p} }}
	findings, err := x.compare(ctx, s, Warning, "input with CR LF changes its answers", ruleLineEnd,
		"strip whitespace from the end of each line that you read; this referee sends LF, others may not")
	return x.compared("with CR LF"), findings, err
}

// A crlfPlayer is sent input with CR LF.
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

// locale plays in the C locale and in one with a decimal comma.
func (x *examination) locale(ctx context.Context) (string, []Finding, error) {
	var all []Finding
	for _, name := range []string{"C", "de_DE.UTF-8"} {
		s := sitting{name: "LC_ALL=" + name, env: []string{"LC_ALL=" + name, "LANG=" + name, "LC_NUMERIC=" + name}}
		findings, err := x.compare(ctx, s, Wrong, "it depends on the locale", ruleEnviron,
			"do not parse and format numbers by the locale: do not call setlocale, or set LC_NUMERIC to C in the program")
		if err != nil {
			return "", nil, err
		}
		all = append(all, findings...)
	}
	return x.compared("LC_ALL=C and de_DE.UTF-8"), all, nil
}

// mostCopied is the maximum size of a folder that is copied, in bytes.
const mostCopied = 64 << 20

// folder plays from a copy of the bot's folder.
func (x *examination) folder(ctx context.Context) (string, []Finding, error) {
	if x.Bot.Dir == "" {
		return "the bot has no folder", nil, nil
	}
	size, err := sizeOf(x.Bot.Dir)
	if err != nil {
		return "", nil, err
	}
	if size > mostCopied {
		return fmt.Sprintf("not tested: its folder has %d MiB", size>>20), nil, nil
	}
	temp, err := os.MkdirTemp("", "arbiter-doctor-")
	if err != nil {
		return "", nil, err
	}
	defer os.RemoveAll(temp)
	place := filepath.Join(temp, "another place")
	if err := os.CopyFS(place, os.DirFS(x.Bot.Dir)); err != nil {
		return "", nil, fmt.Errorf("copy the bot's folder: %w", err)
	}
	findings, err := x.compare(ctx, sitting{name: "from a copy in " + filepath.Base(place), dir: place}, Wrong, "it depends on its location", rulePlace,
		"open files by paths relative to the folder of the bot, which is its working directory; the path of the folder may contain spaces")
	return x.compared("from a copy of its folder"), findings, err
}

// sizeOf returns the total size of the files of a folder, in bytes.
func sizeOf(dir string) (int64, error) {
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
