package option

import (
	"fmt"
	"net/url"
)

// A Parameter is a weight of a bot, a whole number that the option of its name
// sets.
type Parameter struct {
	Name     string
	Value    *int
	Default  int
	Min, Max int
	About    string // what it weighs, and the unit
}

// SetDefaults sets the parameters to their defaults.
func SetDefaults(parameters []Parameter) {
	for _, p := range parameters {
		*p.Value = p.Default
	}
}

// Set sets the parameters that the options name. The error names the option,
// what was found and the range.
func Set(options url.Values, parameters []Parameter) error {
	for _, p := range parameters {
		n, err := p.read(options)
		if err != nil {
			return err
		}
		*p.Value = n
	}
	return nil
}

// Check returns the error that Set would return, and sets nothing.
func Check(options url.Values, parameters []Parameter) error {
	for _, p := range parameters {
		if _, err := p.read(options); err != nil {
			return err
		}
	}
	return nil
}

// read returns what the options set the parameter to, or what it is.
func (p Parameter) read(options url.Values) (int, error) {
	n, err := Int(options, p.Name, int64(*p.Value))
	if err == nil && (n < int64(p.Min) || n > int64(p.Max)) {
		err = fmt.Errorf("option %s=%d: want %d to %d", p.Name, n, p.Min, p.Max)
	}
	return int(n), err
}

// Names returns the names of the parameters.
func Names(parameters []Parameter) []string {
	var names []string
	for _, p := range parameters {
		names = append(names, p.Name)
	}
	return names
}
