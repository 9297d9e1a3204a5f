package analysis

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"arbiter/bots/judge"
)

// An examination spends a budget on the items of a match: first on coarse values
// all over it, then on the answers that look worst.
type examination struct {
	judge.Judging
	options Options
	items   []*item
	began   time.Time

	spent      int // units of Options.Effort
	confirming int // those of them that went to confirmations
}

// A job is some work on one item. It runs beside other jobs on other items.
type job struct {
	cost int
	do   func(ctx context.Context)
}

// costOf returns what jobs cost in all.
func costOf(jobs []job) (cost int) {
	for _, j := range jobs {
		cost += j.cost
	}
	return cost
}

// run spends the budget. It returns ctx's error.
func (e *examination) run(ctx context.Context) error {
	if len(e.items) == 0 {
		return ctx.Err()
	}
	within, cancel := e.within(ctx, 1)
	defer cancel()
	switch {
	case e.ValuesOnly:
		e.appraise(within)
	case e.Searches:
		e.search(within)
	default:
		e.sample(within)
	}
	return ctx.Err()
}

// within returns a context that ends with a share of the time of the budget.
func (e *examination) within(ctx context.Context, share float64) (context.Context, context.CancelFunc) {
	if e.options.Time == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, e.began.Add(time.Duration(share*float64(e.options.Time))))
}

// share returns the used share of the budget, 0 without one.
func (e *examination) share() float64 {
	share := 0.0
	if e.options.Effort > 0 {
		share = float64(e.spent) / float64(e.options.Effort)
	}
	if e.options.Time > 0 {
		share = max(share, float64(time.Since(e.began))/float64(e.options.Time))
	}
	return share
}

// shareAfter returns the share of the budget that is going to be used after jobs of a cost,
// if they take as long as those before.
func (e *examination) shareAfter(cost int) float64 {
	return e.share() * float64(e.spent+cost) / float64(max(1, e.spent))
}

// over reports whether a stage that ends at a share of the budget is over.
func (e *examination) over(ctx context.Context, end float64) bool {
	return ctx.Err() != nil || e.share() >= end
}

// stage runs jobs in order until the share of the budget is used up.
func (e *examination) stage(ctx context.Context, end float64, jobs []job) {
	for len(jobs) > 0 && !e.over(ctx, end) {
		n := min(roundJobs, len(jobs))
		e.round(ctx, jobs[:n])
		jobs = jobs[n:]
	}
}

// round runs a few jobs on the workers. One of many samples asks in between, too,
// whether ctx has ended: it may take long, in a hostile file.
func (e *examination) round(ctx context.Context, jobs []job) {
	next := make(chan job, len(jobs))
	for _, j := range jobs {
		e.spent += j.cost
		next <- j
	}
	close(next)
	work := func() {
		for j := range next {
			if ctx.Err() == nil {
				j.do(ctx)
			}
		}
	}
	var wait sync.WaitGroup
	for range min(e.options.Workers, len(jobs)) - 1 {
		wait.Go(work)
	}
	work() // on the caller's thread, whose priority may be low
	wait.Wait()
	if e.options.Progress != nil {
		e.options.Progress(min(1, e.share()))
	}
}

// bySeat returns the items of each seat in the order of the turns.
func (e *examination) bySeat() [][]*item {
	seats := make([][]*item, len(e.items[0].others))
	for _, it := range e.items {
		seats[it.Seat] = append(seats[it.Seat], it)
	}
	return seats
}

// spread returns the items so that each beginning of the list is spread over the match
// and the seats.
func (e *examination) spread() []*item {
	seats := e.bySeat()
	orders := make([][]int, len(seats))
	for seat, items := range seats {
		orders[seat] = coarseFirst(len(items))
	}
	all := make([]*item, 0, len(e.items))
	for k := 0; len(all) < len(e.items); k++ {
		for seat, items := range seats {
			if k < len(items) {
				all = append(all, items[orders[seat][k]])
			}
		}
	}
	return all
}

// coarseFirst returns the indices from 0 to n-1 so that each beginning of the list
// is spread over all of them: 0, the middle, the quarters, the eighths.
func coarseFirst(n int) []int {
	order := make([]int, 0, n)
	step := 1
	for step < n {
		step *= 2
	}
	for ; step >= 1; step /= 2 {
		for i := 0; i < n; i += step {
			if i%(2*step) != 0 || i == 0 && len(order) == 0 {
				order = append(order, i)
			}
		}
	}
	return order
}

// worstFirst sorts items by falling weight, equal ones as they are.
func worstFirst(items []*item, weight func(*item) float64) {
	slices.SortStableFunc(items, func(a, b *item) int { return cmp.Compare(weight(b), weight(a)) })
}
