package output

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
)

// An error that several parts of a command have met is printed once.
func TestJoinedErrorsArePrintedOnce(t *testing.T) {
	full, away := errors.New("the disk is full"), errors.New("the server is away")
	for _, tt := range []struct {
		err  error
		want string
	}{
		{full, "arbiter: the disk is full\n"},
		{errors.Join(errors.Join(full, nil), full, away, full), "arbiter: the disk is full\nthe server is away\n"},
		{fmt.Errorf("saving: %w, %w", full, full), "arbiter: saving: the disk is full, the disk is full\n"},
		{errors.New("built:\nwarning\nwarning"), "arbiter: built:\nwarning\nwarning\n"},
	} {
		var said bytes.Buffer
		s := NewStreams(nil, &bytes.Buffer{}, &said, "")
		if code := ExitCode(t.Context(), tt.err, s); code != ExitFailed {
			t.Errorf("exit code %d; want %d", code, ExitFailed)
		}
		s.Flush()
		if said.String() != tt.want {
			t.Errorf("%q; want %q", said.String(), tt.want)
		}
	}
}
