package transport

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxClients is the number of clients that limiters remember before they forget
// those that have not used up anything.
const maxClients = 10_000

// limiters limit the rate of something for each client. They are safe for
// concurrent use.
type limiters struct {
	rate  rate.Limit
	burst int

	mu      sync.Mutex
	clients map[string]*rate.Limiter
}

func newLimiters(perSecond float64, burst int) *limiters {
	return &limiters{rate: rate.Limit(perSecond), burst: burst, clients: map[string]*rate.Limiter{}}
}

// of returns the limiter of a client.
func (l *limiters) of(client string) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	limiter := l.clients[client]
	if limiter == nil {
		if len(l.clients) >= maxClients {
			l.forget(time.Now())
		}
		limiter = rate.NewLimiter(l.rate, l.burst)
		l.clients[client] = limiter
	}
	return limiter
}

// forget drops the clients whose limiters are as new. If there is still no room, it
// drops any clients; l.mu is held.
func (l *limiters) forget(now time.Time) {
	for client, limiter := range l.clients {
		if limiter.TokensAt(now) >= float64(l.burst) {
			delete(l.clients, client)
		}
	}
	for client := range l.clients {
		if len(l.clients) < maxClients {
			return
		}
		delete(l.clients, client)
	}
}
