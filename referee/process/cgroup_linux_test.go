package process

import (
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/process/sandbox"
)

// seatInGroups returns a table whose bots have control groups, and no other
// protection, and whether these give the one that is named: otherwise the report
// must say why and what to do.
func seatInGroups(t *testing.T, protection string, limits sandbox.Resources) (*Table, bool) {
	t.Helper()
	var others []string
	for _, name := range sandbox.Names() {
		if !slices.Contains([]string{"freeze", "memory", "threads", "privileges"}, name) {
			others = append(others, name)
		}
	}
	box, err := sandbox.Open(sandbox.Settings{Policy: sandbox.Policy{Without: others}, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := box.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	all := box.Protections()
	p := all[slices.IndexFunc(all, func(p sandbox.Protection) bool { return p.Name == protection })]
	if !p.On && (p.Why == "" || p.Remedy == "") {
		t.Errorf("%+v; want why it is off and how to get it", p)
	}
	return &Table{Isolation: box, Warn: func(err error) { t.Errorf("warning: %v", err) }}, p.On && !strings.Contains(p.How, "RLIMIT")
}

// A daemon that has no variable of the bot's dies with it through its control
// group; without one it survives.
func TestDaemonsDieWithTheirGroup(t *testing.T) {
	table, ok := seatInGroups(t, "freeze", sandbox.Resources{})
	if !ok {
		return
	}
	p := sit(t, table, "leaves a daemon")
	reply := ask(t, p, line(1))
	wantLines(t, reply, "MOVE 1 2")
	daemon, err := strconv.Atoi(strings.TrimSpace(string(reply.Late) + string(reply.Stderr)))
	if err != nil {
		t.Fatal(err)
	}
	if gone(daemon) {
		t.Fatal("the daemon ended before the bot")
	}
	if _, err := p.Close(); err != nil {
		t.Error(err)
	}
	wantGone(t, daemon)
}

// A bot that starts processes without end gets no more than its limit, and all
// of them end with it.
func TestTasksAreLimited(t *testing.T) {
	table, ok := seatInGroups(t, "threads", sandbox.Resources{Threads: 64, Processes: 64})
	if !ok {
		return
	}
	p := sit(t, table, "starts many")
	reply := ask(t, p, line(1))
	if reply.Fault != nil {
		t.Fatal(reply.Fault)
	}
	if n, err := strconv.Atoi(reply.Lines[0]); err != nil || n == 0 || n >= 64 {
		t.Errorf("it started %q processes; want fewer than 64", reply.Lines[0])
	}
}

// "Death by memory is a fault that says so."
func TestDeathByMemorySaysSo(t *testing.T) {
	table, ok := seatInGroups(t, "memory", sandbox.Resources{Memory: 64 << 20})
	if !ok {
		return
	}
	p := sit(t, table, "eats memory")
	wantLines(t, ask(t, p, line(1)), "MOVE 1 2")
	reply := ask(t, p, line(2))
	want := "killed by signal killed; it used more than its 64 MiB of memory"
	if f := reply.Fault; f == nil || f.Kind != referee.Crash || !strings.HasPrefix(f.Why, want) || f.Exit != (referee.Exit{Signal: "SIGKILL", Memory: true}) {
		t.Errorf("fault %v; want a crash: %s", f, want)
	}
	a := line(2)
	a.Lines, a.Limit = 2, 50*time.Millisecond
	_, reply = playBy(t, func() *Player { return sit(t, table, "echo") }, a)
	if f := reply.Fault; f == nil || strings.Contains(f.Why, "memory") {
		t.Errorf("fault %v; want one that tells nothing of the memory of an earlier bot", f)
	}
}

// "Frozen outside its turns": four threads in a child of a bot take no processor
// time while its opponent thinks. Without a control group they do.
func TestBotsAreFrozenOutsideTheirTurns(t *testing.T) {
	table, ok := seatInGroups(t, "freeze", sandbox.Resources{})
	if !ok {
		return
	}
	onOneCPU(t)
	spinner, thinker := sit(t, table, "spins in a child"), sit(t, table, "burns")
	used := func() time.Duration {
		cpu, ok := spinner.group.CPU()
		if !ok {
			t.Fatal("its processor time cannot be told")
		}
		return cpu
	}
	measured := 0
	for turn := 1; measured < 5; turn++ {
		for busy := used() + 2*time.Millisecond; turn == 1 && used() < busy; { // it spins
			runtime.Gosched()
		}
		known := spinner.restless // as soon as the machine has let it run beside the thinker
		wantLines(t, ask(t, spinner, line(2*turn-1)), "MOVE 1 2")
		before := used()
		reply := ask(t, thinker, burning(2*turn, "20ms", ample, referee.WallClock))
		wantLines(t, reply, "20ms")
		if !known {
			if turn == 1000 {
				t.Fatal("a bot that never rests is not known to be restless")
			}
			continue
		}
		measured++
		// Each of its threads has to run once, in the kernel, to be stopped.
		if during := used() - before; during > 2*time.Millisecond {
			t.Errorf("turn %d: the opponent used %v while a bot thought for %v", turn, during, reply.Wall)
		}
	}
}

// A bot that is asked together with others is not frozen: "off in games where all
// seats think at once".
func TestBotsThatThinkTogetherAreNotFrozen(t *testing.T) {
	table, ok := seatInGroups(t, "freeze", sandbox.Resources{})
	if !ok {
		return
	}
	players := []*Player{sit(t, table, "echo"), sit(t, table, "echo")}
	for turn := 1; turn <= 3; turn++ {
		for seat, p := range players {
			a := line(turn)
			a.Seat, a.Limit = seat, ample
			p.Ask(a)
		}
		for _, p := range players {
			reply, err := p.Reply(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			wantLines(t, reply, "MOVE 1 2")
			if p.frozen {
				t.Error("a bot that was asked with another is frozen")
			}
		}
	}
	wantLines(t, ask(t, players[0], line(4)), "MOVE 1 2")
	wantLines(t, ask(t, sit(t, table, "sleeps"), line(5)), "MOVE 1 2")
	if !players[0].frozen || players[1].frozen {
		t.Error("while another bot thinks, want the one frozen that was asked alone, and not the other")
	}
}

// What a frozen bot would have written unasked it writes when it goes on, before
// it reads the input: it is no answer to that.
func TestUnaskedOutputOfAFrozenBot(t *testing.T) {
	table, ok := seatInGroups(t, "freeze", sandbox.Resources{})
	if !ok {
		return
	}
	p := sit(t, table, "answers again")
	p.restless = true // frozen right after its answers
	wantLines(t, ask(t, p, line(1)), "MOVE 1 2")
	wantLines(t, ask(t, p, line(2)), "answer")
	reply := ask(t, p, line(3))
	if f := reply.Fault; f == nil || f.Kind != referee.Unasked || f.Line != "afterthought" {
		t.Errorf("lines %q, fault %v; want the afterthought to be unasked", reply.Lines, f)
	}
}

// A frozen bot goes on where it was: it answers many turns, in pieces, with much
// input and with what it says on stderr.
func TestFrozenBotsPlayAsBefore(t *testing.T) {
	table, ok := seatInGroups(t, "freeze", sandbox.Resources{})
	if !ok {
		return
	}
	input := []byte(strings.Repeat("a line of the map\n", 20_000) + "\n")
	pieces, counts, logs := sit(t, table, "pieces"), sit(t, table, "counts"), sit(t, table, "logs")
	pieces.restless, counts.restless, logs.restless = true, true, true // frozen right after their answers
	for turn := 1; turn <= 30; turn++ {
		wantLines(t, ask(t, pieces, referee.Ask{Turn: turn, Input: []byte("go\n"), Lines: 2}), "MOVE 1 2", "WAIT")
		wantLines(t, ask(t, counts, referee.Ask{Turn: turn, Input: input, Lines: 1}), strconv.Itoa(len(input)))
		reply := ask(t, logs, line(turn))
		wantLines(t, reply, "MOVE 1 2")
		if turn > 1 && string(reply.Late)+string(reply.Stderr) != "about MOVE 1 2\n" {
			t.Errorf("turn %d: late %q, stderr %q", turn, reply.Late, reply.Stderr)
		}
	}
}

// Faults are told as without a control group, of frozen bots too.
func TestFaultsOfFrozenBots(t *testing.T) {
	table, ok := seatInGroups(t, "freeze", sandbox.Resources{})
	if !ok {
		return
	}
	for _, tt := range []struct{ bot, why string }{
		{"exits later", `exited with status 1; last on stderr: "ZeroDivisionError: division by zero"`},
		{"crashes", "killed by signal segmentation fault"},
		{"kills itself", "killed by signal killed"},
		{"closes stdout", "closed its output"},
		{"sleeps for ever", "no answer within 300 ms: "},
	} {
		t.Run(tt.bot, func(t *testing.T) {
			a := line(2)
			a.Limit = 300 * time.Millisecond
			if tt.bot != "sleeps for ever" {
				a.Limit = ample
			}
			_, reply := playBy(t, func() *Player {
				p := sit(t, table, tt.bot)
				p.restless = true // frozen right after its answers
				return p
			}, a)
			if f := reply.Fault; f == nil || !strings.HasPrefix(f.Why, tt.why) {
				t.Errorf("fault %v; want %s", f, tt.why)
			}
		})
	}
}

// "Processor time of all children charged to the bot", also of those that have
// ended.
func TestTimeOfChildrenIsCharged(t *testing.T) {
	table, ok := seatInGroups(t, "freeze", sandbox.Resources{})
	if !ok {
		return
	}
	p := sit(t, table, "burns in passing")
	for turn := 1; turn <= 3; turn++ {
		reply := ask(t, p, burning(turn, "30ms", ample, referee.WallClock))
		wantLines(t, reply, "30ms")
		if reply.CPU < 30*time.Millisecond {
			t.Errorf("turn %d: %v of processor time; want the child's 30 ms", turn, reply.CPU)
		}
	}
	p = sit(t, table, "burns in passing")
	wantLines(t, ask(t, p, burning(1, "0s", ample, referee.CPUClock)), "0s")
	if f := ask(t, p, burning(2, "24h", 100*time.Millisecond, referee.CPUClock)).Fault; f == nil || f.Kind != referee.Timeout {
		t.Errorf("fault %v; want a timeout", f)
	}
}

// The groups of bots that have ended are used again, and with all of a match no
// descriptor is left.
func TestGroupsAreUsedAgain(t *testing.T) {
	table, ok := seatInGroups(t, "freeze", sandbox.Resources{})
	if !ok {
		return
	}
	after := 0
	for match := range 5 {
		for _, name := range []string{"echo", "leaves a daemon"} {
			p := sit(t, table, name)
			wantLines(t, ask(t, p, line(1)), "MOVE 1 2")
			if _, err := p.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if n := openDescriptors(t); match > 0 && n > after {
			t.Errorf("%d descriptors are open after match %d; %d were before", n, match, after)
		}
		after = openDescriptors(t)
	}
}

// A bot that is frozen after its answer is not kept from ending.
func TestFrozenBotSeesTheEndOfItsInput(t *testing.T) {
	table := boxed(t)
	p, err := table.Start(Spec{Name: "script", Command: []string{"sh", "-c", answers}})
	if err != nil {
		t.Fatal(err)
	}
	wantLines(t, ask(t, p, line(1)), "MOVE 1 2")
	if p.group.Freezes() {
		p.freeze()
	}
	p.Finish()
	if _, err := p.Close(); err != nil {
		t.Error(err)
	}
	if len(table.overstays) != 0 {
		t.Errorf("%v; want its end", table.overstays)
	}
}
