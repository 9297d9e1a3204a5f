package referee

import (
	"fmt"
	"time"
)

// A StarvedError reports that the machine did not run a bot in time. Either the bot waited for
// a CPU for at least half of a wall time that is many times its limit, or it started processes
// whose processor time the system does not tell. It is an error of the machine: the match has
// no result, and the bot no fault. Find it with errors.As and play the match again.
type StarvedError struct {
	Bot    string        // its name
	Turn   int           // turn of the match, from 1
	Seat   int           // the bot's seat
	Limit  time.Duration // of the answer
	Waited time.Duration // run delay since the input: for how long the bot was runnable and not run
	CPU    time.Duration // processor time of the bot and its children since the input
	Wall   time.Duration // from writing the input to giving up
}

// Error returns the reason. Play puts the turn and the seat before it.
func (e *StarvedError) Error() string {
	return fmt.Sprintf("bot %s was starved: of %v since its input it used %v of processor time, and was runnable without being run for %v; its limit is %v, and the machine is overloaded",
		e.Bot, e.Wall.Round(tenth), e.CPU.Round(tenth), e.Waited.Round(tenth), e.Limit)
}

// Void reports that the match is void: without a result, and to be played
// again.
func (e *StarvedError) Void() bool { return true }

// tenth is as exactly as an error tells a time.
const tenth = 100 * time.Microsecond
