package queue

import (
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/games/domain"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// A pretence is a coordinator without a queue whose workers a, b and c and this
// machine play by a function.
type pretence struct {
	*Coordinator
	play  func(worker string, match int) league.Play
	typed string // the bots
}

func newPretence(t *testing.T, play func(string, int) league.Play) *pretence {
	c := &Coordinator{Log: slog.New(slog.DiscardHandler), Evidence: t.TempDir(), Recheck: 0.01}
	c.prepare()
	for _, name := range []string{"a", "b", "c"} {
		c.members[name] = &member{heard: time.Now(), cannot: map[string]time.Time{}}
	}
	return &pretence{c, play, "builtin:domain/wait"}
}

// match lets a worker play a match, and others again whatever is to be compared.
func (p *pretence) match(worker string, n int) {
	work := dispatch.Work{Contenders: []dispatch.Contender{{Bot: league.Bot{Digest: "x", Typed: p.typed}}, {Bot: league.Bot{Digest: "y", Typed: p.typed}}}}
	work.Job.ID = "match"
	p.compare(work, worker, p.report(worker, n))
	for len(p.pending) > 0 || len(p.local) > 0 {
		if len(p.pending) > 0 {
			f := p.pending[0]
			elsewhere := map[string]string{"a": "b", "b": "c", "c": "a"}[f.not]
			p.mu.Lock()
			p.land(f)
			p.mu.Unlock()
			p.playedAgain(f.id, elsewhere, p.report(elsewhere, n))
			continue
		}
		w := p.local[0]
		p.local = p.local[1:]
		p.playedAgain(w.Job.ID, "", p.report("", n))
	}
}

func (p *pretence) report(worker string, n int) *league.Report {
	return &league.Report{Play: p.play(worker, n), Record: []byte(worker)}
}

func (p *pretence) isAside(worker string) bool { return p.members[worker].aside != nil }

// "A worker that consistently rewrites one match in twenty is found within 20 000",
// no other one is set aside, and the evidence is kept.
func TestCheatingWorkerIsFound(t *testing.T) {
	p := newPretence(t, func(worker string, n int) league.Play {
		if worker == "a" && n%20 == 7 {
			return league.Play(1000000 + n)
		}
		return league.Play(n)
	})
	for n := range 20000 {
		p.match("a", n)
		p.match("b", n+500000)
	}
	if !p.isAside("a") || p.isAside("b") || p.isAside("c") {
		t.Fatalf("set aside: a %v, b %v, c %v; want a alone", p.isAside("a"), p.isAside("b"), p.isAside("c"))
	}
	for name, want := range map[string]string{"worker.jsonl.gz": "a", "other.jsonl.gz": ""} {
		if text, err := os.ReadFile(filepath.Join(p.Evidence, "a", name)); want != "" && (err != nil || string(text) != want) {
			t.Errorf("%s: %q, %v; want %q", name, text, err, want)
		}
	}
	again := &Coordinator{Evidence: p.Evidence}
	again.prepare()
	if err := again.readAside(); err != nil || again.members["a"] == nil || again.members["a"].aside.Why != p.members["a"].aside.Why {
		t.Errorf("after a restart: %v, %v; want a set aside as before", again.members, err)
	}
}

// "Of bots that are not builtin three such matches are needed": a worker that rewrites their
// matches is found as well.
func TestCheatingWorkerIsFoundWithOtherBots(t *testing.T) {
	p := newPretence(t, func(worker string, n int) league.Play {
		if worker == "a" && n%20 == 7 {
			return league.Play(1000000 + n)
		}
		return league.Play(n)
	})
	p.typed, p.Recheck = "./mine", 1
	for n, forged := 0, 0; n < 200 && !p.isAside("a"); n++ {
		if n%20 == 7 {
			forged++
		}
		p.match("a", n)
		if p.isAside("a") != (forged == oddLimit) {
			t.Fatalf("set aside: %v after %d matches that it rewrote; want it after %d", p.isAside("a"), forged, oddLimit)
		}
	}
	if !p.isAside("a") || p.isAside("b") || p.isAside("c") {
		t.Errorf("set aside: a %v, b %v, c %v; want a alone", p.isAside("a"), p.isAside("b"), p.isAside("c"))
	}
}

// A worker that plays matches falsely again accuses nobody but itself.
func TestWorkerThatAnswersFalselyWhenAskedAgain(t *testing.T) {
	p := newPretence(t, func(worker string, n int) league.Play {
		if worker == "b" && n%20 == 7 {
			return league.Play(1000000 + n)
		}
		return league.Play(n)
	})
	for n := range 20000 {
		p.match("a", n)
	}
	if p.isAside("a") || !p.isAside("b") {
		t.Errorf("set aside: a %v, b %v; want b alone", p.isAside("a"), p.isAside("b"))
	}
}

// A worker that must not play a match again does not wait for ever beside one that has
// left: this machine plays it.
func TestNobodyElseToCompare(t *testing.T) {
	p := newPretence(t, func(string, int) league.Play { return 1 })
	p.Recheck = 1
	work := dispatch.Work{Game: domain.Game{}}
	work.Job.ID = "m"
	p.compare(work, "a", p.report("a", 1))
	p.load(false, 1)
	p.compareHere()
	if len(p.tasks) != 1 || len(p.local) != 0 {
		t.Fatalf("%d tasks, %d matches to play here; want the match with the workers", len(p.tasks), len(p.local))
	}
	p.members["b"].gone, p.members["c"].aside = true, &evidence{}
	p.compareHere()
	if len(p.tasks) != 0 || len(p.local) != 1 {
		t.Errorf("%d tasks, %d matches to play here; want the match here", len(p.tasks), len(p.local))
	}
}

// Bots that do not play the same match twice say nothing of a worker.
func TestErraticBotsAccuseNobody(t *testing.T) {
	for name, kinds := range map[string]int{"always another game": 1 << 30, "one of two games": 2} {
		t.Run(name, func(t *testing.T) {
			draw := rand.New(rand.NewPCG(1, 2))
			p := newPretence(t, func(string, int) league.Play { return league.Play(1 + draw.IntN(kinds)) })
			p.typed = "./mine"
			for n := range 20000 {
				p.match("a", n)
			}
			if p.isAside("a") || p.isAside("b") {
				t.Errorf("set aside: a %v, b %v; want none", p.isAside("a"), p.isAside("b"))
			}
		})
	}
}

// "A worker whose bots time out more than the same bots elsewhere (a test, not a
// guess) is set aside": not one whose bots are slow everywhere.
func TestTimeoutsOfAWorker(t *testing.T) {
	p := newPretence(t, nil)
	slow := func(worker, digest string, timesOut bool) {
		report := &league.Report{}
		if timesOut {
			report.Result.Faults = []referee.Fault{{Kind: referee.Timeout}}
		}
		p.countTimeouts(worker, dispatch.Work{Contenders: []dispatch.Contender{{Bot: league.Bot{Digest: digest}}}}, report)
	}
	for n := range 1000 {
		for _, worker := range []string{"a", "b", "c"} {
			slow(worker, "quick", worker == "a" && n%10 == 0)
		}
		for _, worker := range []string{"b", "c"} {
			slow(worker, "slow everywhere", n%2 == 0)
		}
		slow("c", "slow, and played by c alone", true)
	}
	p.suspect()
	if !p.isAside("a") || p.isAside("b") || p.isAside("c") {
		t.Errorf("set aside: a %v, b %v, c %v; want a alone", p.isAside("a"), p.isAside("b"), p.isAside("c"))
	}
}
