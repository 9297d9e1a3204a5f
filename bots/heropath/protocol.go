// Package heropath holds the bots of HeroPath. Each reads tests, one on each
// line, and writes an answer of all moves to each, until the input ends.
//
// Boss takes a game for a list of monsters to kill. Greedy makes the first list: it kills
// the target after which the game looks best. By what this list earns, a beam search judges
// other ones, and simulated annealing improves the best. See planning.
package heropath

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	rules "arbiter/referee/games/heropath"
)

// A connection speaks the protocol for a bot.
type connection struct {
	in     *bufio.Reader
	out    io.Writer
	answer []byte
}

func connect(in io.Reader, out io.Writer) *connection {
	return &connection{in: bufio.NewReader(in), out: out}
}

// test reads the next test. At the end of the input it returns io.EOF.
func (c *connection) test() (*rules.World, error) {
	line, err := c.in.ReadBytes('\n')
	if err != nil && (!errors.Is(err, io.EOF) || len(line) == 0) {
		return nil, err
	}
	w, err := rules.ParseWorld(line)
	if err != nil {
		return nil, fmt.Errorf("read test: %w", err)
	}
	return w, nil
}

// send writes the answer in one piece.
func (c *connection) send(moves []rules.Action) error {
	c.answer = append(rules.AppendAnswer(c.answer[:0], moves), '\n')
	_, err := c.out.Write(c.answer)
	return err
}

// play answers every test of the input with the moves that think finds.
func (c *connection) play(think func(w *rules.World) []rules.Action) error {
	for {
		w, err := c.test()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := c.send(think(w)); err != nil {
			return err
		}
	}
}
