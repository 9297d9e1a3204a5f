package domain

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
)

// NoAction is what the first mover is sent in place of the opponent's last
// action: "-1 -1 _ for the first turn".
const NoAction = "-1 -1 _"

// appendBoard appends the initial input: "width height, the size of the
// board", "the position of your token", "the position of your opponent's token".
func appendBoard(dst []byte, own, opponent Cell) []byte {
	dst = append(dst, '0'+Size, ' ', '0'+Size, '\n')
	dst = append(appendCell(dst, own), '\n')
	return append(appendCell(dst, opponent), '\n')
}

// appendAction appends an action as "actionX actionY actionDirection".
func appendAction(dst []byte, a Action) []byte {
	return append(appendCell(dst, a.To), ' ', letters[a.Wall])
}

func appendCell(dst []byte, c Cell) []byte {
	return append(dst, '0'+byte(c.X()), ' ', '0'+byte(c.Y()))
}

// wanted is what an answer looks like, for errors.
const wanted = `want "x y direction message" such as "3 4 U"`

// ParseAnswer reads an answer, "x y direction message". The line ends at the first CR
// or LF. It is strict where the published referee is: no blank before x, and one digit
// from 0 to 6 a coordinate. It is forgiving where that referee is: it takes any blanks
// between the words, and any message. The message may even be glued to the direction by
// a character other than a letter. An unknown direction "provides an unrecognized
// command", unlike the published referee, which takes it for U.
func ParseAnswer(line string) (a Action, message string, err error) {
	if end := strings.IndexAny(line, "\r\n"); end >= 0 {
		line = line[:end]
	}
	if line == "" {
		return a, "", errors.New("empty line; " + wanted)
	}
	if isBlank(line[0]) {
		return a, "", errors.New("blank before x; " + wanted + " from the line's first character on")
	}
	x, rest, err := cutCoordinate(line, "x")
	if err != nil {
		return a, "", err
	}
	y, rest, err := cutCoordinate(rest, "y")
	if err != nil {
		return a, "", err
	}
	word := rest[:len(rest)-len(strings.TrimLeftFunc(rest, isLetter))]
	direction, ok := directionOf(word)
	switch {
	case rest == "":
		return a, "", errors.New("no direction after x and y; " + wanted)
	case !ok:
		found, _, _ := strings.Cut(rest, " ")
		if word != "" {
			found = word
		}
		return a, "", fmt.Errorf("unknown direction %q; want U, D, L or R", found)
	}
	return Action{At(x, y), direction}, strings.TrimLeft(rest[len(word):], blanks), nil
}

// cutCoordinate reads one digit and the blanks after it, and returns the rest.
func cutCoordinate(text, name string) (n int, rest string, err error) {
	end := strings.IndexAny(text, blanks)
	if end < 0 {
		end = len(text)
	}
	word, rest := text[:end], strings.TrimLeft(text[end:], blanks)
	switch {
	case word == "":
		return 0, "", fmt.Errorf("no %s; %s", name, wanted)
	case len(word) != 1 || !isCoordinate(word[0]):
		return 0, "", fmt.Errorf("%s is %q; want one digit from 0 to %d", name, word, Size-1)
	case end == len(text):
		return 0, "", fmt.Errorf("nothing after %s %s; %s", name, word, wanted)
	}
	return int(word[0] - '0'), rest, nil
}

const blanks = " \t\v\f" // CR and LF are blanks too, but end the line

func isBlank(c byte) bool { return strings.IndexByte(blanks, c) >= 0 }

func isCoordinate(c byte) bool { return '0' <= c && c < '0'+Size }

func isLetter(r rune) bool { return 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' }

const (
	maxMessage = 20  // UTF-16 units; a message is shown when it has fewer
	cutMessage = 17  // units that are kept of a longer one, before "..."
	noMessage  = " " // shown where there is no message
)

// shown returns the message as spectators see it: short ones as they are, the
// beginning of long ones, a blank for none. Bytes that are no UTF-8, and a
// character that the cut splits, become U+FFFD.
func shown(message string) string {
	units := 0
	cut := len(message) // where the first cutMessage units end
	half := false       // the cut splits a character of two units
	for i, r := range message {
		units += utf16.RuneLen(r)
		if units > cutMessage && cut == len(message) {
			cut, half = i, units-utf16.RuneLen(r) < cutMessage
		}
	}
	switch {
	case units == 0:
		return noMessage
	case units < maxMessage:
		return strings.ToValidUTF8(message, "\uFFFD")
	case half:
		return strings.ToValidUTF8(message[:cut], "\uFFFD") + "\uFFFD..."
	}
	return strings.ToValidUTF8(message[:cut], "\uFFFD") + "..."
}
