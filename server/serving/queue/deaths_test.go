package queue

import (
	"context"
	"strings"
	"testing"
	"time"

	"arbiter/referee/games/domain"
	"arbiter/server/playing/dispatch"
)

// A failing source notes what failed.
type failing struct {
	dispatch.Source
	why map[string][]string
}

func (f *failing) Failed(w dispatch.Work, err error) error {
	f.why[w.Job.ID] = append(f.why[w.Job.ID], err.Error())
	return nil
}

// takeAndDie lets a worker take the tasks that are pending, and die.
func takeAndDie(t *testing.T, p *Coordinator, worker string) {
	t.Helper()
	tasks := p.load(false, 10)
	p.mu.Lock()
	for _, task := range tasks {
		p.tasks[task.ID].holder = worker
	}
	p.members[worker] = &member{heard: time.Now().Add(-2 * deadAfter), cannot: map[string]time.Time{}}
	p.mu.Unlock()
	p.recallFromSilent()
}

// "A worker's death counts only once three different workers died on that match":
// it is then one failure. What was in the same task as a match that kills is played
// on its own after the first death.
func TestThreeDeathsAreAFailure(t *testing.T) {
	p := unqueued("a", "b", "c")
	source := &failing{why: map[string][]string{}}
	p.source = source
	work := func(id string) dispatch.Work {
		w := dispatch.Work{Game: domain.Game{}}
		w.Job.ID = id
		return w
	}
	p.launch(work("kills"))
	innocent := p.launch(work("innocent"))
	takeAndDie(t, p, "a")
	if tasks := len(p.load(false, 10)); tasks != 2 {
		t.Fatalf("%d tasks after a death; want each match in its own", tasks)
	}
	p.mu.Lock()
	p.land(innocent) // another worker has played it
	for _, s := range p.tasks {
		p.recall(s, "")
	}
	p.mu.Unlock()
	takeAndDie(t, p, "b")
	takeAndDie(t, p, "b")
	if len(source.why) > 0 {
		t.Fatalf("failed: %v; want none after two workers", source.why)
	}
	takeAndDie(t, p, "c")
	if why := source.why["kills"]; len(why) != 1 || !strings.Contains(why[0], "3 workers died while they held this match: [a b c]") || len(source.why) != 1 {
		t.Errorf("failed: %v; want one failure of the match that kills", source.why)
	}
	if len(p.flights) > 0 || len(p.pending) > 0 {
		t.Errorf("%d in flight, %d pending; want none", len(p.flights), len(p.pending))
	}
}

// "A failure that a live worker reports counts", with whether it was void; a match
// that is handed back counts nowhere.
func TestFailureOfALiveWorkerCounts(t *testing.T) {
	p := unqueued("a", "b", "c")
	source := &failing{why: map[string][]string{}}
	p.source = source
	w := dispatch.Work{Game: domain.Game{}}
	w.Job.ID = "m"
	f := p.launch(w)
	p.load(false, 1)
	p.conclude(&checked{answer: answer{Match: "m", Task: f.shipment.id, Again: "stopped"}, worker: "a", flight: f})
	if len(source.why) > 0 || len(p.pending) != 1 {
		t.Fatalf("failed %v, %d pending; want it pending again", source.why, len(p.pending))
	}
	p.load(false, 1)
	p.conclude(&checked{answer: answer{Match: "m", Task: f.shipment.id, Failed: "disk full"}, worker: "a", flight: f})
	if why := source.why["m"]; len(why) != 1 || why[0] != "worker a: disk full" {
		t.Errorf("failed %v; want what the worker says", source.why)
	}
	if !dispatch.IsVoid(remoteError{void: true}) || dispatch.IsVoid(remoteError{}) {
		t.Error("a void match must stay one")
	}
}

// A work that is aborted before anybody has taken it is handed back with the cause.
func TestAbortedBeforeItIsTaken(t *testing.T) {
	p := unqueued("a", "b", "c")
	source := &failing{why: map[string][]string{}}
	p.source = source
	ctx, cancel := context.WithCancelCause(t.Context())
	w := dispatch.Work{Game: domain.Game{}}
	w.Job.ID = "m"
	f := p.launch(w)
	f.work.Abort = ctx
	cancel(errDropped)
	p.abort(f)
	p.abort(f) // once is enough
	if len(p.pending) > 0 || len(source.why["m"]) != 1 || source.why["m"][0] != errDropped.Error() {
		t.Errorf("%d pending, failed %v; want it failed once", len(p.pending), source.why)
	}
}
