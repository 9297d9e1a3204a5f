package refereetest

import (
	"os/exec"
	"strings"
	"testing"
)

// Python returns the path of the Python interpreter itself: python3 may be a script
// that looks for it, and takes its time. It skips the test if there is none.
func Python(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	if err != nil {
		t.Skip("python3 is not installed") // make test installs it; go test alone takes what there is
	}
	return strings.TrimSpace(string(out))
}
