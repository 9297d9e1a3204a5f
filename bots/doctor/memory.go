package doctor

import (
	"context"
	"fmt"

	"arbiter/referee"
	"arbiter/referee/plural"
)

const (
	maxMemory   = 1 << 30   // what many machines can spare for one bot, in bytes
	leastGrowth = 128 << 10 // bytes a turn from which on memory that grows steadily is told
	leastTurns  = 8         // turns in which that can be seen
	manyTurns   = 32        // in fewer turns, it must grow by eight times as much
)

// A memoryWatch follows the memory of a bot and of the processes that it starts.
type memoryWatch struct {
	token   string
	pids    []int
	looks   int
	samples []int64 // private memory in bytes, by answer
	peak    int64   // resident memory in bytes
}

func newMemoryWatch() *memoryWatch { return &memoryWatch{token: newToken()} }

// look takes a sample. It finds new processes more and more rarely, because that
// reads all of /proc.
func (w *memoryWatch) look() {
	if w.looks&(w.looks-1) == 0 {
		w.pids = w.pids[:0]
		for _, d := range findDescendants(w.token) {
			w.pids = append(w.pids, d.pid)
		}
	}
	w.looks++
	var private, resident int64
	for _, pid := range w.pids {
		r, shared := memoryOf(pid)
		private += r - shared
		resident += r
	}
	if resident == 0 {
		return // it has ended
	}
	w.samples = append(w.samples, private)
	w.peak = max(w.peak, resident)
}

// growth returns by how many bytes a turn the memory grows, 0 unless it does so
// steadily: in the third quarter of the match as in the last.
func growth(samples []int64) int64 {
	n := len(samples)
	if n < leastTurns {
		return 0
	}
	middle, late, end := samples[n/2], samples[3*n/4], samples[n-1]
	first, second := (late-middle)/int64(3*n/4-n/2), (end-late)/int64(n-1-3*n/4)
	least := int64(leastGrowth)
	if n < manyTurns {
		least *= 8
	}
	if min(first, second) < least || max(first, second) > 2*min(first, second) {
		return 0
	}
	return (end - middle) / int64(n-1-n/2)
}

// What is said of memory that grows.
const (
	titleLeak  = "a leak: its memory grows from turn to turn"
	adviseLeak = "look for what is kept from turn to turn and never freed: lists that only grow, caches without a limit, new without delete"
)

// outOfMemory returns why a bot ended that used more memory than a bot may have.
func outOfMemory(t transcript, f referee.Fault) cause {
	if !f.Exit.Memory || t.memory == nil {
		return cause{}
	}
	c := cause{key: "memory", check: "memory", level: Wrong, rule: ruleMemory, detail: f.Why, title: titleLeak, advice: adviseLeak}
	if growth(t.memory.samples) == 0 {
		c.title, c.advice = "more memory than a bot may have", "use smaller tables; memory in bot.toml and --bot-memory say how much there is"
	}
	return c
}

// memory reports the peak memory in the full matches, and what it would be at the
// end of the longest one.
func (x *examination) memory(context.Context) (string, []Finding, error) {
	var peak, atEnd, most int64
	var longest int // match that a bot must last, in its answers
	var where string
	var leak transcript
	for _, t := range x.played {
		if t.memory.peak > peak {
			peak, where = t.memory.peak, t.name
		}
		if g := growth(t.memory.samples); g > 0 {
			n := len(t.memory.samples)
			answers := max(n, x.Game.Info().Answers)
			projected := t.memory.samples[n-1] + g*int64(answers-n)
			if projected > atEnd {
				atEnd, most, longest, leak = projected, g, answers, t
			}
		}
	}
	if peak == 0 {
		return "unknown on this system", nil, nil
	}
	summary := fmt.Sprintf("%s at most (%s)", mib(peak), where)
	if atEnd > 0 {
		f := Finding{
			Level: Warning, Title: titleLeak, Rule: ruleMemory, cause: "memory",
			Detail: fmt.Sprintf("%s: by %s a turn; after %s it would use %s", leak.name, mib(most), plural.Count(longest, "turn"), mib(atEnd)),
			Advice: adviseLeak,
			upTo:   &upTo{leak, leak.exchanges[len(leak.exchanges)-1].turn},
		}
		switch own := x.Bot.Limits.Memory; {
		case own > 0 && atEnd > own:
			f.Level = Wrong
			f.Detail += fmt.Sprintf(", more than the %s that it may have", mib(own))
		case atEnd > maxMemory || peak > maxMemory:
			f.Level = Wrong
			f.Detail += fmt.Sprintf(", more than the %s that many machines can spare for a bot", mib(maxMemory))
		}
		return summary + fmt.Sprintf(", growing by %s a turn", mib(most)), []Finding{f}, nil
	}
	if peak <= maxMemory {
		return summary, nil, nil
	}
	return summary, []Finding{{
		Level: Warning, Title: "much memory", Detail: summary, Rule: ruleMemory,
		Advice: "several matches are played at a time: use smaller tables, or share them",
	}}, nil
}

// mib returns a size in MiB.
func mib(n int64) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }
