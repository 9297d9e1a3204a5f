//lint:file-ignore SA1019 see socket.go

package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nhooyr.io/websocket"

	"arbiter/server/scheduler"
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
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2 * runtime.NumCPU())) // as arbiter serve does
	s := serve(t, guardOff)
	slow := slowBot(t)
	plan := fmt.Sprintf(`{"name":"soak","game":"keeper","format":"ladder","bots":[%q,%q],"seeds":"1..1000","start":true}`, slow, slow+"?")
	s.want(200, "POST", "/api/tournaments", plan)
	time.Sleep(2 * time.Second)
	alone := s.phase("without watchers", *soak/2)
	base := runtime.NumGoroutine()

	// The watchers are a process of their own, as they would be elsewhere.
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	audience := exec.Command(self, "watch", s.URL, strconv.Itoa(*soakWatchers))
	audience.Stderr = os.Stderr
	until, err := audience.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var saw strings.Builder
	audience.Stdout = &saw
	if err := audience.Start(); err != nil {
		t.Fatal(err)
	}
	watched := s.phase(fmt.Sprintf("with %d watchers", *soakWatchers), *soak)
	most := runtime.NumGoroutine()
	until.Close()
	if err := audience.Wait(); err != nil {
		t.Errorf("watchers: %v", err)
	}
	s.until("/api/tournaments/soak", func(map[string]any) bool { return s.hub.Watchers() == 0 })
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	time.Sleep(time.Second)
	t.Log(saw.String())
	t.Logf("goroutines: %d without watchers, %d with them, %d afterwards", base, most, runtime.NumGoroutine())
	t.Logf("time per turn: %v without, %v with watchers (%+.1f %%)", alone, watched, 100*(float64(watched)/float64(alone)-1))
	if left := runtime.NumGoroutine(); left > base+20 {
		t.Errorf("%d goroutines are left of %d", left, base)
	}
	s.want(200, "POST", "/api/tournaments/soak/cancel", "")
}

// watchMatches is the process of the watchers: each watches one match after
// the other until stdin ends. It fails when one lost something.
func watchMatches(url, watchers string) {
	n, err := strconv.Atoi(watchers)
	if err != nil {
		panic(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var frames, matches, lost atomic.Int64
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			for ctx.Err() == nil {
				playing, err := running(ctx, url)
				if err != nil || len(playing) == 0 {
					time.Sleep(10 * time.Millisecond)
					continue
				}
				n, err := follow(ctx, url+"/api/live/"+playing[i%len(playing)].ID)
				frames.Add(n)
				switch {
				case err == nil:
					matches.Add(1)
				case ctx.Err() == nil && !errors.Is(err, errNotThere):
					lost.Add(1)
					fmt.Fprintf(os.Stderr, "watcher %d: %v\n", i, err)
				}
			}
		})
	}
	io.Copy(io.Discard, os.Stdin)
	cancel()
	wg.Wait()
	fmt.Printf("%d frames in %d matches watched to the end, %d watchers lost something", frames.Load(), matches.Load(), lost.Load())
	if lost.Load() > 0 || frames.Load() == 0 {
		os.Exit(1)
	}
}

// running returns the matches that run.
func running(ctx context.Context, url string) ([]scheduler.Running, error) {
	conn, _, err := websocket.Dial(ctx, url+"/api/live", nil)
	if err != nil {
		return nil, err
	}
	defer conn.CloseNow()
	conn.SetReadLimit(1 << 22)
	_, text, err := conn.Read(ctx)
	var hello struct{ Playing []scheduler.Running }
	if err == nil {
		err = json.Unmarshal(text, &hello)
	}
	return hello.Playing, err
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
