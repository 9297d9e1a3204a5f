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
	settle       = 50 * time.Millisecond  // for output that nobody asked for
	goodEnd      = time.Second            // in which a bot should end after its input
	endPatience  = 3 * time.Second        // for which its end is waited for
	childGrace   = 500 * time.Millisecond // for helpers that are just ending
	generousSize = 1 << 30                // bytes of memory that many machines have to spare for a bot
)

// A dialogue is the first turns of a match with every byte noted, and what the
// bot did when its input ended.
type dialogue struct {
	visit   visit
	raw     string // stdout of all answers
	surplus []surplus
	memory  int64 // most bytes in use; 0: cannot be told here

	ended    bool          // by itself
	took     time.Duration // from the end of the input
	status   *os.ProcessState
	lastWord string // stdout after the end of the input
	stderr   string // after the end of the input
	left     []relative
}

// hear returns the dialogue, which is held once.
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

// lines looks at what came besides the answers.
func (x *examination) lines(ctx context.Context) (string, []Finding, error) {
	d, err := x.hear(ctx)
	if err != nil {
		return "", nil, err
	}
	told := fmt.Sprintf("one answer to each of %d inputs", len(d.visit.exchanges))
	if len(d.surplus) == 0 {
		return told, nil, nil
	}
	first := d.surplus[0]
	f := Finding{
		Level: Wrong, Turn: first.turn, Title: "more than one answer to an input",
		Detail: fmt.Sprintf("%s came beside the answer; want none", plural(len(first.text), "byte")),
		Input:  lastLines(d.visit.at(first.turn).input), Answer: fmt.Sprintf("%q", referee.Quote(first.text)),
		Rule:   ruleUnasked,
		Advice: "write exactly one answer to each input, and print what is for you to stderr",
	}
	switch {
	case first.before:
		f.Title, f.Detail = "output before it was asked", "this came before the input of the turn was sent"
		f.Advice = "wait for the input before you write; greetings belong on stderr"
	case strings.TrimSpace(first.text) == "":
		f.Title, f.Detail = "blank lines beside the answers", "a blank line is a line: it is taken for an answer"
		f.Advice = "end the answer with one line end; print() adds its own"
	}
	return "more was written than was asked for", []Finding{f}, nil
}

// lineEnds tells of CR LF.
func (x *examination) lineEnds(ctx context.Context) (string, []Finding, error) {
	d, err := x.hear(ctx)
	if err != nil {
		return "", nil, err
	}
	if strings.Contains(d.raw, "\r\n") {
		return "answers end in CR LF, as on Windows; that is taken too", nil, nil
	}
	return "answers end in LF", nil, nil
}

// end looks at what the bot does when its input ends, as it does for whoever
// feeds it a recorded input.
func (x *examination) end(ctx context.Context) (string, []Finding, error) {
	d, err := x.hear(ctx)
	if err != nil {
		return "", nil, err
	}
	about := Finding{Level: Wrong, Rule: ruleEnd, Advice: "stop at the end of the input: an empty readline(), EOFError, cin that is no longer good; then return from main with status 0"}
	if n := len(d.visit.exchanges); n > 0 {
		about.Turn = d.visit.exchanges[n-1].turn
	}
	if !d.ended {
		about.Title = "it does not end when its input ends"
		about.Detail = fmt.Sprintf("after turn %d its input was closed; it was still running %v later", about.Turn, endPatience)
		return "it went on after the end of its input", []Finding{about}, nil
	}
	told := fmt.Sprintf("it ended %s after its input", ms(d.took))
	var findings []Finding
	if why := badEnd(d.status); why != "" {
		f := about
		f.Title = "it ends badly when its input ends"
		f.Detail = "after the end of its input it " + why
		told = "after the end of its input it " + why
		if last := lastLines(d.stderr); last != "" {
			f.Detail += "; on stderr:\n" + last
		}
		findings = append(findings, f)
	} else if strings.Contains(d.stderr, "Traceback") {
		f := about
		f.Title, f.Detail = "a traceback when its input ends", "on stderr:\n"+lastLines(d.stderr)
		findings = append(findings, f)
	}
	if text := strings.TrimSpace(d.lastWord); text != "" {
		f := about
		f.Level, f.Title = Warning, "it answers the end of its input"
		f.Detail, f.Answer = "nothing was asked any more, and this was written", lastLines(text)
		findings = append(findings, f)
	}
	if d.took > goodEnd {
		f := about
		f.Level, f.Title = Warning, "it ends slowly"
		f.Detail = fmt.Sprintf("it ended %s after its input; want at most %v", ms(d.took), goodEnd)
		findings = append(findings, f)
	}
	return told, findings, nil
}

// badEnd says how a process ended, nothing when it was well.
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
		return "nothing was left behind", nil, nil
	}
	var commands []string
	for _, r := range d.left {
		commands = append(commands, referee.Quote(r.command))
	}
	return plural(len(d.left), "process") + " left behind", []Finding{{
		Level: Warning, Title: "it leaves processes behind", Rule: ruleChildren,
		Detail: "still running after the bot's end: " + strings.Join(commands, "; "),
		Advice: "end and wait for what you start when the input ends; here they are killed, elsewhere they would take the processor from the next match",
	}}, nil
}

// memory tells the peak.
func (x *examination) memory(ctx context.Context) (string, []Finding, error) {
	d, err := x.hear(ctx)
	if err != nil {
		return "", nil, err
	}
	if d.memory == 0 {
		return "cannot be told on this system", nil, nil
	}
	told := fmt.Sprintf("%.1f MiB at most in %s", float64(d.memory)/(1<<20), plural(len(d.visit.exchanges), "turn"))
	if d.memory <= generousSize {
		return told, nil, nil
	}
	return told, []Finding{{
		Level: Warning, Title: "much memory", Detail: told,
		Advice: "several matches are played at a time: keep tables smaller, or share them",
	}}, nil
}

// plural counts things.
func plural(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "ch"):
		return fmt.Sprintf("%d %ses", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
