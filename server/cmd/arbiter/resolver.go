package main

import (
	"io"

	"arbiter/server/resolve"
)

// resolver returns the resolver of bots. It writes the output of failed builds
// to w.
func resolver(w io.Writer) resolve.Resolver { return resolve.Resolver{Output: w} }
