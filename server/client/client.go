// Package client provides league.Service over HTTP: it calls the API of a running
// arbiter serve. A bot that is a folder or a file here is uploaded.
//
// A Client calls one server. A refused request returns a *Problem, which names
// the field and the reason. Requests that fail for the moment are retried.
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

// A Client calls one server. It is safe for concurrent use. Its exported fields are set
// before use.
type Client struct {
	Log io.Writer // receives what is built on the server, and the output of builds that fail
	Own []string  // files and folders of Arbiter's, which are part of no bot

	base     *url.URL
	token    string
	http     *http.Client
	answered atomic.Bool // the server has responded before
}

// Limits of requests.
const (
	quickTimeout = time.Minute      // of requests that read or write rows
	buildTimeout = 20 * time.Minute // of requests that build bots
	restartTime  = 10 * time.Second // retries while a server that has responded before is away: it may be restarting
	busyTime     = time.Minute      // retries while a server is overloaded
	maxResponse  = 512 << 20        // bytes; a larger response is an error
)

// New returns a client of the server at a URL such as http://127.0.0.1:8080,
// with or without a path. It presents the token unless that is empty.
func New(address, token string) (*Client, error) {
	base, err := url.Parse(address)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return nil, fmt.Errorf("%q is not a server URL; want e.g. http://127.0.0.1:8080", address)
	}
	if base.User != nil || base.RawQuery != "" || base.Fragment != "" {
		return nil, fmt.Errorf("%q has credentials, a query or a fragment; want e.g. http://127.0.0.1:8080", base.Redacted())
	}
	base.Path, base.RawPath = strings.TrimRight(base.Path, "/"), ""
	return &Client{Log: io.Discard, base: base, token: token, http: &http.Client{CheckRedirect: redirect}}, nil
}

// Page implements league.Service: it returns the server's URL with path elements
// appended, which are escaped.
func (c *Client) Page(path ...string) string { return c.base.JoinPath(escaped(path)...).String() }

// Close implements league.Service. The server goes on.
func (c *Client) Close() error { return nil }

// HasToken reports whether the client presents a token.
func (c *Client) HasToken() bool { return c.token != "" }

// escaped escapes path elements, which may have slashes in them. Names of dots alone
// would be read as a folder and its parent.
func escaped(path []string) []string {
	var all []string
	for _, name := range path {
		if name == "." || name == ".." {
			all = append(all, strings.ReplaceAll(name, ".", "%2E"))
		} else {
			all = append(all, url.PathEscape(name))
		}
	}
	return all
}

// redirect is the CheckRedirect of the http.Client. It follows a server that has moved,
// except from https to http, where the token could be read. It never changes the method
// of the request.
func redirect(r *http.Request, via []*http.Request) error {
	first := via[0]
	switch {
	case len(via) >= 5:
		return errors.New("too many redirects")
	case first.URL.Scheme == "https" && r.URL.Scheme != "https":
		return fmt.Errorf("redirect to %s refused: it is not encrypted", r.URL.Redacted())
	case r.Method != first.Method:
		return fmt.Errorf("the server has moved to %s; use that address", r.URL.Redacted())
	}
	return nil
}

// A request to the server.
type request struct {
	method      string
	path        []string
	query       url.Values
	body        []byte
	contentType string // of the body
	timeout     time.Duration
}

// get sends a GET request and decodes the JSON response.
func (c *Client) get(ctx context.Context, into any, query url.Values, path ...string) error {
	return c.do(ctx, request{method: http.MethodGet, path: path, query: query, timeout: quickTimeout}, into)
}

// post sends a POST request with a JSON body and decodes the JSON response.
func (c *Client) post(ctx context.Context, body, into any, timeout time.Duration, path ...string) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return c.do(ctx, request{method: http.MethodPost, path: path, body: text, contentType: "application/json", timeout: timeout}, into)
}

// do sends a request and decodes the JSON response.
func (c *Client) do(ctx context.Context, r request, into any) error {
	text, err := c.fetch(ctx, r)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: the response of %s is not one of arbiter serve: %w", c.base, c.Page(r.path...), err)
	}
	return nil
}

// fetch sends a request and returns the body of the response. It retries what
// may succeed later: all requests of this package are idempotent.
func (c *Client) fetch(ctx context.Context, r request) ([]byte, error) {
	began := time.Now()
	for pause := 100 * time.Millisecond; ; pause = min(2*pause, time.Second) {
		text, err := c.once(ctx, r)
		if err == nil {
			return text, nil
		}
		wait, most := c.retry(err, pause)
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

// retry returns after how long a failed request is sent again, and for how long
// in total it may be; a negative total means never.
func (c *Client) retry(err error, pause time.Duration) (wait, most time.Duration) {
	var problem *Problem
	if errors.As(err, &problem) {
		switch problem.Status {
		case http.StatusTooManyRequests, http.StatusServiceUnavailable:
			return max(pause, problem.retryAfter), busyTime
		case http.StatusBadGateway, http.StatusGatewayTimeout: // a proxy whose server is away
			return pause, c.awayTime()
		}
		return 0, -1
	}
	var network net.Error
	if errors.As(err, &network) && !network.Timeout() || hungUp(err) {
		return pause, c.awayTime()
	}
	return 0, -1
}

// hungUp reports whether the server closed the connection before its response
// was complete.
func hungUp(err error) bool { return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) }

// awayTime returns for how long to retry while the server cannot be reached. One
// that has never responded is an error at once.
func (c *Client) awayTime() time.Duration {
	if c.answered.Load() {
		return restartTime
	}
	return -1
}

// explain adds the server and the remedy to the error of the last attempt.
func (c *Client) explain(err error) error {
	var network net.Error
	switch {
	case !errors.As(err, &network) && !hungUp(err):
		return fmt.Errorf("%s: %w", c.base, err)
	case network != nil && network.Timeout():
		return fmt.Errorf("%s: the server did not respond in time: %w", c.base, err)
	case c.answered.Load():
		return fmt.Errorf("%s: the connection was lost and not restored within %v: %w", c.base, restartTime, err)
	}
	return fmt.Errorf("%s: cannot reach a server: %w; arbiter serve starts one", c.base, err)
}

// once sends a request and returns the body of a successful response. Any other
// response is a *Problem.
func (c *Client) once(ctx context.Context, r request) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	address := c.base.JoinPath(escaped(r.path)...)
	address.RawQuery = r.query.Encode()
	sent, err := http.NewRequestWithContext(ctx, r.method, address.String(), bytes.NewReader(r.body))
	if err != nil {
		return nil, err
	}
	sent.Header.Set("Accept", "application/json")
	if r.contentType != "" {
		sent.Header.Set("Content-Type", r.contentType)
	}
	if c.token != "" {
		sent.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := c.http.Do(sent)
	if err != nil {
		return nil, errors.Unwrap(err) // without the method and the URL, which explain adds
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusBadGateway && response.StatusCode != http.StatusGatewayTimeout {
		c.answered.Store(true)
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, maxResponse+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxResponse {
		return nil, fmt.Errorf("%s: the response exceeds %d bytes", address, maxResponse)
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return nil, problemOf(response, text)
	}
	return text, nil
}

// retryAfter parses the Retry-After header: seconds, or a date.
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
