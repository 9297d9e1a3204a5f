package external

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee"
	"arbiter/referee/process"
)

// A running is the process of a referee with its pipes.
type running struct {
	program *process.Program
	in      *os.File
	out     *os.File
	errs    *os.File
	reader  *reader
	heard   sync.WaitGroup // reads its stderr
	host    bool           // it plays match after match
	idle    *time.Timer    // ends it while no match has it

	mu   sync.Mutex
	tail referee.Tail // of its stderr
}

// run starts the referee.
func (g *Game) run() (*running, error) {
	var theirs, ours [3]*os.File
	for i := range theirs {
		read, write, err := os.Pipe()
		if err != nil {
			return nil, errors.Join(fmt.Errorf("open a pipe: %w", err), closeAll(ours))
		}
		theirs[i], ours[i] = write, read
		if i == 0 {
			theirs[i], ours[i] = read, write
		}
		defer theirs[i].Close()
	}
	for _, file := range theirs {
		if err := unix.SetNonblock(int(file.Fd()), false); err != nil {
			return nil, errors.Join(fmt.Errorf("open a pipe: %w", err), closeAll(ours))
		}
	}
	r := &running{in: ours[0], out: ours[1], errs: ours[2], reader: newReader(ours[1])}
	err := process.OnAllCPUs(func() (err error) { // it is not to take the time of the bots on the match's CPU
		r.program, r.host, err = g.launch(theirs)
		return err
	})
	var mistake *process.SpecError
	if errors.As(err, &mistake) {
		err = mistake // without that it was a bot
	}
	if err != nil {
		closeAll(ours)
		return nil, err
	}
	r.heard.Go(r.hear)
	return r, nil
}

// closeAll closes the files that are open.
func closeAll(files [3]*os.File) (err error) {
	for _, file := range files {
		if file != nil {
			err = errors.Join(err, file.Close())
		}
	}
	return err
}

// launch starts the process of a referee, and tells whether that is a host.
func (g *Game) launch(files [3]*os.File) (_ *process.Program, host bool, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.kept {
		return nil, false, errKept
	}
	spec := g.spec
	spec.Command, host = g.command()
	program, err := g.table.Launch(spec, files)
	return program, host, err
}

// hear keeps the end of the referee's stderr.
func (r *running) hear() {
	buf := make([]byte, 4<<10)
	for {
		n, err := r.errs.Read(buf)
		r.mu.Lock()
		r.tail.Add(buf[:n])
		r.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// stderr returns the end of what the referee wrote there. It is complete after end.
func (r *running) stderr() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.tail.String()
}

// end kills the referee and all that it started.
func (r *running) end() error {
	_, err := r.program.End()
	r.in.Close()
	r.out.Close()
	_ = r.errs.SetReadDeadline(time.Now().Add(exitGrace)) // what it has written is there; who holds it open is not waited for
	r.heard.Wait()
	r.errs.Close()
	return err
}
