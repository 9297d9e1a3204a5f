package api

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"syscall"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/bots/judge"
	"arbiter/referee/nearest"
	"arbiter/server/league"
	"arbiter/server/playing/human"
	"arbiter/server/playing/live"
	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/scheduler"
	"arbiter/server/study/analyst"
)

// problem turns an error into a problem document. It alone maps the domain's
// errors to status codes. What it does not know is the machine's error: it is
// logged, and the client learns no more than that.
func (s *Server) problem(ctx context.Context, err error) error {
	var known huma.StatusError
	var conflict league.ConflictError
	var field league.FieldError
	var bot scheduler.BotRefusedError
	var quota league.QuotaError
	var storage storageError
	switch {
	case err == nil, errors.As(err, &known):
		return err
	case errors.As(err, &bot):
		return refused(bot)
	case errors.As(err, &quota):
		return exceeded(quota)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.EFBIG):
		s.Log.Error("request", "error", err)
		return huma.NewError(http.StatusInsufficientStorage, "the disk is full; free some space and try again")
	case errors.As(err, &conflict):
		return huma.Error409Conflict(err.Error())
	case errors.As(err, &field):
		return s.fieldProblem(ctx, field, err)
	case errors.Is(err, league.ErrInUse), errors.Is(err, live.ErrUnwatched):
		return huma.Error409Conflict(err.Error())
	case errors.As(err, new(league.NotFoundError)):
		near, list := s.hints(ctx, err)
		said := err.Error() + near
		return huma.Error404NotFound(said+list, &huma.ErrorDetail{Message: said})
	case errors.Is(err, league.ErrNotFound), errors.Is(err, human.ErrUnknown), errors.Is(err, analyst.ErrNoTrial):
		return huma.Error404NotFound(err.Error())
	case errors.Is(err, league.ErrPruned):
		return huma.Error410Gone(err.Error())
	case errors.Is(err, scheduler.ErrBusy), errors.Is(err, live.ErrFull), errors.Is(err, human.ErrFull), errors.Is(err, human.ErrClosed), errors.Is(err, analyst.ErrBusy):
		return huma.Error503ServiceUnavailable(err.Error())
	case errors.As(err, new(league.UsageError)), errors.As(err, new(analyst.QuestionError)):
		return invalidBody(err)
	case errors.Is(err, judge.ErrNone):
		return huma.Error422UnprocessableEntity(err.Error())
	case errors.As(err, &storage):
		s.Log.Error("request", "error", err)
		if storage.Full() {
			return huma.NewError(http.StatusInsufficientStorage, storage.Advice())
		}
		return huma.Error503ServiceUnavailable("database: " + storage.Advice())
	case errors.Is(err, context.Canceled):
		return huma.NewError(499, "the client closed the request")
	}
	s.Log.Error("request", "error", err)
	return transport.InternalError()
}

// hints returns the name that was probably meant in place of an unknown one, and the
// route that lists all names. Each is the end of a sentence. The route is for people
// who type requests, and not for pages. "" means that there is no hint. Hints are a
// help: if the store does not answer, the problem is what it was.
func (s *Server) hints(ctx context.Context, err error) (near, list string) {
	var missing league.NotFoundError
	errors.As(err, &missing)
	var known []string
	switch missing.Kind {
	case league.AGame:
		list = "/api/games"
		for _, g := range s.Scheduler.Games.All() {
			known = append(known, g.Info().Name)
		}
	case league.ATournament:
		list = "/api/tournaments"
		all, _ := s.Store.TournamentStatuses(ctx, league.TournamentQuery{})
		for _, t := range all {
			known = append(known, t.ID)
		}
	case league.ACheck:
		list = "/api/checks"
		all, _ := s.Store.Checks(ctx)
		known = slices.Sorted(maps.Keys(all))
	case league.ABot:
		list = "/api/bots?game=" + missing.Game
		all, _ := s.Store.KnownBots(ctx, missing.Game, "")
		for _, b := range all {
			known = append(known, b.ID)
		}
	case league.ALeaderboard:
		list = "/api/leaderboards"
		all, _ := s.Store.Leaderboards(ctx)
		for _, l := range all {
			known = append(known, l.Name)
		}
	case league.ABook:
		list = "/api/books"
		all, _ := s.Store.Books(ctx, "")
		for _, t := range all {
			known = append(known, t.Name)
		}
	case league.APuzzleSet:
		list = "/api/puzzle-sets"
		all, _ := s.PuzzleSets.All()
		for _, t := range all {
			known = append(known, t.Name)
		}
	case league.ALadder:
		list = "/api/ladders"
		all, _ := s.Scheduler.Ladders(ctx)
		for _, l := range all {
			known = append(known, l.Name)
		}
	case league.AWorker:
		list = "/api/workers"
		if s.Workers != nil {
			for _, w := range s.Workers.Workers() {
				known = append(known, w.Name)
			}
		}
	default: // a match has no name that resembles another
		return "", ""
	}
	return nearest.Hint(missing.Name, known), "; GET " + list + " lists them"
}

// A storageError is an error of the Store for which the operator can do
// something. Unlike its text, the advice names no files.
type storageError interface {
	error
	Advice() string // what is wrong, and the remedy
	Full() bool     // the disk is full
}

// fieldProblem reports a usage error in a field of the body. When a bot's build
// failed, a detail with the location "build" has its output.
func (s *Server) fieldProblem(ctx context.Context, field league.FieldError, err error) error {
	near, list := s.hints(ctx, err)
	details := []error{&huma.ErrorDetail{Location: "body." + field.Field, Message: field.Err.Error() + near}}
	if build := (league.BuildError{}); errors.As(err, &build) {
		details = append(details, &huma.ErrorDetail{Location: transport.BuildLocation, Message: "output of the build", Value: build.Output})
	}
	return huma.Error422UnprocessableEntity(err.Error()+near+list, details...)
}

// invalidBody reports a usage error in the body as a whole.
func invalidBody(err error) error {
	return huma.Error422UnprocessableEntity(err.Error(), &huma.ErrorDetail{Location: "body", Message: err.Error()})
}

// invalidQuery reports a usage error in a parameter of the query.
func invalidQuery(parameter string, err error) error {
	return huma.Error422UnprocessableEntity(parameter+": "+err.Error(), &huma.ErrorDetail{Location: "query." + parameter, Message: err.Error()})
}

// invalidCursor reports a usage error of a list as one of its cursor.
func invalidCursor(err error) error {
	if errors.As(err, new(league.UsageError)) {
		return invalidQuery("cursor", err)
	}
	return err
}

// ignoreNotFound makes deleting what does not exist a success.
func ignoreNotFound(err error) error {
	if errors.Is(err, league.ErrNotFound) {
		return nil
	}
	return err
}
