package queue

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"arbiter/server/league"
)

// Unchecked lets a coordinator believe its workers, to measure what checking costs.
func (c *Coordinator) Unchecked() { c.unchecked = true }

// SimulateWorker is a worker that plays nothing: it answers each job with what play
// returns, and reports so many together. Several may share a connection.
func SimulateWorker(ctx context.Context, conn *nats.Conn, name string, contract Contract, together int, play func(league.Job) league.Report) error {
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	consumer, err := js.Consumer(ctx, workStream, workConsumer)
	if err != nil {
		return err
	}
	text, err := json.Marshal(beat{Worker: name, Life: conn.NewInbox(), Contract: contract, Slots: 1})
	if err != nil {
		return err
	}
	var beating sync.WaitGroup
	defer beating.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	beating.Go(func() {
		for ctx.Err() == nil {
			_, _ = conn.RequestWithContext(ctx, beatSubject, text)
			select {
			case <-time.After(beatInterval):
			case <-ctx.Done():
			}
		}
	})
	for ctx.Err() == nil {
		message, err := consumer.Next(jetstream.FetchMaxWait(fetchWait))
		if err != nil {
			continue // there is none now
		}
		var t task
		if err := json.Unmarshal(message.Data(), &t); err != nil {
			return err
		}
		for len(t.Matches) > 0 {
			some := t.Matches[:min(together, len(t.Matches))]
			t.Matches = t.Matches[len(some):]
			told := answers{Worker: name}
			for _, o := range some {
				report := play(o.Job)
				told.Answers = append(told.Answers, answer{Match: o.ID, Task: t.ID, Report: &report})
			}
			text, err := told.encode()
			if err != nil {
				return err
			}
			if _, err := js.Publish(ctx, answerSubject, text); err != nil && ctx.Err() == nil {
				return err
			}
		}
		if err := message.Ack(); err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}
