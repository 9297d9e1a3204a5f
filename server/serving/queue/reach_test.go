package queue_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"arbiter/referee/refereetest"
	"arbiter/server/playing/dispatch"
	"arbiter/server/serving/queue"
)

// An idle source has no work until its context ends.
type idle struct{ dispatch.Source }

func (idle) Next(ctx context.Context) (dispatch.Work, bool, error) {
	<-ctx.Done()
	return dispatch.Work{}, false, ctx.Err()
}

// foreign are the streams that no worker has to do with.
var foreign = []string{"OTHERS", "KV_others", "OBJ_others"}

// furnish gives the account of a coordinator that runs tasks, answers, an archive and
// streams of others, and returns what its JetStream looks like.
func furnish(t *testing.T, conn *nats.Conn) (look func() string) {
	t.Helper()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	must := func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(js.CreateStream(ctx, jetstream.StreamConfig{Name: "OTHERS", Subjects: []string{"others.>"}, AllowRollup: true, AllowDirect: true}))
	kv, err := js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: "others"})
	must(kv, err)
	must(kv.PutString(ctx, "key", "secret"))
	store, err := js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: "others"})
	must(store, err)
	refereetest.Await(t, "the new bucket of a cluster can be read", func() bool {
		_, err := store.PutString(ctx, "object", "secret")
		return err == nil
	})
	for _, subject := range []string{"arbiter.work", "arbiter.work.slow", "others.x", partOfBot, "$O.arbiter_bots.M.x"} {
		for range 3 {
			must(js.Publish(ctx, subject, []byte("secret")))
		}
	}
	others, err := js.Stream(ctx, "OTHERS")
	must(others, err)
	must(others.CreateConsumer(ctx, jetstream.ConsumerConfig{Durable: "workers", AckPolicy: jetstream.AckExplicitPolicy}))
	return func() string {
		var all []string
		for info := range js.ListStreams(ctx).Info() {
			if info.Config.Name == "ARBITER_ANSWERS" {
				info.State = jetstream.StreamState{} // the coordinator takes what comes
			}
			info.State.Consumers, info.TimeStamp = 0, time.Time{}
			stream, err := js.Stream(ctx, info.Config.Name)
			must(stream, err)
			text, err := json.Marshal(struct {
				Config jetstream.StreamConfig
				State  jetstream.StreamState
			}{info.Config, info.State})
			must(text, err)
			all = append(all, string(text))
			for consumer := range stream.ListConsumers(ctx).Info() {
				if info.Config.Name == "ARBITER_WORK" || info.Config.Name == "ARBITER_ANSWERS" {
					consumer.Delivered, consumer.AckFloor = jetstream.SequenceInfo{}, jetstream.SequenceInfo{}
					consumer.NumPending, consumer.NumWaiting, consumer.NumAckPending, consumer.NumRedelivered = 0, 0, 0, 0
				}
				consumer.TimeStamp, consumer.NumWaiting, consumer.Cluster = time.Time{}, 0, nil
				text, err := json.Marshal(consumer)
				must(text, err)
				all = append(all, string(text))
			}
		}
		slices.Sort(all)
		return strings.Join(all, "\n")
	}
}

// targets returns the subjects on which a message of the coordinator's rights deletes,
// makes, reads or changes something, and those that belong to others.
func targets(victim string) []string {
	var all []string
	for _, stream := range append([]string{"ARBITER_WORK", "ARBITER_ANSWERS", "OBJ_arbiter_bots"}, foreign...) {
		for _, call := range []string{
			"STREAM.DELETE.%s", "STREAM.PURGE.%s", "STREAM.CREATE.%s", "STREAM.UPDATE.%s", "STREAM.INFO.%s", "STREAM.SNAPSHOT.%s", "STREAM.RESTORE.%s",
			"STREAM.MSG.GET.%s", "STREAM.MSG.DELETE.%s", "STREAM.PEER.REMOVE.%s", "STREAM.LEADER.STEPDOWN.%s", "DIRECT.GET.%s", "DIRECT.GET.%s.others.x",
			"CONSUMER.CREATE.%s", "CONSUMER.CREATE.%s.new", "CONSUMER.CREATE.%s.new.>", "CONSUMER.DURABLE.CREATE.%s.new", "CONSUMER.LIST.%s", "CONSUMER.NAMES.%s",
			"CONSUMER.DELETE.%s.workers", "CONSUMER.DELETE.%s.slow-workers", "CONSUMER.DELETE.%s.coordinator", "CONSUMER.INFO.%s.workers", "CONSUMER.PAUSE.%s.workers",
			"CONSUMER.RESET.%s.workers", "CONSUMER.UNPIN.%s.workers", "CONSUMER.LEADER.STEPDOWN.%s.workers", "CONSUMER.MSG.NEXT.%s.workers", "CONSUMER.MSG.NEXT.%s.coordinator",
		} {
			all = append(all, "$JS.API."+fmt.Sprintf(call, stream))
		}
		all = append(all, "$JS.ACK."+stream+".workers.1.1.1.1.1", "$JS.ACK.D.H."+stream+".workers.1.1.1.1.1.x", "$JS.FC."+stream+".workers.x", "$JS.ACK."+stream+".coordinator.1.1.1.1.1")
	}
	return append(all,
		"$JS.API.INFO", "$JS.API.STREAM.LIST", "$JS.API.STREAM.NAMES", "$JS.API.STREAM.CREATE.NEW", "$JS.API.STREAM.TEMPLATE.CREATE.x", "$JS.API.META.LEADER.STEPDOWN",
		"$JS.API.ACCOUNT.PURGE.coordinator", "$JS.API.SERVER.REMOVE", "$JS.EVENT.ADVISORY.x", "$JSC.R.x", "$NRG.V.x", "$JS.x.API.STREAM.DELETE.ARBITER_WORK",
		"$SYS.REQ.SERVER.PING", "$SYS.REQ.SERVER.PING.VARZ", "$SYS.REQ.SERVER.x.RELOAD", "$SYS.REQ.ACCOUNT.PING.CONNZ", "$SYS.REQ.ACCOUNT.coordinator.CONNS", "$SYS.REQ.USER.INFO",
		"$SYS.ACCOUNT.coordinator.CONNECT", "$SYS.REQ.CLAIMS.DELETE", "$SYS._INBOX.x", "$KV.others.key", "$O.others.C.x", "$O.others.M.object", "$O.arbiter_bots.M.x", partOfBot,
		"$MQTT.msgs.x", "$G.x", "_R_.x", "_R_.ABCDEF.x", "_GR_.x.y.z", "$GR.x.y.z", "_INBOX.x", "_INBOX.x.y", "others.x", "arbiter.work", "arbiter.work.slow", "arbiter.x", "x",
		"arbiter.answers", "arbiter.beat", "arbiter.frames.x", victim, victim+".x", "_INBOX_worker.x", "_INBOX_worker",
	)
}

// "The token lets a worker take tasks, answer, beat, send frames and read bots, and do
// nothing else." Subjects, reply subjects, headers and subscriptions are tried.
func TestWorkerReach(t *testing.T) {
	t.Parallel()
	testReach(t, newFarm(t), false)
}

func testReach(t *testing.T, f *farm, shared bool) {
	t.Helper()
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- f.coordinator.Run(ctx, dispatch.Pool{Workers: 1}, idle{}) }()
	defer func() { end(); <-ended }()
	connect := func(refused func(error)) *nats.Conn {
		conn, err := queue.ConnectAs(f.urls, queue.WorkerUser, token, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused(err) }))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(conn.Close)
		return conn
	}
	honest := connect(func(error) {})
	life := honest.NewInbox()
	beat := fmt.Appendf(nil, `{"worker":"honest","life":%q,"slots":1}`, life)
	f.until("the coordinator answers", func() bool {
		_, err := honest.Request("arbiter.beat", beat, time.Second)
		return err == nil
	})
	coordinator := f.coordinator.Queue
	look := furnish(t, coordinator)
	before := look()
	evil := connect(func(error) {})
	allowed := []string{
		"arbiter.answers", "arbiter.beat", "arbiter.frames.x", "$JS.API.CONSUMER.MSG.NEXT.ARBITER_WORK.workers", "$JS.API.CONSUMER.MSG.NEXT.ARBITER_WORK.slow-workers",
		"$JS.API.DIRECT.GET.OBJ_arbiter_bots." + partOfBot, "$JS.API.DIRECT.GET.OBJ_arbiter_bots.$O.arbiter_bots.M.none", "$JS.API.DIRECT.GET.OBJ_arbiter_bots.>",
	}
	// In the coordinator's account there are answers to workers and what workers may say.
	// Any other message has come there with rights that no worker has.
	seen, err := coordinator.SubscribeSync(">")
	if err != nil {
		t.Fatal(err)
	}
	if err := seen.SetPendingLimits(-1, -1); err != nil {
		t.Fatal(err)
	}
	if err := coordinator.Flush(); err != nil {
		t.Fatal(err)
	}
	heard, err := honest.SubscribeSync(life + ".>")
	if err != nil {
		t.Fatal(err)
	}
	var overheard []*nats.Subscription
	for _, subject := range []string{">", "*", "*.>", "_INBOX_worker.>", "_INBOX_worker.*", "_INBOX.>", "$JS.>", "$SYS.>", "$KV.>", "$O.>", "_R_.>", "arbiter.>", "arbiter.beat", life, life + ".>", "_INBOX_worker.*.>"} {
		s, err := evil.SubscribeSync(subject)
		if err != nil {
			t.Fatal(err)
		}
		overheard = append(overheard, s)
	}
	own, err := evil.SubscribeSync(evil.NewInbox() + ".>")
	if err != nil {
		t.Fatal(err)
	}
	mine := strings.TrimSuffix(own.Subject, ".>")
	all := targets("_INBOX_worker.ABCDEFGHIJKLMNOPQRSTUVWXYZ") // nobody can guess that of another worker
	bodies := []string{
		"", "{}", `{"batch":1,"expires":1000000}`, `{"worker":"w","life":"$JS.API.STREAM.DELETE.OTHERS","slots":1}`, `{"name":"OTHERS","subjects":["evil"]}`, `{"seq":1}`,
		string(fmt.Appendf(nil, `{"worker":"honest","life":%q,"slots":1,"leaving":true}`, mine)),
	}
	publish := func(m *nats.Msg) {
		if evil.PublishMsg(m) != nil { // the server has cut it off
			evil = connect(func(error) {})
		}
	}
	for _, target := range all {
		for _, body := range bodies {
			publish(&nats.Msg{Subject: target, Reply: mine + ".x", Data: []byte(body)})
		}
		for _, subject := range allowed {
			for _, body := range bodies {
				publish(&nats.Msg{Subject: subject, Reply: target, Data: []byte(body)})
			}
			for _, header := range []nats.Header{
				{"Nats-Trace-Dest": {target}}, {"Nats-Trace-Dest": {target}, "Nats-Trace-Only": {"true"}}, {"Nats-Rollup": {"all"}}, {"Nats-Rollup": {"sub"}},
				{"Nats-Schedule": {"@every 1s"}, "Nats-Schedule-Target": {target}}, {"Nats-Request-Info": {`{"acc":"coordinator"}`}}, {"Nats-Msg-Id": {"x"}},
				{"Nats-TTL": {"1s"}}, {"Nats-Expected-Stream": {"OTHERS"}}, {"Nats-Batch-Id": {"x"}, "Nats-Batch-Sequence": {"1"}, "Nats-Batch-Commit": {"1"}},
			} {
				publish(&nats.Msg{Subject: subject, Reply: target, Header: header, Data: []byte("{}")})
			}
		}
	}
	_ = evil.FlushTimeout(time.Minute)
	// The honest worker and the coordinator go on, and nobody sees what they say.
	// A server of a cluster may not know yet who answers: it says so at once.
	for subject, body := range map[string][]byte{"arbiter.beat": beat, "$JS.API.DIRECT.GET.OBJ_arbiter_bots." + partOfBot: nil} {
		f.until("the honest worker has an answer on "+subject, func() bool {
			_, err := honest.Request(subject, body, time.Minute)
			return err == nil
		})
	}
	if err := coordinator.Publish(life+".own", []byte("secret")); err != nil {
		t.Fatal(err)
	}
	if m, err := heard.NextMsg(refereetest.Hang); err != nil || m.Subject != life+".own" {
		t.Errorf("%v, %v; want that the honest worker hears the coordinator alone", m, err)
	}
	_ = evil.FlushTimeout(time.Minute)
	if shared {
		overheard = nil
	}
	for _, s := range overheard {
		if m, err := s.NextMsg(time.Millisecond); err == nil {
			t.Errorf("a worker that subscribes to %s hears %s: %.80q", s.Subject, m.Subject, m.Data)
		}
	}
	if after := look(); after != before {
		t.Errorf("the coordinator's streams were\n%s\nand are\n%s", before, after)
	}
	may := func(subject string) bool {
		for _, prefix := range []string{"_R_.", "_INBOX.", "_INBOX_worker.", "arbiter.frames.", "$JS.API.DIRECT.GET.OBJ_arbiter_bots."} {
			if strings.HasPrefix(subject, prefix) {
				return true
			}
		}
		return slices.Contains(allowed, subject)
	}
	strange := map[string]int{}
	for {
		m, err := seen.NextMsg(time.Millisecond)
		if err != nil {
			break
		}
		task := string(m.Data) == "secret" // that somebody has asked for
		if !task && !may(m.Subject) && !ofTheCoordinator(m.Subject) {
			strange[m.Subject]++
		}
	}
	for subject, n := range strange {
		t.Errorf("%d messages on %s in the coordinator's account", n, subject)
	}
}

// ofTheCoordinator reports whether the coordinator itself, or the look of this test,
// publishes to a subject of its account.
func ofTheCoordinator(subject string) bool {
	for _, prefix := range []string{
		"$JS.API.STREAM.LIST", "$JS.API.STREAM.INFO.", "$JS.API.CONSUMER.LIST.", "$JS.API.CONSUMER.INFO.ARBITER_ANSWERS.", "$JS.API.CONSUMER.MSG.NEXT.ARBITER_ANSWERS.coordinator",
		"$JS.ACK.ARBITER_ANSWERS.coordinator.", "$JS.EVENT.",
	} {
		if strings.HasPrefix(subject, prefix) {
			return true
		}
	}
	return false
}
