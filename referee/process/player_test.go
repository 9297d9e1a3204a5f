package process

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee"
	"arbiter/referee/refereetest"
)

// An answer is its lines without "\n", and without one "\r" before it.
func TestAnswers(t *testing.T) {
	for _, tt := range []struct {
		bot   string
		lines int
		want  []string
	}{
		{"echo", 1, []string{"MOVE 1 2"}},
		{"carriage returns", 1, []string{"MOVE 1 2"}},
		{"pieces", 2, []string{"MOVE 1 2", "WAIT"}},
		{"two answers", 2, []string{"first", "second"}},
		{"binary", 1, []string{"\x00\xff\xfe"}},
		{"closes stderr", 1, []string{"MOVE 1 2"}},
		{"ignores SIGTERM", 1, []string{"MOVE 1 2"}},
		{"no document", referee.Document, []string{"MOVE"}},
		{"last word", referee.Document, []string{"sorry"}},
	} {
		t.Run(tt.bot, func(t *testing.T) {
			p := sit(t, new(Table), tt.bot)
			wantLines(t, ask(t, p, referee.Ask{Turn: 1, Input: []byte("MOVE 1 2\n"), Lines: tt.lines}), tt.want...)
		})
	}
}

// A bot that closed its stdin may answer all the same.
func TestClosedStdin(t *testing.T) {
	p := sit(t, new(Table), "closes stdin")
	wantLines(t, ask(t, p, line(1)), "closed")
	a := line(2)
	a.Limit = ample
	p.Ask(a)
	if err := unix.Kill(p.pid, unix.SIGUSR1); err != nil {
		t.Fatal(err)
	}
	reply, err := p.Reply(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	wantLines(t, reply, "blind")
}

// A document may come in pieces, and the end of its line late.
func TestDocument(t *testing.T) {
	p := sit(t, new(Table), "document")
	for turn := 1; turn <= 3; turn++ {
		reply := ask(t, p, referee.Ask{Turn: turn, Input: []byte("test\n"), Lines: referee.Document})
		if reply.Fault != nil {
			t.Fatal(reply.Fault)
		}
		if got, want := strings.TrimSpace(reply.Lines[0]), `{"moves": ["}", "\""]}`; got != want {
			t.Fatalf("document %q; want %q", got, want)
		}
	}
}

// An input that does not fit a pipe is written while the bot reads.
func TestBigInput(t *testing.T) {
	p := sit(t, new(Table), "counts")
	input := []byte(strings.Repeat("a line of the map\n", 200_000) + "\n")
	for turn := 1; turn <= 2; turn++ {
		wantLines(t, ask(t, p, referee.Ask{Turn: turn, Input: input, Lines: 1}), strconv.Itoa(len(input)))
	}
}

// A seat whose answer was there before it was waited for is not waited for in
// a later turn.
func TestAnsweredSeatsAreLeftAlone(t *testing.T) {
	var table Table
	p := sit(t, &table, "echo")
	for turn := 1; turn <= 3; turn++ {
		p.Ask(line(turn))
		await(t, p.stdout)
		reply, err := p.Reply(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		wantLines(t, reply, "MOVE 1 2")
		if n := len(table.asked); n != 0 {
			t.Fatalf("turn %d: %d seats are still waited for; want none", turn, n)
		}
	}
}

// All asked seats think at the same time: three that sleep take about as long
// as one.
func TestSeatsThinkAtTheSameTime(t *testing.T) {
	var table Table
	players := make([]*Player, 3)
	for seat := range players {
		players[seat] = sit(t, &table, "sleeps")
		ask(t, players[seat], line(1)) // it is up
	}
	begun := time.Now()
	for seat, p := range players {
		a := line(2)
		a.Seat, a.Limit = seat, ample
		p.Ask(a)
	}
	var sum time.Duration
	for _, p := range players {
		reply, err := p.Reply(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		wantLines(t, reply, "MOVE 1 2")
		sum += reply.Wall
	}
	if elapsed := time.Since(begun); sum < elapsed {
		t.Errorf("together they thought %v in %v; want more: they think at the same time", sum, elapsed)
	}
}

// An answer that came while another seat was waited for is charged with when
// it came.
func TestArrivalOfTheFaster(t *testing.T) {
	var table Table
	slow, fast := sit(t, &table, "closes stdin"), sit(t, &table, "echo")
	ask(t, slow, line(1))
	ask(t, fast, line(1))
	for _, p := range []*Player{slow, fast} {
		a := line(2)
		a.Limit = ample
		p.Ask(a)
	}
	await(t, fast.stdout)
	answer, pid := []unix.PollFd{fast.stdout.pollFor(unix.POLLIN)}, slow.pid
	woken := make(chan bool)
	go func() { // when the faster one's has been read
		woken <- eventually(func() bool { return pollNow(answer) == nil && answer[0].Revents == 0 }) && unix.Kill(pid, unix.SIGUSR1) == nil
	}()
	first, err := slow.Reply(t.Context())
	if !<-woken {
		t.Error("nobody read the answer of the faster bot")
	}
	if err != nil {
		t.Fatal(err)
	}
	second, err := fast.Reply(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if second.Wall >= first.Wall {
		t.Errorf("the faster bot is charged %v and the slower %v", second.Wall, first.Wall)
	}
}

// A match is played with bots and with players of other kinds.
func TestPlay(t *testing.T) {
	var table Table
	here := refereetest.Func(func(a referee.Ask) referee.Reply {
		return referee.Reply{Lines: []string{"here " + strconv.Itoa(a.Turn)}}
	})
	players := []referee.Player{sit(t, &table, "echo"), here.Player()}
	m := &talk{input: []byte("MOVE 1 2\n"), lines: 1, seats: 2, turns: 50}
	result, err := referee.Play(t.Context(), m, players, referee.Options{Limits: referee.TimeLimits{First: ample, Turn: ample}})
	if err != nil || len(result.Faults) > 0 {
		t.Fatal(err, result.Faults)
	}
	if m.answers[0][0] != "MOVE 1 2" || m.answers[1][0] != "here 50" {
		t.Errorf("last answers %q", m.answers)
	}
}

// A fault reaches the match with turn and seat.
func TestPlayWithFault(t *testing.T) {
	var table Table
	players := []referee.Player{sit(t, &table, "echo"), sit(t, &table, "exits later")}
	m := &talk{input: []byte("MOVE 1 2\n"), lines: 1, seats: 2, turns: 50}
	result, err := referee.Play(t.Context(), m, players, referee.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := `turn 2: seat 1: crash: exited with status 1; last on stderr: "ZeroDivisionError: division by zero"`
	if f := result.FaultOf(1); f == nil || f.Error() != want {
		t.Errorf("fault %v; want %s", f, want)
	}
}

// A context that is cancelled ends the wait, without a fault.
func TestCancel(t *testing.T) {
	p := sit(t, new(Table), "silent")
	ctx, cancel := context.WithCancel(t.Context())
	p.Ask(line(1))
	stop := time.AfterFunc(10*time.Millisecond, cancel)
	defer stop.Stop()
	if _, err := p.Reply(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v; want the context's", err)
	}
}

// Late is what was said before the input, Stderr what was said since.
func TestStderr(t *testing.T) {
	p := sit(t, new(Table), "logs")
	await(t, p.stderr)
	for turn := 1; turn <= 3; turn++ {
		reply := ask(t, p, line(turn))
		wantLines(t, reply, "MOVE 1 2")
		late := ""
		if turn == 1 {
			late = "ready\n"
		}
		if string(reply.Late) != late || string(reply.Stderr) != "about MOVE 1 2\n" {
			t.Errorf("turn %d: late %q, stderr %q", turn, reply.Late, reply.Stderr)
		}
	}
}

// What is too much of stderr is read all the same, and counted.
func TestStderrFlood(t *testing.T) {
	for _, name := range []string{"floods stderr", "floods one line"} {
		t.Run(name, func(t *testing.T) {
			p := sit(t, new(Table), name)
			kept := 0
			for turn := 1; turn <= 20; turn++ {
				reply := ask(t, p, line(turn))
				wantLines(t, reply, "MOVE 1 2")
				if !strings.HasSuffix(string(reply.Stderr), " bytes dropped\n") {
					t.Fatalf("turn %d: stderr ends with %q", turn, reply.Stderr[max(0, len(reply.Stderr)-40):])
				}
				kept += len(reply.Stderr)
			}
			if most := MaxStderrMatch + 20*len("\n... 123456789 bytes dropped\n"); kept > most {
				t.Errorf("%d bytes are kept of a match; want at most %d", kept, most)
			}
		})
	}
}

// Close gives back what was said after the last answer.
func TestCloseReturnsLastWords(t *testing.T) {
	p := sit(t, new(Table), "answers again")
	ask(t, p, line(1))
	ask(t, p, line(2))
	await(t, p.stderr)
	said, err := p.Close()
	if err != nil || string(said) != "said both\n" {
		t.Errorf("%q, %v; want what it said last", said, err)
	}
	if said, err := p.Close(); said != nil || err != nil {
		t.Errorf("closed again: %q, %v; want nothing", said, err)
	}
}

// leftBy lets a bot that starts a process play a turn, closes it and returns
// the process.
func leftBy(t *testing.T, name string) (pid int) {
	t.Helper()
	p := sit(t, new(Table), name)
	await(t, p.stderr)
	reply := ask(t, p, line(1))
	pid, err := strconv.Atoi(strings.TrimSpace(string(reply.Late) + string(reply.Stderr)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Close(); err != nil {
		t.Error(err)
	}
	return pid
}

// What a bot starts ends with it, in its process group or out of it.
func TestNothingIsLeft(t *testing.T) {
	unboxed(t)
	for _, name := range []string{"leaves a child", "leaves a session", "leaves and exits"} {
		t.Run(name, func(t *testing.T) {
			if name != "leaves a child" && runtime.GOOS != "linux" {
				t.Skip("children that left the group are not found here") // docs/processes.md says so of macOS
			}
			wantGone(t, leftBy(t, name))
		})
	}
}

// Another bot's children are not touched.
func TestOthersStay(t *testing.T) {
	var table Table
	first, other := sit(t, &table, "echo"), sit(t, &table, "leaves a session")
	ask(t, other, line(1))
	if _, err := first.Close(); err != nil {
		t.Fatal(err)
	}
	wantLines(t, ask(t, other, line(2)), "MOVE 1 2")
}

// A bot sees our environment, its spec's and its token, and runs in its folder.
func TestEnvironment(t *testing.T) {
	t.Setenv("PROCESS_TEST_OURS", "ours")
	t.Setenv("PROCESS_TEST_BOTH", "ours")
	t.Setenv(TokenVariable, "of an outer referee")
	spec := bot(t, "environment")
	spec.Env = append(spec.Env, "PROCESS_TEST_BOTH=the spec's")
	p, err := new(Table).Start(spec)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for i, tt := range []struct{ name, want string }{
		{"PROCESS_TEST_OURS", "ours"},
		{"PROCESS_TEST_BOTH", "the spec's"},
		{TokenVariable, strings.TrimPrefix(p.token, TokenVariable+"=")},
	} {
		wantLines(t, ask(t, p, referee.Ask{Turn: i + 1, Input: []byte(tt.name + "\n"), Lines: 1}), tt.want)
	}
}

func TestDir(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	spec := bot(t, "where")
	spec.Dir = dir
	p, err := new(Table).Start(spec)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	wantLines(t, ask(t, p, line(1)), dir)
}

// A turn costs no allocation.
func TestTurnAllocatesNothing(t *testing.T) {
	p := sit(t, new(Table), "echo")
	a := line(1)
	a.Limit = ample
	ctx := context.Background()
	turn := func() {
		p.Ask(a)
		if reply, err := p.Reply(ctx); err != nil || reply.Fault != nil {
			t.Fatal(err, reply.Fault)
		}
	}
	if n := testing.AllocsPerRun(200, turn); n != 0 {
		t.Errorf("a turn allocates %v times", n)
	}
}

// The processor time of a bot is its own, and of this turn only.
func TestCPU(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("another process's processor time cannot be told here")
	}
	p := sit(t, new(Table), "sleeps")
	for turn := 1; turn <= 2; turn++ {
		if reply := ask(t, p, line(turn)); reply.CPU <= 0 || turn == 2 && reply.CPU >= reply.Wall {
			t.Errorf("turn %d: %v of processor time in %v; a bot that sleeps uses little", turn, reply.CPU, reply.Wall)
		}
	}
}

// A worker pins itself and its bots to one of the CPUs it may use.
func TestPin(t *testing.T) {
	cpus := CPUs()
	if len(cpus) == 0 {
		t.Fatal("no CPU")
	}
	unpin, err := Pin(cpus[0])
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err) // only Linux can pin
	}
	if err != nil {
		t.Fatal(err)
	}
	defer unpin()
	p := sit(t, new(Table), "echo")
	wantLines(t, ask(t, p, line(1)), "MOVE 1 2")
	status, err := os.ReadFile("/proc/" + strconv.Itoa(p.pid) + "/status")
	if err != nil {
		t.Skip(err) // no /proc to look at
	}
	if want := "Cpus_allowed_list:\t" + strconv.Itoa(cpus[0]) + "\n"; !strings.Contains(string(status), want) {
		t.Errorf("the bot's status has no line %q", want)
	}
}
