package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// PrepareOnce is Prepare for a folder that nobody changes but its build, such as one of a
// commit. What was built is noted in a file beside the folder. A folder that is still what
// was noted is not built again. One process builds it at a time.
func PrepareOnce(ctx context.Context, spec Spec, note string, options BuildOptions) (prepared Spec, output string, err error) {
	if spec.Recipe != "" || len(spec.Build) == 0 {
		return Prepare(ctx, spec, options)
	}
	file, err := lockNote(ctx, note)
	if err != nil {
		return spec, "", fmt.Errorf("bot %s: %w", spec.Name, err)
	}
	defer file.Close()
	noted, err := io.ReadAll(io.LimitReader(file, 1<<10))
	if err != nil {
		return spec, "", fmt.Errorf("bot %s: %w", spec.Name, err)
	}
	if built, err := spec.Digests(); err == nil && string(noted) == built.SHA256 {
		done := spec
		done.Build = nil
		output, err = Build(ctx, done, options)
		return spec, output, err
	}
	if output, err = Build(ctx, spec, options); err != nil {
		return spec, output, err
	}
	built, err := spec.Digests()
	if err == nil {
		err = errors.Join(file.Truncate(0), writeAtStart(file, built.SHA256))
	}
	return spec, output, err
}

func writeAtStart(file *os.File, text string) error {
	_, err := file.WriteAt([]byte(text), 0)
	return err
}

// lockNote opens a file, and waits until no other process has it locked.
func lockNote(ctx context.Context, path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	for unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil {
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), file.Close())
		case <-time.After(contextCheck):
		}
	}
	return file, nil
}
