package external

import (
	"bytes"
	"context"
	_ "embed"
	"os"
	"path/filepath"
	"slices"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
)

// hostSource is a program that plays match after match by a published referee in one JVM: a
// match then takes a tenth of the processor time.
//
//go:embed Host.java
var hostSource string

// hostFolder is where a published referee keeps the compiled host. Digests of the game leave it
// out.
const hostFolder = ".cache/arbiter/host"

// compileHost compiles the text that follows.
const compileHost = `rm -rf ` + hostFolder + ` && mkdir -p ` + hostFolder + ` &&
printf %s "$1" > ` + hostFolder + `/Host.java && javac -encoding UTF-8 -d ` + hostFolder + ` ` + hostFolder + `/Host.java`

// KeepHost has a published referee play match after match in one JVM from now on, if there is a
// Java compiler. A match must be the same by that, also when another one went before it. In these
// matches every line of an answer is the given one. KeepHost compiles in the box in which the
// referee's build runs, and reports whether a host is kept. The error is that of a host that
// cannot be removed.
func (g *Game) KeepHost(ctx context.Context, options process.BuildOptions, line string) (kept bool, err error) {
	if len(g.classpath) == 0 {
		return false, nil
	}
	none := func() (bool, error) {
		g.endIdle()
		return false, os.RemoveAll(filepath.Join(g.spec.Dir, hostFolder))
	}
	if _, err := none(); err != nil {
		return false, err
	}
	var played [3][][]byte
	for i := range played {
		if i == 1 {
			spec := g.spec
			spec.Build = []string{"sh", "-c", compileHost, "sh", hostSource}
			if _, err := process.Build(ctx, spec, options); err != nil {
				return none()
			}
		}
		states, err := g.try(ctx, referee.Setup{Seed: 1}, g.info.MinSeats, line, nil)
		if err != nil {
			return none()
		}
		played[i] = states
	}
	if !slices.EqualFunc(played[0], played[1], bytes.Equal) || !slices.EqualFunc(played[0], played[2], bytes.Equal) {
		return none()
	}
	return true, nil
}

// hosted returns the command of the host; nil without one.
func (g *Game) hosted() []string {
	if len(g.classpath) == 0 {
		return nil
	}
	if _, err := os.Stat(filepath.Join(g.spec.Dir, hostFolder, "Host.class")); err != nil {
		return nil
	}
	at := len(g.spec.Command) - 2 // of the class path, before the class
	return slices.Insert(slices.Clone(g.spec.Command), at, hostFolder, "Host")
}

// Messages between a host and us: that the input of a match ends, and that the next one may begin.
const (
	matchEnd = "ARBITER_END"
	ready    = "ARBITER_READY"
)

// hostGrace is how long a host may take to be ready for another match, and hostIdle how long it
// waits for one.
const (
	hostGrace = 2 * time.Second
	hostIdle  = 10 * time.Second
)

// take returns a host that waits for a match; nil if there is none.
func (g *Game) take() *running {
	for {
		r := g.pop()
		if r == nil || !r.program.AwaitEnd(0) {
			return r
		}
		r.end()
	}
}

// pop takes a host from those that wait, the latest first; nil if there is none.
func (g *Game) pop() *running {
	g.mu.Lock()
	defer g.mu.Unlock()
	last := len(g.idle) - 1
	if last < 0 {
		return nil
	}
	r := g.idle[last]
	g.idle = g.idle[:last]
	r.idle.Stop() // or it finds the host gone
	r.mu.Lock()
	r.tail = referee.Tail{}
	r.mu.Unlock()
	return r
}

// giveBack lets a host wait for another match after one that ended well, and ends any other
// process. told reports whether its input has ended already.
func (g *Game) giveBack(r *running, told bool) error {
	if !r.host || !r.rests(told) {
		return r.end()
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.idle = append(g.idle, r)
	r.idle = time.AfterFunc(hostIdle, func() {
		g.mu.Lock()
		i := slices.Index(g.idle, r)
		if i >= 0 {
			g.idle = slices.Delete(g.idle, i, i+1)
		}
		g.mu.Unlock()
		if i >= 0 {
			r.end()
		}
	})
	return nil
}

// rests ends the input of a match, and reports whether the host is ready for another one.
func (r *running) rests(told bool) bool {
	deadline := time.Now().Add(hostGrace)
	if r.in.SetWriteDeadline(deadline) != nil || r.out.SetReadDeadline(deadline) != nil {
		return false
	}
	if !told {
		if _, err := r.in.Write(appendMessage(nil, matchEnd)); err != nil {
			return false
		}
	}
	m, err := r.reader.message()
	r.reader.left = maxOutput
	return err == nil && m.name == ready
}

// endIdle ends the hosts that no match has.
func (g *Game) endIdle() {
	for r := g.pop(); r != nil; r = g.pop() {
		r.end()
	}
}
