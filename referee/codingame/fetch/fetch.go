// Package fetch gets matches from the site by their numbers, politely: one request each, one after
// the other, and never on behalf of somebody else. It does not look into the answers.
package fetch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"arbiter/referee/codingame"
)

// Site is the address of the site.
const Site = "https://www.codingame.com"

// Pause is the least time between the beginnings of two requests.
const Pause = 500 * time.Millisecond

const (
	service = "/services/gameResult/findInformationById" // tells the title of a match, too
	timeout = 30 * time.Second                           // for one match
	maxSaid = 4 << 10                                    // bytes that are read of an answer that is an error
)

// prefix begins the name of a match that is to be fetched.
const prefix = "codingame:"

// path is the path of a page that shows a replay.
var path = regexp.MustCompile(`^/(?:[a-z]{2}/)?(?:share-)?replay/(\d+)/?$`)

// ParseNumber returns the number of the match that a text names: codingame:NUMBER, or the
// address of a replay on the site. ok is false for other texts that are not addresses, such as
// the name of a file. The error says what is wrong with the number or the address.
func ParseNumber(text string) (number int64, ok bool, err error) {
	digits, named := strings.CutPrefix(text, prefix)
	if !named {
		if !strings.HasPrefix(text, "https://") && !strings.HasPrefix(text, "http://") {
			return 0, false, nil
		}
		u, err := url.Parse(text)
		if err != nil {
			return 0, true, fmt.Errorf("%.200q: %w", text, err)
		}
		found := path.FindStringSubmatch(u.Path)
		if host := u.Hostname(); found == nil || host != "codingame.com" && !strings.HasSuffix(host, ".codingame.com") {
			return 0, true, fmt.Errorf("%.200q: want the address of a replay, such as %s/replay/123456789", text, Site)
		}
		digits = found[1]
	}
	number, err = strconv.ParseInt(digits, 10, 64)
	if err != nil || number <= 0 {
		return 0, true, fmt.Errorf("%.200q: want the number of a match, such as %s123456789", text, prefix)
	}
	return number, true, nil
}

// A Client fetches matches one after the other. It is not safe for concurrent use.
type Client struct {
	Site  string            // the address of the site; "" for Site
	Agent string            // how this program calls itself
	HTTP  http.RoundTripper // nil for http.DefaultTransport
	Pause time.Duration     // between two requests; 0 for Pause

	last time.Time // of the last request
}

// A StatusError is what the site answers in place of a match.
type StatusError struct {
	Number int64  // of the match
	Status int    // of HTTP
	Said   string // by the site; may be empty
}

// Error says what to do about it.
func (e *StatusError) Error() string {
	var why string
	switch e.Status {
	case http.StatusUnauthorized, http.StatusForbidden:
		why = "the site shows it to its players alone; save what the site answers to your browser, and import that file"
	case http.StatusNotFound:
		why = "the site has no such match; old ones are deleted there"
	case http.StatusTooManyRequests:
		why = "the site asks to wait; try again in some minutes"
	default:
		why = "the site answers with an error"
	}
	if e.Said != "" {
		why += fmt.Sprintf(" (it says %q)", e.Said)
	}
	return fmt.Sprintf("match %d: %s: HTTP status %d", e.Number, why, e.Status)
}

// Match returns what the site answers for a match. It first waits until Pause has passed since
// the last request began. Any other answer than a match is a StatusError; more than
// codingame.MaxMatch bytes are an error, too.
func (c *Client) Match(ctx context.Context, number int64) ([]byte, error) {
	site := c.Site
	if site == "" {
		site = Site
	}
	pause := c.Pause
	if pause == 0 {
		pause = Pause
	}
	if err := wait(ctx, time.Until(c.last.Add(pause))); err != nil {
		return nil, err
	}
	c.last = time.Now()
	ctx, end := context.WithTimeout(ctx, timeout)
	defer end()
	body, err := json.Marshal([]any{strconv.FormatInt(number, 10), nil})
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, site+service, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	if c.Agent != "" {
		request.Header.Set("User-Agent", c.Agent)
	}
	client := http.Client{Transport: c.HTTP, CheckRedirect: sameHost}
	response, err := client.Do(request)
	if err != nil {
		var of *url.Error
		if errors.As(err, &of) { // it has the address, which is of no interest
			err = of.Err
		}
		return nil, fmt.Errorf("match %d: cannot reach %s: %w", number, site, err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		said, _ := io.ReadAll(io.LimitReader(response.Body, maxSaid)) // it only explains
		return nil, &StatusError{number, response.StatusCode, message(said)}
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, codingame.MaxMatch+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("match %d: the answer of %s breaks off: %w", number, site, err)
	case len(text) > codingame.MaxMatch:
		return nil, fmt.Errorf("match %d: %s answers with more than %d MiB; no match is so long", number, site, codingame.MaxMatch>>20)
	}
	return text, nil
}

// wait waits, unless ctx ends before.
func wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// maxRedirects is how often the site may send on a request.
const maxRedirects = 3

// sameHost refuses a redirect to another host.
func sameHost(to *http.Request, before []*http.Request) error {
	if from := before[0].URL; to.URL.Host != from.Host || to.URL.Scheme != from.Scheme {
		return fmt.Errorf("it redirects to another host, %.100q, which is not followed", to.URL.Host)
	}
	if len(before) > maxRedirects {
		return errors.New("it redirects again and again")
	}
	return nil
}

// message returns the message of an error of the site, or "".
func message(said []byte) string {
	var e struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(said, &e) != nil {
		return ""
	}
	const most = 200
	return e.Message[:min(len(e.Message), most)]
}
