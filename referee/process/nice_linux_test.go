package process

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// "A function to raise the referee and its bots above the rest of the box;
// inherited by the bots": all threads and those they start have the value.
func TestSetNice(t *testing.T) {
	for _, tt := range []struct {
		nice  string
		error string // what it may be refused with
	}{
		{"3", ""},
		{"-3", "nice value -3: permission denied; lowering it takes root, the capability CAP_SYS_NICE or a limit such as ulimit -e 23"},
		{"-21", "nice value -21; want -20 to 19"},
	} {
		t.Run(tt.nice, func(t *testing.T) {
			// A session of its own has an autogroup of its own.
			c := exec.Command(os.Args[0])
			c.Env = append(os.Environ(), botVariable+"=sets its nice value")
			c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
			c.Stdin = strings.NewReader(tt.nice + "\n")
			out, err := c.CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if tt.error != "" && string(out) == tt.error+"\n" {
				return
			}
			values := strings.Fields(string(out))
			if len(values) < 3 || slices.ContainsFunc(values, func(v string) bool { return v != tt.nice }) || tt.nice == "-21" {
				t.Errorf("nice values of the threads and of a child: %q; want %s for all", out, tt.nice)
			}
		})
	}
}
