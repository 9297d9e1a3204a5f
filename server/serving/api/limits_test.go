package api_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"arbiter/referee/refereetest"
	"arbiter/server/serving/api"
	"arbiter/server/serving/api/transport"
)

// "Requests of other origins are refused, since any page that a person visits
// could open one": server-sent events as well as websockets.
func TestForeignEventStream(t *testing.T) {
	s := serve(t, guardOff)
	for _, path := range []string{"/api/live", "/api/live/" + s.played(`{"game":"keeper","bots":["builtin:keeper/wait"]}`)} {
		for _, foreign := range [][]string{{"Origin", "http://evil.example"}, {"Sec-Fetch-Site", "cross-site"}} {
			status, body := s.do("GET", path, "", append(foreign, "Accept", "text/event-stream")...)
			if status != 403 || !strings.Contains(string(body), "cross-origin") {
				t.Errorf("%s, %s: %d %s; want 403", path, foreign, status, body)
			}
		}
	}
}

// guardOff requires no token and limits no writes.
var guardOff = transport.Guard{Burst: 1 << 20}

// "Pages load from this server only", and the docs load nothing.
func TestContentPolicy(t *testing.T) {
	s := serve(t, guardOff)
	response, err := s.Client().Get(s.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if policy := response.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'self'; style-src 'self'") {
		t.Errorf("policy %q", policy)
	}
	_, docs := s.do("GET", "/api/docs", "")
	for _, word := range []string{"src=", "http:", "https:", "style="} {
		if bytes.Contains(docs, []byte(word)) {
			t.Errorf("the docs have %q", word)
		}
	}
}

// "Pages load from this server only", have no other base and send forms nowhere
// else.
func TestContentPolicyOfFormsAndBase(t *testing.T) {
	s := serve(t, guardOff)
	response, err := s.Client().Get(s.URL + "/api/games")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	for _, want := range []string{"base-uri 'none'", "form-action 'self'"} {
		if policy := response.Header.Get("Content-Security-Policy"); !strings.Contains(policy, want) {
			t.Errorf("policy %q; want %s", policy, want)
		}
	}
}

// swift is a pace at which a test does not wait long for a slow client.
func swift(c *api.Config) { c.Pace = transport.Pace{Grace: 300 * time.Millisecond, Rate: 1 << 20} }

// dial opens a connection to a server and sends text.
func dial(t *testing.T, s *site, text string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	conn.SetDeadline(time.Now().Add(30 * time.Minute))
	return conn
}

// "Slower clients are cut off": bodies that drip, on routes that read them and on
// those that do not.
func TestDrippingBodies(t *testing.T) {
	s := serve(t, transport.Guard{Tokens: []transport.Token{transport.NewToken(transport.ScopePlay, "the play")}}, swift)
	for _, tt := range []struct{ name, method, path, token string }{
		{"JSON", "POST", "/api/matches", "the play"},
		{"a record", "POST", "/api/replays/frames", "the play"},
		{"an archive", "POST", "/api/bots/upload?game=domain", "the play"},
		{"refused", "POST", "/api/matches", ""},
		{"of a page", "POST", "/matches", ""},
		{"of a read", "GET", "/api/games", "the play"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			head := "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\nAuthorization: Bearer %s\r\n\r\n{"
			conn := dial(t, s, fmt.Sprintf(head, tt.method, tt.path, tt.token))
			stop := make(chan struct{})
			var dripping sync.WaitGroup
			dripping.Go(func() {
				for {
					select {
					case <-stop:
						return
					case <-time.After(50 * time.Millisecond):
						if _, err := io.WriteString(conn, " "); err != nil {
							return
						}
					}
				}
			})
			if _, err := io.Copy(io.Discard, conn); err != nil && strings.Contains(err.Error(), "i/o timeout") {
				t.Errorf("after a minute: %v; want a closed connection", err)
			}
			close(stop)
			dripping.Wait()
		})
	}
}

// A body may take as long as its length allows.
func TestLongBodiesHaveTime(t *testing.T) {
	s := serve(t, guardOff, func(c *api.Config) { c.Pace = transport.Pace{Grace: 300 * time.Millisecond, Rate: 1 << 10} })
	const size = 200 << 10 // 200 seconds at the rate: also for a busy machine
	conn := dial(t, s, fmt.Sprintf("POST /api/replays/frames HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n", size))
	for range 10 { // half a second, longer than the grace
		if _, err := io.WriteString(conn, strings.Repeat("x", size/10)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != 422 {
		t.Errorf("status %d; want 422", response.StatusCode)
	}
}

// "Slower clients are cut off": those that do not read their response.
func TestClientsThatDoNotRead(t *testing.T) {
	s := serve(t, guardOff, swift)
	id := s.played(`{"game":"flames","bots":["builtin:flames/greedy"]}`)
	conn := dial(t, s, "")
	if tcp, ok := conn.(*net.TCPConn); ok {
		tcp.SetReadBuffer(4 << 10)
	}
	for range 200 { // pipelined: more than the buffers of the connection hold
		if _, err := fmt.Fprintf(conn, "GET /api/matches/%s/replay HTTP/1.1\r\nHost: localhost\r\n\r\n", id); err != nil {
			return // cut off already
		}
	}
	closed := func() bool {
		_, err := io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
		return err != nil
	}
	refereetest.Await(t, "the end of the connection", closed)
}

// A record whose lists unpack to gigabytes is refused with the reason.
func TestHostileRecord(t *testing.T) {
	s := serve(t, guardOff)
	record := `{"replay":1,"game":"domain","rules":1,"seed":"1","seats":[` + strings.Repeat("{},", 1<<20) + `{}]}` + "\n"
	status, body := s.do("POST", "/api/replays/frames", record, "Content-Type", "application/octet-stream")
	if status != 422 || !strings.Contains(string(body), "a list of 1048577 elements") {
		t.Errorf("%d %.300s; want 422", status, body)
	}
}

// "What a problem document quotes of the request is shortened."
func TestLongBodiesAreNotEchoed(t *testing.T) {
	s := serve(t, guardOff)
	long := strings.Repeat("x", 1_000_000)
	for name, body := range map[string]string{
		"a text":  `{"name":"` + long + `","game":"domain","bots":["a"]}`,
		"a key":   `{"` + long + `":1}`,
		"a value": `{"name":["` + long + `"],"game":"domain","bots":["a"]}`,
		"a bot":   `{"name":"a","game":"domain","seeds":"1","bots":["` + long + `"]}`,
		"no JSON": `{` + long,
	} {
		status, text := s.do("POST", "/api/tournaments", body)
		if status < 400 || status > 499 || len(text) > 20_000 || !json.Valid(text) {
			t.Errorf("%s: %d, %d bytes: %.200s", name, status, len(text), text)
		}
	}
}

// A client on another machine is told the name of a file, not its folders.
func TestServerPathsStayPrivate(t *testing.T) {
	s := serve(t, guardOff)
	dir := t.TempDir()
	body := fmt.Sprintf(`{"game":"keeper","bots":["%s/secret/nosuch"]}`, dir)
	_, near := s.do("POST", "/api/matches", body)
	if !strings.Contains(string(near), dir) {
		t.Errorf("on this machine: %s; want the path", near)
	}
	_, far := s.do("POST", "/api/matches", body, "X-Forwarded-For", "192.0.2.1")
	if strings.Contains(string(far), dir) || strings.Contains(string(far), "secret") || !strings.Contains(string(far), ".../nosuch") {
		t.Errorf("from another machine: %s; want the name alone", far)
	}
	if _, none := s.do("GET", "/api/nosuch", "", "X-Forwarded-For", "192.0.2.1"); !strings.Contains(string(none), "/api/docs lists") {
		t.Errorf("a route: %s", none)
	}
}
