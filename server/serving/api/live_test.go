//lint:file-ignore SA1019 see transport/socket.go

package api_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"nhooyr.io/websocket"

	"arbiter/referee/refereetest"
	"arbiter/server/serving/api"
)

// dial opens a websocket.
func (s *site) dial(path string) *websocket.Conn {
	s.t.Helper()
	conn, _, err := websocket.Dial(s.t.Context(), s.URL+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	conn.SetReadLimit(1 << 22)
	s.t.Cleanup(func() { conn.CloseNow() })
	return conn
}

// all reads a websocket to its end and returns its lines.
func all(t *testing.T, conn *websocket.Conn) []string {
	t.Helper()
	var lines []string
	for {
		_, text, err := conn.Read(t.Context())
		if websocket.CloseStatus(err) == websocket.StatusNormalClosure {
			return lines
		}
		if err != nil {
			t.Errorf("after %d lines: %v", len(lines), err)
			return lines
		}
		lines = append(lines, strings.Split(string(text), "\n")...)
	}
}

func (s *site) slowMatch() string {
	return s.want(202, "POST", "/api/matches", `{"game":"keeper","bots":["`+slowBot(s.t)+`"],"seed":"3","first_ms":0,"turn_ms":0}`)["id"].(string)
}

// Watchers who join at the start, in the middle and after the end see the same
// match as the replay.
func TestLiveMatch(t *testing.T) {
	s := serve(t, guardOff)
	id := s.slowMatch()
	early := s.dial("/api/live/" + id)
	_, text, err := early.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	begun := strings.Split(string(text), "\n")
	middle := s.dial("/api/live/" + id) // the match has begun, and takes some seconds
	lines := make(chan []string, 2)
	go func() { lines <- append(begun, all(t, early)...) }()
	go func() { lines <- all(t, middle) }()
	one, other := <-lines, <-lines
	s.until("/api/matches/"+id, func(m map[string]any) bool { return m["state"] == "played" })
	late := all(t, s.dial("/api/live/"+id))
	_, text = s.do("GET", "/api/matches/"+id+"/replay", "", "Accept-Encoding", "identity")
	replay := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for i, got := range [][]string{one, other, late} {
		if diff := cmp.Diff(replay[1:], got[1:]); diff != "" {
			t.Errorf("watcher %d (want -, got +):\n%.2000s", i, diff)
		}
	}
}

// "With Accept: text/event-stream, server-sent events."
func TestLiveEvents(t *testing.T) {
	s := serve(t, guardOff)
	id := s.slowMatch()
	r, err := http.NewRequestWithContext(t.Context(), "GET", s.URL+"/api/live/"+id, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/event-stream")
	response, err := s.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var data []string
	ended := false
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			data = append(data, text)
		}
		ended = ended || lines.Text() == "event: end"
	}
	if !ended || len(data) < 4 || !strings.Contains(data[0], `"full":true`) || !strings.Contains(data[len(data)-1], `"result"`) {
		t.Errorf("%d events, ended %v: %.200s", len(data), ended, data)
	}
}

// The feed has a hello, the start and end of each match, and changes of standings.
func TestLiveFeed(t *testing.T) {
	s := serve(t, guardOff)
	conn := s.dial("/api/live")
	s.want(200, "POST", "/api/tournaments", small)
	seen := map[string]int{}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Minute)
	defer cancel()
	for seen["done"] == 0 {
		_, text, err := conn.Read(ctx)
		if err != nil {
			t.Fatalf("%v; seen %v", err, seen)
		}
		for _, what := range []string{`"hello"`, `"match started"`, `"match finished"`, `"standings changed"`} {
			seen[what] += strings.Count(string(text), `"type":`+what)
		}
		if strings.Contains(string(text), `"state":"done"`) {
			seen["done"]++
		}
	}
	if seen[`"hello"`] != 1 || seen[`"match started"`] != 6 || seen[`"match finished"`] != 6 || seen[`"standings changed"`] < 1 {
		t.Errorf("seen %v; want a hello, 6 starts and ends, and standings", seen)
	}
}

// Watchers who stop reading or disconnect block nobody and leak nothing.
func TestWatchersWhoLeave(t *testing.T) {
	s := serve(t, guardOff)
	s.played(`{"game":"domain","bots":["builtin:domain/wait","builtin:domain/wait"]}`) // everything long-lived has started
	before := runtime.NumGoroutine()
	id := s.slowMatch()
	for range 20 {
		gone := s.dial("/api/live/" + id)
		gone.CloseNow()
	}
	deaf, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer deaf.Close()
	deaf.Write([]byte("GET /api/live/" + id + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"))
	lines := all(t, s.dial("/api/live/"+id))
	if len(lines) < 4 || !strings.Contains(lines[len(lines)-1], `"result"`) {
		t.Errorf("the one who kept up saw %d lines", len(lines))
	}
	deaf.Close()
	s.until("/api/matches/"+id, func(m map[string]any) bool { return m["state"] == "played" })
	s.Client().CloseIdleConnections()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	refereetest.Await(s.t, fmt.Sprintf("no watcher is left, and as many goroutines as before, %d", before), func() bool {
		return s.hub.Subscribers() == 0 && runtime.NumGoroutine() <= before+4
	})
}

func TestLiveRefuses(t *testing.T) {
	s := serve(t, guardOff)
	for path, want := range map[string]int{"/api/live/x": 404, "/api/live/00000000000000000000": 404} {
		s.want(want, "GET", path, "")
	}
}

// busy holds both workers with matches of a bot that sleeps, and returns them and a
// match that is queued behind them.
func (s *site) busy(t *testing.T) (stuck []string, queued string) {
	t.Helper()
	sleeps := fmt.Sprintf(`{"game":"keeper","bots":["%s"],"first_ms":0}`, sleeper(t))
	for range 2 {
		id := s.play(sleeps)
		s.until("/api/matches/"+id, func(m map[string]any) bool { return m["state"] == "playing" })
		stuck = append(stuck, id)
	}
	return stuck, s.play(`{"game":"keeper","bots":["builtin:keeper/wait"]}`)
}

func (s *site) cancel(id string) {
	s.t.Helper()
	s.want(http.StatusOK, "POST", "/api/matches/"+id+"/cancel", "")
}

// "For a queued match, it waits until the match starts."
func TestLiveQueuedMatch(t *testing.T) {
	s := serve(t, guardOff)
	stuck, queued := s.busy(t)
	watchers := make(chan []string, 3)
	for range cap(watchers) {
		conn := s.dial("/api/live/" + queued)
		go func() { watchers <- all(t, conn) }()
	}
	if state := s.state(queued); state != "waiting" {
		t.Fatalf("the match is %s; want it behind two that hold both workers", state)
	}
	for _, id := range stuck {
		s.cancel(id)
	}
	for range cap(watchers) {
		lines := <-watchers
		if len(lines) < 4 || !strings.Contains(lines[0], `"full":true`) || !strings.Contains(lines[len(lines)-1], `"result"`) {
			t.Errorf("%d lines; want the whole match", len(lines))
		}
	}
}

// refusal reads a websocket that sends nothing, and returns with which status it was
// closed and why.
func refusal(t *testing.T, conn *websocket.Conn) websocket.CloseError {
	t.Helper()
	_, text, err := conn.Read(t.Context())
	var closed websocket.CloseError
	if !errors.As(err, &closed) {
		t.Errorf("read %.80q, %v; want a close frame", text, err)
	}
	return closed
}

// "1001 [means] that it was cancelled or that the server is shutting down":
// who watches a queued match that is cancelled is told so at once.
func TestLiveCancelledMatch(t *testing.T) {
	s := serve(t, guardOff)
	stuck, queued := s.busy(t)
	conn := s.dial("/api/live/" + queued)
	s.cancel(queued)
	if closed := refusal(t, conn); closed.Code != websocket.StatusGoingAway || closed.Reason != "cancelled by a user" {
		t.Errorf("closed with %d %q; want 1001 and that it was cancelled", closed.Code, closed.Reason)
	}
	for _, id := range stuck {
		s.cancel(id)
	}
}

// A watcher of a queued match that leaves is let go at once, though nothing happens to
// the match.
func TestLiveQueuedMatchLeft(t *testing.T) {
	s := serve(t, guardOff)
	stuck, queued := s.busy(t)
	conn := s.dial("/api/live/" + queued)
	if err := conn.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Fatal(err)
	}
	s.api.Wait(t.Context()) // for the end of all live connections
	if state := s.state(queued); state != "waiting" {
		t.Errorf("the match is %s; want it still queued", state)
	}
	for _, id := range stuck {
		s.cancel(id)
	}
}

// The end of the server is the end of who waits for a queued match, although the
// matches before it still have the grace time.
func TestLiveQueuedMatchAtTheEnd(t *testing.T) {
	s := serve(t, guardOff)
	stuck, queued := s.busy(t)
	conn := s.dial("/api/live/" + queued)
	s.end()
	if closed := refusal(t, conn); closed.Code != websocket.StatusGoingAway || !strings.Contains(closed.Reason, "shutting down") {
		t.Errorf("closed with %d %q; want 1001 and that the server ends", closed.Code, closed.Reason)
	}
	for _, id := range stuck {
		s.cancel(id)
	}
}

// "--no-live": nobody may watch a match before it has ended, and everybody is told
// what to do instead; a finished match is streamed as ever.
func TestNoLive(t *testing.T) {
	s := serve(t, guardOff, func(c *api.Config) { c.Live.Unwatched = true })
	stuck, queued := s.busy(t)
	s.until("/api/matches/"+stuck[0], func(map[string]any) bool { return len(s.hub.Running()) == 2 })
	for _, id := range []string{stuck[0], queued} {
		problem := s.want(http.StatusConflict, "GET", "/api/live/"+id, "")
		if detail := problem["detail"].(string); !strings.Contains(detail, "wait for the replay") || !strings.Contains(detail, "--live") {
			t.Errorf("%s; want what to do", detail)
		}
		if m := s.want(http.StatusOK, "GET", "/api/matches/"+id, ""); m["unwatched"] != true {
			t.Errorf("a match that is %v: unwatched is %v", m["state"], m["unwatched"])
		}
	}
	_, hello, err := s.dial("/api/live").Read(t.Context())
	if err != nil || !strings.Contains(string(hello), `"unwatched":true`) {
		t.Errorf("hello %s, %v; want that matches cannot be watched", hello, err)
	}
	for _, id := range stuck {
		s.cancel(id)
	}
	s.until("/api/matches/"+queued, func(m map[string]any) bool { return m["state"] == "played" && m["unwatched"] == nil })
	if lines := all(t, s.dial("/api/live/"+queued)); len(lines) < 4 {
		t.Errorf("%d lines of a finished match", len(lines))
	}
}

// "A finished match is streamed as ever": from when it is saved, which is before it has
// ended for those who watch.
func TestNoLiveUntilItIsSaved(t *testing.T) {
	s := serve(t, guardOff, func(c *api.Config) { c.Live.Unwatched = true })
	id := s.played(`{"game":"keeper","bots":["builtin:keeper/wait"]}`)
	s.until("/api/matches/"+id, func(map[string]any) bool { return len(s.hub.Running()) == 0 })
	s.hub.Open(id, nil)
	defer s.hub.Ended(id)
	if lines := all(t, s.dial("/api/live/"+id)); len(lines) < 4 {
		t.Errorf("%d lines of a saved match", len(lines))
	}
}

// "A match in which a human plays is always shown."
func TestNoLiveButHumans(t *testing.T) {
	s := serve(t, guardOff, func(c *api.Config) { c.Live.Unwatched = true })
	h := s.human("POST", "/api/hands", keeperMatch, http.StatusCreated)
	conn := s.dial("/api/live/" + h.ID) // perhaps before its goroutine has begun to play it
	_, text, err := conn.Read(t.Context())
	if err != nil || !strings.Contains(string(text), `"full":true`) {
		t.Fatalf("%.80q, %v; want the board", text, err)
	}
	if m := s.want(http.StatusOK, "GET", "/api/matches/"+h.ID, ""); m["unwatched"] != nil {
		t.Errorf("unwatched is %v", m["unwatched"])
	}
}
