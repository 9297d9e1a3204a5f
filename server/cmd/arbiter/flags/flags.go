// Package flags has the flags that verbs of several groups share, with what they
// stand for: a database that is opened, a server's client, a sandbox for bots, time
// limits. It knows no verb.
package flags

// Version is the version of the program. Every replay records it.
const Version = "1.0.0"

// Override sets a field that comes from a file to the value of its flag, unless
// that is the zero value: the flag was not given.
func Override[T comparable](field *T, flag T) {
	var zero T
	if flag != zero {
		*field = flag
	}
}
