package queue_test

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"arbiter/referee/refereetest"
	"arbiter/server/playing/live"
	"arbiter/server/serving/queue"
)

// newCluster starts three servers of a cluster with the accounts of docs/farm.md, and a
// farm on it.
func newCluster(t *testing.T) (*farm, map[string]*natsserver.Server) {
	t.Helper()
	secret := strings.Repeat("f", 32)
	servers := map[string]*natsserver.Server{}
	var routes []*url.URL
	for range 3 {
		routes = append(routes, &url.URL{Scheme: "nats", Host: "127.0.0.1:" + refereetest.FreePort(t)})
	}
	for i, name := range []string{"a", "b", "c"} {
		port, err := strconv.Atoi(routes[i].Port())
		if err != nil {
			t.Fatal(err)
		}
		options := &natsserver.Options{
			ServerName: name, Host: "127.0.0.1", Port: natsserver.RANDOM_PORT, NoSigs: true, NoLog: true,
			JetStream: true, StoreDir: filepath.Join(t.TempDir(), name), MaxPayload: queue.MaxMessage,
			Cluster: natsserver.ClusterOpts{Name: "farm", Host: "127.0.0.1", Port: port}, Routes: routes,
		}
		if err := options.ProcessConfigString(queue.Accounts(secret, token)); err != nil {
			t.Fatal(err)
		}
		server, err := natsserver.NewServer(options)
		if err != nil {
			t.Fatal(err)
		}
		server.Start()
		t.Cleanup(func() { server.Shutdown(); server.WaitForShutdown() })
		servers[name] = server
	}
	var urls []string
	for name, server := range servers {
		if !server.ReadyForConnections(time.Minute) {
			t.Fatalf("server %s is not ready", name)
		}
		urls = append(urls, "nats://"+server.Addr().String())
	}
	f := newFarm(t)
	f.urls = strings.Join(urls, ",")
	conn, err := queue.ConnectAs(f.urls, queue.CoordinatorUser, secret)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	f.coordinator.Queue, f.coordinator.Heal, f.coordinator.Live = conn, nil, &live.Broadcaster{}
	f.until("the cluster has a leader who knows all servers", func() bool {
		for _, server := range servers {
			if len(server.JetStreamClusterPeers()) == len(servers) {
				return true
			}
		}
		return false
	})
	return f, servers
}

// "A fleet on an existing broker": a cluster of three servers, of which the one that
// leads the stream of work dies.
func TestCluster(t *testing.T) {
	t.Parallel()
	f, servers := newCluster(t)
	f.worker("first", 1)
	f.worker("second", 1)
	e := tournament(t, "domain", 40, folder(t, "domain/greedy"), "wait")
	js, err := jetstream.New(f.coordinator.Queue)
	if err != nil {
		t.Fatal(err)
	}
	died := make(chan error, 1)
	e.Observe = after(5, func() {
		go func() {
			work, err := js.Stream(t.Context(), "ARBITER_WORK")
			if err == nil {
				info := work.CachedInfo()
				if server := servers[info.Cluster.Leader]; server == nil || info.Config.Replicas != 3 {
					err = fmt.Errorf("%d replicas, led by %q; want 3 and one of the servers", info.Config.Replicas, info.Cluster.Leader)
				} else {
					server.Shutdown()
				}
			}
			died <- err
		}()
	})
	if n := f.run(e).versions(t); n["first"]+n["second"] != 80 {
		t.Errorf("played by %v; want 80 by the workers", n)
	}
	if err := <-died; err != nil {
		t.Error(err)
	}
}

// What holds for a worker's token of a broker holds for that of a cluster. Its workers have
// one user, and may hear one another.
func TestClusterReach(t *testing.T) {
	t.Parallel()
	f, _ := newCluster(t)
	testReach(t, f, true)
}
