package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"arbiter/server/check"
	"arbiter/server/rating"
)

// finish puts the trial's numbers into the verdict.
func (v *verdict) finish(found check.Found) {
	v.Verdict = map[rating.Verdict]string{rating.H0: regression, rating.H1: noRegression, rating.Undecided: undecided}[found.Test.Verdict]
	v.Games, v.Pairs, v.LLRs, v.Faults = found.Games, found.Pairs, found.LLRs, found.Faults
	v.Estimate = found.Estimate
	v.LLR, v.Lower, v.Upper = found.Test.LLR, found.Test.Lower, found.Test.Upper
	v.Note = v.Estimate.Note
}

// tellNowAndThen prints where the test stands until stop is called.
func tellNowAndThen(out io.Writer, t *check.Trial) (stop func()) {
	quit := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(everyLine)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				fmt.Fprintln(out, t.String())
			case <-quit:
				return
			}
		}
	})
	return func() {
		close(quit)
		wg.Wait()
	}
}
