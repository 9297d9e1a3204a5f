package doctor

import (
	"context"
	"syscall"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
)

const (
	dialogueTurns = 5                      // of a dialogue
	settle        = 50 * time.Millisecond  // wait for unasked output around an answer
	exitPatience  = 3 * time.Second        // wait for the exit after the end of the input
	childGrace    = 500 * time.Millisecond // wait for descendants that are exiting
)

// A dialogue is the first turns of a match with every byte of output, and what the
// bot did when its input was closed.
type dialogue struct {
	transcript transcript
	raw        string // stdout of all answers
	unasked    []unaskedOutput

	exited      bool          // without being killed
	exitTime    time.Duration // from the end of the input
	status      syscall.WaitStatus
	lastOutput  string // stdout after the end of the input
	lastStderr  string // after the end of the input
	descendants []descendant
}

// dialogue returns the dialogue, which is held once for all checks.
func (x *examination) dialogue(ctx context.Context) (*dialogue, error) {
	if x.recorded != nil {
		return x.recorded, nil
	}
	spec := x.spec(scenario{})
	p, err := x.newProbe(spec)
	if err != nil {
		return nil, err
	}
	defer p.stop()
	p.settle = settle
	table := process.Table{Isolation: x.Isolation}
	d := &dialogue{}
	d.transcript, err = x.playWith(ctx, scenario{name: "seed 1", setup: referee.Setup{Seed: 1}, turns: dialogueTurns}, p, &table, transcript{spec: spec, memory: newMemoryWatch()})
	if err != nil {
		return nil, err
	}
	d.raw, d.unasked = p.raw, p.unasked
	p.stderr.drain(0)
	closed := time.Now()
	p.stdin.Close()
	d.exited = p.awaitExit(exitPatience)
	d.exitTime = time.Since(closed)
	if !d.exited {
		syscall.Kill(p.program.Pid(), syscall.SIGKILL)
		<-p.exited
	}
	d.lastOutput, d.lastStderr = p.stdout.drain(settle), p.stderr.drain(0)
	for wait := time.Duration(0); wait <= childGrace; wait += childGrace / 5 {
		if d.descendants = findDescendants(p.token); len(d.descendants) == 0 {
			break
		}
		time.Sleep(childGrace / 5)
	}
	if d.status, err = p.end(); err != nil {
		return nil, err
	}
	x.recorded = d
	return d, nil
}
