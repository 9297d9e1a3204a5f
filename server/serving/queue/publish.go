package queue

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"slices"
	"time"
)

// lasts estimates how long a match takes; mu is held.
func (c *Coordinator) lasts(f *flight) time.Duration {
	if d, ok := c.pace[f.work.Job.Tournament]; ok {
		return d
	}
	return taskTime / 2
}

// load makes shipments for fast or slow workers of what is pending. The matches of a
// pair go together, and those that a worker has died of alone.
func (c *Coordinator) load(slow bool, room int) []task {
	c.mu.Lock()
	defer c.mu.Unlock()
	slices.SortStableFunc(c.pending, func(a, b *flight) int { return cmp.Compare(a.pair, b.pair) })
	var some, others []*flight
	for _, f := range c.pending {
		if f.mayPlay(slow) {
			some = append(some, f)
		} else {
			others = append(others, f)
		}
	}
	var tasks []task
	for len(some) > 0 && len(tasks) < room {
		n, length := 0, time.Duration(0)
		for n < len(some) && n < maxTask {
			f := some[n]
			alone := len(f.deaths) > 0
			if n > 0 && (alone || length >= taskTime && f.pair != some[n-1].pair) {
				break
			}
			n++
			length += c.lasts(f)
			if alone {
				break
			}
		}
		tasks = append(tasks, c.ship(slow, some[:n]))
		some = some[n:]
	}
	c.pending = append(others, some...)
	return tasks
}

// ship makes a shipment of flights and its task; mu is held.
func (c *Coordinator) ship(slow bool, flights []*flight) task {
	s := &shipment{id: rand.Text(), slow: slow, flights: map[string]*flight{}, seen: time.Now()}
	t := task{ID: s.id}
	index := map[string]int{}
	for _, f := range flights {
		f.shipment, s.flights[f.id], f.tasks[s.id] = s, f, true
		o := order{ID: f.id, Job: f.work.Job, Game: f.work.Game.Info().Name, Limits: f.work.Limits, Position: f.work.Setup.Position}
		for _, contender := range f.work.Contenders {
			key := contender.Bot.Game + "/" + contender.Bot.ID
			i, ok := index[key]
			if !ok {
				i = len(t.Bots)
				index[key] = i
				t.Bots = append(t.Bots, bot{contender.Bot, c.packed[contender.Bot.Content()].archive, platform()})
			}
			o.Seats = append(o.Seats, i)
		}
		t.Matches = append(t.Matches, o)
	}
	c.tasks[s.id] = s
	if slow {
		c.slowTasks++
	}
	return t
}

// publishAll publishes tasks for fast or slow workers in order. At an error the
// matches of the others are pending again.
func (c *Coordinator) publishAll(ctx context.Context, tasks []task, slow bool) error {
	subject := workSubject
	if slow {
		subject = slowSubject
	}
	for i, t := range tasks {
		sequence, err := c.publish(ctx, subject, t)
		if err != nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			for _, t := range tasks[i:] {
				if s := c.tasks[t.ID]; s != nil {
					c.recall(s, "")
				}
			}
			return err
		}
		c.mu.Lock()
		if s := c.tasks[t.ID]; s != nil && s.holder == "" {
			s.sequence = sequence
		} else {
			c.discard = append(c.discard, sequence)
		}
		c.mu.Unlock()
	}
	return nil
}

// publish publishes a task and returns its sequence in the stream.
func (c *Coordinator) publish(ctx context.Context, subject string, t task) (sequence uint64, err error) {
	message, err := json.Marshal(t)
	if err != nil {
		return 0, err
	}
	soon, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	published, err := c.js.Publish(soon, subject, message)
	if err != nil {
		return 0, err
	}
	return published.Sequence, nil
}
