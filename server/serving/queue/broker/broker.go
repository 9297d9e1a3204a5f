// Package broker runs a NATS server with JetStream inside this program: the queue
// of a coordinator that has no cluster. It is apart from package queue because it
// alone links the server.
package broker

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"arbiter/server/serving/queue"
)

// A Config says where the broker listens and keeps its files.
type Config struct {
	Dir   string // of JetStream; created when missing, and again when it is deleted
	Addr  string // HOST:PORT for workers; port 0 chooses one
	Token string // of the workers, see queue.ReadToken
}

// A Broker is a running server. Its methods may be called concurrently.
type Broker struct {
	options natsserver.Options
	secret  string // of the coordinator, which nobody else has
	token   string // of the workers

	mu     sync.Mutex
	server *natsserver.Server
	closed bool
}

// maxSubscriptions is how many a connection may have: one of what workers can make the
// server hold, beside the limits of package queue. A worker has two.
const maxSubscriptions = 1000

// startTimeout is how long the server may take to accept connections. It reads
// its files first.
const startTimeout = 30 * time.Second

// Start starts a server. Connections are encrypted with a key that is made of the
// token, so that a worker knows the coordinator by it.
func Start(c Config) (*Broker, error) {
	host, text, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return nil, fmt.Errorf("address %q: %w; want HOST:PORT, e.g. 0.0.0.0:4222", c.Addr, err)
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("address %q: port %q: want a number up to 65535", c.Addr, text)
	}
	listen := int(port)
	if listen == 0 {
		listen = natsserver.RANDOM_PORT
	}
	b := &Broker{secret: rand.Text(), token: c.Token}
	tls, err := queue.ServerTLS(c.Token)
	if err != nil {
		return nil, err
	}
	b.options = natsserver.Options{
		ServerName: "arbiter", Host: host, Port: listen,
		JetStream: true, StoreDir: c.Dir, NoSigs: true, NoLog: true,
		JetStreamMaxStore: 1 << 50, // or a disk that is nearly full has no room for the most that a stream may have some day
		MaxPayload:        queue.MaxMessage, MaxPending: queue.MaxPending, MaxConn: queue.MaxConnections, MaxSubs: maxSubscriptions,
		StreamMaxBufferedSize: queue.MaxBuffered, TLSConfig: tls, TLSTimeout: 10,
	}
	return b, b.start()
}

// start starts the server; mu is held, or nobody else has b.
func (b *Broker) start() error {
	options := b.options
	if err := options.ProcessConfigString(queue.Accounts(b.secret, b.token)); err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	door := &doorkeeper{users: options.Users}
	options.CustomClientAuthentication = door
	server, err := natsserver.NewServer(&options)
	if err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	door.server = server
	server.Start()
	if !server.ReadyForConnections(startTimeout) {
		server.Shutdown()
		return fmt.Errorf("queue: the server is not ready after %v; is another one listening on %s, port %d?", startTimeout, options.Host, options.Port)
	}
	if !server.JetStreamEnabled() {
		server.Shutdown()
		return fmt.Errorf("queue: JetStream cannot use the folder %s; is it writable?", options.StoreDir)
	}
	for _, mark := range b.marks() {
		if err := os.WriteFile(mark, []byte("While this file is here, so are the others.\n"), 0o600); err != nil {
			server.Shutdown()
			return fmt.Errorf("queue: %w", err)
		}
	}
	b.server = server
	if addr, ok := server.Addr().(*net.TCPAddr); ok {
		b.options.Port = addr.Port // the same after a restart
	}
	return nil
}

// Addr returns the address on which workers connect.
func (b *Broker) Addr() net.Addr {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.server.Addr()
}

// Connect connects the coordinator, within this process. The connection outlives
// restarts of the server.
func (b *Broker) Connect(options ...nats.Option) (*nats.Conn, error) {
	options = append(options, nats.InProcessServer(b), nats.UserInfo(queue.CoordinatorUser, b.secret))
	return queue.Connect("nats://coordinator", options...)
}

// InProcessConn implements nats.InProcessConnProvider.
func (b *Broker) InProcessConn() (net.Conn, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.server.InProcessConn()
}

// marks are files in the server's folder: the server goes on with its open files when
// somebody deletes the folder, and some other files may be left.
func (b *Broker) marks() []string {
	return []string{filepath.Join(b.options.StoreDir, "mark"), filepath.Join(b.options.StoreDir, "jetstream", "mark")}
}

// whole reports whether the server runs and has its files, as far as can be seen
// from outside; mu is held.
func (b *Broker) whole() bool {
	for _, mark := range b.marks() {
		if _, err := os.Stat(mark); err != nil {
			return false
		}
	}
	return b.server.JetStreamEnabled() && b.server.Running()
}

// Heal starts the server again in three cases. Its folder has gone, as a whole or in
// parts; JetStream has given up, as it does when the disk fails; or the caller knows
// that the server is broken. The streams are then empty, and renewed is true.
func (b *Broker) Heal(broken bool) (renewed bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed || !broken && b.whole() {
		return false, nil
	}
	b.server.Shutdown()
	b.server.WaitForShutdown()
	if err := b.empty(); err != nil {
		return false, err
	}
	return true, b.start()
}

// empty deletes what is in the server's folder. The folder stays: it may be a
// volume.
func (b *Broker) empty() error {
	entries, err := os.ReadDir(b.options.StoreDir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, entry := range entries {
		if err := os.RemoveAll(filepath.Join(b.options.StoreDir, entry.Name())); err != nil {
			return err
		}
	}
	return nil
}

// Close stops the server and waits for it.
func (b *Broker) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.server.Shutdown()
	b.server.WaitForShutdown()
}
