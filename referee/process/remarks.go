package process

import (
	"fmt"

	"arbiter/referee"
)

// MaxStderrTurn is how much of a bot's stderr is kept of one turn, in bytes:
// more than a person reads of a turn.
const MaxStderrTurn = 64 << 10

// MaxStderrMatch is how much of a bot's stderr is kept of one match, in bytes,
// so that the record of a talkative bot stays small enough to be kept.
const MaxStderrMatch = 1 << 20

// Remarks are what a bot said on stderr in one stretch of the match.
type remarks struct {
	kept    []byte
	dropped int
}

// forget empties the remarks, for the next stretch.
func (r *remarks) forget() {
	r.kept = r.kept[:0]
	r.dropped = 0
}

// add keeps of text what the stretch and left, the rest of the match, allow.
func (r *remarks) add(text []byte, left *int) {
	n := max(0, min(len(text), MaxStderrTurn-len(r.kept), *left))
	r.kept = append(r.kept, text[:n]...)
	r.dropped += len(text) - n
	*left -= n
}

// text returns the remarks with a note of what was dropped, or nil without remarks. It
// is valid until forget.
func (r *remarks) text() []byte {
	if r.dropped > 0 {
		if len(r.kept) > 0 && r.kept[len(r.kept)-1] != '\n' {
			r.kept = append(r.kept, '\n')
		}
		r.kept = fmt.Appendf(r.kept, "... %d bytes dropped\n", r.dropped)
		r.dropped = 0
	}
	if len(r.kept) == 0 {
		return nil
	}
	return r.kept
}

// whole returns the remarks or, where something of them was dropped, the tail: a
// trace comes last.
func (r *remarks) whole(tail *referee.Tail) string {
	if r.dropped > 0 {
		return tail.String()
	}
	return string(r.kept)
}
