package doctor

import (
	"fmt"
	"slices"
	"strings"

	"arbiter/referee"
)

// A cause is why a bot makes a fault. Findings with the same key are one bug. The zero cause
// is none.
type cause struct {
	key                         string
	check                       string // that tells it; "" is the one that found it
	level                       Severity
	title, detail, rule, advice string
	answer                      string // what was written, when it is not the answer of the turn
}

// A knownCause is why the bot made a fault; faults that look like it are not looked into.
type knownCause struct {
	cause
	fault referee.Fault
}

// found reports whether it is a cause.
func (c cause) found() bool { return c.key != "" }

// finding returns the finding of a cause in an exchange of a transcript.
func (c cause) finding(t transcript, e exchange) Finding {
	f := Finding{
		Check: c.check, Level: c.level, Turn: e.turn, Title: c.title, Detail: t.name + ": " + c.detail, Input: lastLines(e.input), Answer: c.answer,
		Rule: c.rule, Advice: c.advice, cause: c.key, Count: 1, place: fmt.Sprintf("turn %d of %s", e.turn, t.name), upTo: &upTo{t, e.turn},
	}
	if f.Answer == "" && e.answer != "" {
		f.Answer = lastLines(e.answer)
	}
	return f
}

// An upTo is a transcript up to a turn: the input that shows a finding.
type upTo struct {
	transcript transcript
	turn       int
}

// shownPlaces is how many places of a finding are listed.
const shownPlaces = 3

// grouped returns one finding for each cause, with the number of its findings:
// wrong ones first, then in the order in which they were found.
func grouped(findings []Finding) []Finding {
	groups := []Finding{}
	places := map[string][]string{}
	for _, f := range findings {
		if f.cause == "" {
			f.cause = f.Check + ": " + f.Title
		}
		f.Count = max(1, f.Count)
		if f.place != "" {
			if slices.Contains(places[f.cause], f.place) {
				continue // another check found it, too
			}
			places[f.cause] = append(places[f.cause], f.place)
		}
		i := slices.IndexFunc(groups, func(g Finding) bool { return g.cause == f.cause })
		switch {
		case i < 0:
			groups = append(groups, f)
			continue
		case f.Level == Wrong && groups[i].Level != Wrong:
			f.Count += groups[i].Count // the one that costs matches is told
			groups[i] = f
		default:
			groups[i].Count += f.Count
		}
	}
	for i := range groups {
		list := places[groups[i].cause]
		if groups[i].Count == 1 || len(list) == 0 {
			continue
		}
		more := ""
		if len(list) > shownPlaces {
			list, more = list[:shownPlaces], ", ..."
		}
		groups[i].Detail += fmt.Sprintf("\n%d times: %s%s", groups[i].Count, strings.Join(list, ", "), more)
	}
	if slices.ContainsFunc(groups, func(f Finding) bool { return f.Level == Wrong && f.upTo != nil }) {
		// What such a bot does at the end of a dialogue follows from its bug.
		groups = slices.DeleteFunc(groups, func(f Finding) bool { return f.Check == "end" })
	}
	slices.SortStableFunc(groups, func(a, b Finding) int { return rank(a.Level) - rank(b.Level) })
	return groups
}

// rank orders levels, the most severe first.
func rank(l Severity) int {
	if l == Wrong {
		return 0
	}
	return 1
}

// Rules of docs/processes.md that findings quote, beside those of referee.Kinds.
const (
	ruleFlush      = "**Flush after every answer.**"
	ruleBuild      = "`build` and `run` are run in the folder."
	ruleMemory     = "Several matches may be played at a time, each with its bots, so a bot should need a small part of the memory."
	ruleWholeInput = "The input of a turn is sent as a whole: read all of it and no more, because the next one comes only after the answer."
	ruleLineEnd    = "A line ends with `\\n`; a `\\r` before it is ignored."
	ruleEnd        = "The end of the match is not announced."
	ruleChildren   = "It may start threads and processes. All of them end with the match"
	ruleStderr     = "At most 64 KiB per turn and 1 MiB per match are recorded"
	rulePlace      = "The location of the files does not matter."
	ruleEnviron    = "Its environment is that of the referee"
)

// answerForm returns the rule for the format of the game's answers, "" where the game
// names none.
func (x *examination) answerForm() string {
	if g, ok := x.Game.(referee.Examiner); ok {
		return g.AnswerForm()
	}
	return ""
}
