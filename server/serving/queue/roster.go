package queue

import (
	"cmp"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

// A member is a worker as the coordinator knows it.
type member struct {
	beat    beat      // the last one
	heard   time.Time // when it came
	gone    bool      // it left, or is silent
	refused string    // why it gets no work
	wrong   string    // what was wrong with a report of it; it gets no work until it is restarted
	drain   bool      // an operator wants it to take nothing more
	matches int       // that were saved
	failed  int       // that it failed to play
	again   int       // that it handed back
	cannot  map[string]time.Time
}

// cannotFor is how long a bot is kept from a worker that could not run it.
const cannotFor = time.Minute

// believed reports whether what a worker says counts.
func (m *member) believed() bool { return m.refused == "" }

// working reports whether a worker may take tasks.
func (m *member) working() bool {
	return !m.gone && m.believed() && !m.drain && !m.beat.Draining && m.beat.Machine.Waiting == ""
}

// slow reports whether a worker is slower than is wanted of one that plays
// everything.
func (c *Coordinator) slow(m *member) bool { return m.beat.Machine.slow(c.Slowest) }

// runs reports whether a working worker, also a slow one if it may, may run a bot;
// mu is held. Without any worker nothing is known against it.
func (c *Coordinator) runs(content string, slow bool) bool {
	working := 0
	for _, m := range c.members {
		if m.working() && (slow || !c.slow(m)) {
			working++
			if at, ok := m.cannot[content]; !ok || time.Since(at) > cannotFor {
				return true
			}
		}
	}
	return working == 0
}

// onBeat takes a beat and answers it, to the inbox of a worker: on any other subject the
// answer would have the coordinator's rights.
func (c *Coordinator) onBeat(message *nats.Msg) {
	if !isInbox(message.Reply) {
		return
	}
	var o orders
	if b, err := decodeBeat(message.Data); err != nil {
		o.Refused = fmt.Sprintf("its beat cannot be read: %v", err)
	} else if err := checkWorker(b.Worker); err != nil {
		o.Refused = fmt.Sprintf("its name: %v; choose another one with --name", err)
	} else {
		o = c.hear(b)
	}
	reply, err := json.Marshal(o)
	if err == nil {
		err = message.Respond(reply)
	}
	if err != nil {
		c.Log.Debug("answer a beat", "error", err)
	}
}

// hear notes what a worker says and returns what it is to do.
func (c *Coordinator) hear(b beat) orders {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.members[b.Worker]
	switch {
	case m == nil && !c.roomForMember():
		return orders{Refused: fmt.Sprintf("there are %d workers; an operator may forget those that are gone", len(c.members))}
	case m == nil:
		m = &member{cannot: map[string]time.Time{}}
		c.members[b.Worker] = m
	case m.beat.Life != b.Life && !m.gone && m.beat.Life != "":
		return orders{Refused: fmt.Sprintf("another worker is called %s, or it has just died; choose another name with --name, or wait %v", b.Worker, deadAfter)}
	}
	returned := m.gone || m.beat.Life != b.Life
	if m.beat.Life != b.Life {
		m.wrong = "" // somebody has looked at it, and started it again
	}
	m.beat, m.heard, m.gone = c.kept(b), time.Now(), b.Leaving
	m.refused = cmp.Or(m.wrong, c.Contract.Differs(b.Contract))
	if returned && !b.Leaving {
		c.Log.Info("worker", "name", b.Worker, "platform", b.Machine.Platform, "matches", b.Slots, "refused", m.refused)
		clear(m.cannot)
	}
	o := orders{Refused: m.refused, Drain: m.drain, Slowest: c.Slowest, Unwatched: c.Live == nil || c.Live.Unwatched}
	for _, h := range b.Holds {
		s := c.tasks[h.Task]
		wanted := s != nil && o.Refused == "" && (s.holder == "" || s.holder == b.Worker || c.members[s.holder] == nil || c.members[s.holder].gone)
		if wanted {
			s.holder, s.seen = b.Worker, time.Now()
			c.withdraw(s)
		}
		for _, match := range h.Matches {
			if !wanted || s.flights[match] == nil {
				o.Drop = append(o.Drop, h.Task+"/"+match)
			}
		}
		for _, match := range h.Playing {
			if wanted && s.flights[match] != nil {
				c.appear(s, s.flights[match], &o)
			}
		}
	}
	if b.Leaving {
		c.recallFrom(b.Worker, "")
	}
	c.vacancy.Broadcast()
	return o
}

// refuse gives a worker no work until it is restarted, because a report of it is wrong.
// What it holds is handed out again. A name that no beat has had is no worker.
func (c *Coordinator) refuse(worker, match, why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.members[worker]
	if m == nil || m.wrong != "" {
		return
	}
	m.wrong = fmt.Sprintf("its report of match %s is wrong: %s; look at its machine, and start it again", match, why)
	m.refused = m.wrong
	c.recallFrom(worker, "")
	c.rouse()
	c.Log.Error("worker refused until it is started again", "name", worker, "match", match, "why", why)
}

// nudge lets the worker that holds a flight beat at once, because there is
// something to tell it; mu is held.
func (c *Coordinator) nudge(f *flight) {
	if f == nil || f.shipment == nil {
		return
	}
	if m := c.members[f.shipment.holder]; m != nil && !m.gone {
		_ = c.Queue.Publish(m.beat.Life, nil) // its next beat comes anyway
	}
}

// recallFrom recalls what a worker holds; mu is held. It returns the matches that
// are given up, because it is said to have died of them like others before.
func (c *Coordinator) recallFrom(worker, died string) (given []*flight) {
	for _, s := range c.tasks {
		if s.holder == worker {
			given = append(given, c.recall(s, died)...)
		}
	}
	return given
}
