package database

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/term"

	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/playing/human"
)

// agreed asks before something is deleted, and returns an error unless the answer is yes.
// Where nobody can answer, as in a script, it does not ask.
func agreed(ctx context.Context, s output.Streams, question string) error {
	if f, ok := s.In.(*os.File); !ok || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	fmt.Fprintf(s.Err, "%s [y/N] ", question)
	select {
	case line := <-human.ReadLines(s.In):
		if answer := strings.ToLower(strings.TrimSpace(line)); answer == "y" || answer == "yes" {
			return nil
		}
		return errors.New("nothing was deleted")
	case <-ctx.Done():
		return errors.Join(ctx.Err(), errors.New("nothing was deleted"))
	}
}
