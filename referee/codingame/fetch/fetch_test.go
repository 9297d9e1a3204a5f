package fetch_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"arbiter/referee/codingame"
	"arbiter/referee/codingame/fetch"
)

// "codingame:GAMEID, or the address of a replay".
func TestNamed(t *testing.T) {
	for _, tt := range []struct {
		text   string
		number int64
		ok     bool
		wrong  bool
	}{
		{"codingame:891665074", 891665074, true, false},
		{"https://www.codingame.com/replay/891665074", 891665074, true, false},
		{"https://www.codingame.com/share-replay/891665074", 891665074, true, false},
		{"https://codingame.com/replay/12/?x=1#t", 12, true, false},
		{"m.json", 0, false, false},
		{"891665074", 0, false, false},
		{"codingame:", 0, true, true},
		{"codingame:-7", 0, true, true},
		{"codingame:7/../8", 0, true, true},
		{"codingame:99999999999999999999", 0, true, true},
		{"https://www.codingame.com/ide/891665074", 0, true, true},
		{"https://www.codingame.com.example.org/replay/7", 0, true, true},
		{"https://notcodingame.com/replay/7", 0, true, true},
		{"https://%zz/replay/7", 0, true, true},
	} {
		number, ok, err := fetch.ParseNumber(tt.text)
		if number != tt.number || ok != tt.ok || (err != nil) != tt.wrong {
			t.Errorf("%s: %d, %v, %v", tt.text, number, ok, err)
		}
	}
}

// serve serves an answer of the site, and returns a client for it.
func serve(t *testing.T, handle http.HandlerFunc) *fetch.Client {
	t.Helper()
	server := httptest.NewServer(handle)
	t.Cleanup(server.Close)
	return &fetch.Client{Site: server.URL, Agent: "arbiter/test", Pause: time.Nanosecond}
}

// "One POST each", with the number of the match and nobody's identity.
func TestRequest(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Method != http.MethodPost || r.URL.Path != "/services/gameResult/findInformationById" || string(body) != `["42",null]` ||
			r.Header.Get("Content-Type") != "application/json" || r.UserAgent() != "arbiter/test" || r.Header.Get("Cookie") != "" {
			t.Errorf("%s %s %s %v", r.Method, r.URL, body, r.Header)
		}
		io.WriteString(w, `{"gameResult":{}}`)
	})
	text, err := c.Match(t.Context(), 42)
	if err != nil || string(text) != `{"gameResult":{}}` {
		t.Errorf("%s, %v", text, err)
	}
}

// "At most one every 500 ms".
func TestPause(t *testing.T) {
	var times []time.Time
	c := serve(t, func(http.ResponseWriter, *http.Request) { times = append(times, time.Now()) })
	c.Pause = 0
	for range 3 {
		if _, err := c.Match(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
	}
	if d := times[2].Sub(times[0]); d < 2*fetch.Pause-50*time.Millisecond {
		t.Errorf("three requests within %v", d)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Match(ctx, 1); !errors.Is(err, context.Canceled) || len(times) != 3 {
		t.Errorf("%v after %d requests; want none after the end", err, len(times))
	}
}

// "A clear sentence for 403, 404, 429 and no network."
func TestErrors(t *testing.T) {
	for status, want := range map[int]string{
		403: "the site shows it to its players alone",
		404: "the site has no such match",
		429: "the site asks to wait",
		500: "the site answers with an error (it says \"broken\"): HTTP status 500",
	} {
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			io.WriteString(w, `{"message":"broken"}`)
		})
		_, err := c.Match(t.Context(), 7)
		var answer *fetch.StatusError
		if !errors.As(err, &answer) || answer.Status != status || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "match 7: ") {
			t.Errorf("%d: %v", status, err)
		}
	}
	gone := httptest.NewServer(nil)
	gone.Close()
	c := fetch.Client{Site: gone.URL}
	if _, err := c.Match(t.Context(), 7); err == nil || !strings.Contains(err.Error(), "match 7: cannot reach "+gone.URL) {
		t.Errorf("no server: %v", err)
	}
}

// "Following no redirect to another host."
func TestRedirect(t *testing.T) {
	reached := false
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer other.Close()
	for _, status := range []int{301, 302, 307, 308} {
		c := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL+"/steal", status) })
		if _, err := c.Match(t.Context(), 7); err == nil || !strings.Contains(err.Error(), "redirects to another host") {
			t.Errorf("%d: %v", status, err)
		}
	}
	if reached {
		t.Error("the other host was asked")
	}
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Path, http.StatusTemporaryRedirect)
	})
	if _, err := c.Match(t.Context(), 7); err == nil || !strings.Contains(err.Error(), "again and again") {
		t.Errorf("a circle: %v", err)
	}
}

// An answer without end is cut.
func TestEndless(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		block := make([]byte, 1<<20)
		for range codingame.MaxMatch>>20 + 2 {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
	})
	if _, err := c.Match(t.Context(), 7); err == nil || !strings.Contains(err.Error(), "more than 32 MiB") {
		t.Errorf("%v", err)
	}
}
