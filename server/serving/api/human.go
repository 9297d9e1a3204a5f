package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/server/league"
	"arbiter/server/playing/human"
	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/scheduler"
)

// humanMatchBody is a match in which a person has a seat.
type humanMatchBody struct {
	ID      string          `json:"id" doc:"ID of the match: /api/live/{id} streams it, and /api/matches/{id} has it when it is over."`
	Game    string          `json:"game"`
	Seat    int             `json:"seat"`
	Phase   human.Phase     `json:"stage" enum:"asked,waiting,over,left,lost" doc:"asked: your turn; waiting: not your turn; over: finished with a result; left: you gave up or were away; lost: ended by an error of the server. left and lost have no result."`
	Turn    int             `json:"turn" doc:"Turn of your last question, from 1; 0 before the first."`
	Input   string          `json:"input" doc:"Input of that turn, as a bot would receive it."`
	Help    string          `json:"help" doc:"Describes the commands."`
	Choices map[string]any  `json:"choices" doc:"Valid answers when the stage is asked, under the name of the game; each game has its own fields, which web/src/games/GAME/types.gen.ts declares. Cells are [x, y] as in the views."`
	Owner   string          `json:"owner,omitempty" doc:"Name of the token that plays the seat; absent: nobody's."`
	Answer  string          `json:"answer,omitempty" doc:"Your answer in that turn."`
	Why     string          `json:"why,omitempty" doc:"Why there is no result."`
	Result  *referee.Result `json:"result,omitempty" doc:"Result, when the stage is over."`
}

type humanMatchOut struct {
	Status int
	Body   humanMatchBody
}

type humanRequestBody struct {
	SingleBody
	Seat int         `json:"seat,omitempty" minimum:"0" maximum:"15"`
	Bots []string    `json:"bots,omitempty" maxItems:"15" doc:"Bots of the other seats, in order: IDs of registered bots, or builtin ones; with scope admin also other bots on the server's machine."`
	From *branchBody `json:"from,omitempty" doc:"Continue a stored match instead of starting one: its start is that of the match, and so are, when absent, the time limits and the bots of the other seats."`
}

// branchBody says where a match continues another one.
type branchBody struct {
	Match string `json:"match" pattern:"^[0-9a-f]{20}$" doc:"ID of a stored match of the game."`
	Turn  int    `json:"turn" minimum:"0" doc:"The last turn that is played as recorded; 0 is the start position. You are asked from the next turn of your seat on."`
}

// maxWait bounds how long a request waits for the next turn, well below the
// timeouts of common proxies.
const maxWait = 25 * time.Second

type humanMatchIn struct {
	MatchPath
	Beyond int    `query:"beyond" minimum:"-1" default:"-1" doc:"Wait up to 25 seconds for a turn later than this one or for the end of the match; -1: do not wait."`
	Begun  string `query:"begun" maxLength:"2000" doc:"The beginning of an answer: choices are then what may follow it, in games where an answer is a sequence of actions."`
}

type humanAnswerIn struct {
	MatchPath
	Body struct {
		Turn int    `json:"turn" minimum:"1" doc:"The turn to answer."`
		Line string `json:"line" maxLength:"2000" doc:"The answer as a bot would write it, without the newline."`
	}
}

func (s *Server) humanMatches() {
	tag := []string{"hands"}
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/hands", OperationID: "play-hand", Tags: tag, DefaultStatus: http.StatusCreated,
		Summary: "Play a seat yourself against bots",
		Description: "Starts immediately, beside all tournaments. A finished match is stored with human@ as the bot of your seat and counts in no leaderboard. " +
			"A match that nobody requests for 5 minutes ends without a result.",
	}, s.createHumanMatch)
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/hands/{id}", OperationID: "get-hand", Tags: tag,
		Summary: "Get a match you play: whose turn it is, your input, and the valid answers",
	}, s.getHumanMatch)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/hands/{id}/answer", OperationID: "answer-hand", Tags: tag,
		Summary: "Answer a turn", Description: "Idempotent: a turn is answered once. Another owner's match requires scope admin. An answer that would be a fault is refused with the reason; send another one.",
	}, s.answerHumanMatch)
	transport.Route(s.router, transport.ScopePlay, huma.Operation{
		Method: http.MethodDelete, Path: "/api/hands/{id}", OperationID: "leave-hand", Tags: tag, DefaultStatus: http.StatusNoContent,
		Summary: "Give up a match", Description: "The match ends without a result and is not stored. Idempotent. Another owner's match requires scope admin.",
	}, s.leaveHumanMatch)
}

func (s *Server) createHumanMatch(ctx context.Context, in *struct{ Body humanRequestBody }) (*humanMatchOut, error) {
	b := in.Body
	g, err := s.gameInBody(b.Game)
	if err != nil {
		return nil, err
	}
	if _, err := human.NewGuide(g); err != nil {
		return nil, league.FieldError{Field: "game", Err: err}
	}
	request, err := s.matchRequestOf(matchRequestBody{SingleBody: b.SingleBody, Bots: b.Bots})
	if err != nil {
		return nil, err
	}
	if b.From != nil {
		request.From = &scheduler.Departure{Match: b.From.Match, Turn: b.From.Turn}
	}
	request.By = s.asker(ctx)
	work, known, err := s.Scheduler.HumanMatch(ctx, request, b.Seat)
	if err != nil {
		return nil, err
	}
	if !known {
		if err := s.Lobby.Begin(work, b.Seat); err != nil {
			return nil, err
		}
	}
	out, err := s.getHumanMatch(ctx, &humanMatchIn{MatchPath: MatchPath{work.Job.ID}, Beyond: -1})
	if err == nil {
		out.Status = http.StatusCreated
	}
	return out, err
}

func (s *Server) getHumanMatch(ctx context.Context, in *humanMatchIn) (*humanMatchOut, error) {
	if in.Beyond >= 0 {
		waiting, cancel := context.WithTimeout(ctx, maxWait)
		defer cancel()
		if err := s.Lobby.Wait(waiting, in.ID, in.Beyond); err != nil && !errors.Is(err, human.ErrUnknown) {
			return nil, err
		}
	}
	state, err := s.Lobby.State(in.ID, in.Begun)
	if errors.Is(err, human.ErrUnknown) {
		state, err = s.storedHumanMatch(ctx, in.ID)
	}
	if err != nil {
		return nil, err
	}
	return &humanMatchOut{http.StatusOK, humanMatchOf(state)}, nil
}

// storedHumanMatch returns a finished match that the lobby has forgotten, or
// human.ErrUnknown.
func (s *Server) storedHumanMatch(ctx context.Context, id string) (human.State, error) {
	m, err := s.Store.Match(ctx, id)
	if errors.Is(err, league.ErrNotFound) {
		return human.State{}, unknownHand(id)
	}
	if err != nil {
		return human.State{}, err
	}
	for at, bot := range m.Pairing.Seats {
		if bot == league.HumanID {
			return human.State{ID: m.ID, Game: m.Game, Seat: at, Phase: human.Over, Turn: m.Turns, Result: m.Result}, nil
		}
	}
	return human.State{}, unknownHand(id)
}

// unknownHand is the error of a match that nobody plays by hand.
func unknownHand(id string) error { return fmt.Errorf("match %s: %w", id, human.ErrUnknown) }

func humanMatchOf(state human.State) humanMatchBody {
	b := humanMatchBody{
		ID: state.ID, Game: state.Game, Seat: state.Seat, Phase: state.Phase, Turn: state.Turn,
		Input: state.Input, Choices: map[string]any{}, Owner: state.Owner, Answer: state.Answer, Why: state.Why,
	}
	if state.Phase == human.Over {
		b.Result = &state.Result
	}
	if state.Choices != nil {
		b.Choices[state.Game] = state.Choices
	}
	if g, err := games.Find(state.Game); err == nil {
		if guide, err := human.NewGuide(g); err == nil {
			b.Help = guide.Help()
		}
	}
	return b
}

func (s *Server) answerHumanMatch(ctx context.Context, in *humanAnswerIn) (*humanMatchOut, error) {
	if err := s.mayPlay(ctx, in.ID); err != nil {
		return nil, err
	}
	err := s.Lobby.Answer(in.ID, in.Body.Turn, strings.TrimSpace(in.Body.Line))
	if usage := (league.UsageError{}); errors.As(err, &usage) {
		return nil, league.FieldError{Field: "line", Err: usage}
	}
	if errors.Is(err, human.ErrUnknown) {
		err = unknownHand(in.ID)
	}
	if err != nil {
		return nil, err
	}
	return s.getHumanMatch(ctx, &humanMatchIn{MatchPath: in.MatchPath, Beyond: -1})
}

// mayPlay returns a problem unless a request comes from who plays a match by hand. A
// match that the lobby does not know is left to who looks for it.
func (s *Server) mayPlay(ctx context.Context, match string) error {
	owner, err := s.Lobby.Owner(match)
	if err != nil {
		return nil
	}
	return transport.MayChange(ctx, "match "+match, owner)
}

func (s *Server) leaveHumanMatch(ctx context.Context, in *MatchPath) (*struct{}, error) {
	if err := s.mayPlay(ctx, in.ID); err != nil {
		return nil, err
	}
	if err := s.Lobby.Leave(in.ID); !errors.Is(err, human.ErrUnknown) {
		return nil, err
	}
	return nil, nil
}
