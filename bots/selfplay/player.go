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

// A player runs a policy in a goroutine and talks to it in lines, as the match
// loop talks to a process.
type player struct {
	policy Policy
	limit  time.Duration // for an answer; the policy is broken that takes longer
	inputs chan []byte   // to the policy, closed by Close
	lines  chan string   // from the policy
	quit   chan struct{} // closed by Close: nobody reads any more
	ended  chan error    // what the policy returned
	want   int           // lines of the answer to the last Ask
	deaf   bool          // the policy has not read its last input
	left   bool          // the policy is not waited for any more
	timer  *time.Timer
}

func start(p Policy, limit time.Duration) *player {
	pl := &player{
		policy: p, limit: limit,
		inputs: make(chan []byte, 1), lines: make(chan string, 1), quit: make(chan struct{}), ended: make(chan error, 1),
		timer: time.NewTimer(limit),
	}
	go func() { pl.ended <- p.bot.Play(&feed{inputs: pl.inputs}, &mouth{player: pl}, p.options) }()
	return pl
}

// Ask implements referee.Player.
func (p *player) Ask(ask referee.Ask) {
	p.want = max(ask.Lines, 1) // builtin bots write a document on one line
	select {
	case p.inputs <- bytes.Clone(ask.Input):
	default:
		p.deaf = true
	}
}

// Reply implements referee.Player. A policy that hangs, ends or does not read
// is an error of the machine: a data set is no place for its faults.
func (p *player) Reply(ctx context.Context) (referee.Reply, error) {
	if p.deaf {
		p.left = true
		return referee.Reply{}, fmt.Errorf("policy %v did not read its input", p.policy)
	}
	p.timer.Reset(p.limit)
	var reply referee.Reply
	for len(reply.Lines) < p.want {
		select {
		case line := <-p.lines:
			reply.Lines = append(reply.Lines, line)
		case err := <-p.ended:
			p.left = true
			return referee.Reply{}, fmt.Errorf("policy %v ended before its answer: %w", p.policy, errors.Join(err, io.ErrUnexpectedEOF))
		case <-p.timer.C:
			p.left = true
			return referee.Reply{}, fmt.Errorf("policy %v gave no answer within %v", p.policy, p.limit)
		case <-ctx.Done():
			p.left = true
			return referee.Reply{}, ctx.Err()
		}
	}
	return reply, nil
}

// Close implements referee.Player. It waits for the policy, except for one that
// has failed already: no one can stop a goroutine that hangs.
func (p *player) Close() ([]byte, error) {
	close(p.inputs)
	close(p.quit)
	defer p.timer.Stop()
	if p.left {
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

// A feed is what a policy reads.
type feed struct {
	inputs <-chan []byte
	rest   []byte // of the last input
}

// Read implements io.Reader.
func (f *feed) Read(dst []byte) (int, error) {
	for len(f.rest) == 0 {
		input, ok := <-f.inputs
		if !ok {
			return 0, io.EOF
		}
		f.rest = input
	}
	n := copy(dst, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

// A mouth is what a policy writes to. It hands over whole lines.
type mouth struct {
	player *player
	part   []byte // of a line
}

// Write implements io.Writer.
func (m *mouth) Write(text []byte) (int, error) {
	m.part = append(m.part, text...)
	for {
		line, rest, found := bytes.Cut(m.part, []byte("\n"))
		if !found {
			return len(text), nil
		}
		select {
		case m.player.lines <- string(line):
		case <-m.player.quit:
			return 0, io.ErrClosedPipe
		}
		m.part = append(m.part[:0], rest...)
	}
}
