package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"arbiter/server/analysis"
	"arbiter/server/whatif"
)

// costFlags let a verb count what answers cost.
type costFlags struct {
	Budget time.Duration `help:"Analyse each match for so long. Without it, answers have costs in matches that arbiter analyse has analysed." placeholder:"D"`
}

// costs returns the source of the costs for whatif.Options.
func (f costFlags) costs() func(ctx context.Context, s whatif.Seat) (map[int]whatif.Cost, error) {
	var one sync.Mutex // an analysis uses all CPUs
	return func(ctx context.Context, s whatif.Seat) (map[int]whatif.Cost, error) {
		j, err := judging(s.Record, s.Game)
		if errors.Is(err, analysis.ErrNoJudge) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if f.Budget == 0 {
			key, err := analysis.Key(s.Record, j)
			if err != nil {
				return nil, err
			}
			report, _ := analyses().Load(key)
			return whatif.CostsOf(report, s.Seat), nil
		}
		one.Lock()
		defer one.Unlock()
		report, err := analyse(ctx, s.Match, s.Record, s.Game, j, analysis.Options{Seat: analysis.AllSeats, Time: f.Budget})
		if err != nil {
			return nil, err
		}
		return whatif.CostsOf(report, s.Seat), nil
	}
}
