package process

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"arbiter/referee"
)

// "No false timeout at load 16 on two cores for bots that use 90 % of their
// limit", on the bot's own CPU or wherever the system puts it.
func TestCPUClockLeavesWhoKeepsTheLimit(t *testing.T) {
	for _, tt := range []struct {
		name, bot string
		limit     time.Duration
		burn      string
		pinned    bool
		load      int
	}{
		{"alone in its process", "burns", 50 * time.Millisecond, "45ms", false, 16},
		{"on one CPU with the referee", "burns", 50 * time.Millisecond, "45ms", true, 16},
		{"in a child", "burns in a child", 50 * time.Millisecond, "45ms", false, 16},
		// The waits of children that live for a turn are not counted, so that at a
		// very high load the guard may end such a bot: docs/processes.md. What a child
		// takes to start is in the limit, too, up to 200 ms of it on a busy machine.
		{"in children that end, and have to start", "burns in passing", 600 * time.Millisecond, "350ms", false, 4},
	} {
		t.Run(tt.name, func(t *testing.T) {
			busy(t, tt.load)
			if tt.pinned {
				onOneCPU(t)
			}
			p := sit(t, new(Table), tt.bot)
			wantLines(t, ask(t, p, burning(1, "0s", ample, referee.CPUClock)), "0s")
			for number := 2; number <= 3; number++ {
				p.Ask(burning(number, tt.burn, tt.limit, referee.CPUClock))
				reply, void := tryReply(t, p)
				if void != nil {
					return // not run for twenty times its limit: no fault either
				}
				wantLines(t, reply, tt.burn)
			}
		})
	}
}

// "A spinning bot is cut within a small slack after its CPU limit", also when
// it is a child that spins.
func TestCPUClockCutsWhoSpins(t *testing.T) {
	for _, name := range []string{"burns", "burns in a child", "burns in passing"} {
		t.Run(name, func(t *testing.T) {
			_, reply := play(t, name, burning(2, "300ms", 200*time.Millisecond, referee.CPUClock))
			f := reply.Fault
			if f == nil || f.Kind != referee.Timeout || !strings.HasPrefix(f.Why, "no answer within 200 ms of processor time: ") {
				t.Fatalf("fault %v, lines %q; want a timeout of 200 ms of processor time", f, reply.Lines)
			}
			if reply.CPU < 200*time.Millisecond || !strings.Contains(f.Why, "the bot used "+ms(reply.CPU)+" of processor time") {
				t.Errorf("%q after %v; want the processor time used, at least 200 ms", f.Why, reply.CPU)
			}
		})
	}
}

// "Wall time as a guard against hanging": a bot that waits for ever uses no
// processor time, and is ended all the same.
func TestCPUClockEndsWhoHangs(t *testing.T) {
	const limit = 10 * time.Millisecond
	for _, name := range []string{"sleeps for ever", "never flushes"} {
		t.Run(name, func(t *testing.T) {
			a := line(2)
			a.Limit, a.Clock = limit, referee.CPUClock
			_, reply := play(t, name, a)
			want := fmt.Sprintf("no answer within %s, the most that an answer within 10 ms of processor time may take: ", ms(Guard(limit)))
			if f := reply.Fault; f == nil || f.Kind != referee.Timeout || !strings.HasPrefix(f.Why, want) {
				t.Errorf("fault %v; want a timeout: %s", f, want)
			}
		})
	}
}

// A bot is charged from its input on: what it computed before is its own.
func TestCPUClockStartsWithTheInput(t *testing.T) {
	const limit = 100 * time.Millisecond
	p := sit(t, new(Table), "burns")
	wantLines(t, ask(t, p, burning(1, "300ms", ample, referee.CPUClock)), "300ms")
	for number := 2; number <= 4; number++ {
		p.Ask(burning(number, "60ms", limit, referee.CPUClock))
		reply, void := tryReply(t, p)
		if void != nil {
			return
		}
		wantLines(t, reply, "60ms")
	}
}
