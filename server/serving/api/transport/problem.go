package transport

import (
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Limits of the texts of a problem document, in bytes: a request is not sent
// back to who sent it.
const (
	maxDetail = 2000
	maxValue  = 500
)

// BuildLocation is the location of a detail whose value is the output of a
// build.
const BuildLocation = "build"

// absolutePath matches the absolute path of a file, apart from its last element,
// and what precedes it. Routes are not files.
var absolutePath = regexp.MustCompile("(^|[\\s\"'`(=,\\[<])/(?:[^\\s\"'`()<>:,/]+/)+")

// cutProblem is a transformer of responses. It shortens what a problem document
// quotes of the request, and what it tells other machines of this one's files.
func cutProblem(ctx huma.Context, _ string, body any) (any, error) {
	problem, ok := body.(*huma.ErrorModel)
	if !ok {
		return body, nil
	}
	text := func(text string) string { return text }
	if remote(ctx.RemoteAddr(), ctx.Header) {
		text = withoutFolders
	}
	problem.Detail = shorten(text(problem.Detail), maxDetail)
	for _, d := range problem.Errors {
		d.Message, d.Location = shorten(text(d.Message), maxDetail), shorten(d.Location, maxValue)
		if output, ok := d.Value.(string); ok && d.Location == BuildLocation {
			d.Value = text(output)
			continue
		}
		d.Value = shortValue(d.Value)
	}
	return problem, nil
}

// remote reports whether a request comes from another machine, perhaps through a proxy
// on this one.
func remote(address string, header func(string) string) bool {
	return !isLoopback(address) || header("X-Forwarded-For") != "" || header("Forwarded") != ""
}

// withoutFolders replaces the folders of absolute paths, so that
// /home/ann/bots/mine becomes .../mine.
func withoutFolders(text string) string {
	return absolutePath.ReplaceAllStringFunc(text, func(found string) string {
		start := strings.IndexByte(found, '/')
		if strings.HasPrefix(found[start:], "/api/") {
			return found
		}
		return found[:start] + ".../"
	})
}

// shorten cuts a text to a number of bytes.
func shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}

// shortValue returns a value of a request, or the beginning of its JSON.
func shortValue(value any) any {
	switch v := value.(type) {
	case nil, bool, float64, int, int64:
		return v
	case string:
		return shorten(v, maxValue)
	}
	text, err := json.Marshal(value)
	if err != nil || len(text) <= maxValue {
		return value
	}
	return shorten(string(text), maxValue)
}

// InternalError is the problem of an error of which the client learns no more.
func InternalError() error {
	return huma.Error500InternalServerError("internal error; the server's log has the details")
}

// WriteProblem writes the problem document of an error outside huma's handlers.
// The error is a huma.StatusError.
func WriteProblem(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	var known huma.StatusError
	if errors.As(err, &known) {
		status = known.GetStatus()
	}
	var more huma.HeadersError
	if errors.As(err, &more) {
		for name, values := range more.GetHeaders() {
			w.Header()[name] = values
		}
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(known)
}
