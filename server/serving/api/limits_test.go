package api_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"arbiter/server/serving/api"
	"arbiter/server/serving/api/transport"
)

// A lockedBuffer is a log that a test reads while it is written.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// tokenFile returns the tokens of a file with a line for each scope, whose secret
// is "the " and the scope.
func tokenFile(t *testing.T, scopes ...string) []transport.Token {
	t.Helper()
	text := ""
	for _, scope := range scopes {
		sum := sha256.Sum256([]byte("the " + scope))
		text += scope + " " + hex.EncodeToString(sum[:]) + "\n"
	}
	tokens, err := transport.ParseTokens(text)
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}

// A wrong token is called wrong, and is not the same as a missing one. "An
// address that presents many unknown tokens is refused further ones for a while;
// the tokens that it has presented before still work." The log has one line a
// minute.
func TestWrongTokens(t *testing.T) {
	var log lockedBuffer
	s := serve(t, transport.Guard{Tokens: tokenFile(t, "read", "admin")}, func(c *api.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	as := func(token string) (int, string) {
		status, body := s.do("GET", "/api/games", "", "Authorization", "Bearer "+token)
		return status, string(body)
	}
	if status, body := s.do("GET", "/api/games", ""); status != 401 || !strings.Contains(string(body), "missing token") {
		t.Errorf("without a token: %d %s", status, body)
	}
	if status, _ := as("the read"); status != 200 {
		t.Fatalf("the token: %d", status)
	}
	for range 100 { // an old cookie, which a browser sends with each request
		if status, body := as("old"); status != 401 || !strings.Contains(body, "this token is not known") {
			t.Fatalf("a wrong token: %d %s", status, body)
		}
	}
	refused := false
	for i := 0; i < 100 && !refused; i++ {
		status, body := as(fmt.Sprint("guess ", i))
		if refused = status == 429; !refused && status != 401 {
			t.Fatalf("guess %d: %d %s", i, status, body)
		}
	}
	if !refused {
		t.Error("100 guesses were compared")
	}
	if status, body := as("the admin"); status != 429 {
		t.Errorf("a right guess among the wrong ones: %d %s; want 429", status, body)
	}
	for _, path := range []string{"/api/session"} { // which would tell as well
		if status, body := s.do("GET", path, "", "Authorization", "Bearer the admin"); status != 429 {
			t.Errorf("GET %s: %d %s; want 429", path, status, body)
		}
		if status, body := s.do("POST", path, `{"token":"the admin"}`); status != 429 {
			t.Errorf("POST %s: %d %s; want 429", path, status, body)
		}
	}
	if status, _ := as("the read"); status != 200 {
		t.Errorf("the token that was known before: %d; want 200", status)
	}
	if n := strings.Count(log.String(), "unknown token"); n != 1 {
		t.Errorf("%d lines about unknown tokens in the log; want one a minute:\n%s", n, log.String())
	}
	if strings.Contains(log.String(), "guess") {
		t.Error("the log has a token")
	}
}

// "Writes limits the writes a second of each client": one that uses up its own
// keeps no other from writing.
func TestWritesAreLimitedPerClient(t *testing.T) {
	s := serve(t, transport.Guard{Tokens: tokenFile(t, "play", "admin"), Writes: 0.001, Burst: 2})
	post := func(scope string) int {
		status, _ := s.do("POST", "/api/matches", "{}", "Authorization", "Bearer the "+scope)
		return status
	}
	for i, want := range []int{422, 422, 429} {
		if status := post("play"); status != want {
			t.Errorf("write %d: %d; want %d", i+1, status, want)
		}
	}
	if status := post("admin"); status != 422 {
		t.Errorf("another client: %d; want 422", status)
	}
}

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
	s := serve(t, transport.Guard{Tokens: tokenFile(t, "play")}, swift)
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
	for deadline := time.Now().Add(30 * time.Minute); !closed(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the connection is still open after half an hour")
		}
	}
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
