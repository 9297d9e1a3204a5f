// Package client asks a running arbiter serve: what the verbs of the command
// line need of its API, in the words of package league. Mistakes come back as a
// Problem, which names the field and the reason.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// A Client asks one server. It is safe for concurrent use.
type Client struct {
	base  *url.URL
	token string
	http  *http.Client
	met   atomic.Bool // it has answered before
}

// How long a request may take, and how long it is tried again.
const (
	quick    = time.Minute      // what only reads or writes a row
	building = 20 * time.Minute // what builds bots
	patience = 10 * time.Second // with a server that has gone away: it may be starting again
	queueing = time.Minute      // with one that has too much to do
	longest  = 512 << 20        // bytes of an answer: more is a mistake
)

// New returns a client of the server at an address such as
// http://127.0.0.1:8080. An empty token is none.
func New(address, token string) (*Client, error) {
	base, err := url.Parse(address)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return nil, fmt.Errorf("%q is no address of a server; want such as http://127.0.0.1:8080", address)
	}
	if base.User != nil || base.RawQuery != "" || base.Fragment != "" {
		return nil, fmt.Errorf("%q has more than an address; want such as http://127.0.0.1:8080", base.Redacted())
	}
	base.Path, base.RawPath = strings.TrimRight(base.Path, "/"), ""
	return &Client{base: base, token: token, http: &http.Client{CheckRedirect: redirect}}, nil
}

// URL returns the server's address with some more of the path: names are
// escaped.
func (c *Client) URL(path ...string) string { return c.base.JoinPath(escaped(path)...).String() }

// HasToken reports whether the client shows a token.
func (c *Client) HasToken() bool { return c.token != "" }

// escaped escapes what a path's elements must not hold, such as a slash.
func escaped(path []string) []string {
	var all []string
	for _, name := range path {
		all = append(all, url.PathEscape(name))
	}
	return all
}

// redirect follows a server that has moved, but never to where the token could
// be read, and never with another method than was meant.
func redirect(r *http.Request, via []*http.Request) error {
	first := via[0]
	switch {
	case len(via) >= 5:
		return errors.New("it sends from one address to the next")
	case first.URL.Scheme == "https" && r.URL.Scheme != "https":
		return fmt.Errorf("it sends to %s, which is not encrypted", r.URL.Redacted())
	case r.Method != first.Method:
		return fmt.Errorf("it sends to %s; give that address", r.URL.Redacted())
	}
	return nil
}

// A request is what is asked of the server.
type request struct {
	method string
	path   []string
	query  url.Values
	body   []byte
	kind   string // content type of the body
	limit  time.Duration
}

// get reads a JSON document.
func (c *Client) get(ctx context.Context, into any, query url.Values, path ...string) error {
	return c.do(ctx, request{method: http.MethodGet, path: path, query: query, limit: quick}, into)
}

// post sends a JSON document and reads another one.
func (c *Client) post(ctx context.Context, body, into any, limit time.Duration, path ...string) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return c.do(ctx, request{method: http.MethodPost, path: path, body: text, kind: "application/json", limit: limit}, into)
}

// do carries out a request and decodes the JSON document of the answer.
func (c *Client) do(ctx context.Context, r request, into any) error {
	text, err := c.fetch(ctx, r)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %s is not what arbiter serve answers: %w", c.base, c.URL(r.path...), err)
	}
	return nil
}

// fetch carries out a request, again where that can help. Every request of
// this package may be sent twice: the API makes one of it.
func (c *Client) fetch(ctx context.Context, r request) ([]byte, error) {
	began := time.Now()
	for pause := 100 * time.Millisecond; ; pause = min(2*pause, time.Second) {
		text, err := c.once(ctx, r)
		if err == nil {
			return text, nil
		}
		wait, most := c.again(err, pause)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if time.Since(began)+wait > most {
			return nil, c.explain(err)
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// again says after how long a request that failed is sent again, and for how
// long that goes on in all.
func (c *Client) again(err error, pause time.Duration) (wait, most time.Duration) {
	var problem *Problem
	if errors.As(err, &problem) {
		switch problem.Status {
		case http.StatusTooManyRequests, http.StatusServiceUnavailable:
			return max(pause, problem.retryAfter), queueing
		case http.StatusBadGateway, http.StatusGatewayTimeout: // a proxy's: the server behind it is away
			return pause, c.patience()
		}
		return 0, -1
	}
	var network net.Error
	if errors.As(err, &network) && !network.Timeout() || hungUp(err) {
		return pause, c.patience()
	}
	return 0, -1
}

// hungUp reports whether the server ended the connection before its answer.
func hungUp(err error) bool { return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) }

// patience is how long to wait for a server: one that was never there is told
// at once.
func (c *Client) patience() time.Duration {
	if c.met.Load() {
		return patience
	}
	return -1
}

// explain says what a request came to in the end.
func (c *Client) explain(err error) error {
	var network net.Error
	switch {
	case !errors.As(err, &network) && !hungUp(err):
		return fmt.Errorf("%s: %w", c.base, err)
	case network != nil && network.Timeout():
		return fmt.Errorf("%s: the server does not answer in time: %w", c.base, err)
	case c.met.Load():
		return fmt.Errorf("%s: the server has gone away and did not come back for %v: %w", c.base, patience, err)
	}
	return fmt.Errorf("%s: no server answers: %w; arbiter serve starts one", c.base, err)
}

// once sends a request and returns the body of a success.
func (c *Client) once(ctx context.Context, r request) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	address := c.base.JoinPath(escaped(r.path)...)
	address.RawQuery = r.query.Encode()
	sent, err := http.NewRequestWithContext(ctx, r.method, address.String(), bytes.NewReader(r.body))
	if err != nil {
		return nil, err
	}
	sent.Header.Set("Accept", "application/json")
	if r.kind != "" {
		sent.Header.Set("Content-Type", r.kind)
	}
	if c.token != "" {
		sent.Header.Set("Authorization", "Bearer "+c.token)
	}
	answer, err := c.http.Do(sent)
	if err != nil {
		return nil, errors.Unwrap(err) // the method and the address are told elsewhere
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusBadGateway && answer.StatusCode != http.StatusGatewayTimeout {
		c.met.Store(true)
	}
	text, err := io.ReadAll(io.LimitReader(answer.Body, longest+1))
	if err != nil {
		return nil, err
	}
	if len(text) > longest {
		return nil, fmt.Errorf("%s: the answer has more than %d bytes", address, longest)
	}
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return nil, problemOf(answer, text)
	}
	return text, nil
}

// retryAfter reads the header of that name: seconds, or a moment.
func retryAfter(h http.Header) time.Duration {
	text := h.Get("Retry-After")
	if seconds, err := strconv.Atoi(text); err == nil && seconds >= 0 {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}
