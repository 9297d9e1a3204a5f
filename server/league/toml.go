package league

import (
	"encoding"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
)

// DecodeTOML decodes a TOML file that people write into the struct or map that into points to.
// Errors are in terms of the file: they name the key or, for wrong syntax, the line.
func DecodeTOML(content string, into any) (toml.MetaData, error) {
	meta, err := toml.Decode(content, into)
	keys := tomlKeys(reflect.TypeOf(into).Elem())
	if wrong := checkTypes(meta, keys); wrong != nil { // in better words than those of the decoder
		return meta, wrong
	}
	var syntax toml.ParseError
	switch {
	case !errors.As(err, &syntax):
		return meta, err
	case len(meta.Keys()) > 0: // a value
		err = Fieldf(syntax.LastKey, "%s", syntax.Message)
		if field := keys[syntax.LastKey]; field == reflect.TypeFor[time.Duration]() || field == reflect.TypeFor[*time.Duration]() {
			_, example := wanted(field)
			err = fmt.Errorf("%w; want text%s", err, example)
		}
		return meta, err
	}
	return meta, fmt.Errorf("line %d: %s", syntax.Position.Line, syntax.Message)
}

// tomlKeys returns the fields of a struct by their keys, including the fields of
// embedded structs. A map has none.
func tomlKeys(of reflect.Type) map[string]reflect.Type {
	keys := map[string]reflect.Type{}
	if of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct {
		return keys
	}
	for field := range of.Fields() {
		if field.Anonymous {
			maps.Copy(keys, tomlKeys(field.Type))
		} else if key, _, _ := strings.Cut(field.Tag.Get("toml"), ","); key != "" {
			keys[key] = field.Type
		}
	}
	return keys
}

// checkTypes returns an error for the first key whose value has another type than its
// field.
func checkTypes(meta toml.MetaData, known map[string]reflect.Type) error {
	for _, key := range meta.Keys() {
		field, ok := known[key[0]]
		if !ok {
			continue
		}
		found := kindOf(meta.Type(key[0]))
		if want, example := wanted(field); found != want && !(want == aNumber && (found == aWhole || found == aFraction)) {
			return Fieldf(key[0], "found %s; want %s%s", found, want, example)
		}
	}
	return nil
}

// The types of TOML values, in the words of an error.
const (
	aText     = "text"
	aWhole    = "a whole number"
	aFraction = "a fraction"
	aNumber   = "a number" // of either kind
	aBool     = "true or false"
	aList     = "a list"
)

// wanted returns the type of a field's value, and an example where it helps.
func wanted(field reflect.Type) (kind, example string) {
	if field.Kind() == reflect.Pointer {
		field = field.Elem()
	}
	switch {
	case field == reflect.TypeFor[time.Duration]():
		return aText, `, e.g. "50ms" or "1.5s"`
	case field == reflect.TypeFor[Seeds]():
		return aText, `, e.g. "1..60" or "1,5,9..12"`
	}
	if reflect.PointerTo(field).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return aText, ""
	}
	switch field.Kind() {
	case reflect.Int, reflect.Int64:
		return aWhole, ""
	case reflect.Float64:
		return aNumber, ""
	case reflect.Bool:
		return aBool, ""
	case reflect.Slice:
		return aList, " of texts"
	}
	return aText, ""
}

// kindOf describes a type of TOML.
func kindOf(tomlType string) string {
	switch tomlType {
	case "String":
		return aText
	case "Integer":
		return aWhole
	case "Float":
		return aFraction
	case "Bool":
		return aBool
	case "Datetime":
		return "a date"
	case "Array", "ArrayHash":
		return aList
	}
	return "a table"
}
