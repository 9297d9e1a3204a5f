package process

import (
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/refereetest"
)

// A timeout says what the bot was found at, as far as the evidence tells: "say that the program
// waited, name both possible causes and which of them the evidence supports".
func TestTimeoutTellsWhatItDid(t *testing.T) {
	python := refereetest.Python(t)
	const (
		waits    = "it had read its whole input and was waiting for more: either its answer is not flushed, or it reads a line that is not sent"
		either   = "None of its answers has arrived, so either may be; arbiter doctor finds out which"
		theLine  = "which speaks for the line"
		asleep   = "it was asleep"
		computes = "it was computing"
	)
	for _, tt := range []struct {
		name, text string
		turn       int
		want       []string
		not        []string
	}{
		{"a missing flush", "import sys\nfor line in sys.stdin:\n    print(line, end='')\n", 1, []string{waits, either}, []string{theLine, asleep}},
		{"a line too many", "while True:\n    a = input()\n    b = input()\n    print(a, flush=True)\n", 1, []string{waits, either}, []string{theLine}},
		{"a line too many, later", "print(input(), flush=True)\nwhile True:\n    a = input()\n    b = input()\n    print(a, flush=True)\n", 2, []string{waits, "Its first answer has arrived, " + theLine}, []string{either}},
		{"a sleep", "import time\nwhile True:\n    a = input()\n    time.sleep(9)\n", 1, []string{asleep}, []string{waits, computes}},
		{"a sleep as old Pythons have it", "import select\nwhile True:\n    a = input()\n    select.select([], [], [], 9)\n", 1, []string{asleep}, []string{waits}},
		{"a child that sleeps", "import subprocess\nwhile True:\n    a = input()\n    subprocess.run(['sleep', '9'])\n", 1, []string{asleep}, []string{waits, computes}},
		{"a loop", "input()\nwhile True: pass\n", 1, []string{computes}, []string{waits, asleep}},
		{"no line end", "import sys\nwhile True:\n    input()\n    print('MOVE 1 2', end='', flush=True)\n", 1, []string{"no line end"}, []string{waits, asleep}},
		{"a lock", "import threading\ninput()\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()\n", 1, nil, []string{waits, asleep, computes}},
		{"a thread that reads, and one that sleeps", "import sys, threading, time\nthreading.Thread(target=lambda: list(sys.stdin), daemon=True).start()\ntime.sleep(9)\n", 1, []string{"one of its threads was waiting for input, and another one slept"}, []string{waits}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			bot := Spec{Name: "bot", Command: []string{python, "-c", tt.text}, Env: []string{"PYTHONUNBUFFERED="}}
			var reply referee.Reply
			refereetest.Await(t, "a turn in which the machine runs the bot", func() bool {
				p := atTurn(t, bot, tt.turn)
				defer p.Close()
				a := line(tt.turn)
				a.Limit = 3 * time.Second // it has begun by then, also beside other tests
				p.Ask(a)
				var err error
				reply, err = tryReply(t, p)
				return err == nil
			})
			f := reply.Fault
			if f == nil || f.Kind != referee.Timeout {
				t.Fatalf("fault %v; want a timeout", f)
			}
			for _, want := range tt.want {
				if !strings.Contains(f.Why, want) {
					t.Errorf("why %q; want %q in it", f.Why, want)
				}
			}
			if asked := slices.Contains(tt.want, waits); asked && !f.Waiting || f.Waiting && slices.ContainsFunc([]string{asleep, computes}, func(why string) bool { return strings.Contains(f.Why, why) }) {
				t.Errorf("waiting %t: %s", f.Waiting, f.Why)
			}
			for _, not := range tt.not {
				if strings.Contains(f.Why, not) {
					t.Errorf("why %q; want no %q in it", f.Why, not)
				}
			}
		})
	}
}

// atTurn starts a bot and plays it up to a turn, which is not asked.
func atTurn(t *testing.T, bot Spec, turn int) *Player {
	t.Helper()
	table := Table{Isolation: isolation}
	p, err := table.Start(bot)
	if err != nil {
		t.Fatal(err)
	}
	for before := 1; before < turn; before++ {
		if reply := ask(t, p, line(before)); reply.Fault != nil {
			t.Fatal(reply.Fault)
		}
	}
	return p
}

// A program that ends without an error has written no error to read.
func TestEndWithoutError(t *testing.T) {
	python := refereetest.Python(t)
	for text, want := range map[string]string{
		"pass":           "exited with status 0, which is no error: it came to its end before its first answer",
		"print(input())": "exited with status 0, which is no error: it came to its end after one answer, and is to go on until its input ends",
		"print(input(), flush=True); input(); import sys; sys.exit(3)": "exited with status 3",
	} {
		table := Table{Isolation: isolation}
		p, err := table.Start(Spec{Name: "bot", Command: []string{python, "-c", text}})
		if err != nil {
			t.Fatal(err)
		}
		var f *referee.Fault
		for turn := 1; turn <= 2 && f == nil; turn++ {
			a := line(turn)
			a.Limit = ample
			f = ask(t, p, a).Fault
		}
		if f == nil || f.Kind != referee.Crash || f.Why != want {
			t.Errorf("%s: %v; want %q", text, f, want)
		}
		p.Close()
	}
}
