package client

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"arbiter/server/league"
)

// A Problem is the reason why the server refused a request: a problem document
// (RFC 9457).
type Problem struct {
	Status int      `json:"status"`
	Title  string   `json:"title"`
	Detail string   `json:"detail"`
	Errors []Detail `json:"errors"`

	retryAfter time.Duration
}

// A Detail is an error in one field of the request.
type Detail struct {
	Location string `json:"location"` // e.g. body.bots[0]
	Message  string `json:"message"`
	Value    any    `json:"value"`
}

// buildLocation is the location of the Detail whose value is the output of a
// build.
const buildLocation = "build"

// problemOf returns the problem document of a response with the body text. A
// proxy in front of the server may have responded with anything.
func problemOf(response *http.Response, text []byte) *Problem {
	p := &Problem{}
	if err := json.Unmarshal(text, p); err != nil || p.Detail == "" && p.Title == "" {
		p = &Problem{Detail: fmt.Sprintf("unexpected response %q; is this arbiter serve?", response.Status)}
	}
	p.Status, p.retryAfter = response.StatusCode, retryAfter(response.Header)
	return p
}

// Error returns the reason, with the fields that the reason does not name. It leaves out the
// route that lists known names, because nobody types routes here.
func (p *Problem) Error() string {
	text := cmp.Or(p.Detail, p.Title)
	if p.Status == http.StatusNotFound && len(p.Errors) == 1 && p.Errors[0].Location == "" {
		return p.Errors[0].Message
	}
	for _, d := range p.Errors {
		if d.Location != buildLocation && !strings.Contains(p.Detail, d.Message) {
			text += fmt.Sprintf("; %s: %s", d.Location, d.Message)
		}
	}
	if p.Status == http.StatusUnauthorized {
		text += "; set ARBITER_TOKEN or use --token-file"
	}
	return text
}

// Is reports that a Problem of status 404 is league.ErrNotFound.
func (p *Problem) Is(target error) bool {
	return target == league.ErrNotFound && p.Status == http.StatusNotFound
}

// As sets target to the error of package league that the same request would have without a
// server. A Problem in a field of the body becomes a FieldError, so that the caller can name
// the flag.
func (p *Problem) As(target any) bool {
	switch target := target.(type) {
	case *league.FieldError:
		return p.field(target)
	case *league.BuildError:
		*target = league.BuildError{Output: p.Output(), Err: p}
		return p.buildFailed()
	case *league.ConflictError:
		*target = league.ConflictError{Err: p}
		return p.Status == http.StatusConflict
	case *league.UsageError:
		*target = league.UsageError{Err: p}
		return p.Usage()
	}
	return false
}

// field sets the error to that of the first field of the body, if there is one.
func (p *Problem) field(target *league.FieldError) bool {
	for _, d := range p.Errors {
		if name, ok := strings.CutPrefix(d.Location, "body."); ok {
			*target = league.FieldError{Field: name, Err: errors.New(d.Message)}
			return true
		}
	}
	return false
}

// Forbidden reports whether the token's scope does not allow the request.
func (p *Problem) Forbidden() bool { return p.Status == http.StatusForbidden }

// Usage reports whether the caller has to change the request, like a
// league.UsageError. A wrong or weak token and failures of the server or the
// network are no usage errors.
func (p *Problem) Usage() bool {
	switch p.Status {
	case http.StatusBadRequest, http.StatusNotFound, http.StatusConflict, http.StatusGone, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
		return true
	}
	return false
}

// buildFailed reports whether the Problem is that the build of a bot failed.
func (p *Problem) buildFailed() bool {
	return slices.ContainsFunc(p.Errors, func(d Detail) bool { return d.Location == buildLocation })
}

// Output returns the output of the build of a bot if it failed, or "".
func (p *Problem) Output() string {
	for _, d := range p.Errors {
		if text, ok := d.Value.(string); ok && d.Location == buildLocation {
			return text
		}
	}
	return ""
}
