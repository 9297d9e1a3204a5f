package analysis

import (
	"context"
	"fmt"
	"time"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// AnalyseAnswer returns what another answer to the last position of a record would cost. The
// answer is of the seat in the options, which gave another one. Of the other options only the
// budget and the samples count.
func AnalyseAnswer(ctx context.Context, rec *replay.Record, g referee.Game, j Judging, answer []string, o Options) (Turn, error) {
	began := time.Now()
	items, err := follow(ctx, rec, g, j, o.Seat)
	if err != nil {
		return Turn{}, err
	}
	if len(items) == 0 || items[len(items)-1].Turn != len(rec.Turns) {
		return Turn{}, fmt.Errorf("seat %d was not asked in turn %d, or in %d turns before", o.Seat, len(rec.Turns), MaxTurns)
	}
	last := items[len(items)-1]
	last.given, last.result = answer, nil
	e := examination{Judging: j, options: o.complete(), items: []*item{last}, began: began}
	within, cancel := e.within(ctx, 1)
	defer cancel()
	switch last.judge.(type) {
	case Searcher:
		e.search(within)
	case Sampler:
		e.compare(within, 1)
	default:
		return Turn{}, fmt.Errorf("%s: the judge (%s) values positions and no answers", g.Info().Name, j.Name)
	}
	return e.report(g.Info().Name, "", 0).Turns[0], ctx.Err()
}
