package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/server/human"
	"arbiter/server/league"
)

// handBody is a match in which a person has a seat.
type handBody struct {
	ID      string          `json:"id" doc:"Of the match: /api/live/{id} shows it, and /api/matches/{id} when it is over."`
	Game    string          `json:"game"`
	Seat    int             `json:"seat"`
	Stage   human.Stage     `json:"stage" enum:"asked,waiting,over,left,lost" doc:"It is your turn, or that of others, or it has a result; one that somebody left or the machine lost has none."`
	Turn    int             `json:"turn" doc:"Of the last question, from 1; 0 before the first."`
	Input   string          `json:"input" doc:"What a bot would be sent in that turn."`
	Help    string          `json:"help" doc:"What the commands are."`
	Choices human.Choices   `json:"choices" doc:"What may be answered when asked, under the name of the game. Cells are [x, y] as in the views."`
	Answer  string          `json:"answer,omitempty" doc:"What you answered in that turn."`
	Why     string          `json:"why,omitempty" doc:"Why there is no result."`
	Result  *referee.Result `json:"result,omitempty" doc:"Of a match that is over."`
}

type handOut struct {
	Status int
	Body   handBody
}

type handWishBody struct {
	Game    string          `json:"game"`
	Seat    int             `json:"seat,omitempty" minimum:"0" maximum:"15"`
	Bots    []string        `json:"bots,omitempty" maxItems:"15" doc:"For the other seats, in order: the ID of a known bot, or a bot as it would be typed on the server's machine."`
	Seed    string          `json:"seed,omitempty" pattern:"^-?[0-9]+$" default:"1" doc:"64 bits, as text."`
	Setup   json.RawMessage `json:"setup,omitempty" doc:"An explicit start position in the game's own fields, instead of a seed."`
	FirstMS *float64        `json:"first_ms,omitempty" minimum:"0" maximum:"3600000" doc:"For the bots, instead of the game's limit; 0 for none. You have no limit."`
	TurnMS  *float64        `json:"turn_ms,omitempty" minimum:"0" maximum:"3600000"`
	Key     string          `json:"key,omitempty" maxLength:"200" doc:"Wishes with the same key are one match. Without it each is another match: only then this is not idempotent."`
}

// longestWait is how long a request waits for the next question. It is far
// below what proxies bear.
const longestWait = 25 * time.Second

type handIn struct {
	MatchPath
	Beyond int    `query:"beyond" minimum:"-1" default:"-1" doc:"Wait until a later turn than this is asked or the match has ended, for 25 seconds at the most; -1: do not wait."`
	Begun  string `query:"begun" maxLength:"2000" doc:"The beginning of an answer: the choices are those that go on with it. In flames alone."`
}

func (s *Server) hands() {
	tag := []string{"hands"}
	route(s, ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/hands", OperationID: "play-hand", Tags: tag, DefaultStatus: http.StatusCreated,
		Summary:     "Play a seat yourself against bots",
		Description: "It begins at once, beside all tournaments. The match is kept when it is over, with the seat's bot human@, and counts in no leaderboard. One that nobody asks after for 30 minutes is ended.",
	}, s.playHand)
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/hands/{id}", OperationID: "get-hand", Tags: tag,
		Summary: "Tell whether it is your turn, what a bot would be sent, and what may be answered",
	}, s.getHand)
	route(s, ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/hands/{id}/answer", OperationID: "answer-hand", Tags: tag,
		Summary: "Answer a turn", Description: "Idempotent: a turn is answered once. What would be a fault is refused with the reason, and another answer may follow.",
	}, s.answerHand)
	route(s, ScopePlay, huma.Operation{
		Method: http.MethodDelete, Path: "/api/hands/{id}", OperationID: "leave-hand", Tags: tag, DefaultStatus: http.StatusNoContent,
		Summary: "Give a match up", Description: "It has no result then and is not kept. Idempotent.",
	}, func(_ context.Context, in *MatchPath) (*struct{}, error) {
		if err := s.Hands.Leave(in.ID); !errors.Is(err, human.ErrUnknown) {
			return nil, err
		}
		return nil, nil
	})
}

func (s *Server) playHand(ctx context.Context, in *struct{ Body handWishBody }) (*handOut, error) {
	b := in.Body
	if _, err := games.Find(b.Game); err != nil {
		return nil, league.FieldError{Field: "game", Err: err}
	}
	if _, err := human.NewAdvice(b.Game); err != nil {
		return nil, league.FieldError{Field: "game", Err: err}
	}
	w, err := wishOf(wishBody{Game: b.Game, Bots: b.Bots, Seed: b.Seed, Setup: b.Setup, FirstMS: b.FirstMS, TurnMS: b.TurnMS, Key: b.Key})
	if err != nil {
		return nil, err
	}
	work, known, err := s.Scheduler.Hand(ctx, w, b.Seat)
	if err != nil {
		return nil, err
	}
	if !known {
		if err := s.Hands.Begin(work, b.Seat); err != nil {
			return nil, handProblem(err)
		}
	}
	out, err := s.getHand(ctx, &handIn{MatchPath: MatchPath{work.Job.ID}, Beyond: -1})
	if err == nil {
		out.Status = http.StatusCreated
	}
	return out, err
}

func (s *Server) getHand(ctx context.Context, in *handIn) (*handOut, error) {
	if in.Beyond >= 0 {
		waiting, cancel := context.WithTimeout(ctx, longestWait)
		defer cancel()
		if err := s.Hands.Wait(waiting, in.ID, in.Beyond); err != nil && !errors.Is(err, human.ErrUnknown) {
			return nil, err
		}
	}
	state, err := s.Hands.State(in.ID, in.Begun)
	if errors.Is(err, human.ErrUnknown) {
		if state, err = s.playedByHand(ctx, in.ID); errors.Is(err, league.ErrNotFound) {
			return nil, huma.Error404NotFound(human.ErrUnknown.Error())
		}
	}
	if err != nil {
		return nil, err
	}
	return &handOut{http.StatusOK, handOf(state)}, nil
}

// playedByHand tells of a match that is over and forgotten by the lobby.
func (s *Server) playedByHand(ctx context.Context, id string) (human.State, error) {
	m, err := s.Store.Match(ctx, id)
	if err != nil {
		return human.State{}, err
	}
	for at, bot := range m.Pairing.Seats {
		if bot == league.HumanID {
			return human.State{ID: m.ID, Game: m.Game, Seat: at, Stage: human.Over, Turn: m.Turns, Result: m.Result}, nil
		}
	}
	return human.State{}, league.ErrNotFound
}

func handOf(state human.State) handBody {
	b := handBody{
		ID: state.ID, Game: state.Game, Seat: state.Seat, Stage: state.Stage, Turn: state.Turn,
		Input: state.Input, Choices: state.Choices, Answer: state.Answer, Why: state.Why,
	}
	if state.Stage == human.Over {
		b.Result = &state.Result
	}
	if advice, err := human.NewAdvice(state.Game); err == nil {
		b.Help = advice.Help()
	}
	return b
}

type handAnswerIn struct {
	MatchPath
	Body struct {
		Turn int    `json:"turn" minimum:"1" doc:"The turn that is asked."`
		Line string `json:"line" maxLength:"2000" doc:"As a bot would write it, without the line's end."`
	}
}

func (s *Server) answerHand(ctx context.Context, in *handAnswerIn) (*handOut, error) {
	if err := s.Hands.Answer(in.ID, in.Body.Turn, strings.TrimSpace(in.Body.Line)); err != nil {
		return nil, handProblem(err)
	}
	return s.getHand(ctx, &handIn{MatchPath: in.MatchPath, Beyond: -1})
}

// handProblem makes a problem document of what the lobby refuses.
func handProblem(err error) error {
	var mistake league.UsageError
	var conflict league.ConflictError
	switch {
	case errors.As(err, &mistake):
		return league.FieldError{Field: "line", Err: mistake}
	case errors.As(err, &conflict):
		return huma.Error409Conflict(err.Error())
	case errors.Is(err, human.ErrUnknown):
		return huma.Error404NotFound(err.Error())
	case errors.Is(err, human.ErrFull), errors.Is(err, human.ErrClosed):
		return huma.Error503ServiceUnavailable(err.Error())
	}
	return err
}
