package flames

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	rules "arbiter/referee/games/flames"
)

// A reader reads the protocol into the types of the rules. The protocol does
// not say which cycle it is: the reader counts the PASSes it is told of.
type reader struct {
	lines *bufio.Scanner
	cycle int
	// strayed tells that the last answer played is not the bot's own, but a
	// recorded one.
	strayed bool
	test    rules.Case  // the map, the glyphs of this cycle and how many are to come
	state   rules.State // the position, as sent
	valid   rules.Actions
}

// newReader reads the initialization input. It returns io.EOF when there is
// no input at all.
func newReader(in io.Reader) (*reader, error) {
	r := &reader{lines: bufio.NewScanner(in), cycle: 1}
	height, width, err := r.two("height and width")
	if err != nil {
		return nil, err
	}
	rows := make([]string, 0, rules.MaxSize)
	for range height {
		row, err := r.inside("a row of the map")
		if err != nil {
			return nil, err
		}
		if len(row) != width {
			return nil, fmt.Errorf("a row of the map is %q; want %d cells", row, width)
		}
		rows = append(rows, row)
	}
	r.test.Arena, err = rules.ParseArena(rows)
	return r, err
}

// turn reads the input of a turn. It returns io.EOF when there is no more.
func (r *reader) turn() error {
	x, y, err := r.two("the character's position")
	if err != nil {
		return err
	}
	pos := rules.Cell{X: int8(x), Y: int8(y)}
	if !r.test.Arena.Open(pos) {
		return fmt.Errorf("the character's position is %v; want an open cell", pos)
	}
	hp, err := r.numbers("hp, ap and jumps left", rules.MaxSetupHP, rules.AP, rules.Jumps)
	if err != nil {
		return err
	}
	flames, err := r.cells("flame")
	if err != nil {
		return err
	}
	glyphs, err := r.cells("glyph")
	if err != nil {
		return err
	}
	r.state = rules.State{
		Flames: flames, Cycle: int32(r.cycle), Pos: pos,
		HP: int16(hp[0]), AP: int8(hp[1]), JumpsLeft: int8(hp[2]),
	}
	expect(&r.test, r.cycle, glyphs)
	return r.readValid()
}

// readValid reads the valid actions.
func (r *reader) readValid() error {
	count, err := r.numbers("the number of valid actions", int(rules.ImmoSW)+1)
	if err != nil {
		return err
	}
	r.valid = 0
	for range count[0] {
		line, err := r.inside("a valid action")
		if err != nil {
			return err
		}
		a, err := rules.ParseAction(line)
		if err != nil {
			return fmt.Errorf("a valid action is %q: %w", line, err)
		}
		r.valid |= 1 << a
	}
	if r.valid == 0 {
		return fmt.Errorf("no valid action; want at least PASS")
	}
	return nil
}

// cells reads a count and as many cells.
func (r *reader) cells(what string) (rules.Rows, error) {
	var cells rules.Rows
	count, err := r.numbers("the number of "+what+"s", rules.MaxSize*rules.MaxSize)
	if err != nil {
		return cells, err
	}
	for range count[0] {
		xy, err := r.numbers("the position of a "+what, rules.MaxSize, rules.MaxSize)
		if err != nil {
			return cells, err
		}
		cell := rules.Cell{X: int8(xy[0]), Y: int8(xy[1])}
		if !r.test.Arena.Open(cell) {
			return cells, fmt.Errorf("the position of a %s is %v; want an open cell", what, cell)
		}
		cells.Add(cell)
	}
	return cells, nil
}

// two reads the line that begins a part of the input: two numbers, or io.EOF
// when there is no such part.
func (r *reader) two(what string) (a, b int, err error) {
	line, err := r.line()
	if err != nil {
		return 0, 0, err
	}
	n, err := parse(line, what, rules.MaxSize, rules.MaxSize)
	if err != nil {
		return 0, 0, err
	}
	return n[0], n[1], nil
}

// numbers reads a line of numbers inside a part of the input.
func (r *reader) numbers(what string, most ...int) ([]int, error) {
	line, err := r.inside(what)
	if err != nil {
		return nil, err
	}
	return parse(line, what, most...)
}

// parse reads a line of as many numbers as there are limits, each from 0 to
// its limit.
func parse(line, what string, most ...int) ([]int, error) {
	var numbers []int
	for word := range strings.FieldsSeq(line) {
		n, err := strconv.Atoi(word)
		if i := len(numbers); err != nil || i == len(most) || n < 0 || n > most[i] {
			return nil, fmt.Errorf("%s: found %q; want numbers up to %d", what, line, most)
		}
		numbers = append(numbers, n)
	}
	if len(numbers) != len(most) {
		return nil, fmt.Errorf("%s: found %q; want numbers up to %d", what, line, most)
	}
	return numbers, nil
}

// inside reads a line where the input may not end.
func (r *reader) inside(what string) (string, error) {
	line, err := r.line()
	if err == io.EOF {
		return "", fmt.Errorf("%s: %w", what, io.ErrUnexpectedEOF)
	}
	return line, err
}

// line reads a line, or returns io.EOF.
func (r *reader) line() (string, error) {
	if r.lines.Scan() {
		return r.lines.Text(), nil
	}
	if err := r.lines.Err(); err != nil {
		return "", err
	}
	return "", io.EOF
}
