package doctor

import (
	"context"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
)

const (
	listenTurns  = 5                      // of a dialogue
	settle       = 50 * time.Millisecond  // for output without input
	goodEnd      = time.Second            // within which a bot should exit after its input
	endPatience  = 3 * time.Second        // the doctor waits for the exit
	childGrace   = 500 * time.Millisecond // for child processes that are exiting
	generousSize = 1 << 30                // bytes of memory that most machines can spare for a bot
)

// A dialogue is the first turns of a match with every byte recorded, and the
// behaviour of the bot at the end of its input.
type dialogue struct {
	visit   visit
	raw     string // stdout of all answers
	surplus []surplus
	memory  int64 // peak in bytes; 0 if unknown

	ended    bool          // the bot exited by itself
	took     time.Duration // from the end of the input
	status   *os.ProcessState
	lastWord string // stdout after the end of the input
	stderr   string // after the end of the input
	left     []relative
}

// hear returns the dialogue, and holds it the first time.
func (x *examination) hear(ctx context.Context) (*dialogue, error) {
	if x.heard != nil {
		return x.heard, nil
	}
	p, err := newProbe(x.Bot)
	if err != nil {
		return nil, err
	}
	defer p.stop()
	p.settle = settle
	var table process.Table
	d := &dialogue{}
	d.visit, err = x.playWith(ctx, sitting{name: "seed 1", setup: referee.Setup{Seed: 1}, turns: listenTurns}, p, &table)
	if err != nil {
		return nil, err
	}
	d.raw, d.surplus = p.raw, p.surplus
	d.memory = peakMemory(p.cmd.Process.Pid)
	p.stderr.rest(0)
	closed := time.Now()
	p.stdin.Close()
	d.ended = p.awaitExit(endPatience)
	d.took = time.Since(closed)
	if !d.ended {
		p.cmd.Process.Kill()
		<-p.exited
	}
	d.status = p.cmd.ProcessState
	d.lastWord, d.stderr = p.stdout.rest(settle), p.stderr.rest(0)
	for wait := time.Duration(0); wait <= childGrace; wait += childGrace / 5 {
		if d.left = bearers(p.token); len(d.left) == 0 {
			break
		}
		time.Sleep(childGrace / 5)
	}
	x.heard = d
	return d, nil
}

// lines looks for output besides the answers.
func (x *examination) lines(ctx context.Context) (string, []Finding, error) {
	d, err := x.hear(ctx)
	if err != nil {
		return "", nil, err
	}
	summary := fmt.Sprintf("one answer for each of %d inputs", len(d.visit.exchanges))
	if len(d.surplus) == 0 {
		return summary, nil, nil
	}
	first := d.surplus[0]
	f := Finding{
		Level: Wrong, Turn: first.turn, Title: "more than one answer for an input",
		Detail: fmt.Sprintf("found %s besides the answer; want none", plural(len(first.text), "byte")),
		Input:  lastLines(d.visit.at(first.turn).input), Answer: fmt.Sprintf("%q", referee.Quote(first.text)),
		Rule:   ruleUnasked,
		Advice: "write exactly one answer for each input, and debug output to stderr",
	}
	switch {
	case first.before:
		f.Title, f.Detail = "output before the input", "this was written before the input of the turn was sent"
		f.Advice = "wait for the input before you write; write greetings to stderr"
	case strings.TrimSpace(first.text) == "":
		f.Title, f.Detail = "empty lines besides the answers", "an empty line counts as an answer"
		f.Advice = "end the answer with one line end; print() adds one itself"
	}
	return "more output than answers", []Finding{f}, nil
}

// lineEnds reports the line ends of the answers.
func (x *examination) lineEnds(ctx context.Context) (string, []Finding, error) {
	d, err := x.hear(ctx)
	if err != nil {
		return "", nil, err
	}
	if strings.Contains(d.raw, "\r\n") {
		return "lines end with CR LF, which is accepted", nil, nil
	}
	return "lines end with LF", nil, nil
}

// end examines the end of the bot after the end of its input, which happens when
// a recorded input is fed to it.
func (x *examination) end(ctx context.Context) (string, []Finding, error) {
	d, err := x.hear(ctx)
	if err != nil {
		return "", nil, err
	}
	about := Finding{Level: Wrong, Rule: ruleEnd, Advice: "stop at the end of the input (an empty readline(), EOFError, a failed cin) and return from main with status 0"}
	if n := len(d.visit.exchanges); n > 0 {
		about.Turn = d.visit.exchanges[n-1].turn
	}
	if !d.ended {
		about.Title = "it does not exit at the end of its input"
		about.Detail = fmt.Sprintf("stdin was closed after turn %d; the bot was still running %v later", about.Turn, endPatience)
		return "it did not exit after the end of its input", []Finding{about}, nil
	}
	summary := fmt.Sprintf("it exited %s after the end of its input", ms(d.took))
	var findings []Finding
	if why := badEnd(d.status); why != "" {
		f := about
		f.Title = "it fails at the end of its input"
		f.Detail = "after the end of its input it " + why
		summary = "after the end of its input it " + why
		if last := lastLines(d.stderr); last != "" {
			f.Detail += "; on stderr:\n" + last
		}
		findings = append(findings, f)
	} else if strings.Contains(d.stderr, "Traceback") {
		f := about
		f.Title, f.Detail = "a traceback at the end of its input", "on stderr:\n"+lastLines(d.stderr)
		findings = append(findings, f)
	}
	if text := strings.TrimSpace(d.lastWord); text != "" {
		f := about
		f.Level, f.Title = Warning, "it answers the end of its input"
		f.Detail, f.Answer = "this was written after the end of the input", lastLines(text)
		findings = append(findings, f)
	}
	if d.took > goodEnd {
		f := about
		f.Level, f.Title = Warning, "it exits slowly"
		f.Detail = fmt.Sprintf("it exited %s after the end of its input; want at most %v", ms(d.took), goodEnd)
		findings = append(findings, f)
	}
	return summary, findings, nil
}

// badEnd describes how a process failed; "" if it did not.
func badEnd(state *os.ProcessState) string {
	status, ok := state.Sys().(syscall.WaitStatus)
	switch {
	case state.Success():
		return ""
	case ok && status.Signaled():
		return "was killed by signal " + status.Signal().String()
	}
	return fmt.Sprintf("exited with status %d", state.ExitCode())
}

// leftovers looks for processes that outlive the bot.
func (x *examination) leftovers(ctx context.Context) (string, []Finding, error) {
	d, err := x.hear(ctx)
	if err != nil {
		return "", nil, err
	}
	if len(d.left) == 0 {
		return "no processes left running", nil, nil
	}
	var commands []string
	for _, r := range d.left {
		commands = append(commands, referee.Quote(r.command))
	}
	return plural(len(d.left), "process") + " left running", []Finding{{
		Level: Warning, Title: "it leaves processes running", Rule: ruleChildren,
		Detail: "still running after the exit of the bot: " + strings.Join(commands, "; "),
		Advice: "at the end of the input, terminate the processes that you started and wait for them; this referee kills them, but elsewhere they would slow down the next match",
	}}, nil
}

// memory reports the peak of the memory use.
func (x *examination) memory(ctx context.Context) (string, []Finding, error) {
	d, err := x.hear(ctx)
	if err != nil {
		return "", nil, err
	}
	if d.memory == 0 {
		return "not available on this system", nil, nil
	}
	summary := fmt.Sprintf("peak of %.1f MiB in %s", float64(d.memory)/(1<<20), plural(len(d.visit.exchanges), "turn"))
	if d.memory <= generousSize {
		return summary, nil, nil
	}
	return summary, []Finding{{
		Level: Warning, Title: "much memory", Detail: summary,
		Advice: "several matches are played at a time: use smaller tables, or share them",
	}}, nil
}

// plural returns a count with its noun.
func plural(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "ch"):
		return fmt.Sprintf("%d %ses", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
