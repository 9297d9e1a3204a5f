package referee

import (
	"fmt"
	"time"
)

// Tolerance returns how long after its limit an answer that the referee sees still counts: a
// tenth of the limit, at least 10 ms. The machine does not run the referee at every moment, so
// it may see a line later than the line arrived.
func Tolerance(limit time.Duration) time.Duration { return max(limit/10, 10*time.Millisecond) }

// A LateError reports that an answer was seen only after its limit and the Tolerance, because
// the referee did not look: it was stopped, or the machine did not run it. Nobody knows whether
// the answer had arrived in time. It is an error of the machine: the match has no result, and
// the bot no fault. Find it with errors.As and play the match again. A bot with which this
// happens again and again may stop the referee itself; see also Own.
type LateError struct {
	Bot    string        // its name
	Turn   int           // turn of the match, from 1
	Seat   int           // the bot's seat
	Limit  time.Duration // of wall time
	Wall   time.Duration // from writing the input to seeing the answer, or to giving up
	Away   time.Duration // for how much of it the referee should have looked and did not
	Waited time.Duration // for how much of that it may have waited for a CPU; a stopped referee waits for none
	Own    bool          // meanwhile the bot's own processes had the CPUs, so the delay is the bot's doing
}

// Error returns the reason. Play puts the turn and the seat before it.
func (e *LateError) Error() string {
	why := "it was stopped, or the machine is overloaded"
	if e.Own {
		why = "the bot's own processes had the CPUs"
	}
	return fmt.Sprintf("bot %s: the referee looked for its answer, due within %v, only after %v: it was away for %v and waited for a CPU for at most %v of that; %s",
		e.Bot, e.Limit, e.Wall.Round(tenth), e.Away.Round(tenth), e.Waited.Round(tenth), why)
}

// Void reports that the match is void: without a result, and to be played
// again.
func (e *LateError) Void() bool { return true }
