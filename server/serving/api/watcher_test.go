//lint:file-ignore SA1019 see transport/socket.go

package api_test

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"nhooyr.io/websocket"

	"arbiter/referee/refereetest"
	"arbiter/server/serving/api"
)

// hasty drops watchers who fall behind by a window for a millisecond.
func hasty(c *api.Config) { c.Slow = time.Millisecond }

// A watcher who falls behind is closed with 1013; what it has received is a
// prefix of the replay.
func TestSlowWatcher(t *testing.T) {
	s := serve(t, guardOff, hasty)
	id := s.slowMatch()
	conn := s.dial("/api/live/" + id)
	s.untilScraped("arbiter_watchers_dropped_total 1")
	var lines []string
	for {
		_, text, err := conn.Read(t.Context())
		if err == nil {
			lines = append(lines, strings.Split(string(text), "\n")...)
			continue
		}
		if websocket.CloseStatus(err) != websocket.StatusTryAgainLater {
			t.Fatalf("%v; want the status %d", err, websocket.StatusTryAgainLater)
		}
		break
	}
	s.until("/api/matches/"+id, func(m map[string]any) bool { return m["state"] == "played" })
	turn := len(lines) - 2 // after the header and the scene
	if turn < 1 {
		t.Fatalf("only %d lines came", len(lines))
	}
	rest := s.replay(id, fmt.Sprintf("?from=%d", turn))
	if diff := cmp.Diff(s.replay(id, "")[1:], append(lines[1:], rest[2:]...)); diff != "" {
		t.Errorf("live and then the replay (want -, got +):\n%.2000s", diff)
	}
}

// A watcher who never reads is closed with 1013 too. The close frame waits in the
// buffers behind the unread bytes, and blocks nobody.
func TestWatcherWhoNeverReads(t *testing.T) {
	s := serve(t, guardOff, hasty)
	id := s.slowMatch()
	conn := s.handshake("/api/live/" + id)
	s.untilScraped("arbiter_watchers_dropped_total 1")
	s.untilScraped("arbiter_watchers 0")
	frames := readFrames(t, conn)
	last := frames[len(frames)-1]
	if last.opcode != opClose || binary.BigEndian.Uint16(last.payload) != uint16(websocket.StatusTryAgainLater) {
		t.Errorf("the last of %d frames: opcode %d, %.100q; want a close frame with %d", len(frames), last.opcode, last.payload, websocket.StatusTryAgainLater)
	}
}

// Watchers who disconnect during a match, in three ways, are no longer counted
// and do not count as dropped.
func TestWatchersWhoGo(t *testing.T) {
	s := serve(t, guardOff)
	id, goOn := s.heldMatch()
	reading := s.dial("/api/live/" + id)
	if _, _, err := reading.Read(t.Context()); err != nil {
		t.Fatal(err)
	}
	vanishing := s.dial("/api/live/" + id)
	raw := s.handshake("/api/live/" + id)
	s.untilScraped("arbiter_watchers 3")
	reading.Close(websocket.StatusNormalClosure, "")
	vanishing.CloseNow()
	raw.Close()
	s.untilScraped("arbiter_watchers 0")
	s.untilScraped("arbiter_watchers_dropped_total 0")
	goOn()
	s.until("/api/matches/"+id, func(m map[string]any) bool { return m["state"] == "played" })
}

// "1001 when the server shuts down."
func TestShutdownClosesWatchers(t *testing.T) {
	s := serve(t, guardOff)
	id, goOn := s.heldMatch()
	conn := s.dial("/api/live/" + id)
	if _, _, err := conn.Read(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.hub.Shutdown()
	var err error
	for err == nil {
		_, _, err = conn.Read(t.Context())
	}
	if websocket.CloseStatus(err) != websocket.StatusGoingAway || !strings.Contains(err.Error(), "the server is shutting down") {
		t.Errorf("%v; want the status %d because the server is shutting down", err, websocket.StatusGoingAway)
	}
	s.api.Wait(t.Context())
	goOn()
}

// A websocket is closed with one close frame: browsers report a second one as an
// error.
func TestOneCloseFrame(t *testing.T) {
	s := serve(t, guardOff)
	id := s.played(`{"game":"keeper","bots":["true"]}`)
	for range 20 { // the answer may be quick
		frames := readFrames(t, s.handshake("/api/live/"+id)) // answers the close frame
		closes := 0
		for _, f := range frames {
			if f.opcode == opClose {
				closes++
			}
		}
		if last := frames[len(frames)-1]; closes != 1 || last.opcode != opClose || binary.BigEndian.Uint16(last.payload) != uint16(websocket.StatusNormalClosure) {
			t.Errorf("%d close frames, the last frame %d %q; want one with %d at the end", closes, last.opcode, last.payload, websocket.StatusNormalClosure)
		}
	}
}

// A client of server-sent events that falls behind gets an event with the reason.
func TestSlowEvents(t *testing.T) {
	s := serve(t, guardOff, func(c *api.Config) { c.Slow = 1 }) // every write takes longer
	_, text := s.do("GET", "/api/live/"+s.slowMatch(), "", "Accept", "text/event-stream")
	if !strings.HasSuffix(string(text), "event: dropped\ndata: too far behind; the replay has everything\n\n") {
		t.Errorf("it ends %q", text[max(0, len(text)-200):])
	}
	s.untilScraped("arbiter_watchers_dropped_total 1")
}

// replay returns the lines of the replay of a match.
func (s *site) replay(id, query string) []string {
	s.t.Helper()
	_, text := s.do("GET", "/api/matches/"+id+"/replay"+query, "", "Accept-Encoding", "identity")
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// heldBot returns a bot that is silent until goOn is called.
func (s *site) heldBot() (bot string, goOn func()) {
	s.t.Helper()
	self, err := os.Executable()
	if err != nil {
		s.t.Fatal(err)
	}
	gate := filepath.Join(s.t.TempDir(), "gate")
	goOn = func() {
		if err := os.WriteFile(gate, nil, 0o666); err != nil {
			s.t.Error(err)
		}
	}
	s.t.Cleanup(goOn)
	return fmt.Sprintf("sh -c 'until test -e %s; do sleep 0.01; done; exec %s bot keeper/wait'", gate, self), goOn
}

// heldMatch starts a match of it.
func (s *site) heldMatch() (id string, goOn func()) {
	s.t.Helper()
	bot, goOn := s.heldBot()
	body := fmt.Sprintf(`{"game":"keeper","bots":[%q],"first_ms":0,"turn_ms":0}`, bot)
	return s.want(202, "POST", "/api/matches", body)["id"].(string), goOn
}

// untilScraped polls /metrics until it has a line.
func (s *site) untilScraped(want string) {
	s.t.Helper()
	refereetest.Await(s.t, "/metrics has "+want, func() bool {
		_, text := s.do("GET", "/metrics", "")
		return strings.Contains(string(text), "\n"+want+"\n")
	})
}

// A frame is a websocket frame.
type frame struct {
	opcode  byte
	payload []byte
}

const opClose = 8

// A rawConn is a websocket without a library, which answers nothing by itself.
type rawConn struct {
	net.Conn
	in *bufio.Reader
}

// handshake opens a websocket and reads nothing from it.
func (s *site) handshake(path string) rawConn {
	s.t.Helper()
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { conn.Close() })
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", path)
	in := bufio.NewReader(conn)
	response, err := http.ReadResponse(in, nil)
	if err != nil || response.StatusCode != http.StatusSwitchingProtocols {
		s.t.Fatalf("%v %v", response, err)
	}
	return rawConn{conn, in}
}

// readFrames reads frames to the end of the connection and answers a close frame.
func readFrames(t *testing.T, conn rawConn) []frame {
	t.Helper()
	var frames []frame
	for {
		var head [2]byte
		if _, err := io.ReadFull(conn.in, head[:]); err != nil {
			if err != io.EOF || len(frames) == 0 {
				t.Fatalf("after %d frames: %v; want the end of the connection", len(frames), err)
			}
			return frames
		}
		size := uint64(head[1])
		switch head[1] {
		case 126:
			var long [2]byte
			io.ReadFull(conn.in, long[:])
			size = uint64(binary.BigEndian.Uint16(long[:]))
		case 127:
			var long [8]byte
			io.ReadFull(conn.in, long[:])
			size = binary.BigEndian.Uint64(long[:])
		}
		f := frame{head[0] & 0xf, make([]byte, size)}
		if _, err := io.ReadFull(conn.in, f.payload); err != nil {
			t.Fatalf("in frame %d: %v", len(frames), err)
		}
		frames = append(frames, f)
		if f.opcode == opClose {
			// The same payload, masked with zeros. The write fails if the server has gone.
			conn.Write(append([]byte{0x80 | opClose, 0x80 | byte(len(f.payload)), 0, 0, 0, 0}, f.payload...))
		}
	}
}
