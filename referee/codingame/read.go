package codingame

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"arbiter/referee"
)

// Is reports whether a file may be one of this package, by its beginning: it is JSON, compressed
// or not, and no record of Arbiter.
func Is(file []byte) bool {
	text, err := plain(bytes.NewReader(file))
	if err != nil {
		return false
	}
	beginning, err := text.Peek(beginningSize)
	if err != nil && err != io.EOF && len(beginning) == 0 {
		return false
	}
	beginning = bytes.TrimLeft(beginning, blanks)
	if object, ok := bytes.CutPrefix(beginning, []byte("{")); ok {
		return !bytes.HasPrefix(bytes.TrimLeft(object, blanks), []byte(`"replay"`))
	}
	return bytes.HasPrefix(beginning, []byte("["))
}

// beginningSize is how much of a file tells what it is.
const beginningSize = 512

const (
	byteOrderMark = "\ufeff"
	blanks        = " \t\r\n"
)

// Read yields the matches of a file one by one: JSON objects one after the other or in a list,
// compressed with gzip or not. It stops at the first error, which says where in the file it is.
// It takes no more memory than MaxMatch allows, however large the file is.
func Read(r io.Reader) iter.Seq2[*Match, error] {
	return func(yield func(*Match, error) bool) {
		text, err := plain(r)
		if err != nil {
			yield(nil, err)
			return
		}
		w := newWalker(text)
		if err := w.matches(func(m *Match) bool { return yield(m, nil) }); err != nil && !errors.Is(err, errStopped) {
			yield(nil, err)
		}
	}
}

// plain returns the text of a file that may be compressed.
func plain(r io.Reader) (*bufio.Reader, error) {
	in := bufio.NewReader(r)
	head, err := in.Peek(len(byteOrderMark))
	if len(head) >= 2 && head[0] == 0x1f && head[1] == 0x8b {
		zip, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("the file begins as gzip does: %w", err)
		}
		in = bufio.NewReader(zip)
		head, err = in.Peek(len(byteOrderMark))
		if len(head) == 0 && err != nil && err != io.EOF {
			return nil, err
		}
	} else if len(head) == 0 && err != nil && err != io.EOF {
		return nil, err
	}
	if string(head) == byteOrderMark {
		_, err := in.Discard(len(byteOrderMark))
		return in, err
	}
	return in, nil
}

// A source is a reader that ends with an error beyond a limit.
type source struct {
	in   io.Reader
	file int64 // bytes that the file may still have
	room int64 // bytes that the match may still have
}

// Read implements io.Reader.
func (s *source) Read(p []byte) (int, error) {
	if s.room <= 0 {
		return 0, fmt.Errorf("more than %d MiB; no match is so long", MaxMatch>>20)
	}
	if s.file <= 0 {
		return 0, fmt.Errorf("the file has more than %d MiB; split it", MaxFile>>20)
	}
	n, err := s.in.Read(p[:min(int64(len(p)), s.room, s.file)])
	s.file -= int64(n)
	s.room -= int64(n)
	return n, err
}

// A walker reads JSON value by value, so that what is not needed is not kept.
type walker struct {
	src   *source
	dec   *json.Decoder
	where []string // in the file
}

func newWalker(text *bufio.Reader) *walker {
	src := &source{in: text, file: MaxFile, room: MaxMatch}
	return &walker{src: src, dec: json.NewDecoder(src)}
}

// errStopped ends a walk that nobody wants to go on with.
var errStopped = errors.New("stopped")

// matches passes on each match of the file until take wants no more.
func (w *walker) matches(take func(*Match) bool) error {
	number := 0
	one := func() error {
		if number == MaxMatches {
			return fmt.Errorf("more than %d matches in one file; split it", MaxMatches)
		}
		number++
		w.src.room = MaxMatch
		m := &Match{seats: map[int]bool{}}
		d := document{walker: w, match: m}
		err := w.at(fmt.Sprintf("match %d", number), func() error {
			if err := d.read(0); err != nil {
				return err
			}
			return d.finish()
		})
		if err == nil && !take(m) {
			return errStopped
		}
		return err
	}
	for first := true; ; first = false {
		text, err := w.peek()
		switch {
		case errors.Is(err, io.EOF) && first:
			return errors.New("the file is empty; want a match")
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return w.explain(err)
		case text != '[':
			err = one()
		default:
			_, err = w.dec.Token()
			for err == nil && w.dec.More() {
				err = one()
			}
			if err == nil {
				if _, err = w.dec.Token(); err != nil {
					err = w.explain(err)
				}
			}
		}
		if err != nil {
			return err
		}
	}
}

// peek returns the first character of the next value of the file.
func (w *walker) peek() (byte, error) {
	for {
		rest := bufio.NewReaderSize(w.dec.Buffered(), 16)
		for {
			c, err := rest.ReadByte()
			if err != nil {
				break
			}
			if strings.IndexByte(blanks, c) < 0 {
				return c, nil
			}
		}
		// Nothing is left in the decoder but blanks: a new one goes on with the file.
		in, ok := w.src.in.(*bufio.Reader)
		if !ok {
			return 0, io.EOF
		}
		for {
			c, err := in.ReadByte()
			if err != nil {
				return 0, err
			}
			if w.src.file--; w.src.file <= 0 {
				return 0, fmt.Errorf("the file has more than %d MiB; split it", MaxFile>>20)
			}
			if strings.IndexByte(blanks, c) < 0 {
				if err := in.UnreadByte(); err != nil {
					return 0, err
				}
				w.src.file++
				w.dec = json.NewDecoder(w.src)
				return c, nil
			}
		}
	}
}

// at names a place of the file in the errors of do.
func (w *walker) at(place string, do func() error) error {
	w.where = append(w.where, place)
	err := do()
	if err == nil {
		w.where = w.where[:len(w.where)-1]
		return nil
	}
	return w.explain(err)
}

// A placed error says where in the file it is.
type placed struct{ error }

// Unwrap returns the error without its place.
func (p placed) Unwrap() error { return p.error }

// explain says where an error is, unless that has been done.
func (w *walker) explain(err error) error {
	if errors.As(err, &placed{}) || errors.Is(err, errStopped) {
		return err
	}
	text := err
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		text = errors.New("the file ends here; want the whole match")
	case errors.As(err, &syntax):
		text = fmt.Errorf("not JSON: %w", err)
	default:
		text = referee.ExplainJSON(err)
	}
	if len(w.where) == 0 {
		return placed{text}
	}
	return placed{fmt.Errorf("%s: %w", strings.Join(w.where, ": "), text)}
}

// object reads an object, or null, and calls field behind each of its keys, which is to read the
// value. A key that occurs twice is an error: readers do not agree on which one counts.
func (w *walker) object(field func(key string) error) error {
	start, err := w.dec.Token()
	if err != nil || start == nil {
		return err
	}
	if start != json.Delim('{') {
		return fmt.Errorf("found %s; want an object", kindOf(start))
	}
	keys := map[string]bool{}
	for w.dec.More() {
		token, err := w.dec.Token()
		if err != nil {
			return err
		}
		key, _ := token.(string)
		switch {
		case keys[key]:
			return fmt.Errorf("the key %.40q occurs twice", key)
		case len(keys) == maxKeys:
			return fmt.Errorf("more than %d keys", maxKeys)
		}
		keys[key] = true
		if err := w.at(short(key), func() error { return field(key) }); err != nil {
			return err
		}
	}
	_, err = w.dec.Token()
	return err
}

// list reads a list, or null, and calls element for each element, which is to read it.
func (w *walker) list(most int, element func(i int) error) error {
	start, err := w.dec.Token()
	if err != nil || start == nil {
		return err
	}
	if start != json.Delim('[') {
		return fmt.Errorf("found %s; want a list", kindOf(start))
	}
	for i := 0; w.dec.More(); i++ {
		if i == most {
			return fmt.Errorf("more than %d elements", most)
		}
		if err := w.at(fmt.Sprint(i), func() error { return element(i) }); err != nil {
			return err
		}
	}
	_, err = w.dec.Token()
	return err
}

// value reads a value into v.
func (w *walker) value(v any) error { return w.dec.Decode(v) }

// ignored takes any value and keeps nothing of it.
type ignored struct{}

// UnmarshalJSON implements json.Unmarshaler.
func (*ignored) UnmarshalJSON([]byte) error { return nil }

// ignore reads the value of a key that is not needed, such as one that the site has added.
func (w *walker) ignore() error { return w.dec.Decode(&ignored{}) }

// kindOf names what a token begins.
func kindOf(t json.Token) string {
	switch t := t.(type) {
	case json.Delim:
		if t == '[' {
			return "a list"
		}
		return "an object"
	case string:
		return "a string"
	case bool:
		return "true or false"
	}
	return "a number"
}

// short returns a key for a message.
func short(key string) string {
	const most = 40
	if len(key) <= most {
		return fmt.Sprintf("%q", key)
	}
	return fmt.Sprintf("%.*q...", most, key)
}
