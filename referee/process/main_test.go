package process

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"testing"

	"arbiter/referee/process/sandbox"
)

// botVariable makes the test binary a bot: its value names one of bots.
const botVariable = "PROCESS_TEST_BOT"

// canaryWord makes the test binary a canary.
const canaryWord = "canary"

// isolationVariable has the policy of the bots of all tests; without it they run
// without boxes, but in tests of boxes.
const isolationVariable = "PROCESS_TEST_ISOLATION"

// isolation is what isolationVariable asks for.
var isolation *sandbox.Sandbox

func TestMain(m *testing.M) {
	if name := os.Getenv(botVariable); name != "" {
		bots()[name]()
		return
	}
	if slices.Equal(os.Args[1:], []string{canaryWord}) {
		if err := RunCanary(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		return
	}
	if r, w, err := os.Pipe(); err == nil { // for which Go opens what it keeps: see openDescriptors
		r.Close()
		w.Close()
	}
	policy, err := sandbox.ParsePolicy(cmp.Or(os.Getenv(isolationVariable), "off"))
	if err == nil {
		isolation, err = sandbox.Open(sandbox.Settings{Policy: policy})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(m.Run())
}
