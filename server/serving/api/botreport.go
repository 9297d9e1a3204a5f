package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee/games"
	"arbiter/referee/replay"
	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
	"arbiter/server/study/whatif"
)

// costs returns what the analyses of stored matches know; nil without any.
func (s *Server) costs() whatif.Costs {
	if s.Analyst == nil {
		return nil
	}
	return func(_ context.Context, seat whatif.Seat) (map[int]whatif.Cost, error) {
		report, err := s.Analyst.Known(seat.Record, seat.Game)
		return whatif.CostsOf(report, seat.Seat), err
	}
}

// botReportBody is a whatif.BotReport under a name of its own in the schema.
type botReportBody whatif.BotReport

type botReportOut struct {
	Body botReportBody
}

func (s *Server) botReport() {
	transport.Route(s.router, transport.ScopeRead, s.router.Expensive(huma.Operation{
		Method: http.MethodGet, Path: "/api/bots/{game}/{id}/report", OperationID: "get-bot-report", Tags: []string{"bots"},
		Summary:     "Get where a bot's points go: by opponent and fault, with its slowest answers",
		Description: "Computed from the replays of its latest matches. Phases, situations and the most costly answers are those of matches whose analysis is known.",
	}), s.getBotReport)
}

func (s *Server) getBotReport(ctx context.Context, in *struct {
	BotPath
	Tournament string `query:"tournament" doc:"Only matches of this tournament."`
	Matches    int    `query:"matches" minimum:"1" maximum:"100" default:"100" doc:"Number of latest matches to read; those without a replay are skipped."`
}) (*botReportOut, error) {
	if _, err := s.Store.KnownBot(ctx, in.Game, in.ID); err != nil {
		return nil, err
	}
	g, err := games.Find(in.Game)
	if err != nil {
		return nil, huma.Error404NotFound(err.Error())
	}
	var seats []whatif.Seat
	query := league.Query{Game: in.Game, Tournament: in.Tournament, Bot: in.ID, Limit: in.Matches}
	err = s.eachReplay(ctx, query, func(m league.Report, rec *replay.Record) {
		for seat, bot := range m.Pairing.Seats {
			if bot == in.ID {
				seats = append(seats, whatif.Seat{Match: m.ID, Record: rec, Game: g, Seat: seat})
			}
		}
	})
	if err != nil {
		return nil, err
	}
	report, err := whatif.MakeReport(ctx, in.ID, seats, s.costs())
	report.Game = in.Game
	return &botReportOut{botReportBody(report)}, err
}
