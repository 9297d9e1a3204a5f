package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// The elements of a JSON list take three bytes of text and some hundred bytes of
// memory. So the lists of a file are counted before they are decoded.

// few is a list with at most one element for each seat.
type few[T any] []T

// UnmarshalJSON implements json.Unmarshaler.
func (l *few[T]) UnmarshalJSON(text []byte) error { return unmarshalList(text, (*[]T)(l), MaxSeats) }

// many is a list of lines or faults.
type many[T any] []T

// UnmarshalJSON implements json.Unmarshaler.
func (l *many[T]) UnmarshalJSON(text []byte) error { return unmarshalList(text, (*[]T)(l), MaxList) }

func unmarshalList[T any](text []byte, list *[]T, most int) error {
	if n := elements(text); n > most {
		return fmt.Errorf("a list of %d elements; no record has more than %d there", n, most)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	return dec.Decode(list)
}

// elements returns the number of elements of a valid JSON list, or 1 for another
// value and for an empty list.
func elements(text []byte) int {
	n, depth := 1, 0
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c == ',' && depth == 1:
			n++
		}
	}
	return n
}
