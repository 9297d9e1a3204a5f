package referee

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// ExplainJSON rewrites an error of encoding/json for the author of the text: in terms of JSON
// instead of Go. Any other error stays as it is.
func ExplainJSON(err error) error {
	var wrong *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong) && wrong.Field != "":
		return fmt.Errorf("field %q: found a JSON %s; want %s", wrong.Field, wrong.Value, jsonKind(wrong.Type))
	case errors.As(err, &wrong):
		return fmt.Errorf("found a JSON %s; want %s", wrong.Value, jsonKind(wrong.Type))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("found no whole JSON object")
	case errors.As(err, &syntax):
		return fmt.Errorf("byte %d: not JSON", syntax.Offset)
	}
	if text, ok := strings.CutPrefix(err.Error(), "json: "); ok { // an unknown field, which has no type of its own
		return errors.New(text)
	}
	return err
}

// jsonKind returns what stands for a Go type in JSON.
func jsonKind(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	return "a whole number"
}
