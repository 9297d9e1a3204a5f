package main

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"arbiter/referee/replay"
	"arbiter/server/analysis"
	"arbiter/server/whatif"
)

// answerCost returns what an answer to the last position of a test costs, other than
// the recorded one. The judge sees the match up to there as the seat did.
func answerCost(ctx context.Context, s whatif.Seat, t whatif.Test, answer []string, budget time.Duration) (*whatif.Cost, error) {
	judging, err := judging(s.Record, s.Game)
	if err != nil {
		return nil, err
	}
	judge := judging.New(s.Seat)
	position := -1
	others := make([][]string, len(s.Record.Header.Seats))
	for p, err := range replay.Positions(s.Record, s.Game) {
		if err != nil {
			return nil, err
		}
		for _, a := range p.Turn.Answers {
			if a.Seat == s.Seat {
				judge.Look(p.Match)
				judge.Took(a.Lines)
				position++
			} else if p.Turn.Number == t.Turn {
				others[a.Seat] = append([]string{}, a.Lines...)
			}
		}
	}
	switch judge := judge.(type) {
	case analysis.Searcher:
		return searchedCost(judge, position, answer), nil
	case analysis.Sampler:
		return sampledCost(ctx, judge, position, s.Seat, others, answer, budget)
	}
	return nil, fmt.Errorf("%s values no answers", judging.Name)
}

// searchBudget is what a search of one answer may use.
const searchBudget = 200_000

func searchedCost(j analysis.Searcher, position int, answer []string) *whatif.Cost {
	_, _, regret, err, line, _ := j.Search(position, answer, searchBudget)
	c := &whatif.Cost{Regret: regret, Error: err}
	if len(line) > 0 {
		c.Best = line[0]
	}
	return c
}

// sampledCost plays on with the judge's answer and with the given one, with common
// random numbers, until the budget is used.
func sampledCost(ctx context.Context, j analysis.Sampler, position, seat int, others [][]string, answer []string, budget time.Duration) (*whatif.Cost, error) {
	best, _ := j.Best(position)
	c := &whatif.Cost{Best: strings.Join(best, "\n")}
	if j.Same(position, best, answer) {
		return c, nil
	}
	with := func(own []string) [][]string {
		answers := append([][]string{}, others...)
		answers[seat] = own
		return answers
	}
	n, sum, squares := 0.0, 0.0, 0.0
	for end := time.Now().Add(budget); n < 2 || time.Now().Before(end) && n < analysis.DefaultSamples*4; n++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d := j.Sample(position, with(best), int(n)) - j.Sample(position, with(answer), int(n))
		sum, squares = sum+d, squares+d*d
	}
	c.Regret = sum / n
	c.Error = 1.96 * math.Sqrt(max(0, squares/n-c.Regret*c.Regret)/(n-1))
	return c, nil
}
