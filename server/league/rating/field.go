package rating

import (
	"fmt"
	"slices"
)

// A FieldError says which field of a request is wrong. The field is spelled as in
// JSON and in files, such as elo0 or bots[2]; who knows that it was typed as a flag
// names the flag instead.
type FieldError struct {
	Field string
	Err   error

	format string // of Err; "" where it was not made by Fieldf
	args   []any
}

// A FieldName is the name of another field in the message of a FieldError: an argument of
// Fieldf, which Spelled spells otherwise.
type FieldName string

// Fieldf returns a FieldError with a formatted cause.
func Fieldf(field, format string, args ...any) error {
	return FieldError{Field: field, Err: fmt.Errorf(format, args...), format: format, args: args}
}

// Spelled returns the cause, with what a function makes of each FieldName in it.
func (e FieldError) Spelled(spell func(field string) string) error {
	if e.format == "" {
		return e.Err
	}
	args := slices.Clone(e.args)
	for i, arg := range args {
		if name, ok := arg.(FieldName); ok {
			args[i] = spell(string(name))
		}
	}
	return fmt.Errorf(e.format, args...)
}

// Error returns the field and the cause.
func (e FieldError) Error() string { return e.Field + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e FieldError) Unwrap() error { return e.Err }
