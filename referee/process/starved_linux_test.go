package process

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee"
	"arbiter/referee/refereetest"
)

// onOneCPU pins the test, and the bots it starts, to one CPU.
func onOneCPU(t *testing.T) {
	t.Helper()
	cpus := CPUs()
	unpin, err := Pin(cpus[len(cpus)-1])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(unpin)
}

// busy starts so many processes that never rest, where the test runs, and ends
// them when the test ends.
func busy(t *testing.T, n int) {
	t.Helper()
	for range n {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), botVariable+"=spins")
		c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			c.Process.Kill()
			c.Wait()
		})
	}
}

// neglect lets everybody else on its CPU run before the bot. With the lowest priority its
// threads could be minutes from their end when it is killed, and wait4(2) spins for as long:
// release_task invalidates what /proc knew of them, which they may be about to do themselves.
func neglect(t *testing.T, p *Player) {
	t.Helper()
	nicer(t, p)
	busy(t, 4)
}

// nicer lets others run before the bot.
func nicer(t *testing.T, p *Player) {
	t.Helper()
	if err := unix.Setpriority(unix.PRIO_PGRP, p.pid, 10); err != nil {
		t.Fatal(err)
	}
}

// settle plays turns until all of the bot has been there for a while.
func settle(t *testing.T, p *Player, others bool) {
	t.Helper()
	for turn := 1; turn == 1 || others; turn++ {
		wantLines(t, ask(t, p, burning(turn, "5ms", 16*time.Second, referee.WallClock)), "5ms")
		p.watch.at -= time.Second // as if the turn had taken long: the next begins with a baseline
		others = others && (len(p.watch.others) == 0 || !p.watch.others[0].resident)
	}
}

// needsDelays skips the test on a kernel without run delays: there nothing is
// starved, as docs/processes.md says.
func needsDelays(t *testing.T) {
	t.Helper()
	if !tellsDelays(make([]byte, chunkSize)) {
		t.Skip("this kernel has no /proc/PID/schedstat (CONFIG_SCHED_INFO)") // without it nothing is starved, as docs/processes.md says
	}
}

// "The time of an answer is the wall time less what the bot waited for a CPU": one that
// the machine does not run is not to blame, whichever of its processes it is that waits.
// The referee shares the CPU.
func TestWhoWaitsForACPUIsNotLate(t *testing.T) {
	needsDelays(t)
	for _, name := range []string{"burns", "burns in a child", "burns in passing"} {
		t.Run(name, func(t *testing.T) {
			onOneCPU(t)
			p := sit(t, new(Table), name)
			settle(t, p, name == "burns in a child")
			if name == "burns in passing" {
				busy(t, 8) // what holds a lock of the kernel, such as its last child, must be run now and then
			} else {
				neglect(t, p)
			}
			const limit = 200 * time.Millisecond
			for number, wall := 2, time.Duration(0); wall <= limit+referee.Tolerance(limit); number++ { // it may be run in time, now and then
				p.Ask(burning(number, "30ms", limit, referee.WallClock))
				r, void := tryReply(t, p)
				if void != nil {
					return // so busy that it was not even run in twenty times its limit, or the referee was not
				}
				wantLines(t, r, "30ms")
				wall = r.Wall
			}
		})
	}
}

// "Twenty times its limit": then the match is void, and the error says why.
func TestStarved(t *testing.T) {
	needsDelays(t)
	for _, name := range []string{"burns", "burns in a child"} {
		t.Run(name, func(t *testing.T) {
			onOneCPU(t)
			const limit = 50 * time.Millisecond
			var got *referee.StarvedError
			for busy := false; got == nil; busy = true {
				p := sit(t, new(Table), name)
				settle(t, p, name == "burns in a child")
				if busy {
					nicer(t, p)
				} else {
					neglect(t, p)
				}
				p.Ask(burning(2, "45ms", limit, referee.WallClock))
				r, void := tryReply(t, p)
				if r.Fault != nil {
					t.Fatal(r.Fault)
				}
				if !errors.As(void, &got) {
					continue // it was run, or the referee was not run either
				}
				if _, err := p.Reply(t.Context()); !errors.As(err, new(*referee.StarvedError)) {
					t.Errorf("a later reply has the error %v; want the match void as before", err)
				}
			}
			if got.Seat != 1 || got.Turn != 2 || got.Limit != limit || got.Waited < got.Wall/2 || got.CPU >= limit || got.Wall < Guard(limit) {
				t.Errorf("%+v; want seat 1, the turn, the limit of %v, twenty times as long a wait and less processor time", *got, limit)
			}
		})
	}
}

// "It must hold also when the referee itself was not run": it looks only after
// the limit.
func TestStarvedWhileNobodyLooked(t *testing.T) {
	needsDelays(t)
	onOneCPU(t)
	p := sit(t, new(Table), "burns")
	wantLines(t, ask(t, p, burning(1, "0s", ample, referee.WallClock)), "0s")
	neglect(t, p)
	const limit = 100 * time.Millisecond
	for number := 2; number < 5; number++ {
		p.Ask(burning(number, "10ms", limit, referee.WallClock))
		for p.table.now() < p.clock.deadline {
			time.Sleep(time.Millisecond)
		}
		r, void := tryReply(t, p)
		if void != nil {
			return
		}
		wantLines(t, r, "10ms")
	}
}

// "Sleeping, deadlocked and unflushed bots stay timeouts", also beside others
// that are busy.
func TestWhoDoesNotAskForACPUIsNotStarved(t *testing.T) {
	for _, name := range []string{"sleeps for ever", "deadlocks", "never flushes"} {
		t.Run(name, func(t *testing.T) {
			onOneCPU(t)
			busy(t, 2)
			a := line(2)
			a.Limit = 600 * time.Millisecond
			_, r := play(t, name, a)
			if r.Fault == nil || r.Fault.Kind != referee.Timeout || !strings.HasPrefix(r.Fault.Why, "no answer within 600 ms: ") {
				t.Errorf("fault %v; want a timeout", r.Fault)
			}
		})
	}
}

// "and no less than the processor time that all its processes used": a bot that computes for longer than its limit is to blame.
func TestWhoComputesIsNotStarved(t *testing.T) {
	for _, name := range []string{"burns", "burns in a child"} {
		t.Run(name, func(t *testing.T) {
			_, r := playShort(t, name, burning(2, "24h", 400*time.Millisecond, referee.WallClock))
			if r.Fault == nil || r.Fault.Kind != referee.Timeout {
				t.Errorf("fault %v; want a timeout", r.Fault)
			}
		})
	}
}

// "A number is given out some time before its process can be found": one that nobody had at a
// look is looked for again at the next, and no number is asked about for ever.
func TestProcessThatStartsLate(t *testing.T) {
	p := sit(t, new(Table), "burns in a child")
	w, buf := &p.watch, make([]byte, chunkSize)
	refereetest.Await(t, "the child of the bot", func() bool {
		w.findOthers(buf)
		return len(w.others) == 1
	})
	child := w.others[0].pid
	w.others, w.absent = nil, []int{child}
	w.findOthers(buf)
	if len(w.others) != 1 || w.others[0].pid != child {
		t.Errorf("found %v; want the child %d, whose number was given out before", w.others, child)
	}
	w.newest -= 10 * mostNumbers
	w.findOthers(buf)
	if len(w.absent) > mostNumbers {
		t.Errorf("%d numbers are looked for again; want %d at most", len(w.absent), mostNumbers)
	}
}
