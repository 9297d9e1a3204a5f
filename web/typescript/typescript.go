// Package typescript declares Go types in TypeScript as encoding/json writes
// them. It knows what the types of views need, and says so of any other.
package typescript

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// A Writer declares structs as interfaces: embedded structs are flattened,
// arrays are tuples, and a field that encoding/json may omit is optional. A
// slice is never null: views have [] where nothing is in a list.
type Writer struct {
	// Comment returns the comment of a field of a struct; nil for none.
	Comment func(owner reflect.Type, field reflect.StructField) string
	// Any is the type of an any; unknown if empty.
	Any string

	text     strings.Builder
	names    map[reflect.Type]string
	types    map[string]reflect.Type
	literals map[reflect.Type][]string
	waiting  []reflect.Type // named, but not declared yet
	unions   []union
}

// A union is a type that is one of several.
type union struct {
	name    string
	members []string
}

// Declare declares a struct under a name, and all structs that it refers to
// under their own.
func (w *Writer) Declare(name string, t reflect.Type) error {
	if err := w.name(name, t); err != nil {
		return err
	}
	return w.declareWaiting()
}

// DeclareUnion declares the types of the examples, and one that is any of
// them. Their field "type" tells which: it has the values of the examples.
func (w *Writer) DeclareUnion(name string, examples []any) error {
	u := union{name: name}
	for _, example := range examples {
		t := reflect.TypeOf(example)
		if len(w.literals[t]) == 0 {
			if err := w.name(exported(t), t); err != nil {
				return err
			}
			u.members = append(u.members, w.names[t])
		}
		literal, err := typeOf(example)
		if err != nil {
			return err
		}
		if w.literals == nil {
			w.literals = map[reflect.Type][]string{}
		}
		w.literals[t] = append(w.literals[t], "'"+literal+"'")
	}
	w.unions = append(w.unions, u)
	return w.declareWaiting()
}

// String returns what was declared.
func (w *Writer) String() string {
	text := w.text.String()
	for _, u := range w.unions {
		text += fmt.Sprintf("\nexport type %s =\n  | %s;\n", u.name, strings.Join(u.members, "\n  | "))
	}
	return strings.TrimPrefix(text, "\n")
}

// typeOf returns the "type" of an example.
func typeOf(example any) (string, error) {
	text, err := json.Marshal(example)
	if err != nil {
		return "", err
	}
	var head struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(text, &head); err != nil || head.Type == "" {
		return "", fmt.Errorf("%T has no \"type\": %s", example, text)
	}
	return head.Type, nil
}

// name gives a struct its name; it is declared after those that are waiting.
func (w *Writer) name(name string, t reflect.Type) error {
	if w.names[t] != "" {
		return nil
	}
	if other, taken := w.types[name]; taken {
		return fmt.Errorf("%v and %v would both be %s", other, t, name)
	}
	if w.names == nil {
		w.names, w.types = map[reflect.Type]string{}, map[string]reflect.Type{}
	}
	w.names[t], w.types[name] = name, t
	w.waiting = append(w.waiting, t)
	return nil
}

func (w *Writer) declareWaiting() error {
	for len(w.waiting) > 0 {
		t := w.waiting[0]
		w.waiting = w.waiting[1:]
		fmt.Fprintf(&w.text, "\nexport interface %s {\n", w.names[t])
		if err := w.fields(t, t); err != nil {
			return err
		}
		w.text.WriteString("}\n")
	}
	return nil
}

// fields writes the fields of a struct that is part of the declared one.
func (w *Writer) fields(declared, t reflect.Type) error {
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("json")
		var err error
		switch {
		case tag == "-":
		case f.Anonymous && tag == "":
			err = w.fields(declared, f.Type)
		case f.IsExported():
			err = w.field(declared, t, f)
		}
		if err != nil {
			return fmt.Errorf("%v.%s: %w", t, f.Name, err)
		}
	}
	return nil
}

func (w *Writer) field(declared, owner reflect.Type, f reflect.StructField) error {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "" {
		name = f.Name
	}
	t, mark := f.Type, ""
	if strings.Contains(options, "omit") {
		mark = "?"
		if t.Kind() == reflect.Pointer {
			t = t.Elem() // absent instead of null
		}
	}
	text, err := w.of(t)
	if err != nil {
		return err
	}
	comment := ""
	if literals := w.literals[declared]; name == "type" && literals != nil {
		text = strings.Join(literals, " | ")
	} else if w.Comment != nil {
		comment = w.Comment(owner, f)
	}
	if comment != "" {
		comment = " // " + comment
	}
	fmt.Fprintf(&w.text, "  %s%s: %s;%s\n", name, mark, text, comment)
	return nil
}

var (
	marshaler     = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
)

// of returns what JSON has for a Go type.
func (w *Writer) of(t reflect.Type) (string, error) {
	if t.Kind() == reflect.Pointer {
		elem, err := w.of(t.Elem())
		return elem + " | null", err
	}
	if t.Implements(marshaler) || t.Implements(textMarshaler) {
		return ofZero(t)
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean", nil
	case reflect.String:
		return "string", nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Float32, reflect.Float64:
		return "number", nil
	case reflect.Interface:
		return cmp.Or(w.Any, "unknown"), nil
	case reflect.Slice:
		elem, err := w.of(t.Elem())
		if strings.Contains(elem, "|") {
			elem = "(" + elem + ")"
		}
		return elem + "[]", err
	case reflect.Array:
		elem, err := w.of(t.Elem())
		return "[" + strings.TrimSuffix(strings.Repeat(elem+", ", t.Len()), ", ") + "]", err
	case reflect.Struct:
		if t.Name() != "" {
			return exported(t), w.name(exported(t), t)
		}
	}
	return "", fmt.Errorf("%v has no type in TypeScript here", t)
}

// ofZero returns the type of what a type with a MarshalJSON or MarshalText of
// its own writes for its zero value.
func ofZero(t reflect.Type) (string, error) {
	text, err := json.Marshal(reflect.Zero(t).Interface())
	if err != nil {
		return "", err
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		return "", err
	}
	return ofJSON(v), nil
}

func ofJSON(v any) string {
	switch v := v.(type) {
	case bool:
		return "boolean"
	case string:
		return "string"
	case float64:
		return "number"
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = ofJSON(v[i])
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return "unknown"
}

// exported returns the name of a type with a capital.
func exported(t reflect.Type) string { return strings.ToUpper(t.Name()[:1]) + t.Name()[1:] }
