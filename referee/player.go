package referee

import (
	"context"
	"time"
)

// A Player answers for one seat of one match. Ask starts the turn without
// waiting, so that all asked seats think at the same time; Reply waits.
type Player interface {
	// Ask hands over a turn's input and starts the clock. The input is valid
	// until Reply returns.
	Ask(ask Ask)
	// Reply waits for the answer to the last Ask. What the bot did wrong is
	// in Reply.Fault; an error is the machine's, such as a *StarvedError, and
	// the match is void.
	Reply(ctx context.Context) (Reply, error)
	// Finish tells the player that the match has ended, before Close. It is not called for a
	// match that is void or was interrupted.
	Finish()
	// Close ends the player, whatever state it is in, and returns what it has written to stderr
	// since the last Reply.
	Close() ([]byte, error)
}

// An Ask is one question to a player.
type Ask struct {
	Turn  int           // turn of the match, from 1
	Seat  int           // the player's seat
	Input []byte        // what the seat is sent
	Lines int           // lines of a complete answer, or Document
	Limit time.Duration // time for the answer; 0 means no limit
	Clock Clock         // what Limit counts
}

// A Reply is what came back.
type Reply struct {
	Lines  []string      // the answer without line ends; nil when Fault is set
	Fault  *Fault        // why there is no answer
	Wall   time.Duration // from writing the input to the last line of the answer
	CPU    time.Duration // processor time the bot used since its last reply; 0 where the system does not tell
	Late   []byte        // stderr written after the last answer and before this input
	Stderr []byte        // stderr written since this input
}

// Spent returns the time of the answer that a clock counts.
func (r *Reply) Spent(c Clock) time.Duration {
	if c == CPUClock {
		return r.CPU
	}
	return r.Wall
}
