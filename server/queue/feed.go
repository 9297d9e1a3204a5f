package queue

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"arbiter/referee/process"
	"arbiter/server/botstore"
	"arbiter/server/dispatch"
	"arbiter/server/league"
	"arbiter/server/resolve"
)

// gatherWait is how long a task waits for more matches: two that belong together
// come one right after the other, if they come.
const gatherWait = 2 * time.Millisecond

// feed publishes tasks while workers have room for them, until the source has no
// more work and nothing is in flight.
func (c *Coordinator) feed(ctx context.Context) error {
	for {
		room, going, err := c.awaitRoom(ctx)
		if err != nil || !going {
			return err
		}
		if err := c.gather(ctx, room); err != nil {
			return err
		}
		for _, t := range c.load(room) {
			c.publish(ctx, t)
		}
	}
}

// loadedTogether is how many tasks are made at a time at most: the first should not
// wait for the last.
const loadedTogether = 32

// awaitRoom waits until another task is wanted, and returns how many are, up to
// loadedTogether.
func (c *Coordinator) awaitRoom(ctx context.Context) (room int, going bool, err error) {
	for {
		c.mu.Lock()
		room = min(loadedTogether, c.room())
		idle, over := c.ended && len(c.pending) == 0, c.ended && len(c.flights) == 0
		why := c.broken
		c.mu.Unlock()
		switch {
		case why != nil:
			return 0, false, why
		case over:
			return 0, false, nil
		case room > 0 && !idle:
			return room, true, nil
		}
		select {
		case <-c.kick:
		case <-ctx.Done():
			return 0, false, ctx.Err()
		}
	}
}

// room returns how many more tasks the workers may take: two for each match that
// they play at a time. mu is held.
func (c *Coordinator) room() int {
	room := -len(c.tasks)
	for _, m := range c.members {
		if m.working() {
			room += 2 * m.beat.Slots
		}
	}
	return room
}

// gather takes matches from the source until they fill so many tasks, or no more
// come at once. It waits for the first one.
func (c *Coordinator) gather(ctx context.Context, room int) error {
	for {
		c.mu.Lock()
		ended, count, waking := c.ended, len(c.pending), c.waking
		length := time.Duration(0)
		for _, f := range c.pending {
			length += c.lasts(f)
		}
		c.mu.Unlock()
		if ended || count > 0 && (length >= time.Duration(room)*taskTime || count >= room*maxTask) {
			return nil
		}
		var work dispatch.Work
		var ok, interrupted bool
		var err error
		if count == 0 {
			work, ok, interrupted, err = c.ask(ctx, waking)
		} else {
			soon, cancel := context.WithTimeout(ctx, gatherWait)
			work, ok, err = c.source.Next(soon)
			interrupted = soon.Err() != nil
			cancel()
		}
		switch {
		case err != nil && ctx.Err() == nil && interrupted:
			return nil
		case err != nil:
			return err
		case !ok:
			c.end()
			return nil
		}
		if err := c.accept(ctx, work); err != nil {
			return err
		}
	}
}

// ask asks the source for work until waking ends, which makes an error an
// interruption.
func (c *Coordinator) ask(ctx, waking context.Context) (work dispatch.Work, ok, interrupted bool, err error) {
	asking, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(waking, cancel)()
	work, ok, err = c.source.Next(asking)
	return work, ok, asking.Err() != nil, err
}

// accept decides where a work is played.
func (c *Coordinator) accept(ctx context.Context, work dispatch.Work) error {
	if known, err := c.playedBefore(ctx, work); known || err != nil {
		return err
	}
	if !c.travels(ctx, work) {
		c.mu.Lock()
		c.home = append(c.home, work)
		c.rouse()
		c.mu.Unlock()
		return nil
	}
	c.launch(work)
	return nil
}

// end notes that the source has no more work. What no worker has taken is left: a
// source that ends with work handed out is that of a server that shuts down.
func (c *Coordinator) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return
	}
	c.ended = true
	for _, s := range c.tasks {
		if s.holder == "" {
			c.recall(s, "")
		}
	}
	for _, f := range slices.Clone(c.pending) {
		c.land(f)
	}
	c.rouse()
}

// lasts estimates how long a match takes; mu is held.
func (c *Coordinator) lasts(f *flight) time.Duration {
	if d, ok := c.pace[f.work.Job.Tournament]; ok {
		return d
	}
	return taskTime / 2
}

// load makes shipments of what is pending. The matches of a pair go together, and
// those that a worker has died of alone.
func (c *Coordinator) load(room int) []task {
	c.mu.Lock()
	defer c.mu.Unlock()
	slices.SortStableFunc(c.pending, func(a, b *flight) int { return cmp.Compare(a.pair, b.pair) })
	var tasks []task
	for len(c.pending) > 0 && len(tasks) < room {
		n, length := 0, time.Duration(0)
		for n < len(c.pending) && n < maxTask {
			f := c.pending[n]
			alone := len(f.deaths) > 0 || f.not != ""
			if n > 0 && (alone || length >= taskTime && f.pair != c.pending[n-1].pair) {
				break
			}
			n++
			length += c.lasts(f)
			if alone {
				break
			}
		}
		tasks = append(tasks, c.ship(c.pending[:n]))
		c.pending = slices.Delete(c.pending, 0, n)
	}
	return tasks
}

// ship makes a shipment of flights and its task; mu is held.
func (c *Coordinator) ship(flights []*flight) task {
	c.tasksMade++
	s := &shipment{id: fmt.Sprintf("%s-%d", c.life, c.tasksMade), flights: map[string]*flight{}, seen: time.Now()}
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
	return t
}

// publish publishes a task. If that fails, its matches are pending again.
func (c *Coordinator) publish(ctx context.Context, t task) {
	message, err := json.Marshal(t)
	var sequence uint64
	if err == nil {
		soon, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		published, publishErr := c.js.Publish(soon, workSubject, message)
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

// A packedBot is a bot in the bucket, or why there is none.
type packedBot struct {
	archive string // "" for a builtin bot
	stays   string // why it cannot travel
	bot     league.Bot
}

// travels reports whether a work can be played elsewhere: it has no person in it, is
// no branch of a recorded match, and its bots are builtin or folders that an archive
// can hold.
func (c *Coordinator) travels(ctx context.Context, work dispatch.Work) bool {
	if work.Branch != nil {
		return false
	}
	for _, contender := range work.Contenders {
		if contender.Human != nil {
			return false
		}
		digest := contender.Bot.Digest
		c.mu.Lock()
		p, ok := c.packed[digest]
		c.mu.Unlock()
		if !ok {
			var err error
			if p, err = c.pack(ctx, contender); err != nil {
				c.Log.Warn("bot stays on this machine for now", "bot", contender.Bot.ID, "error", err)
				return false // the queue failed; the next match tries again
			}
			if p.stays != "" {
				c.Log.Info("bot plays on this machine only", "bot", contender.Bot.ID, "why", p.stays)
			}
			c.mu.Lock()
			p.bot = contender.Bot
			c.packed[digest] = p
			c.mu.Unlock()
		}
		c.mu.Lock()
		runs := c.runs(digest)
		c.mu.Unlock()
		if p.stays != "" || !runs {
			return false
		}
	}
	return true
}

// pack puts a bot into the bucket. An archive that does not unpack to the same bot
// is none: there are links in it, for example.
func (c *Coordinator) pack(ctx context.Context, contender dispatch.Contender) (packedBot, error) {
	if contender.Spec.Dir == "" {
		if _, typed := resolve.SplitName(contender.Bot.Typed); strings.HasPrefix(typed, resolve.BuiltinPrefix) {
			return packedBot{}, nil
		}
		return packedBot{stays: "it is a command line, whose files are on this machine"}, nil
	}
	archive, err := botstore.Pack(contender.Spec.Dir, process.NotOfTheBot)
	if errors.As(err, new(league.UsageError)) {
		return packedBot{stays: err.Error()}, nil
	}
	if err != nil {
		return packedBot{}, err
	}
	dir, err := os.MkdirTemp("", "arbiter-pack-")
	if err != nil {
		return packedBot{}, err
	}
	_, digest, err := unpacked(archive, dir)
	err = errors.Join(err, process.RemoveFolder(dir))
	if err != nil {
		return packedBot{stays: err.Error()}, nil
	}
	if digest != contender.Bot.Digest {
		return packedBot{stays: "its folder holds links, which an archive does not"}, nil
	}
	p := packedBot{archive: archiveName(archive)}
	bucket, err := c.js.ObjectStore(ctx, botBucket)
	if err != nil {
		return p, err
	}
	if _, err := bucket.GetInfo(ctx, p.archive); err == nil {
		return p, nil
	}
	_, err = bucket.PutBytes(ctx, p.archive, archive)
	return p, err
}
