package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
)

// A probe is the bot as a process whose every byte is recorded. It is a
// referee.Player that tolerates what makes a process.Player end the bot: surplus
// output is recorded and skipped. Close leaves the process running, so that its
// end can be observed; stop ends it.
type probe struct {
	cmd            *exec.Cmd
	token          string
	stdin          *os.File
	stdout, stderr *stream
	exited         chan struct{} // closed when the process has been waited for
	work           sync.WaitGroup

	ask     referee.Ask
	begun   time.Time
	settle  time.Duration // how long to wait for surplus output around an answer
	raw     string        // stdout of all answers, unchanged
	surplus []surplus
}

// surplus is output that is not an answer.
type surplus struct {
	turn   int // in which it came
	text   string
	before bool // before the input of the turn was sent
}

// newProbe starts the bot.
func newProbe(spec process.Spec) (*probe, error) {
	p := &probe{token: fmt.Sprintf("%s=doctor-%016x", process.TokenVariable, rand.Uint64()), exited: make(chan struct{})}
	stdin, ours, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer stdin.Close()
	p.stdin = ours
	p.cmd = exec.Command(spec.Command[0], spec.Command[1:]...)
	p.cmd.Dir = spec.Dir
	p.cmd.Env = override(append(os.Environ(), spec.Env...), []string{p.token})
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.cmd.Stdin = stdin
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
	p.stdout, p.stderr, p.cmd.Stdout, p.cmd.Stderr = out, errs, outEnd, errEnd
	if err := p.cmd.Start(); err != nil {
		p.stdin.Close()
		out.file.Close()
		errs.file.Close()
		return nil, err
	}
	p.work.Go(p.stdout.read)
	p.work.Go(p.stderr.read)
	p.work.Go(func() {
		p.cmd.Wait() // how it ended is in ProcessState
		close(p.exited)
	})
	return p, nil
}

// stop kills the bot and all it started.
func (p *probe) stop() {
	syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	p.cmd.Process.Kill()
	<-p.exited
	for _, child := range bearers(p.token) {
		syscall.Kill(child.pid, syscall.SIGKILL)
	}
	p.stdin.Close()
	p.stdout.file.Close()
	p.stderr.file.Close()
	p.work.Wait()
}

// Ask implements referee.Player.
func (p *probe) Ask(ask referee.Ask) {
	moment := p.settle
	if p.ask.Turn == 0 {
		moment *= 4 // it is still starting
	}
	p.ask = ask
	if early := p.stdout.rest(moment); early != "" {
		p.surplus = append(p.surplus, surplus{ask.Turn, early, true})
		p.raw += early
	}
	p.begun = time.Now()
	p.send(ask.Input, ask.Limit)
}

// send writes to the bot, for at most the limit: a bot that does not read it
// all may answer all the same.
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
	reply := referee.Reply{Wall: time.Since(p.begun)}
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
	if more := p.stdout.rest(p.settle); more != "" && (p.ask.Lines != referee.Document || len(bytes.TrimSpace([]byte(more))) > 0) {
		p.surplus = append(p.surplus, surplus{p.ask.Turn, more, false})
		p.raw += more
	}
	return reply, nil
}

// Close implements referee.Player; see stop.
func (p *probe) Close() ([]byte, error) { return nil, nil }

// awaitExit waits for the end of the process.
func (p *probe) awaitExit(limit time.Duration) bool {
	select {
	case <-p.exited:
		return true
	case <-time.After(limit):
		return false
	}
}

// A stream collects what the bot writes to a pipe.
type stream struct {
	file *os.File
	grew chan struct{} // tells, without waiting, that there is more

	mu    sync.Mutex
	text  []byte // not taken yet
	total int
}

// mostKept is how much of a stream waits to be taken; the rest is dropped.
const mostKept = process.MaxDocument + 1<<20

// newStream returns a stream and the end of it that belongs to the bot.
func newStream() (*stream, *os.File, error) {
	ours, theirs, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	return &stream{file: ours, grew: make(chan struct{}, 1)}, theirs, nil
}

// read reads until the pipe is closed.
func (s *stream) read() {
	chunk := make([]byte, 64<<10)
	for {
		n, err := s.file.Read(chunk)
		s.mu.Lock()
		s.total += n
		if len(s.text) < mostKept {
			s.text = append(s.text, chunk[:n]...)
		}
		s.mu.Unlock()
		select {
		case s.grew <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// lastMoment is how long output of a process that has ended may still be on
// its way to us.
const lastMoment = 250 * time.Millisecond

// take waits for an answer of so many lines and takes it. Without one it takes
// nothing and ok is false. A limit of 0 is none.
func (s *stream) take(ctx context.Context, lines int, limit time.Duration, exited <-chan struct{}) (text string, ok bool) {
	var passed, over <-chan time.Time
	if limit > 0 {
		passed = time.After(limit)
	}
	for {
		s.mu.Lock()
		if end := answerEnd(s.text, lines); end > 0 {
			text = string(s.text[:end])
			s.text = slices.Delete(s.text, 0, end)
			s.mu.Unlock()
			return text, true
		}
		s.mu.Unlock()
		select {
		case <-s.grew:
		case <-exited:
			exited, over = nil, time.After(lastMoment)
		case <-over:
			return "", false
		case <-passed:
			return "", false
		case <-ctx.Done():
			return "", false
		}
	}
}

// rest waits a moment and takes all there is.
func (s *stream) rest(moment time.Duration) string {
	time.Sleep(moment)
	s.mu.Lock()
	defer s.mu.Unlock()
	text := string(s.text)
	s.text = s.text[:0]
	return text
}

// answerEnd returns where the first answer in the text ends, 0 while it is not
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
