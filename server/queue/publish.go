package queue

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
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
			alone := len(f.deaths) > 0 || f.not != ""
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
	c.tasksMade++
	s := &shipment{id: fmt.Sprintf("%s-%d", c.life, c.tasksMade), slow: slow, flights: map[string]*flight{}, seen: time.Now()}
	t := task{ID: s.id}
	index := map[string]int{}
	for _, f := range flights {
		f.shipment, s.flights[f.id] = s, f
		o := order{ID: f.id, Job: f.work.Job, Game: f.work.Game.Info().Name, Limits: f.work.Limits, Position: f.work.Setup.Position}
		for _, contender := range f.work.Contenders {
			key := contender.Bot.Game + "/" + contender.Bot.ID
			i, ok := index[key]
			if !ok {
				i = len(t.Bots)
				index[key] = i
				t.Bots = append(t.Bots, bot{contender.Bot, c.packed[contender.Bot.Digest].archive, platform()})
			}
			o.Seats = append(o.Seats, i)
		}
		t.Matches, t.Not = append(t.Matches, o), f.not
	}
	c.tasks[s.id] = s
	if slow {
		c.slowTasks++
	}
	return t
}

// publish publishes a task for fast or slow workers. If that fails, its matches are pending again.
func (c *Coordinator) publish(ctx context.Context, t task, slow bool) {
	subject := workSubject
	if slow {
		subject = slowSubject
	}
	message, err := json.Marshal(t)
	var sequence uint64
	if err == nil {
		soon, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		published, publishErr := c.js.Publish(soon, subject, message)
		if err = publishErr; err == nil {
			sequence = published.Sequence
		}
	}
	c.mu.Lock()
	s := c.tasks[t.ID]
	if s != nil && err == nil {
		s.sequence = sequence
	}
	if s != nil && err != nil {
		c.recall(s, "")
	}
	c.mu.Unlock()
	if err != nil && ctx.Err() == nil {
		c.Log.Warn("publish a task", "error", err)
		c.mend(ctx, false)
		select {
		case <-time.After(publishRetry):
		case <-ctx.Done():
		}
	}
}
