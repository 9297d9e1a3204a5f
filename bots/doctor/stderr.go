package doctor

import (
	"context"
	"fmt"

	"arbiter/referee/plural"
	"arbiter/referee/process"
)

// stderr compares the size of the stderr in the full matches with what is kept.
func (x *examination) stderr(ctx context.Context) (string, []Finding, error) {
	matches, err := x.fullMatches(ctx)
	if err != nil {
		return "", nil, err
	}
	match, turn := 0, 0 // the most bytes of either
	var where string
	var longest exchange
	for _, t := range matches {
		total := len(t.late)
		for _, e := range t.exchanges {
			total += e.stderrBytes
			if e.stderrBytes > turn {
				turn, longest = e.stderrBytes, e
			}
		}
		if total >= match {
			match, where = total, t.name
		}
	}
	summary := fmt.Sprintf("%s in a match at most (%s)", kib(match), where)
	if match < process.MaxStderrMatch/2 && turn < process.MaxStderrTurn/2 {
		return summary, nil, nil
	}
	return summary, []Finding{{
		Level: Warning, Turn: longest.turn, Title: "much stderr", Rule: ruleStderr,
		Detail: fmt.Sprintf("%s in a match and %s in one turn; what exceeds the sizes in the rule is dropped, and writing it takes time", kib(match), kib(turn)),
		Advice: "write less, or only when a flag asks for it",
	}}, nil
}

// kib returns a size in bytes or KiB.
func kib(n int) string {
	if n < 1<<10 {
		return plural.Count(n, "byte")
	}
	return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
}
