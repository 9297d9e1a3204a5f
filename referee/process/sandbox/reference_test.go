package sandbox

import (
	"fmt"
	"testing"

	"arbiter/docs/reference"
)

const isolationPage = "docs/isolation.md"

// "Protections": a row for each, and no other.
func TestReferenceProtections(t *testing.T) {
	reference.Names(t, isolationPage, "protections", Names())
	reference.Names(t, isolationPage, "levels", []string{string(Strict), string(Auto), string(Off)})
}

// The defaults in the table are the limits of a bot that asks for nothing.
func TestReferenceResources(t *testing.T) {
	most := Default()
	if most.Processes != most.Threads {
		t.Errorf("%d processes and %d threads; --bot-threads sets both", most.Processes, most.Threads)
	}
	reference.Block(t, isolationPage, "resources", reference.Table(
		[]string{"flag", "default", ""},
		[]string{"`--bot-memory MIB`", fmt.Sprint(most.Memory >> 20), "memory"},
		[]string{"`--bot-threads N`", fmt.Sprint(most.Threads), "threads, and processes, which count as threads"},
		[]string{"`--bot-scratch MIB`", fmt.Sprint(most.Scratch >> 20), "files under `$TMPDIR`"},
	))
}
