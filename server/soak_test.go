//lint:file-ignore SA1019 see socket.go

package server_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nhooyr.io/websocket"

	"arbiter/server/sqlite"
)

var (
	soak         = flag.Duration("soak", 0, "how long TestSoak plays with watchers, and half of that without; 0 skips it")
	soakWatchers = flag.Int("watchers", 200, "watchers of TestSoak")
)

// Many watchers on a running tournament: no frame is lost, and memory and
// goroutines stay bounded. What it prints of the time of a turn is for
// docs/operations.md: a timing decides no test.
func TestSoak(t *testing.T) {
	if *soak == 0 {
		t.Skip("-soak 30s plays it; make soak does")
	}
	s := serve(t, guardOff)
	slow := slowBot(t)
	plan := fmt.Sprintf(`{"name":"soak","game":"keeper","format":"ladder","bots":[%q,%q],"seeds":"1..1000","start":true}`, slow, slow+"?")
	s.want(200, "POST", "/api/tournaments", plan)
	time.Sleep(2 * time.Second)
	alone := s.phase("without watchers", *soak/2)
	base := runtime.NumGoroutine()

	ctx, cancel := context.WithCancel(t.Context())
	var frames, matches, lost atomic.Int64
	var wg sync.WaitGroup
	for i := range *soakWatchers {
		wg.Go(func() {
			for ctx.Err() == nil {
				playing := s.scheduler.Playing()
				if len(playing) == 0 {
					time.Sleep(10 * time.Millisecond)
					continue
				}
				n, err := follow(ctx, s.URL+"/api/live/"+playing[i%len(playing)].ID)
				frames.Add(n)
				switch {
				case err == nil:
					matches.Add(1)
				case ctx.Err() == nil && !errors.Is(err, errNotThere):
					lost.Add(1)
					t.Logf("watcher %d: %v", i, err)
				}
			}
		})
	}
	watched := s.phase(fmt.Sprintf("with %d watchers", *soakWatchers), *soak)
	most := runtime.NumGoroutine()
	cancel()
	wg.Wait()
	s.until("/api/tournaments/soak", func(map[string]any) bool { return s.hub.Watchers() == 0 })
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	time.Sleep(time.Second)
	t.Logf("%d frames in %d matches watched to the end, %d watchers lost something", frames.Load(), matches.Load(), lost.Load())
	t.Logf("goroutines: %d without watchers, %d with them (clients included), %d afterwards", base, most, runtime.NumGoroutine())
	t.Logf("time per turn: %v without, %v with watchers (%+.1f %%)", alone, watched, 100*(float64(watched)/float64(alone)-1))
	if lost.Load() > 0 || frames.Load() == 0 {
		t.Errorf("%d watchers lost something", lost.Load())
	}
	if left := runtime.NumGoroutine(); left > base+20 {
		t.Errorf("%d goroutines are left of %d", left, base)
	}
	s.want(200, "POST", "/api/tournaments/soak/cancel", "")
}

// phase lets the tournament play and returns the mean time of a turn.
func (s *site) phase(name string, d time.Duration) time.Duration {
	s.t.Helper()
	began := time.Now()
	heap := uint64(0)
	for time.Since(began) < d {
		time.Sleep(time.Second)
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		heap = max(heap, m.HeapInuse)
	}
	matches, err := s.db.Matches(s.t.Context(), sqlite.Query{Tournament: "soak"})
	if err != nil {
		s.t.Fatal(err)
	}
	var spent time.Duration
	turns, count := 0, 0
	for _, m := range matches {
		if m.PlayedAt.Before(began) {
			break
		}
		for _, seat := range m.Seats {
			spent += seat.Times.Wall
		}
		turns += m.Turns
		count++
	}
	if turns == 0 {
		s.t.Fatalf("%s: no match was played within %v", name, d)
	}
	s.t.Logf("%s: %d matches, %d turns, at most %.1f MB of heap", name, count, turns, float64(heap)/1e6)
	return spent / time.Duration(turns)
}

// errNotThere: the match ended before it could be watched.
var errNotThere = errors.New("not there")

// follow watches a match and checks that no turn is missing. It returns how
// many frames came.
func follow(ctx context.Context, url string) (int64, error) {
	conn, response, err := websocket.Dial(ctx, url, nil)
	if response != nil && response.StatusCode == http.StatusNotFound {
		return 0, errNotThere
	}
	if err != nil {
		return 0, err
	}
	defer conn.CloseNow()
	conn.SetReadLimit(1 << 22)
	next := int64(0)
	ended := false
	for {
		_, text, err := conn.Read(ctx)
		if websocket.CloseStatus(err) == websocket.StatusNormalClosure && ended {
			return next, nil
		}
		if err != nil {
			return next, fmt.Errorf("after turn %d: %w", next-1, err)
		}
		for line := range strings.Lines(string(text)) {
			// The watchers share the machine with the server: they look at no
			// more of a frame than they need.
			if rest, ok := strings.CutPrefix(line, `{"turn":`); ok {
				number, _, _ := strings.Cut(rest, ",")
				if number != strconv.FormatInt(next, 10) {
					return next, fmt.Errorf("turn %s came after turn %d", number, next-1)
				}
				next++
			}
			ended = ended || strings.HasPrefix(line, `{"result":`)
		}
	}
}
