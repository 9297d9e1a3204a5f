// Package recorded lets a builtin bot join a recorded match. Its input then begins
// with a line that holds the recorded answers of its seat, as a JSON list of
// strings. The bot answers what its seat was sent as it would have answered, and
// takes the recorded answer for the one that was played: so it comes to the
// position of the match whoever had the seat before.
package recorded

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// An Input is the input of a bot that joins a match.
type Input struct {
	*bufio.Reader
	answers []string
}

// NewInput reads the line of the recorded answers.
func NewInput(in io.Reader) (*Input, error) {
	i := &Input{Reader: bufio.NewReader(in)}
	line, err := i.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("recorded answers: %w", err)
	}
	if err := json.Unmarshal(line, &i.answers); err != nil {
		return nil, fmt.Errorf("recorded answers: %w; want a JSON list of strings", err)
	}
	return i, nil
}

// Next returns the recorded answer of the turn that is being answered. ok is false if there is
// none, and the bot's own answer counts. A bot calls it once a turn.
func Next(in io.Reader) (answer string, ok bool) {
	i, ok := in.(*Input)
	if !ok || len(i.answers) == 0 {
		return "", false
	}
	answer, i.answers = i.answers[0], i.answers[1:]
	return answer, true
}
