package doctor

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"syscall"
	"time"

	"arbiter/referee"
	"arbiter/referee/plural"
)

const (
	settle       = 50 * time.Millisecond  // wait for unasked output around an answer
	exitLimit    = time.Second            // how soon after its input a bot should exit
	exitPatience = 3 * time.Second        // wait for the exit after the end of the input
	childGrace   = 500 * time.Millisecond // wait for descendants that are exiting
)

// An ending is what the bot did when its input was closed after its first answers.
type ending struct {
	turn        int    // after which it was closed
	extra       string // written beside the answers before that
	exited      bool   // without being killed
	took        time.Duration
	status      syscall.WaitStatus
	stdout      string // after the end of the input
	stderr      string // after the end of the input
	descendants []descendant
}

// ending returns how the bot ends when it is fed the opening, once for all checks.
func (x *examination) ending(ctx context.Context) (*ending, error) {
	if x.ended != nil || x.unfed != nil {
		return x.ended, x.unfed
	}
	answered := x.opening
	last := len(answered.exchanges) - 1
	if answered.exchanges[last].reply.Fault != nil {
		last--
	}
	if last < 0 {
		x.unfed = errFaulty
		return nil, x.unfed
	}
	d := &ending{turn: answered.exchanges[last].turn}
	p, err := x.fed(ctx, answered, d.turn+1)
	if err != nil {
		return nil, err
	}
	if p == nil {
		if x.unfed = errSilent; len(answered.faults) > 0 {
			x.unfed = errFaulty
		}
		return nil, x.unfed
	}
	defer p.stop()
	d.extra = p.drain(ctx, settle)
	p.takeStderr()
	closed := time.Now()
	p.stdin.Close()
	p.stdout.SetReadDeadline(closed.Add(exitPatience + settle))
	var reading sync.WaitGroup // else it may wait for us to read
	reading.Go(func() {
		for p.read() {
		}
	})
	d.exited = p.program.AwaitEnd(exitPatience)
	d.took = time.Since(closed)
	p.stdout.SetReadDeadline(time.Now().Add(settle))
	reading.Wait()
	d.stdout, d.stderr = string(p.output), p.takeStderr()
	if !d.exited {
		syscall.Kill(p.program.Pid(), syscall.SIGKILL)
	}
	for begun := time.Now(); time.Since(begun) < childGrace; time.Sleep(childGrace / 5) {
		if d.descendants = findDescendants(p.token); len(d.descendants) == 0 {
			break
		}
	}
	if d.status, err = p.stop(); err != nil {
		return nil, err
	}
	x.ended = d
	return d, ctx.Err()
}

// end reports how the bot exits when its input ends, which every match and every
// recorded input that it is fed does.
func (x *examination) end(ctx context.Context) (string, []Finding, error) {
	d, err := x.ending(ctx)
	if err != nil {
		return "", nil, err
	}
	var findings []Finding
	find := func(title, detail, answer string) {
		findings = append(findings, Finding{
			Level: Warning, Turn: d.turn, Title: title, Detail: detail, Answer: answer, Rule: ruleEnd,
			Advice: "stop at the end of the input: an empty readline(), EOFError, cin that is no longer good; then return from main with status 0",
		})
	}
	if !d.exited {
		find("it does not end when its input ends", fmt.Sprintf("its input was closed after turn %d; it was still running %v later", d.turn, exitPatience), "")
		return "it kept running after the end of its input", findings, nil
	}
	summary := fmt.Sprintf("it exited %s after its input", ms(d.took))
	if problem := exitProblem(d.status); problem != "" {
		summary = "after the end of its input it " + problem
		detail := summary
		if last := lastLines(d.stderr); last != "" {
			detail += "; on stderr:\n" + last
		}
		find("it ends badly when its input ends", detail, "")
	} else if strings.Contains(d.stderr, "Traceback") {
		find("a traceback when its input ends", "on stderr:\n"+lastLines(d.stderr), "")
	}
	if text := strings.TrimSpace(d.stdout); text != "" {
		find("it answers the end of its input", "this was written after the input had ended", lastLines(text))
	}
	if d.took > exitLimit && len(findings) == 0 { // how it ends tells why it took so long
		find("it ends slowly", fmt.Sprintf("it exited %s after its input; want at most %v", ms(d.took), exitLimit), "")
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
	d, err := x.ending(ctx)
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
