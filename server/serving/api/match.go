package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/scheduler"
)

// seatBody is the result of one seat of a match.
type seatBody struct {
	Bot       string       `json:"bot" doc:"ID of the bot."`
	Score     decimal      `json:"score"`
	Rank      int          `json:"rank" doc:"1 is first; ties share a rank."`
	Fault     referee.Kind `json:"fault,omitempty" doc:"Kind of the first fault that was not forgiven."`
	Answers   int          `json:"answers" doc:"Number of answers."`
	WallMS    float64      `json:"wall_ms" doc:"Wall time of all answers."`
	CPUMS     float64      `json:"cpu_ms" doc:"CPU time of all answers."`
	MaxWallMS float64      `json:"max_wall_ms" doc:"Wall time of the slowest answer."`
}

// matchBody is a match: queued, running, lost or played.
type matchBody struct {
	ID         string              `json:"id"`
	State      string              `json:"state" enum:"waiting,playing,lost,played" doc:"Only a played match has a result; lost: ended by an error of the server."`
	Why        string              `json:"why,omitempty" doc:"Why the match was lost, or waits to be played again."`
	Unwatched  bool                `json:"unwatched,omitempty" doc:"The match has not ended, and this server does not show it until then."`
	Owner      string              `json:"owner,omitempty" doc:"Name of the token that asked for a single match that has no result yet."`
	Tournament string              `json:"tournament"`
	Game       string              `json:"game"`
	Rules      int                 `json:"rules"`
	Round      int                 `json:"round"`
	Start      startBody           `json:"start"`
	Repetition int                 `json:"repetition" doc:"Number of earlier matches of the same bots on the same start."`
	Seats      []seatBody          `json:"seats"`
	Reason     string              `json:"reason" doc:"How the match ended, in the words of the game's rules."`
	Turns      int                 `json:"turns"`
	FirstMS    *float64            `json:"first_ms,omitempty" doc:"Time limit of first answers that the match was played with, 0: none; absent before the match is played, and in matches of old versions."`
	TurnMS     *float64            `json:"turn_ms,omitempty" doc:"The same of later answers."`
	PlayedAt   time.Time           `json:"played_at"`
	DurationMS float64             `json:"duration_ms"`
	Faults     []referee.Fault     `json:"faults"`
	Attributes []referee.Attribute `json:"attributes"`
	Metrics    []league.Metric     `json:"metrics"`
	Ascending  bool                `json:"ascending,omitempty" doc:"A smaller score is better."`
}

func matchOf(m league.Report) matchBody {
	b := matchBody{
		ID: m.ID, State: "played", Tournament: m.Tournament, Game: m.Game, Rules: m.Rules, Round: m.Pairing.Round, Start: startOf(m.Pairing.Start),
		Repetition: m.Pairing.Repetition, Reason: m.Result.Reason, Turns: m.Turns, PlayedAt: m.PlayedAt, DurationMS: millis(m.Duration),
		Seats: []seatBody{}, Faults: nonNil(m.Result.Faults), Attributes: nonNil(m.Attributes), Metrics: nonNil(m.Metrics), Ascending: m.Result.Ascending,
	}
	if m.Unlimited || m.Limits != (referee.TimeLimits{}) { // old matches do not know theirs
		first, turn := millis(m.Limits.First), millis(m.Limits.Turn)
		b.FirstMS, b.TurnMS = &first, &turn
	}
	faults := m.Outcome().Faults
	for seat, bot := range m.Pairing.Seats {
		times := m.Times[seat]
		b.Seats = append(b.Seats, seatBody{
			bot, decimal(m.Result.Text(m.Result.Scores[seat])), m.Result.Ranks[seat], faults[seat], times.Answers,
			millis(times.Wall), millis(times.CPU), millis(times.MaxWall),
		})
	}
	return b
}

// unfinishedMatchOf returns a match without a result.
func unfinishedMatchOf(m scheduler.Match, game, state, why string) matchBody {
	b := matchBody{
		ID: m.ID, State: state, Why: why, Tournament: m.Tournament, Game: game, Start: startOf(m.Start),
		Seats: []seatBody{}, Faults: []referee.Fault{}, Attributes: []referee.Attribute{}, Metrics: []league.Metric{},
	}
	for _, bot := range m.Seats {
		b.Seats = append(b.Seats, seatBody{Bot: bot})
	}
	return b
}

// MatchQuery selects matches.
type MatchQuery struct {
	ID         string `query:"id" pattern:"^[0-9a-f]{0,20}$" doc:"Prefix of the match ID."`
	Game       string `query:"game"`
	Tournament string `query:"tournament"`
	Bot        string `query:"bot" doc:"Bot ID, or the name before the @."`
	Reason     string `query:"reason"`
	Fault      string `query:"fault" doc:"Kind of fault, or any. It may be of either seat, unless own_fault is true."`
	OwnFault   bool   `query:"own_fault" doc:"The fault is of the bot or, without one, of a seat that the filter selects. It needs fault."`
	Filter     string `query:"filter" maxLength:"1000" doc:"Conditions, e.g. cols<34,fault=timeout; see docs/tournaments.md."`
}

func (q MatchQuery) query() league.Query {
	return league.Query{IDPrefix: q.ID, Game: q.Game, Tournament: q.Tournament, Bot: q.Bot, Reason: q.Reason, Fault: q.Fault, OwnFault: q.OwnFault && q.Bot != ""}
}

// MatchPath names a match.
type MatchPath struct {
	ID string `path:"id" doc:"Match ID: 20 hexadecimal characters."`
}

// isID matches what can be the ID of a match.
var isID = regexp.MustCompile("^[0-9a-f]{20}$")

// Check returns a 404 for what cannot be the ID of a match.
func (p MatchPath) Check() error {
	if isID.MatchString(p.ID) {
		return nil
	}
	return huma.Error404NotFound(fmt.Sprintf("no match %.60q: the ID of a match has 20 hexadecimal characters, e.g. 0123456789abcdef0123", p.ID))
}

type matchOut struct {
	transport.Tagged
	Status int
	Body   matchBody
}

func (s *Server) matches() {
	tag := []string{"matches"}
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/matches", OperationID: "list-matches", Tags: tag,
		Summary: "List matches", Description: "By default newest first. Every page but the last one is full. The kinds of fault are " + strings.Join(league.FaultNames(), ", ") + ".",
	}, s.listMatches)
	transport.Route(s.router, transport.ScopeUpload, huma.Operation{
		Method: http.MethodPost, Path: "/api/matches", OperationID: "play-match", Tags: tag, DefaultStatus: http.StatusAccepted,
		Summary: "Play a match now", Description: "Queued before all tournaments; watch it at /api/live/{id}. The queue survives a restart of the server.",
	}, s.playMatch)
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/matches/{id}", OperationID: "get-match", Tags: tag,
		Summary: "Get a match, including queued and running ones",
	}, s.getMatch)
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/matches/{id}/neighbours", OperationID: "get-match-neighbours", Tags: tag,
		Summary: "Get the matches around a played match: before and after it, with swapped seats, on the same start",
	}, s.getNeighbours)
	transport.Route(s.router, transport.ScopeUpload, huma.Operation{
		Method: http.MethodPost, Path: "/api/matches/{id}/again", OperationID: "play-match-again", Tags: tag, DefaultStatus: http.StatusAccepted,
		Summary: "Play a match again exactly", Description: "The same bots play the same start with the same random seeds. Not idempotent: each call creates another match.",
	}, s.playMatchAgain)
	transport.Route(s.router, transport.ScopeUpload, huma.Operation{
		Method: http.MethodPost, Path: "/api/matches/{id}/cancel", OperationID: "cancel-match", Tags: tag,
		Summary: "Cancel a single match that is waiting or running", Description: "Its state becomes lost. Idempotent. A match that has been played or belongs to a tournament is a conflict (409). A match that another token asked for requires scope admin.",
	}, s.cancelMatch)
}

func (s *Server) cancelMatch(ctx context.Context, in *MatchPath) (*matchOut, error) {
	if single, ok := s.Scheduler.SingleMatch(in.ID); ok {
		if err := transport.MayChange(ctx, "match "+in.ID, single.Owner); err != nil {
			return nil, err
		}
	}
	if err := s.Scheduler.CancelMatch(ctx, in.ID); err != nil {
		return nil, err
	}
	return s.getMatch(ctx, &matchIn{MatchPath: *in})
}

type matchIn struct {
	transport.Conditional
	MatchPath
}

func (s *Server) getMatch(ctx context.Context, in *matchIn) (*matchOut, error) {
	m, err := s.Store.Match(ctx, in.ID)
	if err == nil {
		// What was played never changes, unless it is deleted and imported again.
		tag, err := s.router.Tag(in.Conditional, "match", m.ID, m.Play, m.PlayedAt, m.Duration)
		return &matchOut{tag, http.StatusOK, matchOf(m)}, err
	}
	if !errors.Is(err, league.ErrNotFound) {
		return nil, err
	}
	if b, ok := s.unfinishedMatch(in.ID); ok {
		return &matchOut{transport.Tagged{CacheControl: transport.Revalidate}, http.StatusOK, b}, nil
	}
	b, void := s.voidMatch(ctx, in.ID)
	if void == nil {
		return &matchOut{transport.Tagged{CacheControl: transport.Revalidate}, http.StatusOK, b}, nil
	}
	if !errors.Is(void, league.ErrNotFound) {
		return nil, void
	}
	// It may have ended after the first query.
	m, again := s.Store.Match(ctx, in.ID)
	if again != nil {
		return nil, err
	}
	return &matchOut{transport.Tagged{CacheControl: transport.Revalidate}, http.StatusOK, matchOf(m)}, nil
}

// unfinishedMatch returns a match that the scheduler knows: queued, running or
// lost.
func (s *Server) unfinishedMatch(id string) (matchBody, bool) {
	if single, ok := s.Scheduler.SingleMatch(id); ok {
		b := unfinishedMatchOf(single.Match, single.Game, string(single.Status), single.Why)
		b.Owner, b.Unwatched = single.Owner, single.Status != scheduler.Lost && s.unwatched(single.Match)
		return b, true
	}
	for _, p := range s.Scheduler.Playing() {
		if p.ID == id {
			b := unfinishedMatchOf(p.Match, p.Game, string(scheduler.Playing), "")
			b.Unwatched = s.unwatched(p.Match)
			return b, true
		}
	}
	return matchBody{}, false
}

// voidMatch returns a match of a tournament that the machine did not let its bots
// play: one that waits to be played again, or one that never is.
func (s *Server) voidMatch(ctx context.Context, id string) (matchBody, error) {
	v, err := s.Store.Void(ctx, id)
	if err != nil {
		return matchBody{}, err
	}
	t, err := s.Store.TournamentStatus(ctx, v.Tournament)
	if err != nil {
		return matchBody{}, err
	}
	state, why := string(scheduler.Waiting), "played again: the machine was busy"
	switch {
	case v.LeftOut:
		state, why = string(scheduler.Lost), "left out: the machine was too busy to play it"
	case t.State == league.Done || t.State == league.Cancelled:
		state, why = string(scheduler.Lost), fmt.Sprintf("the machine was too busy to play it, and its tournament is %s", t.State)
	case t.State != league.Running:
		why = "played again when its tournament goes on: the machine was busy"
	}
	m := scheduler.Match{ID: v.ID, Tournament: v.Tournament, Seats: v.Pairing.Seats, Start: v.Pairing.Start}
	return unfinishedMatchOf(m, t.Game, state, why), nil
}

// neighboursOut is what a match's page leads to.
type neighboursOut struct {
	Body struct {
		Previous  string      `json:"previous,omitempty" doc:"ID of the match before this one in its tournament, by time of play."`
		Next      string      `json:"next,omitempty" doc:"ID of the match after it."`
		Twin      *matchBody  `json:"twin,omitempty" doc:"The same bots in opposite seats on the same start."`
		SameStart []matchBody `json:"same_start" doc:"Matches of other bots on the same start, newest first; at most 20."`
	}
}

// Limits of the list of matches on the same start. Repetitions by the bots of
// the match itself are read and left out.
const (
	maxSameStart     = 20
	maxSameStartRead = 100
)

// getNeighbours returns the matches around a played match.
func (s *Server) getNeighbours(ctx context.Context, in *MatchPath) (*neighboursOut, error) {
	m, err := s.Store.Match(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	out := &neighboursOut{}
	for _, side := range []struct {
		id    *string
		query league.Query
	}{
		{&out.Body.Previous, league.Query{Tournament: m.Tournament, Before: m.Cursor(), Limit: 1}},
		{&out.Body.Next, league.Query{Tournament: m.Tournament, After: m.Cursor(), Limit: 1}},
	} {
		found, err := s.Store.Matches(ctx, side.query)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			*side.id = found[0].ID
		}
	}
	if out.Body.Twin, err = s.twin(ctx, m); err != nil {
		return nil, err
	}
	out.Body.SameStart, err = s.sameStart(ctx, m)
	return out, err
}

// twin returns the match of the same bots in opposite seats, or nil. Its ID
// follows from its pairing.
func (s *Server) twin(ctx context.Context, m league.Report) (*matchBody, error) {
	swapped := m.Pairing
	swapped.Seats = slices.Clone(swapped.Seats)
	slices.Reverse(swapped.Seats)
	if slices.Equal(swapped.Seats, m.Pairing.Seats) {
		return nil, nil
	}
	twin, err := s.Store.Match(ctx, swapped.ID(m.Tournament))
	if errors.Is(err, league.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	b := matchOf(twin)
	return &b, nil
}

// sameStart returns the latest matches of other bots on the start of m.
func (s *Server) sameStart(ctx context.Context, m league.Report) ([]matchBody, error) {
	found, err := s.Store.Matches(ctx, league.Query{Game: m.Game, Start: &m.Pairing.Start, Limit: maxSameStartRead})
	if err != nil {
		return nil, err
	}
	own := slices.Sorted(slices.Values(m.Pairing.Seats))
	others := []matchBody{}
	for _, o := range found {
		if len(others) == maxSameStart {
			break
		}
		if !slices.Equal(slices.Sorted(slices.Values(o.Pairing.Seats)), own) {
			others = append(others, matchOf(o))
		}
	}
	return others, nil
}
