package queue

import (
	"context"
	"errors"

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
		retention jetstream.RetentionPolicy
		bytes     int64 // -1 is no limit
		consumers []jetstream.ConsumerConfig
	}{
		// Each task is handed out once. Only the coordinator deletes tasks and repeats them:
		// an acknowledgement has a subject that another worker could guess.
		{workStream, jetstream.LimitsPolicy, -1, []jetstream.ConsumerConfig{
			{Durable: workConsumer, FilterSubject: workSubject, AckPolicy: jetstream.AckNonePolicy},
			{Durable: slowConsumer, FilterSubject: slowSubject, AckPolicy: jetstream.AckNonePolicy},
		}},
		{answerStream, jetstream.WorkQueuePolicy, maxAnswers, []jetstream.ConsumerConfig{
			{Durable: answerConsumer, FilterSubject: answerSubject, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxAckPending: -1},
		}},
	} {
		stream := jetstream.StreamConfig{
			Name: s.stream, Retention: s.retention, Storage: jetstream.FileStorage, Replicas: replicas, MaxBytes: s.bytes, Discard: jetstream.DiscardNew,
		}
		for _, consumer := range s.consumers {
			stream.Subjects = append(stream.Subjects, consumer.FilterSubject)
		}
		if _, err := js.CreateOrUpdateStream(ctx, stream); err != nil {
			return err
		}
		for _, consumer := range s.consumers {
			if _, err := js.CreateOrUpdateConsumer(ctx, s.stream, consumer); err != nil {
				return err
			}
		}
	}
	_, err := js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: botBucket, Description: "archives of bots, by SHA-256", Replicas: replicas})
	return err
}
