package doctor

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"time"

	"arbiter/referee"
	"arbiter/referee/plural"
)

// exitLimit is how soon after its input a bot should exit.
const exitLimit = time.Second

// end reports how the bot exits when its input ends, which every match and every
// recorded input that it is fed does.
func (x *examination) end(ctx context.Context) (string, []Finding, error) {
	d, err := x.dialogue(ctx)
	if err != nil {
		return "", nil, err
	}
	base := Finding{Level: Warning, Rule: ruleEnd, Advice: "stop at the end of the input: an empty readline(), EOFError, cin that is no longer good; then return from main with status 0"}
	if n := len(d.transcript.exchanges); n > 0 {
		base.Turn = d.transcript.exchanges[n-1].turn
	}
	if !d.exited {
		base.Title = "it does not end when its input ends"
		base.Detail = fmt.Sprintf("its input was closed after turn %d; it was still running %v later", base.Turn, exitPatience)
		return "it kept running after the end of its input", []Finding{base}, nil
	}
	summary := fmt.Sprintf("it exited %s after its input", ms(d.exitTime))
	var findings []Finding
	if problem := exitProblem(d.status); problem != "" {
		f := base
		f.Title = "it ends badly when its input ends"
		f.Detail = "after the end of its input it " + problem
		summary = "after the end of its input it " + problem
		if last := lastLines(d.lastStderr); last != "" {
			f.Detail += "; on stderr:\n" + last
		}
		findings = append(findings, f)
	} else if strings.Contains(d.lastStderr, "Traceback") {
		f := base
		f.Title, f.Detail = "a traceback when its input ends", "on stderr:\n"+lastLines(d.lastStderr)
		findings = append(findings, f)
	}
	if text := strings.TrimSpace(d.lastOutput); text != "" {
		f := base
		f.Title = "it answers the end of its input"
		f.Detail, f.Answer = "this was written after the input had ended", lastLines(text)
		findings = append(findings, f)
	}
	if d.exitTime > exitLimit && len(findings) == 0 { // how it ends tells why it took so long
		f := base
		f.Title = "it ends slowly"
		f.Detail = fmt.Sprintf("it exited %s after its input; want at most %v", ms(d.exitTime), exitLimit)
		findings = append(findings, f)
	}
	return summary, findings, nil
}

// exitProblem returns how a process ended, or "" when its status is 0.
func exitProblem(status syscall.WaitStatus) string {
	switch {
	case status == 0:
		return ""
	case status.Signaled():
		return "was killed by signal " + status.Signal().String()
	}
	return fmt.Sprintf("exited with status %d", status.ExitStatus())
}

// leftovers reports processes that outlive the bot.
func (x *examination) leftovers(ctx context.Context) (string, []Finding, error) {
	d, err := x.dialogue(ctx)
	if err != nil {
		return "", nil, err
	}
	if len(d.descendants) == 0 {
		return "no process was left behind", nil, nil
	}
	var commands []string
	for _, p := range d.descendants {
		commands = append(commands, referee.Quote(p.command))
	}
	return plural.Count(len(d.descendants), "process") + " left behind", []Finding{{
		Level: Warning, Title: "it leaves processes behind", Rule: ruleChildren,
		Detail: "still running after the bot's exit: " + strings.Join(commands, "; "),
		Advice: "end and wait for what you start when the input ends; here they are killed, elsewhere they would take CPU time from the next match",
	}}, nil
}
