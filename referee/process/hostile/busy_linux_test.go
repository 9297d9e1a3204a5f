package hostile

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
)

// busyWays are the kinds in testdata/busy.c. Each computes for several times its limit
// before it answers.
func busyWays() []string {
	return []string{
		"passes its work on", "passes its work on to sessions", "is not told of its children's end",
		"waits for its children", "starts nothing, often", "computes in threads", "computes in a crowd",
	}
}

// "Processor time of all its descendants counts, the dead ones included": however a bot
// computes for longer than its limit, no late answer counts, and the match is lost or void.
// It is void where the machine runs nobody in time, or where the bot keeps the referee from
// looking, which is the bot's doing and says so.
func TestWhoComputesTooLongNeverPlaysOn(t *testing.T) {
	const limit = 150 * time.Millisecond
	for _, policy := range []string{string(sandbox.Auto), "auto,-freeze,-memory,-threads", string(sandbox.Off)} {
		t.Run(policy, func(t *testing.T) {
			l, dir := open(t, policy), build(t)
			for _, kind := range busyWays() {
				t.Run(kind, func(t *testing.T) {
					starved := 0
					for tries := 0; ; tries++ {
						m := newMatch(t, kind)
						m.victim.folder = "-"
						err := l.play(t, m, dir, referee.TimeLimits{First: ample, Turn: limit})
						clean(t, m.token)
						var late *referee.LateError
						switch {
						case err == nil && onlyOpponent(m):
							continue // the machine was too slow for it
						case err == nil:
							faults := m.record.Result.Faults
							if len(faults) == 0 || faults[0].Seat != 0 || faults[0].Kind != referee.Timeout {
								t.Fatalf("faults %v; want a timeout of seat 0", faults)
							}
							if tries > 0 {
								t.Logf("after %d void matches", tries)
							}
							return
						case !void(err):
							t.Fatal(err)
						case errors.As(err, new(*referee.StarvedError)):
							if starved++; starved == 5 {
								t.Logf("the machine does not let it compute: %v", err)
								return
							}
						case errors.As(err, &late) && !late.Own:
							t.Logf("void, and nobody's doing: %v", err)
						}
						if tries == 30 {
							t.Fatalf("void again and again, at last: %v", err)
						}
					}
				})
			}
		})
	}
}

// startScript starts a bot as the shims of pyenv and the like do: by programs that end
// before it begins.
const startScript = `#!/bin/sh
for step in 1 2 3 4 5 6 7 8 9 10 11 12; do
	found=$(sh -c 'i=0; while [ $i -lt 4000 ]; do i=$((i+1)); done; dirname /usr/bin/env')
done
exec "$@"
`

// "What children wait for a processor, the short-lived ones included, is the machine's":
// sixteen start scripts at a time are late with no first answer.
func TestStartScriptsAreNotLate(t *testing.T) {
	const together, limit = 16, time.Second
	for _, policy := range []string{string(sandbox.Auto), "auto,-freeze,-memory,-threads", string(sandbox.Off)} {
		t.Run(policy, func(t *testing.T) {
			l, dir := open(t, policy), build(t)
			script := filepath.Join(dir, "start.sh")
			if err := os.WriteFile(script, []byte(startScript), 0o755); err != nil {
				t.Fatal(err)
			}
			var mu sync.Mutex
			voids, latest := 0, time.Duration(0)
			var wg sync.WaitGroup
			for range together {
				wg.Go(func() {
					runtime.LockOSThread() // as a worker does
					defer runtime.UnlockOSThread()
					table := &process.Table{Isolation: l.isolation}
					p, err := table.Start(process.Spec{Name: "script", Dir: dir, Command: []string{script, filepath.Join(dir, "hostile"), "honest", "bot", "1", "real"}})
					if err != nil {
						t.Error(err)
						return
					}
					defer p.Close()
					p.Ask(referee.Ask{Turn: 1, Input: []byte("1 5 0 0 0 -\n"), Lines: 1, Limit: limit})
					reply, err := p.Reply(t.Context())
					mu.Lock()
					defer mu.Unlock()
					switch {
					case void(err):
						voids++
					case err != nil:
						t.Error(err)
					case reply.Fault != nil && reply.CPU < limit:
						t.Errorf("%v; want no fault, or that the bot computed for longer than its limit", reply.Fault)
					}
					latest = max(latest, reply.Wall)
				})
			}
			wg.Wait()
			t.Logf("the last one answered after %v; %d matches are void", latest, voids)
		})
	}
}
