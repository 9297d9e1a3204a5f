package queue

import (
	"fmt"
	"math"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// suspicious is by how many standard errors a worker's timeouts may exceed those
// of the same bots elsewhere: honest workers do so once in millions of looks.
const suspicious = 6

// A timeoutKey is a bot on a worker.
type timeoutKey struct{ worker, bot string } // the bot by its content

// A timeoutCount says in how many matches a bot timed out.
type timeoutCount struct{ matches, timeouts float64 }

// countTimeouts counts a match for the test of suspect.
func (c *Coordinator) countTimeouts(worker string, work dispatch.Work, report *league.Report) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for seat, contender := range work.Contenders {
		key := timeoutKey{worker, contender.Bot.Content()}
		n := c.tally[key]
		n.matches++
		for _, f := range report.Result.Faults {
			if f.Seat == seat && f.Kind == referee.Timeout {
				n.timeouts++
				break
			}
		}
		c.tally[key] = n
	}
}

// suspect sets aside workers whose bots time out more than the same bots
// elsewhere: the Mantel-Haenszel test over the bots.
func (c *Coordinator) suspect() {
	c.mu.Lock()
	all := map[string]timeoutCount{} // by bot
	for key, n := range c.tally {
		sum := all[key.bot]
		all[key.bot] = timeoutCount{sum.matches + n.matches, sum.timeouts + n.timeouts}
	}
	excess, variance := map[string]float64{}, map[string]float64{} // by worker
	for key, n := range c.tally {
		sum := all[key.bot]
		if elsewhere := sum.matches - n.matches; elsewhere > 0 {
			excess[key.worker] += n.timeouts - n.matches*sum.timeouts/sum.matches
			variance[key.worker] += n.matches * elsewhere * sum.timeouts * (sum.matches - sum.timeouts) / (sum.matches * sum.matches * (sum.matches - 1))
		}
	}
	c.mu.Unlock()
	for worker, more := range excess {
		if z := more / math.Sqrt(variance[worker]); variance[worker] > 0 && more >= 10 && z > suspicious {
			c.setAside(worker, evidence{Why: fmt.Sprintf("its bots timed out in %.0f matches more than the same bots elsewhere (%.1f standard errors)", more, z)})
		}
	}
}
