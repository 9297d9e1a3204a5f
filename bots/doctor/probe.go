package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"syscall"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
)

// A probe is the bot as a process that is fed by hand: with part of an input, with more than
// it asked for, or with the end of its input. Unlike a process.Player it tells how the process
// goes on after an answer that is a fault.
type probe struct {
	lines   int // of an answer, or referee.Document
	program *process.Program
	token   string // in the environment of the bot and all it starts
	stdin   *os.File
	stdout  *os.File
	output  []byte // read from stdout and not taken yet

	stderr *os.File
	work   sync.WaitGroup // reads stderr
	mu     sync.Mutex
	said   []byte // on stderr
}

// maxBuffered is how much of an output is kept, in bytes.
const maxBuffered = process.MaxDocument + 1<<20

// newProbe starts the bot, in a box as for its matches. The caller stops the probe.
func (x *examination) newProbe(spec process.Spec) (*probe, error) {
	var ours, theirs [3]*os.File
	closeAll := func(files [3]*os.File) {
		for _, file := range files {
			file.Close() // which does nothing to one that is nil
		}
	}
	defer func() { closeAll(theirs) }()
	for i := range ours {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(ours)
			return nil, err
		}
		if ours[i], theirs[i] = r, w; i == 0 {
			ours[i], theirs[i] = w, r
		}
	}
	p := &probe{lines: x.answerLines, token: newToken(), stdin: ours[0], stdout: ours[1], stderr: ours[2]}
	spec.Env = override(spec.Env, []string{p.token})
	table := process.Table{Isolation: x.Isolation}
	var err error
	if p.program, err = table.Launch(spec, theirs); err != nil {
		closeAll(ours)
		return nil, fmt.Errorf("start the bot again: %w", err)
	}
	p.work.Go(p.hear)
	return p, nil
}

// newToken returns an assignment by which findDescendants finds a bot.
func newToken() string { return fmt.Sprintf("ARBITER_DOCTOR=%016x", rand.Uint64()) }

// hear reads stderr until it is closed.
func (p *probe) hear() {
	chunk := make([]byte, 64<<10)
	for {
		n, err := p.stderr.Read(chunk)
		p.mu.Lock()
		if len(p.said) < maxBuffered {
			p.said = append(p.said, chunk[:n]...)
		}
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// takeStderr returns what has been said on stderr since the last call.
func (p *probe) takeStderr() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := string(p.said)
	p.said = nil
	return text
}

// stop kills the bot and all that it started, and returns how it ended.
func (p *probe) stop() (syscall.WaitStatus, error) {
	status, err := p.program.End()
	p.stdin.Close()
	p.stdout.Close()
	p.stderr.Close()
	p.work.Wait()
	return status, err
}

// send writes to the bot for at most the limit; 0 means no limit. Its error is ignored,
// because a bot that does not read everything may still answer.
func (p *probe) send(text string, limit time.Duration) {
	p.stdin.SetWriteDeadline(deadline(limit))
	p.stdin.WriteString(text)
}

// deadline returns when a limit is over; never if it is 0.
func deadline(limit time.Duration) time.Time {
	if limit == 0 {
		return time.Time{}
	}
	return time.Now().Add(limit)
}

// take waits for an answer and takes it. ok is false when none comes within the limit or
// before stdout is closed. A limit of 0 is no limit.
func (p *probe) take(ctx context.Context, limit time.Duration) (answer string, ok bool) {
	p.stdout.SetReadDeadline(deadline(limit))
	defer context.AfterFunc(ctx, p.hurry)()
	for {
		if end := answerEnd(p.output, p.lines); end > 0 {
			answer, p.output = string(p.output[:end]), p.output[end:]
			return answer, true
		}
		if !p.read() {
			return "", false
		}
	}
}

// hurry lets a read end at once.
func (p *probe) hurry() { p.stdout.SetReadDeadline(time.Unix(0, 0)) }

// read reads some output. It is false when no more comes before the deadline.
func (p *probe) read() bool {
	chunk := make([]byte, 64<<10)
	n, err := p.stdout.Read(chunk)
	p.output = append(p.output, chunk[:n]...)
	return err == nil && len(p.output) < maxBuffered
}

// drain takes all that is written within a time.
func (p *probe) drain(ctx context.Context, wait time.Duration) string {
	p.stdout.SetReadDeadline(deadline(wait))
	defer context.AfterFunc(ctx, p.hurry)()
	for p.read() {
	}
	text := string(p.output)
	p.output = nil
	return text
}

// answerEnd returns the end of the first answer in the text, or 0 while it is not
// complete.
func answerEnd(text []byte, lines int) int {
	if lines == referee.Document {
		var document json.RawMessage
		dec := json.NewDecoder(bytes.NewReader(text))
		if dec.Decode(&document) != nil {
			return 0
		}
		return int(dec.InputOffset())
	}
	end := 0
	for range lines {
		i := bytes.IndexByte(text[end:], '\n')
		if i < 0 {
			return 0
		}
		end += i + 1
	}
	return end
}

// fed starts the bot and feeds it the inputs of a transcript before a turn, each one after
// the answer to the one before. The probe is nil when an answer does not come.
func (x *examination) fed(ctx context.Context, t transcript, turn int) (*probe, error) {
	p, err := x.newProbe(t.spec)
	if err != nil {
		return nil, err
	}
	limit := hangPatience + x.waitLimits().First // it has answered before
	for _, e := range t.exchanges {
		if e.turn >= turn {
			break
		}
		p.send(e.input, limit)
		if _, ok := p.take(ctx, limit); !ok {
			p.stop()
			return nil, ctx.Err()
		}
	}
	return p, nil
}
