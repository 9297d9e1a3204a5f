package doctor

import (
	"context"
	"fmt"

	"arbiter/referee"
)

// repeat plays the first full match again and compares the answers.
func (x *examination) repeat(ctx context.Context) (string, []Finding, error) {
	matches, err := x.fullMatches(ctx)
	if err != nil {
		return "", nil, err
	}
	if x.broken {
		return "", nil, errBroken
	}
	again, err := x.play(ctx, scenario{name: matches[0].name, setup: referee.Setup{Seed: 1}})
	if err != nil {
		return "", nil, err
	}
	was, is, differ := firstDifference(matches[0], again)
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
