//lint:file-ignore SA1019 see transport/socket.go

package api_test

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

	"arbiter/referee/refereetest"
	"arbiter/server/league"
	"arbiter/server/serving/scheduler"
)

var (
	soak         = flag.Duration("soak", 0, "how long TestSoak plays with watchers, and as long without; 0 skips it")
	soakWatchers = flag.Int("watchers", 200, "watchers of TestSoak")
)

const (
	soakRounds = 4         // phases with and without watchers alternate, since the load of a machine varies
	soakHeap   = 256 << 20 // upper bound of the server's heap in bytes
)

// With many watchers on a running tournament no frame is lost, and memory and
// goroutines stay bounded. The turn times that it prints are for
// docs/operations.md and decide nothing.
func TestSoak(t *testing.T) {
	if *soak == 0 {
		t.Skip("-soak 60s plays it; make soak does") // minutes of measuring, not a rule to pin
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2 * runtime.NumCPU())) // as arbiter serve does
	s := serve(t, guardOff)
	slow := slowBot(t)
	plan := fmt.Sprintf(`{"name":"soak","game":"keeper","format":"adaptive","bots":[%q,%q],"seeds":"1..1000","first_ms":0,"turn_ms":0,"start":true}`, slow, slow+"?")
	s.want(200, "POST", "/api/tournaments", plan)
	s.until("/api/tournaments/soak", func(run map[string]any) bool { return run["matches"].(float64) > 0 })
	base := runtime.NumGoroutine()
	var alone, watched played
	for range soakRounds {
		alone.add(s.phase(*soak / soakRounds))
		// The watchers are a separate process, as they would be on other machines.
		leave := s.audience()
		watched.add(s.phase(*soak / soakRounds))
		leave()
	}
	s.untilScraped("arbiter_watchers 0")
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	left := runtime.NumGoroutine()
	for range 100 {
		if left = runtime.NumGoroutine(); left <= base+20 {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Logf("without watchers:  %v", alone)
	t.Logf("with %d watchers: %v", *soakWatchers, watched)
	change := func(with, without time.Duration) float64 { return 100 * (float64(with)/float64(without) - 1) }
	t.Logf("a turn takes %+.1f %%, the bot waited for it %+.1f %%", change(watched.turn(), alone.turn()), change(watched.answer(), alone.answer()))
	t.Logf("goroutines: %d at first, at most %d without and %d with watchers, %d afterwards", base, alone.goroutines, watched.goroutines, left)
	if left > base+20 {
		t.Errorf("%d goroutines are left of %d", left, base)
	}
	if most := max(alone.heap, watched.heap); most > soakHeap {
		t.Errorf("the heap came to %d MB; want at most %d MB", most>>20, soakHeap>>20)
	}
	s.want(200, "POST", "/api/tournaments/soak/cancel", "")
}

// audience starts the watchers; leave ends them.
func (s *site) audience() (leave func()) {
	s.t.Helper()
	self, err := os.Executable()
	if err != nil {
		s.t.Fatal(err)
	}
	cmd := exec.Command(self, "watch", s.URL, strconv.Itoa(*soakWatchers))
	cmd.Stderr = os.Stderr
	until, err := cmd.StdinPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	var saw strings.Builder
	cmd.Stdout = &saw
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	leave = sync.OnceFunc(func() {
		until.Close()
		if err := cmd.Wait(); err != nil {
			s.t.Errorf("watchers: %v", err)
		}
		s.t.Log(saw.String())
	})
	s.t.Cleanup(leave) // before the server ends, also when the test fails
	return leave
}

// watchMatches is the main function of the watchers' process. Each watches one
// match after another until stdin ends. It exits with 1 when one lost a frame.
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
				n, err := followFeed(ctx, url+"/api/live/"+playing[i%len(playing)].ID)
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

// running returns the running matches.
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

// played sums up the matches of some phases and the resources of the server.
type played struct {
	matches, turns int
	duration       time.Duration // of the matches
	answers        time.Duration // of the bot, including its delay of 10 ms
	heap           uint64        // at most
	goroutines     int           // at most
}

func (p *played) add(o played) {
	p.matches, p.turns = p.matches+o.matches, p.turns+o.turns
	p.duration, p.answers = p.duration+o.duration, p.answers+o.answers
	p.heap, p.goroutines = max(p.heap, o.heap), max(p.goroutines, o.goroutines)
}

// turn is the mean time of a turn, and answer the bot's part of it.
func (p played) turn() time.Duration   { return p.duration / time.Duration(p.turns) }
func (p played) answer() time.Duration { return p.answers / time.Duration(p.turns) }

// String implements fmt.Stringer.
func (p played) String() string {
	return fmt.Sprintf("%d matches, %d turns of %v (answer %v, referee %v), at most %.1f MB of heap",
		p.matches, p.turns, p.turn(), p.answer(), p.turn()-p.answer(), float64(p.heap)/1e6)
}

// phase lets the tournament play for d, or until one match has been played, and
// returns the matches that started and ended meanwhile.
func (s *site) phase(d time.Duration) played {
	s.t.Helper()
	began := time.Now()
	var p played
	for range max(1, int(d/time.Second)) {
		time.Sleep(time.Second)
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		p.heap, p.goroutines = max(p.heap, m.HeapInuse), max(p.goroutines, runtime.NumGoroutine())
	}
	refereetest.Await(s.t, "a match of the soak", func() bool {
		s.since(began, &p)
		return p.turns > 0
	})
	return p
}

// since adds the matches that started after a point in time.
func (s *site) since(began time.Time, p *played) {
	s.t.Helper()
	matches, err := s.db.Matches(s.t.Context(), league.Query{Tournament: "soak"})
	if err != nil {
		s.t.Fatal(err)
	}
	for _, m := range matches {
		if m.PlayedAt.Before(began) {
			break
		}
		p.matches, p.turns, p.duration = p.matches+1, p.turns+m.Turns, p.duration+m.Duration
		for _, times := range m.Times {
			p.answers += times.Wall
		}
	}
}

// errNotThere means that the match ended before it could be watched.
var errNotThere = errors.New("not there")

// followFeed watches a match and checks that no turn is missing. It returns the number
// of frames.
func followFeed(ctx context.Context, url string) (int64, error) {
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
			// The watchers share the machine with the server, so they parse no
			// more of a frame than necessary.
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
