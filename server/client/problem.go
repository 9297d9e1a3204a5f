package client

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"arbiter/server/league"
)

// A Problem is why the server refuses a request: a problem document (RFC 9457).
type Problem struct {
	Status int      `json:"status"`
	Title  string   `json:"title"`
	Detail string   `json:"detail"`
	Errors []Detail `json:"errors"`

	retryAfter time.Duration
}

// A Detail is what is wrong with one field.
type Detail struct {
	Location string `json:"location"` // such as body.bots[0]
	Message  string `json:"message"`
	Value    any    `json:"value"`
}

// buildLocation is the location of a Detail that is what a build printed.
const buildLocation = "build"

// problemOf reads the problem document of an answer. A proxy may have answered
// instead of the server, with anything.
func problemOf(answer *http.Response, text []byte) *Problem {
	p := &Problem{}
	if err := json.Unmarshal(text, p); err != nil || p.Detail == "" && p.Title == "" {
		p = &Problem{Detail: fmt.Sprintf("the answer is %q; is this arbiter serve?", answer.Status)}
	}
	p.Status, p.retryAfter = answer.StatusCode, retryAfter(answer.Header)
	return p
}

// Error says what is wrong, with the fields that the sentence does not name.
func (p *Problem) Error() string {
	text := p.Detail
	if text == "" {
		text = p.Title
	}
	for _, d := range p.Errors {
		if d.Location != buildLocation && !strings.Contains(p.Detail, d.Message) {
			text += fmt.Sprintf("; %s: %s", d.Location, d.Message)
		}
	}
	if p.Status == http.StatusUnauthorized {
		text += "; give one in ARBITER_TOKEN or by --token-file"
	}
	return text
}

// Is makes a Problem of something that is not there a league.ErrNotFound.
func (p *Problem) Is(target error) bool {
	return target == league.ErrNotFound && p.Status == http.StatusNotFound
}

// Conflict reports whether the wish does not go with how things stand.
func (p *Problem) Conflict() bool { return p.Status == http.StatusConflict }

// Mistake reports whether the one who asked has to ask for something else.
// Tokens that are wrong or too weak, and everything that the server or the way
// to it is to blame for, are none.
func (p *Problem) Mistake() bool {
	switch p.Status {
	case http.StatusBadRequest, http.StatusNotFound, http.StatusConflict, http.StatusGone, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
		return true
	}
	return false
}

// Output returns what the build of a bot printed, if that was the problem.
func (p *Problem) Output() string {
	for _, d := range p.Errors {
		if text, ok := d.Value.(string); ok && d.Location == buildLocation {
			return text
		}
	}
	return ""
}
