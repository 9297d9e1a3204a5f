package process

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// buildGrace is how long a build that was interrupted may keep out open.
const buildGrace = time.Second

// Build runs the bot's build, if it has one, in its folder. What the build
// says goes to out.
func Build(ctx context.Context, spec Spec, out io.Writer) error {
	if len(spec.Build) == 0 {
		return nil
	}
	cmd := exec.CommandContext(ctx, spec.Build[0], spec.Build[1:]...)
	cmd.Dir = spec.Dir
	cmd.Env = append(os.Environ(), spec.Env...)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return unix.Kill(-cmd.Process.Pid, unix.SIGKILL) }
	cmd.WaitDelay = buildGrace
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("build bot %s: %w", spec.Name, err)
	}
	return nil
}
