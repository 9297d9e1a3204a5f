package live

import (
	"bytes"
	"io"
	"strings"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// errAborted ends the stream of a match that the machine failed to play.
var errAborted = aborted{}

type aborted struct{}

func (aborted) Error() string {
	return "the match broke off and has no result; a tournament plays it again"
}

// CloseCode returns what closes a websocket that shows such a match: the first code
// that the protocol leaves to programs (RFC 6455, 7.4.2).
func (aborted) CloseCode() int { return 4000 }

// A recording is a referee.Recorder that keeps what cannot be computed again. It
// ends with io.EOF after the last turn, or with errAborted.
type recording struct {
	turns  appendLog[replay.Turn]
	footer replay.Footer // set before turns ends with io.EOF
}

// Turn implements referee.Recorder. It copies what the match loop reuses.
func (r *recording) Turn(t *referee.Turn) error {
	turn := replay.Turn{Number: t.Number}
	for seat := range t.Asked.All() {
		reply := &t.Replies[seat]
		answer := replay.Answer{Seat: seat, Wall: reply.Wall, CPU: reply.CPU, Stderr: bytes.Clone(reply.Stderr)}
		if reply.Fault != nil {
			fault := *reply.Fault
			answer.Fault = &fault
		} else {
			answer.Lines = make([]string, len(reply.Lines))
			for i, line := range reply.Lines {
				answer.Lines[i] = strings.Clone(line)
			}
		}
		turn.Answers = append(turn.Answers, answer)
	}
	r.turns.append(turn)
	return nil
}

// End implements referee.Recorder.
func (r *recording) End(result referee.Result, late [][]byte) error {
	r.footer.Result = result
	for _, text := range late {
		r.footer.Late = append(r.footer.Late, bytes.Clone(text))
	}
	r.turns.end(io.EOF)
	return nil
}

// abort ends a recording that has no result.
func (r *recording) abort() { r.turns.end(errAborted) }
