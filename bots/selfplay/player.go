package selfplay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"arbiter/referee"
)

// A player is a referee.Player that runs a builtin bot in a goroutine and exchanges
// lines with it, as with a process.
type player struct {
	policy    builtinPolicy
	limit     time.Duration // for an answer; a policy that exceeds it has failed
	inputs    chan []byte   // to the policy, closed by Close
	lines     chan string   // from the policy
	quit      chan struct{} // closed by Close: lines is no longer read
	ended     chan error    // what the policy returned
	want      int           // lines of the answer to the last Ask
	unread    bool          // the policy has not read its last input
	abandoned bool          // it has failed, so Close does not wait for it
	timer     *time.Timer
}

func startPlayer(p builtinPolicy, limit time.Duration) *player {
	pl := &player{
		policy: p, limit: limit,
		inputs: make(chan []byte, 1), lines: make(chan string, 1), quit: make(chan struct{}), ended: make(chan error, 1),
		timer: time.NewTimer(limit),
	}
	go func() { pl.ended <- p.bot.Play(&inputReader{inputs: pl.inputs}, &answerWriter{player: pl}, p.options) }()
	return pl
}

// Ask implements referee.Player.
func (p *player) Ask(ask referee.Ask) {
	p.want = max(ask.Lines, 1) // builtin bots write a document on one line
	select {
	case p.inputs <- bytes.Clone(ask.Input):
	default:
		p.unread = true
	}
}

// Reply implements referee.Player. A policy that hangs, ends or does not read
// its input is an error, not a fault: a data set must not contain such games.
func (p *player) Reply(ctx context.Context) (referee.Reply, error) {
	if p.unread {
		p.abandoned = true
		return referee.Reply{}, fmt.Errorf("policy %v did not read its input", p.policy)
	}
	p.timer.Reset(p.limit)
	var reply referee.Reply
	for len(reply.Lines) < p.want {
		select {
		case line := <-p.lines:
			reply.Lines = append(reply.Lines, line)
		case err := <-p.ended:
			p.abandoned = true
			if err == nil {
				return referee.Reply{}, fmt.Errorf("policy %v ended before its answer", p.policy)
			}
			return referee.Reply{}, fmt.Errorf("policy %v ended before its answer: %w", p.policy, err)
		case <-p.timer.C:
			p.abandoned = true
			return referee.Reply{}, fmt.Errorf("policy %v gave no answer within %v", p.policy, p.limit)
		case <-ctx.Done():
			p.abandoned = true
			return referee.Reply{}, ctx.Err()
		}
	}
	return reply, nil
}

// Finish implements referee.Player.
func (*player) Finish() {}

// Close implements referee.Player. It waits for the policy to return unless it
// has failed: a goroutine that hangs cannot be stopped.
func (p *player) Close() ([]byte, error) {
	close(p.inputs)
	close(p.quit)
	defer p.timer.Stop()
	if p.abandoned {
		return nil, nil
	}
	p.timer.Reset(p.limit)
	select {
	case err := <-p.ended:
		if err != nil && !errors.Is(err, io.ErrClosedPipe) {
			return nil, fmt.Errorf("policy %v: %w", p.policy, err)
		}
		return nil, nil
	case <-p.timer.C:
		return nil, fmt.Errorf("policy %v did not end within %v of the end of its input", p.policy, p.limit)
	}
}

// An inputReader is the stdin of a policy.
type inputReader struct {
	inputs <-chan []byte
	rest   []byte // of the last input
}

// Read implements io.Reader.
func (r *inputReader) Read(dst []byte) (int, error) {
	for len(r.rest) == 0 {
		input, ok := <-r.inputs
		if !ok {
			return 0, io.EOF
		}
		r.rest = input
	}
	n := copy(dst, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// An answerWriter is the stdout of a policy. It passes on whole lines.
type answerWriter struct {
	player *player
	part   []byte // of a line, so far
}

// Write implements io.Writer.
func (w *answerWriter) Write(text []byte) (int, error) {
	w.part = append(w.part, text...)
	for {
		line, rest, found := bytes.Cut(w.part, []byte("\n"))
		if !found {
			return len(text), nil
		}
		select {
		case w.player.lines <- string(line):
		case <-w.player.quit:
			return 0, io.ErrClosedPipe
		}
		w.part = append(w.part[:0], rest...)
	}
}
