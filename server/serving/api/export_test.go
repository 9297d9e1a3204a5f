package api

import (
	"net/http"
	"time"
)

// Routes returns the scope of every route by method and pattern.
func (s *Server) Routes() map[string]Scope { return s.router.Scopes() }

// Attachment is attachment.
func Attachment(name string) string { return attachment(name) }

// EndEventStream ends a stream of server-sent events with a reason.
func EndEventStream(w http.ResponseWriter, reason error) {
	e := eventStream{w, http.NewResponseController(w), time.Minute, time.Minute, nil}
	e.end(reason)
}
