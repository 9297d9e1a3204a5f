package heropath

import (
	"fmt"
	"sort"
	"strconv"

	"arbiter/referee"
)

// An Answer is a well-formed answer document.
type Answer struct {
	Moves    []Action
	comments []comment // by ascending move
}

// A comment is what a move says to whoever watches.
type comment struct {
	move int
	text string
}

// Comment returns the comment of a move, or "".
func (a *Answer) Comment(move int) string {
	i := sort.Search(len(a.comments), func(i int) bool { return a.comments[i].move >= move })
	if i < len(a.comments) && a.comments[i].move == move {
		return a.comments[i].text
	}
	return ""
}

// A FormatError is an answer that is not of the form the statement asks.
type FormatError struct {
	Reason Reason // Malformed or BadFormat
	At     int    // the first bad move, or -1 when the fault is not in one
	Line   string // the text that is wrong
	Why    string
}

// Error returns the reason and the explanation.
func (e *FormatError) Error() string { return string(e.Reason) + ": " + e.Why }

// shortestMove is the fewest bytes of a move with its comma, to size the list.
const shortestMove = len(`{"type":"attack","target_id":0},`)

// ParseAnswer reads an answer document:
//
//	{"moves": [{"type": "move", "target_x": 3, "target_y": 4}, {"type": "attack", "target_id": 0}]}
//
// Other fields are ignored, whatever their value; a comment that is a string
// is kept. A document that is no JSON beats a wrong form, wherever they stand. One that
// nests too deep is read no further: a wrong form that begins before that is told.
func ParseAnswer(text []byte) (Answer, *FormatError) {
	p := answerParser{reader: newReader(text)}
	p.document()
	if why := p.failed(); why != "" && !(p.deep && p.wrong != nil) {
		from := max(p.at-20, 0)
		return Answer{}, &FormatError{Malformed, -1, referee.Quote(string(text[from:min(from+referee.MaxQuote, len(text))])), why}
	}
	if p.wrong != nil {
		return Answer{}, p.wrong
	}
	return p.answer, nil
}

// AppendAction appends the move as it stands in an answer.
func AppendAction(dst []byte, a Action) []byte {
	if a.Type == Attack {
		dst = append(dst, `{"type":"attack","target_id":`...)
		dst = strconv.AppendInt(dst, a.TargetID, 10)
	} else {
		dst = append(dst, `{"type":"move","target_x":`...)
		dst = strconv.AppendInt(dst, a.TargetX, 10)
		dst = append(dst, `,"target_y":`...)
		dst = strconv.AppendInt(dst, a.TargetY, 10)
	}
	return append(dst, '}')
}

// AppendAnswer appends a whole answer document on one line, without its end.
func AppendAnswer(dst []byte, moves []Action) []byte {
	dst = append(dst, `{"moves":[`...)
	for i, a := range moves {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendAction(dst, a)
	}
	return append(dst, "]}"...)
}

// An answerParser reads an answer to the end, so that a syntax error after a
// wrong form is still found.
type answerParser struct {
	*reader
	answer Answer
	wrong  *FormatError // the first wrong form
}

func (p *answerParser) bad(move int, line []byte, why string) {
	if p.wrong == nil {
		p.wrong = &FormatError{BadFormat, move, referee.Quote(string(line)), why}
	}
}

func (p *answerParser) document() {
	found := false
	if p.peek() != '{' {
		text := p.other()
		p.bad(-1, text, "found "+kindOf(text)+`; want an object with the field "moves"`)
	} else {
		for o := p.object(); o.next(); {
			if string(o.key) == "moves" {
				found = true
				p.moves()
			} else {
				p.value()
			}
		}
		if !found && p.why == "" {
			p.bad(-1, p.text[:p.pos], `no field "moves"; want a list of moves`)
		}
	}
	p.end()
}

func (p *answerParser) moves() {
	if p.peek() != '[' {
		text := p.other()
		p.bad(-1, text, "moves: found "+kindOf(text)+"; want a list")
		return
	}
	p.answer.Moves = make([]Action, 0, (len(p.text)-p.pos)/shortestMove+1)
	l := p.list()
	for i := 0; l.next(); i++ {
		if p.peek() != '{' {
			text := p.other()
			p.bad(i, text, fmt.Sprintf("moves[%d]: found %s; want an object", i, kindOf(text)))
			continue
		}
		p.move(i)
	}
}

// other reads a value and returns its text; of one that nests too deep, the rest of the
// document.
func (p *answerParser) other() []byte {
	p.peek()
	from := p.pos
	p.value()
	return p.text[from:p.pos]
}

// integer reads a field that is to be an integer.
func (p *answerParser) integer() (f field) {
	p.peek()
	from := p.pos
	f.n, f.ok, _ = p.reader.integer()
	f.text = p.text[from:p.pos]
	return f
}

// A field is an integer field of a move, or what stands in its place.
type field struct {
	n    int64
	ok   bool   // an integer that fits 64 bits
	text []byte // nil when the field is missing
}

func (p *answerParser) move(i int) {
	var kind, said []byte
	var x, y, id field
	from := p.pos
	for o := p.object(); o.next(); {
		switch string(o.key) {
		case "type":
			kind = p.other()
		case "target_x":
			x = p.integer()
		case "target_y":
			y = p.integer()
		case "target_id":
			id = p.integer()
		case "comment":
			said = p.value()
		default:
			p.value()
		}
	}
	if p.wrong != nil || p.why != "" && !p.deep || p.deep && kind == nil {
		return
	}
	why := ""
	switch string(unquote(kind)) {
	case "move":
		p.answer.Moves = append(p.answer.Moves, MoveTo(x.n, y.n))
		if p.lacks(x) {
			why = x.explain("target_x", "move")
		} else if p.lacks(y) {
			why = y.explain("target_y", "move")
		}
	case "attack":
		p.answer.Moves = append(p.answer.Moves, Action{Type: Attack, TargetID: id.n})
		if p.lacks(id) {
			why = id.explain("target_id", "attack")
		}
	default:
		why = ".type: found " + valueOf(kind) + `; want "move" or "attack"`
		if kind == nil {
			why = `: no field "type"; want "move" or "attack"`
		}
	}
	if why != "" {
		p.bad(i, p.text[from:p.pos], "moves["+strconv.Itoa(i)+"]"+why)
	}
	if text := unquote(said); len(text) > 0 {
		p.answer.comments = append(p.answer.comments, comment{i, referee.Quote(string(text))})
	}
}

// lacks reports whether a field that the move needs is no integer. One that has not come yet
// may stand in what is read no further.
func (p *answerParser) lacks(f field) bool { return !f.ok && !(p.deep && f.text == nil) }

func (f *field) explain(name, kind string) string {
	if f.text == nil {
		return fmt.Sprintf(": no field %q; a move of type %q needs it", name, kind)
	}
	return "." + name + ": found " + valueOf(f.text) + "; want an integer literal of 64 bits"
}

// unquote returns the content of a string, or nil for any other value.
func unquote(value []byte) []byte {
	if len(value) == 0 || value[0] != '"' {
		return nil
	}
	r := reader{text: value}
	return r.string()
}

// kindOf names the kind of a value.
func kindOf(value []byte) string {
	if len(value) == 0 {
		return "nothing"
	}
	switch value[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case 't', 'f', 'n':
		return string(value)
	}
	return "a number"
}

// valueOf shows a value that is short and names the kind of a long one.
func valueOf(value []byte) string {
	if len(value) > 40 {
		return kindOf(value)
	}
	if value != nil && value[0] == '"' {
		return "the string " + string(value)
	}
	return string(value)
}
