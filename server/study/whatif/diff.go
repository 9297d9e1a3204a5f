package whatif

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"arbiter/referee"
	"arbiter/referee/process/sandbox"
	"arbiter/server/playing/dispatch"
)

// A Change is an answer of a version of a bot that does something else than the recorded one.
type Change struct {
	Match    string         `json:"match"`
	Seat     int            `json:"seat"`
	Turn     int            `json:"turn"`
	Recorded []string       `json:"recorded"`        // nil when the record has a fault
	Found    []string       `json:"found"`           // nil when Fault is set
	Fault    *referee.Fault `json:"fault,omitempty"` // why the bot gave no answer
	// After labels the answers of a process bot after its first change in a match:
	// it does not know that another answer than its own was played, so that it may
	// be answering another position. They are never ranked.
	After bool `json:"after_first,omitempty"`
	// Cost is what the recorded answer cost; nil where it is not known.
	Cost *Cost `json:"cost"`
	Best bool  `json:"best,omitempty"` // Found does what the judge's answer does
}

// A Diff is what another version of a bot answers differently.
type Diff struct {
	Bot     string   `json:"bot"`     // as typed
	Matches int      `json:"matches"` // fed to it, one for each seat
	Answers int      `json:"answers"` // that the matches have
	Changes []Change `json:"changes"` // most costly first, then by turn, then those after a first change
	// Failed are the matches that the machine failed, such as a match in which the bot was
	// starved. They have no changes.
	Failed []Failure `json:"failed"`
}

// A Failure is a match or a test that could not be asked, and why. Others go on.
type Failure struct {
	Match string `json:"match"`
	Seat  int    `json:"seat"`
	Why   string `json:"why"`
}

// Options are options of Compare.
type Options struct {
	Workers int              // matches at the same time; 0 is 1
	Box     *sandbox.Sandbox // of the bots; nil for none
	// Analyses tell what the recorded answers cost; nil: nothing is known.
	Analyses Analyses
}

// Compare feeds a bot the inputs of each seat, and returns the answers that do something else
// than the recorded ones. If this build plays a match differently, only the turns before that
// count. A match that fails is listed; it is an error if all fail. When ctx ends it returns
// what is known of the matches that were fed to their end, and ctx's error.
func Compare(ctx context.Context, bot dispatch.Contender, seats []Seat, o Options) (Diff, error) {
	d := Diff{Bot: bot.Bot.Typed, Changes: []Change{}, Failed: []Failure{}}
	type comparison struct {
		changes []Change
		answers int
		failed  error
	}
	compared := make([]*comparison, len(seats)) // nil: ctx ended before
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, o.Workers))
	for i, seat := range seats {
		group.Go(func() error {
			changes, answers, err := o.compare(ctx, bot, seat)
			switch {
			case err == nil:
				compared[i] = &comparison{changes, answers, nil}
			case ctx.Err() == nil:
				compared[i] = &comparison{failed: err}
			}
			return ctx.Err()
		})
	}
	ended := group.Wait()
	for i, c := range compared {
		if c == nil {
			continue
		}
		d.Matches++
		if c.failed != nil {
			d.Failed = append(d.Failed, Failure{seats[i].Match, seats[i].Seat, c.failed.Error()})
		}
		d.Changes = append(d.Changes, c.changes...)
		d.Answers += c.answers
	}
	rank(d.Changes)
	if ended == nil && len(seats) > 0 && len(d.Failed) == len(seats) {
		return d, fmt.Errorf("match %s: %w", seats[0].Match, compared[0].failed)
	}
	return d, ended
}

// compare returns the changes in one seat.
func (o Options) compare(ctx context.Context, bot dispatch.Contender, s Seat) ([]Change, int, error) {
	fed, err := s.feed(ctx, bot, o.Box)
	answers := len(fed.exchanges)
	if err != nil || len(fed.differences) == 0 {
		return nil, answers, err
	}
	var costs map[int]Cost
	if o.Analyses != nil {
		known, err := o.Analyses(ctx, s)
		if err != nil {
			return nil, answers, err
		}
		costs = CostsOf(known, s.Seat)
	}
	var all []Change
	for i, d := range fed.differences {
		if !s.own(d.Turn) {
			continue
		}
		c := Change{Match: s.Match, Seat: s.Seat, Turn: d.Turn, Recorded: d.Recorded, Found: d.Found, Fault: d.Fault, After: i > 0 && !bot.Told}
		if cost, ok := costs[d.Turn]; ok && !c.After {
			c.Cost, c.Best = &cost, fed.does(d.Turn, d.Found, cost.Best)
		}
		all = append(all, c)
	}
	return all, answers, nil
}

// rank sorts changes: the most costly first, those without a known cost by turn, and
// last those after a first change, as they came.
func rank(changes []Change) {
	class := func(c Change) int {
		switch {
		case c.After:
			return 2
		case c.Cost == nil:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(changes, func(a, b Change) int {
		switch order := cmp.Compare(class(a), class(b)); {
		case order != 0 || a.After:
			return order
		case a.Cost == nil:
			return cmp.Compare(a.Turn, b.Turn)
		}
		return cmp.Compare(b.Cost.Regret, a.Cost.Regret)
	})
}
