package queue

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// replicas is how many servers of a cluster have each stream, so that the farm goes
// on when one of them dies.
const replicas = 3

// makeStreams makes the streams, their consumers and the bucket where they are
// missing: on several servers of a cluster that has them, otherwise on one.
func makeStreams(ctx context.Context, js jetstream.JetStream, clustered bool) error {
	if clustered {
		err := makeReplicated(ctx, js, replicas)
		var refused *jetstream.APIError
		if !errors.As(err, &refused) || refused.ErrorCode != tooFewPeers && refused.ErrorCode != notClustered {
			return err
		}
	}
	return makeReplicated(ctx, js, 1)
}

// Errors of a server that cannot replicate a stream.
const (
	tooFewPeers  = 10005
	notClustered = 10074
)

func makeReplicated(ctx context.Context, js jetstream.JetStream, replicas int) error {
	for _, s := range []struct {
		stream    string
		consumers map[string]string // by subject
		bytes     int64             // -1 is no limit
	}{
		{workStream, map[string]string{workSubject: workConsumer, slowSubject: slowConsumer}, -1},
		{answerStream, map[string]string{answerSubject: answerConsumer}, maxAnswers},
	} {
		if _, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: s.stream, Subjects: slices.Sorted(maps.Keys(s.consumers)), Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage,
			Replicas: replicas, MaxBytes: s.bytes, Discard: jetstream.DiscardNew,
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
	_, err := js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: botBucket, Description: "archives of bots, by SHA-256", Replicas: replicas})
	return err
}
