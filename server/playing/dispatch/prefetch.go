package dispatch

import (
	"context"
	"fmt"

	"arbiter/referee"
	"arbiter/server/league"
)

// prefetched is how many matches the schedule hands over at once, and how many
// are left when it looks for more. A worker that waited for another goroutine
// for each match would lose its CPU each time.
const prefetched = 16

// A prefetch is what the goroutine that follows a tournament's schedule shares
// with the workers. The goroutine ends with the schedule; where results choose
// pairings, another one follows the schedule again when there are new results.
// Its fields are guarded by TournamentSource.mu.
type prefetch struct {
	ready   []Work // chosen and not taken yet
	active  bool   // the goroutine runs
	begun   bool   // it has run at least once
	results int    // reports there were when it last began
	err     error  // what ended it before the schedule's end
}

// atEnd reports whether the schedule chooses no more matches before there are
// more than so many reports.
func (p *prefetch) atEnd(fixed bool, reports int) bool {
	return p.begun && !p.active && len(p.ready) == 0 && p.err == nil && (fixed || p.results == reports)
}

// take removes the next work; there must be some.
func (p *prefetch) take() Work {
	w := p.ready[0]
	p.ready[0] = Work{}
	p.ready = p.ready[1:]
	return w
}

// refill follows the schedule when nothing is ready and it may choose more;
// t.mu is held.
func (t *TournamentSource) refill() {
	p := &t.prefetch
	if t.stopped || p.active || p.err != nil || len(p.ready) > 0 || p.atEnd(t.entry.fixed(), t.reports) {
		return
	}
	p.active, p.begun, p.results = true, true, t.reports
	t.following.Go(t.follow)
}

// follow follows the schedule to its end. It makes whole works of the pairings,
// so that neither a worker nor a lock waits for the text of a start position.
func (t *TournamentSource) follow() {
	err := t.choose()
	t.mu.Lock()
	t.prefetch.active, t.prefetch.err = false, err
	t.changed.Broadcast()
	t.mu.Unlock()
	t.wake()
}

// choose makes works of the pairings that have not been chosen before. A later
// prefetch meets again what is being played.
func (t *TournamentSource) choose() error {
	var some []Work
	pairings := league.Pairings(t.entry.Definition, &t.results)
	if t.entry.Pairings != nil {
		pairings = t.entry.Pairings()
	}
	for p := range pairings {
		id := p.ID(t.entry.Definition.ID)
		if _, played := t.results.Outcome(id); played || t.chosen[id] {
			continue
		}
		t.chosen[id] = true
		w, err := t.work(id, p)
		if err != nil {
			t.put(some)
			return err
		}
		if t.resumeLate(w) {
			continue
		}
		if some = append(some, w); len(some) < prefetched {
			continue
		}
		if !t.put(some) {
			return nil
		}
		some = nil
	}
	t.put(some)
	return nil
}

// put waits until there is room and makes works ready. It returns false when
// the tournament was stopped.
func (t *TournamentSource) put(works []Work) bool {
	going := false
	_ = t.changed.Wait(context.Background(), &t.mu, func() bool { // Stop ends the waiting
		if !t.stopped && len(t.prefetch.ready) > prefetched {
			return false
		}
		if going = !t.stopped; going {
			t.prefetch.ready = append(t.prefetch.ready, works...)
			t.changed.Broadcast()
		}
		return true
	})
	t.wake()
	return going
}

// work makes work of a pairing.
func (t *TournamentSource) work(id string, p league.Pairing) (Work, error) {
	d := &t.entry.Definition
	w := Work{
		Job:    league.Job{ID: id, Tournament: d.ID, Pairing: p},
		Game:   t.entry.Game,
		Setup:  referee.Setup{Seed: p.Start.Seed},
		Limits: d.Limits,
		Slow:   d.SlowWorkers,
	}
	for _, bot := range p.Seats {
		c, ok := t.entry.Contenders[bot]
		if !ok {
			return Work{}, fmt.Errorf("tournament %s: bot %s is not among the contenders", d.ID, bot)
		}
		w.Contenders = append(w.Contenders, c)
	}
	if p.Start.Position != "" {
		text, err := t.entry.Position(p.Start.Position)
		if err != nil {
			return Work{}, fmt.Errorf("tournament %s: start %s: %w", d.ID, p.Start, err)
		}
		w.Setup.Position = text
	}
	return w, nil
}
