// Package keeper holds the bots of the game "Code Keeper - The Hero", each a
// function that reads the protocol and writes a line for every turn.
package keeper

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	rules "arbiter/referee/games/keeper"
)

// A thinker chooses the action of a turn. visible is valid during the call.
type thinker func(hero rules.Hero, visible []rules.Entity) rules.Action

// answer reads turn after turn and writes what think says to each, until the
// input ends.
func answer(in io.Reader, out io.Writer, think thinker) error {
	r := reader{lines: bufio.NewScanner(in)}
	var line []byte
	for {
		hero, err := r.turn()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		line = append(think(hero, r.visible).Append(line[:0]), '\n')
		if _, err := out.Write(line); err != nil { // one write is one flush
			return err
		}
	}
}

// A reader reads the input of a turn.
type reader struct {
	lines   *bufio.Scanner
	visible []rules.Entity // of the last turn
}

// turn reads the next turn's input. It returns io.EOF when there is none.
func (r *reader) turn() (rules.Hero, error) {
	var first [7]int
	if err := r.line(first[:]); err != nil {
		return rules.Hero{}, err
	}
	x, y := first[0], first[1]
	if !rules.Inside(x, y) {
		return rules.Hero{}, fmt.Errorf("the hero is at %d %d, outside the maze", x, y)
	}
	hero := rules.Hero{
		Cell: rules.At(x, y), Health: first[2], Score: first[3],
		Charges: [rules.Weapons]int{rules.Hammer: first[4], rules.Scythe: first[5], rules.Bow: first[6]},
	}
	return hero, r.entities()
}

func (r *reader) entities() error {
	r.visible = r.visible[:0]
	var count [1]int
	if err := r.line(count[:]); err != nil {
		return inside(err)
	}
	for range count[0] {
		var entity [4]int
		if err := r.line(entity[:]); err != nil {
			return inside(err)
		}
		x, y, etype := entity[0], entity[1], entity[2]
		if !rules.Inside(x, y) || etype < 0 || etype >= rules.Types {
			return fmt.Errorf("entity %v: no such cell or type", entity)
		}
		r.visible = append(r.visible, rules.Entity{Cell: rules.At(x, y), Type: rules.Type(etype), Value: entity[3]})
	}
	return nil
}

// inside makes the end of the input an error, as it is inside a turn.
func inside(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// line reads a line of as many numbers as there are in numbers.
func (r *reader) line(numbers []int) error {
	if !r.lines.Scan() {
		if err := r.lines.Err(); err != nil {
			return err
		}
		return io.EOF
	}
	text := r.lines.Text()
	words := strings.Fields(text)
	if len(words) != len(numbers) {
		return fmt.Errorf("line %q: found %d numbers; want %d", text, len(words), len(numbers))
	}
	for i, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil {
			return fmt.Errorf("line %q: %q is no number", text, word)
		}
		numbers[i] = n
	}
	return nil
}
