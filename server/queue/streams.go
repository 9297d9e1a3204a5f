package queue

import (
	"context"

	"github.com/nats-io/nats.go/jetstream"
)

// makeStreams makes the streams, their consumers and the bucket where they are
// missing.
func makeStreams(ctx context.Context, js jetstream.JetStream) error {
	for _, s := range []struct{ stream, subject, consumer string }{
		{workStream, workSubject, workConsumer},
		{answerStream, answerSubject, answerConsumer},
	} {
		if _, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: s.stream, Subjects: []string{s.subject}, Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage,
		}); err != nil {
			return err
		}
		consumer := jetstream.ConsumerConfig{
			Durable: s.consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
			MaxAckPending: -1, // the coordinator limits what is in flight
		}
		if _, err := js.CreateOrUpdateConsumer(ctx, s.stream, consumer); err != nil {
			return err
		}
	}
	_, err := js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: botBucket, Description: "archives of bots, by SHA-256"})
	return err
}
