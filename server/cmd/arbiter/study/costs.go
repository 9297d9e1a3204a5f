package study

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"arbiter/referee/plural"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/league"
	"arbiter/server/study/analysis"
	"arbiter/server/study/whatif"
)

// costFlags let a verb count what answers cost.
type costFlags struct {
	Budget time.Duration `help:"Analyse each match for so long. Without it, answers have costs in matches that arbiter analyse has analysed." placeholder:"D"`
}

// tell says on w how long the analyses of so many seats take at most.
func (f costFlags) tell(w io.Writer, seats int) {
	if f.Budget > 0 {
		fmt.Fprintf(w, "Analysing %s takes %v at most.\n", plural.Count(seats, "seat"), time.Duration(seats)*f.Budget)
	}
}

// analyses returns the source of what is known of matches of a library.
func (f costFlags) analyses(library flags.Library) (whatif.Analyses, error) {
	if f.Budget < 0 {
		return nil, league.Usagef("--budget %v: want a duration above 0", f.Budget)
	}
	var one sync.Mutex // an analysis uses all CPUs
	return func(ctx context.Context, s whatif.Seat) (*analysis.Analysis, error) {
		if f.Budget == 0 {
			return library.KnownAnalysis(s.Record, s.Game)
		}
		j, err := flags.Judging(s.Record, s.Game)
		if errors.Is(err, analysis.ErrNoJudge) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		one.Lock()
		defer one.Unlock()
		return flags.Analyses().Analyse(ctx, s.Match, s.Record, s.Game, j, analysis.Options{Seat: analysis.AllSeats, Time: f.Budget})
	}, nil
}
