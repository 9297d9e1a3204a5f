package queue

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// collected is how many messages of answers are taken together at most, each of which
// may have MaxMessage bytes: their reports share a transaction.
const collected = 16

// collect takes answers from the stream until ctx ends. It acknowledges them when
// what they report is saved.
func (c *Coordinator) collect(ctx context.Context) error {
	var trouble trouble
	for ctx.Err() == nil {
		err := c.collectSome(ctx)
		if err != nil && ctx.Err() == nil && errors.As(err, new(sourceError)) {
			return err
		}
		c.retry(ctx, &trouble, "take answers", err)
	}
	return nil
}

// A sourceError is one of the source, which stops everything.
type sourceError struct{ error }

// Unwrap returns the error.
func (e sourceError) Unwrap() error { return e.error }

// collectSome takes the answers that come within a second.
func (c *Coordinator) collectSome(ctx context.Context) error {
	soon, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	consumer, err := c.js.Consumer(soon, answerStream, answerConsumer)
	if err != nil {
		return err
	}
	batch, err := consumer.Fetch(collected, jetstream.FetchMaxWait(fetchWait))
	if err != nil {
		return err
	}
	for {
		var message jetstream.Msg
		select {
		case message = <-batch.Messages():
		case <-ctx.Done():
			return nil // what comes now is not acknowledged, and comes again
		}
		if message == nil {
			break
		}
		messages := []jetstream.Msg{message}
	more:
		for len(messages) < collected {
			select {
			case message, ok := <-batch.Messages():
				if !ok {
					break more
				}
				messages = append(messages, message)
			default:
				break more
			}
		}
		if err := c.settle(ctx, messages); err != nil {
			return err
		}
	}
	if err := batch.Error(); err != nil && !errors.Is(err, jetstream.ErrNoMessages) && !errors.Is(err, nats.ErrTimeout) {
		return err
	}
	return nil
}

// A checked answer is one with what the check of its report found.
type checked struct {
	answer
	worker string
	flight *flight // nil when the match is not in flight
	wrong  string
}

// settle takes messages: it checks the reports, has them saved, and acknowledges
// the messages.
func (c *Coordinator) settle(ctx context.Context, messages []jetstream.Msg) error {
	all := make([][]checked, len(messages))
	checks := errgroup.Group{}
	checks.SetLimit(checkers())
	for i, message := range messages {
		checks.Go(func() error {
			all[i] = c.check(message.Data())
			return nil
		})
	}
	_ = checks.Wait() // no check returns an error
	var played []dispatch.Played
	for _, own := range all {
		var strays []league.Report
		for i := range own {
			if report := c.conclude(&own[i]); report != nil {
				played = append(played, *report)
			} else if own[i].flight == nil && own[i].Report != nil {
				strays = append(strays, *own[i].Report)
			}
		}
		if len(strays) > 0 {
			c.adopt(ctx, own[0].worker, strays)
		}
	}
	if len(played) > 0 {
		if err := c.source.Played(context.WithoutCancel(ctx), played); err != nil {
			return sourceError{err}
		}
	}
	for _, message := range messages {
		if err := message.Ack(); err != nil {
			return err // they come again, and change nothing
		}
	}
	return nil
}

// check reads a message and judges its reports. It changes nothing.
func (c *Coordinator) check(message []byte) []checked {
	a, err := decodeAnswers(message)
	if err == nil && len(a.Answers) > 0 { // a message of the probe has no answers and no worker
		err = checkWorker(a.Worker)
	}
	if err != nil {
		c.Log.Debug("answers that cannot be read", "error", err) // a worker can send them without end
		return nil
	}
	c.mu.Lock()
	m := c.members[a.Worker]
	other := m != nil && m.beat.Life != "" && m.beat.Life != a.Life
	c.mu.Unlock()
	if other {
		c.Log.Debug("answers of another one in the name of a worker", "name", a.Worker)
		return nil
	}
	all := make([]checked, len(a.Answers))
	for i, answer := range a.Answers {
		all[i].worker = a.Worker
		c.mu.Lock()
		flight := c.flights[answer.Match]
		given := flight == nil || flight.tasks[answer.Task]
		c.mu.Unlock()
		if !given {
			continue // whoever was not given a match cannot answer it
		}
		all[i] = checked{answer: answer, worker: a.Worker, flight: flight}
		if flight != nil && answer.Report != nil && !c.unchecked {
			all[i].wrong = verify(flight.work, answer.Report)
		}
	}
	return all
}

// conclude takes an answer to a match in flight. It returns what is to be saved.
func (c *Coordinator) conclude(a *checked) *dispatch.Played {
	f := a.flight
	if f == nil {
		return nil
	}
	if a.wrong != "" {
		c.refuse(a.worker, f.id, a.wrong)
	}
	c.mu.Lock()
	m := c.members[a.worker]
	distrusted := m == nil || !m.believed()
	if c.flights[f.id] != f { // another answer of the same messages
		c.mu.Unlock()
		return nil
	}
	if distrusted || a.Again != "" {
		if m != nil && a.Again != "" {
			m.again++
			c.missing = c.missing || a.Missing != ""
			if a.Cannot != "" && f.plays(a.Cannot) {
				m.cannot[a.Cannot] = time.Now()
				c.Log.Warn("a worker cannot run a bot", "worker", a.worker, "sha256", a.Cannot, "why", a.Again)
			}
		}
		if f.shipment != nil && f.shipment.id == a.Task {
			c.sendBack(f, a.Cannot)
		}
		c.mu.Unlock()
		return nil
	}
	c.land(f)
	if a.Failed != "" {
		m.failed++
		c.mu.Unlock()
		c.failed(f.work, remoteError{a.worker, a.Failed, a.Void})
		return nil
	}
	m.matches++
	c.keepPace(f.work.Job.Tournament, a.Report.Duration)
	c.mu.Unlock()
	if report, ok := c.takeAdopted(f.id); ok {
		return &dispatch.Played{Work: f.work, Report: report}
	}
	c.compare(f.work, a.worker, a.Report)
	return &dispatch.Played{Work: f.work, Report: *a.Report}
}

// sendBack makes a flight pending again, or lets this machine play it if no worker
// can; mu is held.
func (c *Coordinator) sendBack(f *flight, cannot string) {
	c.unload(f)
	if c.ended {
		c.land(f)
		return
	}
	c.pending = append(c.pending, f)
	if cannot != "" && !c.runs(cannot, f.work.Slow) {
		c.land(f)
		c.local = append(c.local, f.work)
	}
	c.rouse()
}

// keepPace notes how long a match took; mu is held.
func (c *Coordinator) keepPace(tournament string, took time.Duration) {
	mean, ok := c.pace[tournament]
	if !ok {
		mean = took
	}
	c.pace[tournament] = mean + (took-mean)/8
}

// checkers is how many messages are checked at the same time.
func checkers() int { return runtime.GOMAXPROCS(0) }
