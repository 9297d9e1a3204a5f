package process

import (
	"os"
	"testing"
)

// botVariable makes the test binary a bot: its value names one of bots.
const botVariable = "PROCESS_TEST_BOT"

func TestMain(m *testing.M) {
	if name := os.Getenv(botVariable); name != "" {
		bots()[name]()
		return
	}
	os.Exit(m.Run())
}
