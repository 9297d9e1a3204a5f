package queue

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// unqueued returns a coordinator without a queue that knows these workers.
func unqueued(workers ...string) *Coordinator {
	c := &Coordinator{Log: slog.New(slog.DiscardHandler), Recheck: 1}
	c.prepare()
	for _, name := range workers {
		c.members[name] = &member{heard: time.Now(), cannot: map[string]time.Time{}}
	}
	return c
}

// "One match in a hundred is played again by the coordinator": where the two differ, the
// bots vary, and no more of their matches are compared.
func TestBotsThatVary(t *testing.T) {
	work := dispatch.Work{Contenders: []dispatch.Contender{{Bot: league.Bot{ID: "x@1", Digest: "x"}}, {Bot: league.Bot{ID: "y@2", Digest: "y"}}}}
	work.Job.ID = "m"
	for name, again := range map[string]league.Play{"alike": 7, "otherwise": 8} {
		t.Run(name, func(t *testing.T) {
			c := unqueued()
			c.compare(work, "a", &league.Report{Play: 7})
			if len(c.local) != 1 || c.local[0].Job.ID == "m" {
				t.Fatalf("to be played here: %v; want the match under an ID of its own", c.local)
			}
			second := c.local[0]
			c.local = nil
			if c.playedAgain(work, &league.Report{Play: 7}) {
				t.Error("a match of the tournament is taken for one that is played to compare")
			}
			if !c.playedAgain(second, &league.Report{Play: again}) || len(c.compared) != 0 {
				t.Error("what was played to compare is not taken, or not forgotten")
			}
			c.compare(work, "a", &league.Report{Play: 7})
			if compares := len(c.local) == 1; compares != (again == 7) {
				t.Errorf("is compared once more: %v; want it of bots that play alike, and of no others", compares)
			}
		})
	}
}

// "A worker of which a report is wrong gets no work until it is started again": what it
// says does not count, and its pages say why.
func TestRefusedUntilStartedAgain(t *testing.T) {
	c := unqueued()
	hear := func(life string) orders { return c.hear(beat{Worker: "a", Life: life, Contract: c.Contract}) }
	if o := hear("1"); o.Refused != "" {
		t.Fatalf("refused: %s; want it at work", o.Refused)
	}
	c.refuse("nobody", "m", "x") // whom no beat has made known
	c.refuse("a", "m", "the rows have the scores 1 2; want 2 1")
	for range 2 {
		if o := hear("1"); !strings.Contains(o.Refused, "its report of match m is wrong: the rows have the scores") || !strings.Contains(o.Refused, "start it again") {
			t.Fatalf("refused: %q; want the match, what is wrong, and what to do", o.Refused)
		}
	}
	if w := c.Workers(); len(w) != 1 || w[0].State != Refused || !strings.Contains(w[0].Why, "match m") || c.members["a"].believed() {
		t.Errorf("%+v; want it refused", w)
	}
	c.members["a"].heard, c.members["a"].gone = time.Now().Add(-deadAfter), true
	if hear("2"); !c.members["a"].believed() {
		t.Errorf("refused: %q; want another start trusted", c.members["a"].refused)
	}
}
