package api

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/referee/replay"
	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
	"arbiter/server/study/analysis"
	"arbiter/server/study/whatif"
)

// known returns what is known of the match of a seat; nil for nothing.
func (s *Server) known(_ context.Context, seat whatif.Seat) (*analysis.Analysis, error) {
	if s.Analyst == nil {
		return nil, nil
	}
	return s.Analyst.Known(seat.Record, seat.Game)
}

// botReportBody is a whatif.BotReport under a name of its own in the schema.
type botReportBody whatif.BotReport

type botReportOut struct {
	Body botReportBody
}

func (s *Server) botReport() {
	transport.Route(s.router, transport.ScopeRead, s.router.Expensive(huma.Operation{
		Method: http.MethodGet, Path: "/api/bots/{game}/{id}/report", OperationID: "get-bot-report", Tags: []string{"bots"},
		Summary:     "Get why a bot loses, and where its points go: by opponent and fault, with its slowest answers",
		Description: "Computed from the replays of its latest matches, in solo games compared with the latest ones of others. The most costly answers are those of matches whose analysis is known.",
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
	g, err := s.Scheduler.Games.Find(in.Game)
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
	var others []whatif.Seat
	if g.Info().Solo() {
		query.Bot = ""
		err = s.eachReplay(ctx, query, func(m league.Report, rec *replay.Record) {
			if !slices.Contains(m.Pairing.Seats, in.ID) {
				others = append(others, whatif.Seat{Match: m.ID, Record: rec, Game: g})
			}
		})
		if err != nil {
			return nil, err
		}
	}
	report, err := whatif.MakeReport(ctx, in.ID, seats, others, s.known)
	report.Game, report.Unit = in.Game, analysis.Unit(g.Info())
	return &botReportOut{botReportBody(report)}, err
}
