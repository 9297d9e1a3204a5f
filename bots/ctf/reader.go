// Package ctf holds the Go bots of Capture the Flag: Wait, the smallest legal
// answer; Random, which plays any legal move; Greedy, which plays by habit; and
// Boss, which searches. The last two keep a belief of what the fog hides.
package ctf

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	rules "arbiter/referee/games/ctf"
)

// A Reader reads what a bot is sent: Map once, then Turn each turn.
type Reader struct {
	words  *bufio.Scanner
	peeked bool  // the scanner's word is still to be read
	err    error // the first one; everything read after it is zero
	turn   Turn  // its lists are used again
}

// NewReader returns a reader of the protocol.
func NewReader(in io.Reader) *Reader {
	words := bufio.NewScanner(in)
	words.Split(bufio.ScanWords)
	return &Reader{words: words}
}

// Map reads the initialization input. The power-ups' lines are skipped: the
// rules' constants say the same. The error is io.EOF where the input ends.
func (r *Reader) Map() (*rules.Map, error) {
	if !r.begins() {
		return nil, r.err
	}
	m := &rules.Map{Rows: r.number(rules.MaxRows), Cols: r.number(rules.MaxCols)}
	for row := range m.Rows {
		for col, mark := range r.word() {
			if mark == '#' && col < rules.MaxCols {
				m.Walls.Add(rules.Cell{R: int8(row), C: int8(col)})
			}
		}
	}
	for seat := range m.Bases {
		m.Bases[seat] = r.cell()
	}
	for range 3 * 3 {
		r.word()
	}
	return m, r.err
}

// Turn reads the input of one turn; it is valid until the next call. The error
// is io.EOF where the input ends.
func (r *Reader) Turn() (*Turn, error) {
	if !r.begins() {
		return nil, r.err
	}
	t := &r.turn
	t.Credits = [2]int{r.number(maxNumber), r.number(maxNumber)}
	for seat := range t.Flags {
		t.Flags[seat] = rules.Flag{Pos: r.cell(), Carrier: int8(r.number(rules.MaxMinions))}
	}
	for seat := range t.Minions {
		t.Minions[seat] = t.Minions[seat][:0]
		for range r.number(rules.MaxMinions) {
			id := r.number(rules.MaxMinions)
			minion := rules.Minion{Pos: r.cell(), Health: int16(r.number(maxNumber)), Timeout: int8(r.number(rules.FreezeTimeout))}
			t.Minions[seat] = append(t.Minions[seat], Minion{id, minion})
		}
	}
	t.Coins = t.Coins[:0]
	for range r.number(rules.MaxRows * rules.MaxCols) {
		t.Coins = append(t.Coins, r.cell())
	}
	return t, r.err
}

// maxNumber is above every score and health.
const maxNumber = 1 << 14

// begins waits for the first word of an input and reports whether there is one.
func (r *Reader) begins() bool {
	if r.err == nil && !r.words.Scan() {
		if r.err = r.words.Err(); r.err == nil {
			r.err = io.EOF
		}
	}
	r.peeked = true
	return r.err == nil
}

// word returns the next word.
func (r *Reader) word() string {
	if r.err == nil && !r.peeked && !r.words.Scan() {
		if r.err = r.words.Err(); r.err == nil {
			r.err = io.ErrUnexpectedEOF
		}
	}
	r.peeked = false
	if r.err != nil {
		return ""
	}
	return r.words.Text()
}

// number returns the next word as a number from -1 to most.
func (r *Reader) number(most int) int {
	word := r.word()
	if r.err != nil {
		return 0
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < -1 || n > most {
		r.err = fmt.Errorf("input: found %q; want a number from -1 to %d", word, most)
		return 0
	}
	return n
}

func (r *Reader) cell() rules.Cell {
	return rules.Cell{R: int8(r.number(rules.MaxRows - 1)), C: int8(r.number(rules.MaxCols - 1))}
}
