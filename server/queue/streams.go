package queue

import (
	"context"
	"maps"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// makeStreams makes the streams, their consumers and the bucket where they are
// missing.
func makeStreams(ctx context.Context, js jetstream.JetStream) error {
	for _, s := range []struct {
		stream    string
		consumers map[string]string // by subject
	}{
		{workStream, map[string]string{workSubject: workConsumer, slowSubject: slowConsumer}},
		{answerStream, map[string]string{answerSubject: answerConsumer}},
	} {
		if _, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: s.stream, Subjects: slices.Sorted(maps.Keys(s.consumers)), Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage,
		}); err != nil {
			return err
		}
		for _, subject := range slices.Sorted(maps.Keys(s.consumers)) {
			consumer := jetstream.ConsumerConfig{
				Durable: s.consumers[subject], FilterSubject: subject, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
				MaxAckPending: -1, // the coordinator limits what is in flight
			}
			if _, err := js.CreateOrUpdateConsumer(ctx, s.stream, consumer); err != nil {
				return err
			}
		}
	}
	_, err := js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: botBucket, Description: "archives of bots, by SHA-256"})
	return err
}
