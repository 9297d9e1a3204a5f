package api

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
	"arbiter/server/study/analysis"
	"arbiter/server/study/whatif"
)

// decisiveBody is a whatif.Decisive, with what an analysis says.
type decisiveBody struct {
	Seat int              `json:"seat"`
	Turn int              `json:"turn" doc:"A turn in which the seat was asked; 0 where it never was."`
	By   whatif.DecidedBy `json:"by" enum:"fault,mark,value,eval,swing,nothing" doc:"What tells it, the first of these that does: a fault of the seat, its costliest answer that the judge stands behind, its costliest one that is unclear, the largest fall of the bot's own @metric eval, the answer from which to its next one falls most what the game measures. nothing: it is the first turn in which the seat was asked."`

	Analysis *SeatAnalysisBody `json:"analysis,omitempty" doc:"What the judge says of the seat's answers; absent where the match is not analysed."`
}

// SeatAnalysisBody is what an analysis says of the answers of a seat.
type SeatAnalysisBody struct {
	Worst *analysis.RankedCost `json:"worst,omitempty" doc:"The costliest answer that the judge stands behind; absent without any."`
	Unit  string               `json:"unit" doc:"What costs are counted in, e.g. points of winning chance or HP."`
}

type decisiveOut struct{ Body decisiveBody }

func (s *Server) decisive() {
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/matches/{id}/decisive", OperationID: "get-decisive-turn", Tags: []string{"matches"},
		Summary:     "Get the turn in which a match was decided against a seat",
		Description: "It may be another one once the match is analysed, or analysed for longer. A draw was decided against nobody: without a seat it is a conflict (409).",
	}, s.getDecisive)
}

func (s *Server) getDecisive(ctx context.Context, in *struct {
	MatchPath
	Seat int `query:"seat" minimum:"-1" default:"-1" doc:"The seat; by default the one that lost, in a solo game the only one."`
}) (*decisiveOut, error) {
	m, err := s.Store.Match(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	seat, lost := whatif.LosingSeat(m.Result.Ranks)
	switch {
	case in.Seat >= len(m.Pairing.Seats):
		return nil, invalidQuery("seat", fmt.Errorf("found %d; the match has seats 0 to %d", in.Seat, len(m.Pairing.Seats)-1))
	case in.Seat >= 0:
		seat = in.Seat
	case !lost:
		return nil, league.Conflictf("match %s is a draw, which was decided against nobody; want a seat", in.ID)
	}
	rec, g, err := s.record(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	of := whatif.Seat{Match: in.ID, Record: rec, Game: g, Seat: seat}
	known, err := s.known(ctx, of)
	if err != nil {
		return nil, err
	}
	d, err := whatif.DecisiveTurn(of, known)
	if err != nil {
		return nil, err
	}
	return &decisiveOut{decisiveBody{d.Seat, d.Turn, d.By, seatAnalysisOf(known, of)}}, nil
}

// seatAnalysisOf returns what is known of the answers of a seat, nil where no costs are.
func seatAnalysisOf(known *analysis.Analysis, of whatif.Seat) *SeatAnalysisBody {
	if known == nil || known.ValuesOnly {
		return nil
	}
	body := &SeatAnalysisBody{Unit: analysis.Unit(of.Game.Info())}
	for i, c := range known.Costs {
		if c.Seat == of.Seat && c.Sure != analysis.Unclear {
			body.Worst = &known.Costs[i]
			break
		}
	}
	return body
}
