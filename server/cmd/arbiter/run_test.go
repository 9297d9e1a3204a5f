package main

import (
	"bytes"
	"strings"
	"testing"
)

// "Exit codes: 0 done (whatever the result of a match), 1 the machine failed
// or a replay differs, 2 bad usage."
func TestExitCodes(t *testing.T) {
	for _, tt := range []struct {
		args string
		want int
	}{
		{"games", exitDone},
		{"version", exitDone},
		{"play --help", exitDone},
		{"", exitDone},
		{"verify nosuch.jsonl.gz", exitFailed},
		{"play chess bot", exitUsage},
		{"play keeper", exitUsage},
		{"play keeper builtin:keeper/nosuch", exitUsage},
		{"play keeper builtin:keeper/wait --nosuch", exitUsage},
		{"play keeper builtin:keeper/wait --delay=soon", exitUsage},
		{"nosuch", exitUsage},
		{"bot keeper/wait?nosuch=1", exitUsage},
	} {
		t.Run(tt.args, func(t *testing.T) {
			var out, err bytes.Buffer
			got := run(strings.Fields(tt.args), streams{strings.NewReader(""), &out, &err})
			if got != tt.want {
				t.Errorf("exit code %d; want %d\n%s%s", got, tt.want, out.Bytes(), err.Bytes())
			}
			if (err.Len() > 0) != (tt.want != exitDone) {
				t.Errorf("stderr %q with exit code %d", err.Bytes(), got)
			}
		})
	}
}
