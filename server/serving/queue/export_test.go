package queue

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"arbiter/referee/games"
	"arbiter/server/league"
)

// Unchecked lets a coordinator believe its workers, to measure what checking costs.
func (c *Coordinator) Unchecked() { c.unchecked = true }

// Hurry changes for how long an answer of the bucket is waited for, and for how long
// an archive is asked for.
func (b *Bots) Hurry(replyWait, patience time.Duration) {
	b.replyWait, b.patience = replyWait, patience
}

// SimulateWorker is a worker that plays nothing: it answers each job with what play
// returns, and reports so many together. Several may share a connection.
func SimulateWorker(ctx context.Context, conn *nats.Conn, name string, contract Contract, together int, play func(league.Job) league.Report) error {
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	life := conn.NewInbox()
	text, err := json.Marshal(beat{Worker: name, Life: life, Contract: contract, Slots: 1})
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
		message, err := (&Worker{Queue: conn}).nextTask(ctx, workConsumer)
		if message == nil || err != nil {
			continue // there is none now
		}
		var t task
		if err := json.Unmarshal(message.Data, &t); err != nil {
			return err
		}
		for len(t.Matches) > 0 {
			some := t.Matches[:min(together, len(t.Matches))]
			t.Matches = t.Matches[len(some):]
			told := answers{Worker: name, Life: life}
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
	}
	return nil
}

// A Task is a task of one match of domain, as a hostile coordinator writes it.
type Task struct {
	Bot     league.Bot
	Archive string
}

// Command is the coordinator of a queue that nobody else coordinates. It admits the
// worker that beats, hands the task out, and returns why the worker gave its match
// back, or "" if it was played.
func Command(ctx context.Context, conn *nats.Conn, t Task) (why string, err error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return "", err
	}
	if err := makeStreams(ctx, js, false); err != nil {
		return "", err
	}
	admitted, err := json.Marshal(orders{})
	if err != nil {
		return "", err
	}
	beats, err := conn.Subscribe(beatSubject, func(message *nats.Msg) { _ = message.Respond(admitted) })
	if err != nil {
		return "", err
	}
	defer func() { _ = beats.Unsubscribe() }()
	g, err := games.Find("domain")
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(task{
		ID: "t", Bots: []bot{{Bot: t.Bot, Archive: t.Archive, Platform: platform()}},
		Matches: []order{{
			ID: "m", Game: "domain", Limits: g.Info().Limits().Scale(20, time.Second), Seats: []int{0, 0},
			Job: league.Job{ID: "m", Tournament: "x", Pairing: league.Pairing{Seats: []string{t.Bot.ID, t.Bot.ID}}},
		}},
	})
	if err == nil {
		_, err = js.Publish(ctx, workSubject, text)
	}
	if err != nil {
		return "", err
	}
	consumer, err := js.Consumer(ctx, answerStream, answerConsumer)
	if err != nil {
		return "", err
	}
	for ctx.Err() == nil {
		message, err := consumer.Next(jetstream.FetchMaxWait(fetchWait))
		if err != nil {
			continue // there is none yet
		}
		told, err := decodeAnswers(message.Data())
		if err != nil {
			return "", err
		}
		if a := told.Answers[0]; a.Failed == "" {
			return a.Again, message.Ack()
		}
		return told.Answers[0].Failed, message.Ack()
	}
	return "", ctx.Err()
}
