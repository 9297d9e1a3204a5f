package flames

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// blanks may surround the words of an answer.
const blanks = " \t\r"

// ParseAction reads one piece of an answer. The error says what was found and
// what was expected.
func ParseAction(piece string) (Action, error) {
	word, direction := cutBlanks(strings.Trim(piece, blanks))
	for a := range actionCount {
		if orders[a].word == word && orders[a].direction == direction {
			return a, nil
		}
	}
	return Pass, explain(word, direction)
}

// cutBlanks cuts text at its first run of blanks.
func cutBlanks(text string) (word, rest string) {
	i := strings.IndexAny(text, blanks)
	if i < 0 {
		return text, ""
	}
	return text[:i], strings.TrimLeft(text[i:], blanks)
}

// explain says what is wrong with the words of an action.
func explain(word, direction string) error {
	want := "N, S, E or W"
	switch word {
	case "":
		return fmt.Errorf("nothing between two separators; want MOVE, JUMP, IMMO or PASS")
	case "PASS":
		return fmt.Errorf("PASS followed by %q; want PASS alone, and a ; between actions", direction)
	case "MOVE", "JUMP":
	case "IMMO":
		want = "NE, NW, SE or SW"
	default:
		if upper := strings.ToUpper(word); slices.Contains([]string{"MOVE", "JUMP", "IMMO", "PASS"}, upper) {
			return fmt.Errorf("unknown action %q; actions are in capitals: %s", word, upper)
		}
		return fmt.Errorf("unknown action %q; want MOVE, JUMP, IMMO or PASS", word)
	}
	if direction == "" {
		return fmt.Errorf("%s without a direction; want %s", word, want)
	}
	return fmt.Errorf("%s in direction %q; want %s", word, direction, want)
}

// An Answer is a line of output being read: "one or more actions separated by
// ;". Pieces are parsed only when their turn comes, so what stands after the
// first PASS or after the end of the match is never looked at.
type Answer struct{ rest string }

// ReadAnswer returns a reader of the pieces of a line. Blank pieces at the end of the line do
// not count.
func ReadAnswer(line string) Answer { return Answer{strings.TrimRight(line, blanks+";")} }

// Next returns the next piece, trimmed, and whether there was one.
func (a *Answer) Next() (piece string, ok bool) {
	if a.rest == "" {
		return "", false
	}
	piece, a.rest, _ = strings.Cut(a.rest, ";")
	return strings.Trim(piece, blanks), true
}

// Passes reports whether one of the pieces that are left is PASS, which ends the
// cycle.
func (a Answer) Passes() bool {
	for piece, ok := a.Next(); ok; piece, ok = a.Next() {
		if action, err := ParseAction(piece); err == nil && action == Pass {
			return true
		}
	}
	return false
}

// appendInit appends the initialization input: the map.
func appendInit(dst []byte, a *Arena) []byte {
	dst = appendInts(dst, a.Height, a.Width)
	for y := range a.Height {
		dst = append(a.AppendRow(dst, y), '\n')
	}
	return dst
}

// appendTurn appends the input of a turn.
func appendTurn(dst []byte, c *Case, s *State) []byte {
	dst = appendInts(dst, int(s.Pos.X), int(s.Pos.Y))
	dst = appendInts(dst, int(s.HP), int(s.AP), int(s.JumpsLeft))
	dst = appendCells(dst, &s.Flames)
	glyphs := s.Glyphs(c)
	dst = appendCells(dst, &glyphs)
	valid := s.Valid(c)
	dst = appendInts(dst, valid.Len())
	for a := range valid.All() {
		dst = append(a.Append(dst), '\n')
	}
	return dst
}

// appendCells appends a count and as many lines "x y".
func appendCells(dst []byte, cells *Rows) []byte {
	dst = appendInts(dst, cells.Len())
	for cell := range cells.All() {
		dst = appendInts(dst, int(cell.X), int(cell.Y))
	}
	return dst
}

// appendInts appends one line of numbers.
func appendInts(dst []byte, numbers ...int) []byte {
	for i, n := range numbers {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	return append(dst, '\n')
}
