package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"arbiter/server/league"
	"arbiter/server/live"
	"arbiter/server/scheduler"

	"github.com/danielgtaylor/huma/v2"
)

// writeProblem writes a problem document outside of the API's own handlers.
func writeProblem(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	var known huma.StatusError
	if errors.As(err, &known) {
		status = known.GetStatus()
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(known)
}

// problem makes a problem document of an error.
func (s *Server) problem(err error) error {
	var field league.FieldError
	var conflict league.ConflictError
	var known huma.StatusError
	switch {
	case err == nil, errors.As(err, &known):
		return err
	case errors.As(err, &field) && !errors.As(err, &conflict):
		details := []error{&huma.ErrorDetail{Location: "body." + field.Field, Message: field.Err.Error()}}
		if build := (interface{ Output() string })(nil); errors.As(err, &build) {
			details = append(details, &huma.ErrorDetail{Location: "build", Message: "the build says", Value: build.Output()})
		}
		return huma.Error422UnprocessableEntity(err.Error(), details...)
	case errors.As(err, &conflict), errors.Is(err, league.ErrInUse):
		return huma.Error409Conflict(err.Error())
	case errors.Is(err, league.ErrNotFound):
		return huma.Error404NotFound(err.Error())
	case errors.Is(err, league.ErrPruned):
		return huma.Error410Gone(err.Error())
	case errors.Is(err, scheduler.ErrBusy), errors.Is(err, live.ErrFull):
		return huma.Error503ServiceUnavailable(err.Error())
	case errors.Is(err, context.Canceled):
		return huma.NewError(499, "the client went away")
	}
	s.Log.Error("request", "error", err)
	return huma.Error500InternalServerError("the server failed; its log tells more")
}

// inQuery says which field of the query is wrong.
func inQuery(field string, err error) error {
	return huma.Error422UnprocessableEntity(field+": "+err.Error(), &huma.ErrorDetail{Location: "query." + field, Message: err.Error()})
}

// gone makes a success of deleting what is not there.
func gone(err error) error {
	if errors.Is(err, league.ErrNotFound) {
		return nil
	}
	return err
}
