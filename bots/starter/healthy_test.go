package starter

import (
	"bytes"
	"flag"
	"os/exec"
	"testing"
	"time"

	"arbiter/bots/doctor"
	"arbiter/referee"
	"arbiter/referee/process"
)

// load is set by hand, as in
//
//	go test ./bots/starter -run TestStarters///healthy -load 8
//
// because busy loops beside all other tests would delay those for nothing.
var load = flag.Int("load", 0, "busy loops beside TestStarters")

// compete starts busy loops, which end with the test, or with its process.
func compete(t *testing.T, loops int) {
	t.Helper()
	for range loops {
		cmd := exec.CommandContext(t.Context(), "sh", "-c", "while kill -0 $PPID; do :; done")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmd.Wait() }) // it was killed
	}
}

// The doctor finds nothing wrong with a healthy bot under the limits of its game,
// however busy the machine is.
func wantHealthy(t *testing.T, g referee.Game, spec process.Spec) {
	t.Helper()
	report, err := doctor.Examination{Game: g, Isolation: box, Bot: spec, Opponent: spec, Limits: g.Info().Limits(), Budget: time.Hour, Save: t.TempDir()}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !report.OK {
		var text bytes.Buffer
		report.Print(&text)
		t.Errorf("something is wrong:\n%s", text.String())
	}
	for _, c := range report.Checks {
		if c.Level == doctor.Skipped {
			t.Errorf("skipped: %+v", c)
		}
	}
}
