package api

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/league"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/live"
	"arbiter/server/serving/api/transport"
)

// Quotas bound what each token may have at a time. Tokens of ScopeAdmin, and
// servers without tokens, are exempt.
type Quotas struct {
	Bots    int   // uploaded and not retired; 0 is DefaultBots
	Bytes   int64 // of uploaded bots on the disk; 0 is DefaultBytes
	Builds  int   // in an hour; 0 is DefaultBuilds
	Waiting int   // single matches; 0 is DefaultWaiting
}

// Defaults of Quotas: a bot with its versions, uploaded every few minutes, on a
// server that a dozen people share.
const (
	DefaultBots    = 200
	DefaultBytes   = 2 << 30
	DefaultBuilds  = 60
	DefaultWaiting = 100
)

func (q Quotas) waiting() int { return cmp.Or(q.Waiting, DefaultWaiting) }

// liveShare is how many live connections one client may have: a quarter of those of a
// server, so that no client takes the places of all.
func (c Config) liveShare() int {
	most := live.DefaultMaxSubscribers
	if c.Live != nil {
		most = cmp.Or(c.Live.MaxSubscribers, most)
	}
	return (most + 3) / 4
}

// uploads returns the quota of a caller's uploads.
func (q Quotas) uploads(who transport.Caller) botstore.Quota {
	if who.Scope.Includes(transport.ScopeAdmin) {
		return botstore.Quota{Owner: who.Token}
	}
	return botstore.Quota{Owner: who.Token, Bots: cmp.Or(q.Bots, DefaultBots), Bytes: cmp.Or(q.Bytes, DefaultBytes)}
}

// builds counts the builds of each token, in memory: an hour later they are
// forgotten anyway.
type builds struct {
	most int // in an hour

	mu    sync.Mutex
	begun map[string][]time.Time // in the last hour, at most so many, by token
}

// take counts a build of a token, or returns a league.QuotaError.
func (b *builds) take(token string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	begun := slices.DeleteFunc(b.begun[token], func(at time.Time) bool { return now.Sub(at) >= time.Hour })
	b.begun[token] = begun
	if len(begun) >= b.most {
		after := time.Hour - now.Sub(begun[0])
		return league.QuotaError{
			Quota: fmt.Sprintf("the token %s has begun %d builds within an hour, of %d", token, len(begun), b.most),
			Fix:   fmt.Sprintf("try again in %v", after.Truncate(time.Second)+time.Second), After: after,
		}
	}
	b.begun[token] = append(begun, now)
	return nil
}

// exceeded returns the problem of a quota, with Retry-After where time heals it.
func exceeded(e league.QuotaError) error {
	problem := huma.Error429TooManyRequests(e.Error())
	if e.After == 0 {
		return problem
	}
	seconds := int64((e.After + time.Second - 1) / time.Second)
	return huma.ErrorWithHeaders(problem, http.Header{"Retry-After": {strconv.FormatInt(seconds, 10)}})
}
