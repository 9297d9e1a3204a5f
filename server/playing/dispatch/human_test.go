package dispatch_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/referee/refereetest"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// A human is a referee.Player who answers when wait returns.
type human struct{ wait func(context.Context) error }

func (human) Ask(referee.Ask) {}

func (p human) Reply(ctx context.Context) (referee.Reply, error) {
	return referee.Reply{Lines: []string{"1"}}, p.wait(ctx)
}

func (human) Finish() {}

func (human) Close() ([]byte, error) { return nil, nil }

// A bot's clock does not stand still while the referee waits for a human in a
// seat before it: here the human waits until the bot is dead, which it is when
// its time is up.
func TestBotsKeepTheirLimitsBesideAHuman(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pid")
	bot := contender("2")
	bot.Spec = process.Spec{Name: "deaf", Command: []string{"sh", "-c", `echo $$ > "$1.new" && mv "$1.new" "$1" && exec sleep 600`, "sh", file}}
	untilDead := func(ctx context.Context) error {
		for ctx.Err() == nil {
			if text, err := os.ReadFile(file); err == nil {
				pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
				if err != nil {
					return err
				}
				if syscall.Kill(pid, 0) != nil {
					return nil
				}
			}
			time.Sleep(5 * time.Millisecond)
		}
		return ctx.Err()
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Minute)
	defer cancel()
	work := dispatch.Work{
		Game: refereetest.Tally{Seats: 2, Turns: 1}, Limits: referee.TimeLimits{First: time.Second, Turn: time.Second},
		Contenders: []dispatch.Contender{
			{Bot: league.Human("tally"), Human: func(referee.Match) referee.Player { return human{untilDead} }},
			bot,
		},
	}
	report, err := dispatch.Pool{Affinity: dispatch.Off}.Play(ctx, work)
	if err != nil {
		t.Fatal(err)
	}
	if fault := report.Result.FaultOf(1); fault == nil || fault.Kind != referee.Timeout {
		t.Errorf("the bot's fault is %v; want a timeout", fault)
	}
}
