package replay

import (
	"bytes"
	"strings"
	"time"
)

// quickTurn reads the line of a turn as Writer writes most of them: seats that
// answered lines of plain ASCII, without stderr. That takes a tenth of the time of
// encoding/json, which is most of the time of checking a match of a quick game.
// ok is false for any other line, also for a wrong one: encoding/json reads that.
func quickTurn(line []byte) (t Turn, ok bool) {
	if bytes.IndexByte(line, '\\') >= 0 {
		return t, false
	}
	q := quick{rest: strings.TrimSuffix(string(line), "\n")}
	q.take(`{"t":`)
	t.Number = int(q.number())
	q.take(`,"s":[`)
	t.Answers = make([]Answer, 0, 2)
	for !q.bad && !strings.HasPrefix(q.rest, "]") {
		if len(t.Answers) == MaxSeats {
			return t, false
		}
		if len(t.Answers) > 0 {
			q.take(",")
		}
		t.Answers = append(t.Answers, q.answer())
	}
	q.take(`],"d":"`)
	if q.bad || len(q.rest) != len(`0123456789abcdef"}`) || q.rest[16:] != `"}` {
		return t, false
	}
	return t, t.Digest.UnmarshalText([]byte(q.rest[:16])) == nil
}

// quick reads from a line until something is not as expected.
type quick struct {
	rest string
	bad  bool
}

func (q *quick) take(text string) {
	rest, ok := strings.CutPrefix(q.rest, text)
	q.rest, q.bad = rest, q.bad || !ok
}

// number reads a whole number of at most 15 digits.
func (q *quick) number() int64 {
	n, digits := int64(0), 0
	for digits < len(q.rest) && digits < 16 && '0' <= q.rest[digits] && q.rest[digits] <= '9' {
		n = 10*n + int64(q.rest[digits]-'0')
		digits++
	}
	q.bad = q.bad || digits == 0 || digits == 16 || digits > 1 && q.rest[0] == '0'
	q.rest = q.rest[digits:]
	return n
}

// quickLines is how many lines of an answer are read here.
const quickLines = 64

func (q *quick) answer() (a Answer) {
	q.take(`{"n":`)
	a.Seat = int(q.number())
	q.take(`,"a":["`)
	for !q.bad {
		end := strings.IndexByte(q.rest, '"')
		if end < 0 || !plainText(q.rest[:end]) || len(a.Lines) == quickLines {
			q.bad = true
			return a
		}
		a.Lines = append(a.Lines, q.rest[:end])
		q.rest = q.rest[end+1:]
		if !strings.HasPrefix(q.rest, ",") {
			break
		}
		q.take(`,"`)
	}
	q.take(`],"w":`)
	a.Wall = time.Duration(q.number()) * time.Microsecond
	q.take(`,"c":`)
	a.CPU = time.Duration(q.number()) * time.Microsecond
	q.take("}")
	return a
}

// plainText reports whether a text is the same in JSON: no control characters and
// nothing beyond ASCII.
func plainText(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}
