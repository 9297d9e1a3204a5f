package human

import "arbiter/referee"

// A Phase is the phase that a human's match is in.
type Phase string

// The phases.
const (
	Asked   Phase = "asked"   // it is the human's turn
	Waiting Phase = "waiting" // for the other seats, or for the start
	Over    Phase = "over"    // it has a result
	Left    Phase = "left"    // the human gave up or was away for too long; no result
	Lost    Phase = "lost"    // the machine could not play it, or the server shut down; no result
)

// ended reports whether the match is no longer played.
func (p Phase) ended() bool { return p == Over || p == Left || p == Lost }

// A State is a human's view of a match.
type State struct {
	ID      string
	Game    string
	Seat    int
	Owner   string // of the match: the name of a token; "" for nobody's
	Phase   Phase
	Turn    int            // of the last question, from 1; 0 before the first
	Input   string         // what a bot would be sent in that turn
	Choices any            // the legal answers, when Phase is Asked: see referee.Guide
	Answer  string         // the answer in that turn, once given
	Why     string         // why the match is Left or Lost
	Result  referee.Result // of a match that is Over
}
