package rating

import "fmt"

// A FieldError says which field of a request is wrong. The field is spelled as in
// JSON and in files, such as elo0 or bots[2]; who knows that it was typed as a flag
// names the flag instead.
type FieldError struct {
	Field string
	Err   error
	Names []string // other fields that the text of Err names, spelled in the same way
}

// Fieldf returns a FieldError with a formatted cause.
func Fieldf(field, format string, args ...any) error {
	return FieldError{Field: field, Err: fmt.Errorf(format, args...)}
}

// Error returns the field and the cause.
func (e FieldError) Error() string { return e.Field + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e FieldError) Unwrap() error { return e.Err }
