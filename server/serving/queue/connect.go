package queue

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// Users of the queue. A cluster of its own has both; the broker makes them.
const (
	CoordinatorUser = "coordinator"
	WorkerUser      = "worker"
)

// MaxMessage is the size of the largest message in bytes: NATS' recommendation.
// The record of a match has some thousands.
const MaxMessage = 8 << 20

// minToken is the length of the shortest token: what 128 bits need in hexadecimal.
const minToken = 32

// ReadToken reads the token in a file.
func ReadToken(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if len(token) < minToken || strings.ContainsAny(token, " \t\r\n$") {
		return "", fmt.Errorf("%s: want one line with at least %d letters and digits, such as that of: openssl rand -hex 32", path, minToken)
	}
	return token, nil
}

// inbox begins the subjects on which workers get replies. Each worker has its own below
// it, which nobody can guess.
const inbox = "_INBOX_worker"

// InboxOf returns the prefix of the subjects on which a worker gets replies, given the name of
// its connection. ok is false for a name that somebody could guess.
func InboxOf(connection string) (prefix string, ok bool) {
	ok = len(connection) >= minInbox && strings.Trim(connection, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
	return inbox + "." + connection, ok
}

// minInbox is how many characters of base32 have 128 bits.
const minInbox = 26

// Requests to JetStream that its server answers at once. All others wait in a queue
// of the server, which holds what it has answered until the queue is empty for once:
// who sends them without end can make it hold all that he sends.
const (
	nextTask = "$JS.API.CONSUMER.MSG.NEXT." + workStream + "."
	readBots = "$JS.API.DIRECT.GET." + botStream + "."
)

// Connect connects to the servers, separated by commas, and goes on trying: a
// queue that is not there now may be there later.
func Connect(urls string, options ...nats.Option) (*nats.Conn, error) {
	always := []nats.Option{
		nats.Name("arbiter"), nats.MaxReconnects(-1), nats.RetryOnFailedConnect(true),
		nats.ReconnectWait(500 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, 100*time.Millisecond),
		nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(2), nats.Timeout(5 * time.Second),
	}
	return nats.Connect(urls, append(always, options...)...)
}

// ConnectAs connects with the token, as CoordinatorUser or WorkerUser. With tls://
// the servers' certificates are checked as a browser does; with nats:// the server
// is a broker that has the same token. Without encryption a queue is used only on
// this machine.
func ConnectAs(urls, user, token string, options ...nats.Option) (*nats.Conn, error) {
	for address := range strings.SplitSeq(urls, ",") {
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls" {
			return nil, fmt.Errorf("queue %q: want nats://HOST:PORT for a coordinator or tls://HOST:PORT for a cluster, several separated by commas", address)
		}
		if u.User != nil {
			return nil, fmt.Errorf("queue %s: found a user in the URL; the token belongs in a file", u.Redacted())
		}
		if u.Scheme == "tls" {
			continue
		}
		pinned, err := clientTLS(token)
		if err != nil {
			return nil, err
		}
		local := isLocal(u.Hostname())
		options = append(options, func(o *nats.Options) error {
			o.TLSConfig, o.Secure = pinned, o.Secure || !local
			return nil
		})
	}
	if user == WorkerUser {
		name := rand.Text()
		own, _ := InboxOf(name)
		options = append(options, nats.Name(name), nats.CustomInboxPrefix(own))
	}
	return Connect(urls, append(options, nats.UserInfo(user, token))...)
}

// LogTo returns options that log why a queue cannot be reached, each reason once,
// and call closed, which may be nil, when nothing more is tried: the queue refuses
// the token.
func LogTo(log *slog.Logger, closed func(error)) []nats.Option {
	last := "" // used by the connection's goroutine alone
	failed := func(_ *nats.Conn, err error) {
		if err != nil && err.Error() != last {
			last = err.Error()
			log.Warn("the queue cannot be reached; trying again", "error", err)
		}
	}
	return []nats.Option{
		nats.ReconnectErrHandler(failed), nats.DisconnectErrHandler(failed),
		nats.ClosedHandler(func(conn *nats.Conn) {
			if err := conn.LastError(); err != nil && closed != nil {
				closed(fmt.Errorf("queue: %w", err))
			}
		}),
	}
}

func isLocal(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
