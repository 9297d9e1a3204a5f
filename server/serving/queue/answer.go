package queue

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"
)

// answer sends what became of some assignments and settles them. While the coordinator
// is away it waits for it: the reports are safe nowhere else. It gives up when this
// program ends; the matches are then played again.
func (w *Worker) answer(assignments []*assignment, told []answer) error {
	for failed := false; ; failed = true {
		err := w.publish(w.hard, told)
		if err == nil {
			w.settle(assignments...)
			return nil
		}
		if !failed {
			w.Log.Warn("the queue takes no answers; trying again", "error", err)
		}
		pause(w.hard)
		if w.hard.Err() != nil {
			return w.hard.Err()
		}
	}
}

// publish sends answers in as many messages as they need.
func (w *Worker) publish(ctx context.Context, told []answer) error {
	message, err := answers{w.Name, w.life, told}.encode()
	if err != nil {
		return err
	}
	text, _ := binary.Uvarint(message)
	if most := int(w.Queue.MaxPayload()); most > 0 && len(message) > most || text > maxAnswersText {
		if len(told) > 1 {
			half := len(told) / 2
			if err := w.publish(ctx, told[:half]); err != nil {
				return err
			}
			return w.publish(ctx, told[half:])
		}
		told[0].Failed = fmt.Sprintf("its report has %d bytes and its record %d; the queue takes messages of at most %d, and reports of at most %d", text, told[0].Size, most, maxAnswersText)
		told[0].Report, told[0].Waited, told[0].Size = nil, 0, 0
		return w.publish(ctx, told)
	}
	soon, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	_, err = w.js.Publish(soon, answerSubject, message)
	return err
}
