package process

import (
	"testing"

	"golang.org/x/sys/unix"
)

// "Who is made the parent of all that escape [...] cannot tell": what a bot left
// behind is killed though it is our child now.
func TestNothingIsLeftToAnAdopter(t *testing.T) {
	unboxed(t)
	adopt := func(on uintptr) {
		if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, on, 0, 0, 0); err != nil {
			t.Fatal(err)
		}
	}
	adopt(1)
	defer adopt(0)
	pid := leftBy(t, "leaves a session")
	var status unix.WaitStatus
	if waited, err := unix.Wait4(pid, &status, unix.WNOHANG, nil); waited != pid || !status.Signaled() {
		t.Errorf("process %d, our child now: wait returned %d, %v, status %v; want it killed", pid, waited, err, status)
	}
}
