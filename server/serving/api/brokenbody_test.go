package api_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// A body with a broken chunk, or one that ends early, is the client's error (400),
// whatever the route does with it, and is no upload.
func TestBrokenBodies(t *testing.T) {
	s := serve(t, guardOff)
	address := s.Listener.Addr().String()
	for name, body := range map[string]string{
		"a chunk header that is no number": "Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n",
		"a chunk that ends early":          "Transfer-Encoding: chunked\r\n\r\nff\r\nhello",
		"a chunk without its end":          "Transfer-Encoding: chunked\r\n\r\n5\r\nhelloworld\r\n0\r\n\r\n",
		"a length that is too large":       "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffffffffff\r\nx\r\n",
		"a negative length":                "Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n",
		"no last chunk":                    "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
		"a long chunk header":              "Transfer-Encoding: chunked\r\n\r\n5;" + strings.Repeat("x", 100_000) + "\r\nhello\r\n0\r\n\r\n",
		"shorter than its Content-Length":  "Content-Length: 100\r\n\r\n{",
	} {
		for _, route := range []string{
			"POST /api/bots/upload?game=keeper", "POST /api/matches", "POST /api/tournaments", "POST /api/checks", "POST /api/hands",
			"POST /api/replays/frames", "PUT /api/books/a", "PATCH /api/bots/keeper/x@01234567", "POST /api/session",
		} {
			conn, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			conn.SetDeadline(time.Now().Add(time.Minute))
			method, path, _ := strings.Cut(route, " ")
			kind := "application/json"
			if strings.Contains(path, "upload") || strings.Contains(path, "frames") {
				kind = "application/octet-stream"
			}
			fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\n%s", method, path, kind, body)
			conn.(*net.TCPConn).CloseWrite()
			response, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Errorf("%s: %s: %v", route, name, err)
				conn.Close()
				continue
			}
			text, _ := io.ReadAll(response.Body)
			conn.Close()
			var problem struct {
				Status int
				Detail string
			}
			if err := json.Unmarshal(text, &problem); err != nil || response.StatusCode != 400 || problem.Status != 400 || !strings.Contains(problem.Detail, "the body cannot be read: ") ||
				!strings.HasPrefix(response.Header.Get("Content-Type"), "application/problem+json") {
				t.Errorf("%s: %s: %d %s; want a problem document of status 400", route, name, response.StatusCode, text)
			}
		}
	}
}
