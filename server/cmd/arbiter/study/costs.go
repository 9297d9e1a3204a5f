package study

import (
	"context"
	"errors"
	"sync"
	"time"

	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/league"
	"arbiter/server/study/analysis"
	"arbiter/server/study/whatif"
)

// costFlags let a verb count what answers cost.
type costFlags struct {
	Budget time.Duration `help:"Analyse each match for so long. Without it, answers have costs in matches that arbiter analyse has analysed." placeholder:"D"`
}

// costs returns the source of the costs.
func (f costFlags) costs() (whatif.Costs, error) {
	if f.Budget < 0 {
		return nil, league.Usagef("--budget %v: want a duration above 0", f.Budget)
	}
	var one sync.Mutex // an analysis uses all CPUs
	return func(ctx context.Context, s whatif.Seat) (map[int]whatif.Cost, error) {
		j, err := flags.Judging(s.Record, s.Game)
		if errors.Is(err, analysis.ErrNoJudge) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		var report *analysis.Analysis
		if f.Budget == 0 {
			report, err = analyses().Known(s.Record, j)
		} else {
			one.Lock()
			defer one.Unlock()
			report, err = analyses().Analyse(ctx, s.Match, s.Record, s.Game, j, analysis.Options{Seat: analysis.AllSeats, Time: f.Budget})
		}
		return whatif.CostsOf(report, s.Seat), err
	}, nil
}
