package main

import (
	"io"

	"arbiter/server/resolve"
)

// resolver finds and builds bots. The output of a build that fails goes to w.
func resolver(w io.Writer) resolve.Resolver { return resolve.Resolver{Version: version, Output: w} }
