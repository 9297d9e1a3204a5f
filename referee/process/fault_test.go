package process

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"arbiter/referee"
)

// Each way to fail is told as what it is, quotes what the bot wrote, and is
// given again in every later turn.
func TestFaults(t *testing.T) {
	for _, tt := range []struct {
		bot  string
		turn int // of the fault; the turns before are answered well
		ask  referee.Ask
		kind referee.Kind
		line string
		why  string // is in the fault's reason
	}{
		{bot: "silent", turn: 1, ask: referee.Ask{Limit: 500 * time.Millisecond}, kind: referee.Timeout, why: "no answer within 500 ms"},
		{bot: "half and hangs", turn: 2, ask: referee.Ask{Limit: 500 * time.Millisecond}, kind: referee.Timeout, line: "MOVE 1", why: `of processor time; what it wrote has no line end: print "\n" after each answer`},
		{bot: "echo", turn: 2, ask: referee.Ask{Lines: 3, Limit: 500 * time.Millisecond}, kind: referee.Timeout, why: "after 1 of 3 lines"},
		{bot: "stderr for ever", turn: 2, ask: referee.Ask{Limit: 500 * time.Millisecond}, kind: referee.Timeout, why: "no answer"},
		{bot: "open document", turn: 2, ask: referee.Ask{Lines: referee.Document, Limit: 500 * time.Millisecond}, kind: referee.Timeout, line: "{\"moves\": [\n", why: "no answer"},
		{bot: "reads to the end", turn: 2, ask: referee.Ask{Lines: referee.Document, Limit: 500 * time.Millisecond}, kind: referee.Timeout, why: "if it reads to the end of its input, it waits for ever"},
		{bot: "exits at start", turn: 1, kind: referee.Crash, why: `exited with status 3; last on stderr: "no weights found"`},
		{bot: "exits later", turn: 2, kind: referee.Crash, why: `exited with status 1; last on stderr: "ZeroDivisionError: division by zero"`},
		{bot: "crashes", turn: 2, kind: referee.Crash, why: "killed by signal segmentation fault"},
		{bot: "closes stdout", turn: 2, kind: referee.Crash, why: "closed its output"},
		{bot: "half a line", turn: 2, kind: referee.Crash, line: "MOVE 1", why: "exited with status 0; what it wrote has no line end"},
		{bot: "ends well", turn: 1, kind: referee.Crash, line: "MOVE 1 2", why: "exited with status 0"},
		{bot: "cut document", turn: 1, ask: referee.Ask{Lines: referee.Document}, kind: referee.Crash, line: `{"moves": [`, why: "exited with status 0"},
		{bot: "endless line", turn: 2, kind: referee.Flood, line: "xxx", why: "a line of more than 65536 bytes"},
		{bot: "endless lines", turn: 3, kind: referee.Unasked, line: "MOVE", why: "before the input of turn 3"},
		{bot: "two answers", turn: 2, kind: referee.Unasked, line: "second", why: "before the input of turn 2"},
		{bot: "line end first", turn: 2, kind: referee.Unasked, line: "MOVE 1 2", why: "and nothing more; what it wrote has no line end"},
	} {
		t.Run(tt.bot, func(t *testing.T) {
			a := tt.ask
			a.Turn, a.Seat, a.Input = tt.turn, 1, line(tt.turn).Input
			if a.Lines == 0 {
				a.Lines = 1
			}
			if a.Limit == 0 {
				a.Limit = ample
			}
			play := play
			if tt.bot == "stderr for ever" {
				play = playShort
			}
			p, reply := play(t, tt.bot, a)
			f := reply.Fault
			if f == nil {
				t.Fatalf("no fault, but the answer %q", reply.Lines)
			}
			if f.Kind != tt.kind || f.Turn != tt.turn || f.Seat != 1 {
				t.Errorf("fault %v; want %s in turn %d of seat 1", f, tt.kind, tt.turn)
			}
			if !strings.HasPrefix(f.Line, tt.line) || tt.line == "" && f.Line != "" {
				t.Errorf("the fault quotes %q; want %q", f.Line, tt.line)
			}
			if !strings.Contains(f.Why, tt.why) {
				t.Errorf("why %q; want %q in it", f.Why, tt.why)
			}
			if ended := f.Exit.Signal == "SIGSEGV"; ended != (tt.bot == "crashes") {
				t.Errorf("it ended by the signal %q", f.Exit.Signal)
			}
			if len(reply.Lines) != 0 {
				t.Errorf("a fault with the answer %q", reply.Lines)
			}
			if again := ask(t, p, line(tt.turn+1)); again.Fault != f {
				t.Errorf("the next turn gives %v; want the first fault again", again.Fault)
			}
		})
	}
}

// A bot that is killed by somebody else has not merely closed its output.
func TestKilledByOthers(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a process's end cannot be awaited with a limit here")
	}
	p := sit(t, new(Table), "kills itself")
	wantLines(t, ask(t, p, line(1)), "MOVE 1 2")
	reply := ask(t, p, line(2))
	if reply.Fault == nil || reply.Fault.Why != "killed by signal killed" {
		t.Errorf("fault %v; want a kill", reply.Fault)
	}
}

// Output that is there before the input was sent is a fault, although it
// looks like an answer.
func TestUnasked(t *testing.T) {
	t.Run("before the first turn", func(t *testing.T) {
		p := sit(t, new(Table), "answers first")
		await(t, p.stdout) // it has written
		reply := ask(t, p, line(1))
		if f := reply.Fault; f == nil || f.Kind != referee.Unasked || f.Line != "eager" {
			t.Errorf("fault %v; want eager to be unasked", f)
		}
	})
	t.Run("after an answer", func(t *testing.T) {
		p := sit(t, new(Table), "answers again")
		wantLines(t, ask(t, p, line(1)), "MOVE 1 2")
		wantLines(t, ask(t, p, line(2)), "answer")
		await(t, p.stderr) // it has said both
		reply := ask(t, p, line(3))
		if f := reply.Fault; f == nil || f.Kind != referee.Unasked || f.Line != "afterthought" {
			t.Errorf("fault %v; want the afterthought to be unasked", f)
		}
	})
}

// A timeout tells what passed on the wall and of processor time, so that a
// loaded machine can be told from a slow bot.
func TestTimeoutTellsClocks(t *testing.T) {
	a := line(2) // a bot that starts needs a CPU for much of the limit, and may not get it
	a.Limit = 50 * time.Millisecond
	_, reply := play(t, "half and hangs", a)
	if reply.Fault == nil || reply.Wall < a.Limit {
		t.Fatalf("fault %v after %v; want a timeout after %v", reply.Fault, reply.Wall, a.Limit)
	}
	if runtime.GOOS == "linux" && !strings.Contains(reply.Fault.Why, "of processor time") {
		t.Errorf("why %q tells no processor time", reply.Fault.Why)
	}
}

// A line that is seen within the tolerance counts, although the limit has
// passed: the bot answered while we were not looking.
func TestSeenWithinTheTolerance(t *testing.T) {
	for {
		p := sit(t, new(Table), "echo")
		wantLines(t, ask(t, p, line(1)), "MOVE 1 2")
		a := line(2)
		a.Limit = time.Nanosecond
		p.Ask(a)
		await(t, p.stdout)
		reply, err := p.Reply(t.Context())
		if errors.As(err, new(*referee.LateError)) {
			continue // it was more than the tolerance
		}
		if err != nil {
			t.Fatal(err)
		}
		wantLines(t, reply, "MOVE 1 2")
		if reply.Wall <= a.Limit {
			t.Errorf("it took %v; want the honest time, more than %v", reply.Wall, a.Limit)
		}
		return
	}
}

// A bot that never reads a long input is told how much it left.
func TestInputUnread(t *testing.T) {
	_, reply := play(t, "silent", referee.Ask{
		Turn: 1, Input: []byte(strings.Repeat("map\n", 1<<18)), Lines: 1, Limit: 200 * time.Millisecond,
	})
	if f := reply.Fault; f == nil || f.Kind != referee.Timeout || !strings.Contains(f.Why, "of 1048576 bytes of its input unread") {
		t.Errorf("fault %v; want a timeout that tells of the input", f)
	}
}
