package doctor

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"syscall"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
)

// A probe is a referee.Player that runs the bot as a process and records every
// byte of its output. Unlike a process.Player it tolerates unasked output, which
// it records and skips. Close leaves the process running, so that its exit can be
// observed; stop kills it.
type probe struct {
	program        *process.Program
	token          string // in the environment of the bot and all it starts
	stdin          *os.File
	stdout, stderr *stream
	exited         chan struct{} // closed when the process has ended
	work           sync.WaitGroup

	ask     referee.Ask
	askedAt time.Time
	settle  time.Duration // wait for unasked output around an answer
	raw     string        // stdout, unmodified
	unasked []unaskedOutput

	found   []descendant // the bot and what it has started; see condition
	foundAt time.Time
}

// unaskedOutput is output other than an answer.
type unaskedOutput struct {
	turn   int
	text   string
	before bool // before the input of the turn was sent
}

// probeVariable is in the environment of a bot that is probed.
const probeVariable = "ARBITER_PROBE"

// newProbe starts the bot, in a box as for its matches.
func (x *examination) newProbe(spec process.Spec) (*probe, error) {
	p := &probe{token: fmt.Sprintf("%s=%016x", probeVariable, rand.Uint64()), exited: make(chan struct{})}
	stdin, ours, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer stdin.Close()
	p.stdin = ours
	out, outEnd, err := newStream()
	if err != nil {
		p.stdin.Close()
		return nil, err
	}
	defer outEnd.Close()
	errs, errEnd, err := newStream()
	if err != nil {
		p.stdin.Close()
		out.file.Close()
		return nil, err
	}
	defer errEnd.Close()
	p.stdout, p.stderr = out, errs
	spec.Env = override(spec.Env, []string{p.token})
	table := process.Table{Isolation: x.Isolation}
	if p.program, err = table.Launch(spec, [3]*os.File{stdin, outEnd, errEnd}); err != nil {
		p.stdin.Close()
		out.file.Close()
		errs.file.Close()
		return nil, err
	}
	p.work.Go(p.stdout.read)
	p.work.Go(p.stderr.read)
	p.work.Go(func() {
		for !p.program.AwaitEnd(time.Second) {
		}
		close(p.exited)
	})
	return p, nil
}

// stop kills the bot and its descendants with SIGKILL and waits for it.
func (p *probe) stop() {
	p.end()
	p.stdin.Close()
	p.stdout.file.Close()
	p.stderr.file.Close()
	p.work.Wait()
}

// end kills the bot and its descendants and returns how the bot ended.
func (p *probe) end() (syscall.WaitStatus, error) {
	p.program.Kill()
	<-p.exited
	return p.program.End()
}

// Ask implements referee.Player.
func (p *probe) Ask(ask referee.Ask) {
	wait := p.settle
	if p.ask.Turn == 0 {
		wait *= 4 // it is still starting
	}
	p.ask = ask
	if early := p.stdout.drain(wait); early != "" {
		p.unasked = append(p.unasked, unaskedOutput{ask.Turn, early, true})
		p.raw += early
	}
	p.askedAt = time.Now()
	p.send(ask.Input, ask.Limit)
}

// send writes to the bot for at most the limit. Its error is ignored, because a
// bot that does not read everything may still answer.
func (p *probe) send(text []byte, limit time.Duration) {
	if limit > 0 {
		p.stdin.SetWriteDeadline(time.Now().Add(limit))
	}
	p.stdin.Write(text)
}

// Reply implements referee.Player.
func (p *probe) Reply(ctx context.Context) (referee.Reply, error) {
	text, ok := p.stdout.take(ctx, p.ask.Lines, p.ask.Limit, p.exited)
	p.raw += text
	reply := referee.Reply{Wall: time.Since(p.askedAt)}
	if !ok {
		reply.Fault = &referee.Fault{
			Turn: p.ask.Turn, Seat: p.ask.Seat, Kind: referee.Timeout,
			Why: fmt.Sprintf("no answer within %v", p.ask.Limit),
		}
		return reply, ctx.Err()
	}
	if p.ask.Lines == referee.Document {
		reply.Lines = []string{string(bytes.TrimSpace([]byte(text)))}
	} else {
		for line := range bytes.Lines([]byte(text)) {
			reply.Lines = append(reply.Lines, string(bytes.TrimRight(line, "\r\n")))
		}
	}
	if more := p.stdout.drain(p.settle); more != "" && (p.ask.Lines != referee.Document || len(bytes.TrimSpace([]byte(more))) > 0) {
		p.unasked = append(p.unasked, unaskedOutput{p.ask.Turn, more, false})
		p.raw += more
	}
	return reply, nil
}

// Finish implements referee.Player.
func (*probe) Finish() {}

// Close implements referee.Player; see stop.
func (p *probe) Close() ([]byte, error) { return nil, nil }

// awaitExit waits for the process to exit and reports whether it did so within
// the limit.
func (p *probe) awaitExit(limit time.Duration) bool {
	select {
	case <-p.exited:
		return true
	case <-time.After(limit):
		return false
	}
}
