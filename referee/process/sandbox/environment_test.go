package sandbox

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// "What tells runtimes how to run, and nothing that may be a secret", and no name
// of a file that is not in the box.
func TestEnviron(t *testing.T) {
	got := Environ([]string{"PATH=/bin", "NODE_OPTIONS=--no-warnings", "NODE_EXTRA_CA_CERTS=/etc/own.pem", "AWS_SECRET_ACCESS_KEY=x", "PYTHONHASHSEED=0"})
	if diff := cmp.Diff([]string{"PATH=/bin", "NODE_OPTIONS=--no-warnings", "PYTHONHASHSEED=0"}, got); diff != "" {
		t.Error(diff)
	}
}
