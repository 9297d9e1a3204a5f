package queue

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"arbiter/server/league"
)

// A WorkerStatus is a worker as operators see it.
type WorkerStatus struct {
	Name     string        `json:"name"`
	State    WorkerState   `json:"state"`
	Why      string        `json:"why,omitempty"` // it gets no work, or not all: what to do about it
	Machine  Machine       `json:"machine"`
	Build    string        `json:"build"`
	Slots    int           `json:"slots"`   // matches at the same time
	Playing  []string      `json:"playing"` // matches
	Waiting  int           `json:"waiting"` // matches that it has taken and not begun
	Matches  int           `json:"matches"` // that it has played since the server started
	Failed   int           `json:"failed"`  // that it failed to play
	Returned int           `json:"returned"`
	HeardAgo time.Duration `json:"-"`
}

// A WorkerState says whether a worker gets work.
type WorkerState string

// The states.
const (
	Working  WorkerState = "working"
	Draining WorkerState = "draining" // it takes nothing more
	Busy     WorkerState = "waiting"  // it does not want work now
	Refused  WorkerState = "refused"  // it is another build, or a report of it was wrong
	Gone     WorkerState = "gone"
)

// Workers lists the workers by name.
func (c *Coordinator) Workers() []WorkerStatus {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := make([]WorkerStatus, 0, len(c.members))
	for name, m := range c.members {
		s := WorkerStatus{
			Name: name, State: Working, Machine: m.beat.Machine, Build: m.beat.Contract.Build, Slots: m.beat.Slots,
			Playing: []string{}, Matches: m.matches, Failed: m.failed, Returned: m.again, HeardAgo: time.Since(m.heard),
		}
		if !m.gone {
			for _, h := range m.beat.Holds {
				s.Playing = append(s.Playing, h.Playing...)
				s.Waiting += len(h.Matches) - len(h.Playing)
			}
		}
		switch {
		case m.gone:
			s.State = Gone
		case m.refused != "":
			s.State, s.Why = Refused, m.refused
		case m.drain || m.beat.Draining:
			s.State = Draining
		case m.beat.Machine.Waiting != "":
			s.State, s.Why = Busy, m.beat.Machine.Waiting
		case c.slow(m):
			s.Why = fmt.Sprintf("its speed is %.2f of the reference machine's, below %.2f (serve --slowest-worker): it plays only tournaments that allow slow workers", m.beat.Machine.Speed, c.Slowest)
		}
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b WorkerStatus) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// A BotAtHome is a bot that is played on the coordinator's machine only. Why says the reason.
type BotAtHome struct {
	Bot league.Bot
	Why string
}

// BotsAtHome returns the bots that have played and are not sent to workers, by ID.
func (c *Coordinator) BotsAtHome() []BotAtHome {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []BotAtHome
	for _, p := range c.packed {
		if p.stays != "" {
			all = append(all, BotAtHome{p.bot, p.stays})
		}
	}
	slices.SortFunc(all, func(a, b BotAtHome) int { return cmp.Compare(a.Bot.ID, b.Bot.ID) })
	return all
}

// Drain makes a worker take no more matches or, if drain is false, take matches again. The
// error is league.ErrNotFound for an unknown worker.
func (c *Coordinator) Drain(name string, drain bool) error {
	return c.change(name, func(m *member) error {
		m.drain = drain
		return nil
	})
}

// Remove forgets a worker that is gone. The error is a league.ConflictError for a worker that
// is not: it would be back with its next beat.
func (c *Coordinator) Remove(name string) error {
	return c.change(name, func(m *member) error {
		if !m.gone {
			return league.Conflictf("worker %s is connected; stop it first", name)
		}
		delete(c.members, name)
		return nil
	})
}

// change changes a worker.
func (c *Coordinator) change(name string, do func(*member) error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.members[name]
	if m == nil {
		return league.NotFoundError{Kind: league.AWorker, Name: name}
	}
	defer c.rouse()
	return do(m)
}
