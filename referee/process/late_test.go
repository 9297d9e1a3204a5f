package process

import (
	"errors"
	"os"
	"os/exec"
	"testing"
	"time"

	"arbiter/referee"
)

// insideVariable is set in the process in which a test plays the referee.
const insideVariable = "PROCESS_TEST_INSIDE"

// inside runs the test in a process of its own, whose bots may stop it, and
// reports whether we are that process.
func inside(t *testing.T) bool {
	t.Helper()
	if os.Getenv(insideVariable) != "" {
		return true
	}
	c := exec.Command(os.Args[0], "-test.v", "-test.run=^"+t.Name()+"$")
	c.Env = append(os.Environ(), insideVariable+"=1")
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return false
}

// secondReply plays the second turn of a bot with the given limit. As often as the
// machine is too busy to run the bot, another one plays.
func secondReply(t *testing.T, name string, limit time.Duration, c referee.Clock) (referee.Reply, error) {
	t.Helper()
	for {
		p := sit(t, new(Table), name)
		wantLines(t, ask(t, p, line(1)), "MOVE 1 2")
		a := line(2)
		a.Limit, a.Clock = limit, c
		p.Ask(a)
		reply, err := p.Reply(t.Context())
		if !errors.As(err, new(*referee.StarvedError)) {
			return reply, err
		}
	}
}

// "An answer that is seen after limit and tolerance is late whatever the reason;
// the match is void as the machine's fault": a bot stops the referee, thinks and
// answers before it continues it.
func TestLateAnswersDoNotCount(t *testing.T) {
	if !inside(t) {
		return
	}
	for clock, limit := range map[referee.Clock]time.Duration{referee.WallClock: 300 * time.Millisecond, referee.CPUClock: 10 * time.Millisecond} {
		if CheckClock(clock) != nil {
			continue
		}
		for {
			reply, err := secondReply(t, "stops the referee", limit, clock)
			var late *referee.LateError
			if reply.Fault != nil && reply.Fault.Kind == referee.Timeout {
				continue // the machine was so busy that it had not answered when it continued us
			}
			if !errors.As(err, &late) {
				t.Fatalf("%s clock: lines %q, fault %v, error %v; want the match void", clock, reply.Lines, reply.Fault, err)
			}
			if !late.Void() || late.Turn != 2 || late.Away > late.Wall || late.Wall < 50*time.Millisecond || late.Away < 20*time.Millisecond {
				t.Errorf("%+v; want turn 2, and some time away", *late)
			}
			break
		}
	}
}

// "Time that the referee itself was stopped or not run must never charge an
// honest bot": one that stood still with it is no timeout.
func TestWhoIsStoppedWithTheRefereeIsNotLate(t *testing.T) {
	if !inside(t) {
		return
	}
	for {
		reply, err := secondReply(t, "is paused with it", 300*time.Millisecond, referee.WallClock)
		if reply.Fault != nil && reply.Wall < refereePause {
			continue // the machine was so busy that nobody had been stopped when its time was over
		}
		if reply.Fault != nil || !errors.As(err, new(*referee.LateError)) {
			t.Errorf("lines %q, fault %v, error %v; want the match void", reply.Lines, reply.Fault, err)
		}
		return
	}
}

// A bot that stops the referee and does not answer gets that time again, and no
// more.
func TestWhoNeverAnswersIsLateAllTheSame(t *testing.T) {
	if !inside(t) {
		return
	}
	reply, err := secondReply(t, "stops and is silent", 100*time.Millisecond, referee.WallClock)
	if err != nil || reply.Fault == nil || reply.Fault.Kind != referee.Timeout {
		t.Errorf("fault %v, error %v; want a timeout", reply.Fault, err)
	}
}
