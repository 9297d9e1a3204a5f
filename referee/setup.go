package referee

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// DecodePosition reads an explicit start position into v, a pointer to a
// struct. Unknown fields, wrong types and trailing text are errors that name
// the field and say what was expected.
func DecodePosition(position json.RawMessage, v any) error {
	if text := bytes.TrimLeft(position, " \t\r\n"); len(text) == 0 || text[0] != '{' {
		return fmt.Errorf("setup: found %.20q; want a JSON object", text)
	}
	dec := json.NewDecoder(bytes.NewReader(position))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return fmt.Errorf("setup: %w", ExplainJSON(err))
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("setup: text after the JSON document; want one object and nothing else")
	}
	return nil
}
