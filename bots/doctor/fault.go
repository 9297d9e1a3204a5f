package doctor

import (
	"fmt"

	"arbiter/referee"
)

// faultFinding returns the finding for a fault.
func (x *examination) faultFinding(t transcript, f referee.Fault) Finding {
	e := t.at(f.Turn)
	out := Finding{
		Level: Wrong, Turn: f.Turn, Detail: t.name + ": " + f.Why,
		Input: lastLines(e.input), Answer: f.Line,
	}
	if f.Forgiven {
		out.Level = Warning
	}
	if e.answer != "" && out.Answer == "" {
		out.Answer = lastLines(e.answer)
	}
	switch f.Kind {
	case referee.Timeout:
		out.Title, out.Rule = "no answer in time", ruleClock
		out.Advice = "if the bot used little CPU time, it is waiting: " + adviseFlush + "; otherwise think less"
	case referee.Crash:
		out.Title, out.Rule = "the program ended", ruleAnswer
		out.Advice = "read the end of its stderr; feed it this input by hand"
	case referee.Flood:
		out.Title, out.Rule = "more output than an answer may have", ruleLong
		out.Advice = "end each line with \\n"
	case referee.Unasked:
		out.Title, out.Rule = "output that nobody asked for", ruleUnasked
		out.Advice = "write exactly one answer to each input; write debug output to stderr"
	case referee.Garbled:
		out.Title, out.Rule = "an answer that cannot be read", x.answerForm()
		out.Advice = "print the answer in exactly this form, and nothing else on stdout"
	default:
		out.Title, out.Rule = "an answer that the rules forbid", x.answerForm()
		out.Advice = "see docs/rules/" + x.Game.Info().Name + ".md; the input above is what the bot knew"
	}
	if f.Forgiven {
		out.Title += " (forgiven)"
	}
	return out
}

// maxAlike is how many findings with the same title a match can have.
const maxAlike = 2

// faultFindings returns findings for the faults of a match: the first ones with
// each title, with the number of the others.
func (x *examination) faultFindings(t transcript) []Finding {
	var findings []Finding
	count := map[string]int{}
	for _, f := range t.faults {
		finding := x.faultFinding(t, f)
		if count[finding.Title]++; count[finding.Title] <= maxAlike {
			findings = append(findings, finding)
		}
	}
	for i := range findings {
		if more := count[findings[i].Title] - maxAlike; more > 0 {
			findings[i].Detail += fmt.Sprintf(" (and %d more like it in this match)", more)
		}
	}
	return findings
}
