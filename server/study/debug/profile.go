package debug

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"arbiter/referee/rewind"
)

// A NoProfileError says why a turn of a bot cannot be profiled.
type NoProfileError struct{ Why string }

// Error returns the reason.
func (e NoProfileError) Error() string { return "no profile is possible: " + e.Why }

// Profile runs the bot and profiles its answer to Turn alone: with cProfile for Python, with
// pprof for a bot in Go whose folder has its source. It writes the figures to Stdout, and
// returns the first answer up to Turn that differs from the record; nil if none does. A
// NoProfileError says why a turn cannot be profiled.
func (s Session) Profile(ctx context.Context) (*rewind.Difference, error) {
	dir, err := os.MkdirTemp("", "arbiter-profile-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	r := &running{Session: s, dir: dir, ready: filepath.Join(dir, "ready")}
	defer r.close()
	figures := filepath.Join(dir, "profile")
	var show func() error
	switch language(s.Spec.Command, s.Spec.Dir) {
	case "python":
		show = func() error { return copyFile(s.Stdout, figures) }
		err = r.startPython("ARBITER_PROFILE=" + figures)
	case "go":
		program := filepath.Join(dir, "bot")
		fmt.Fprintln(s.Out, "pprof takes a sample each 1 to 10 ms of processor time, by the kernel: a short turn has few or none. A line of the runtime about the profile rate means nothing.")
		show = func() error { return pprof(s.Stdout, program, figures) }
		if err = buildProfiled(ctx, r, program); err == nil {
			err = r.start(append([]string{program}, s.Spec.Command[1:]...), r.environ("ARBITER_READY="+r.ready, "ARBITER_PROFILE="+figures))
		}
	default:
		err = NoProfileError{"the bot is neither in Python nor in Go; run perf or another profiler with arbiter debug ... -- PROFILER, which profiles the whole match"}
	}
	if err != nil {
		return nil, err
	}
	defer func() {
		r.close()
		r.kill()
		r.cmd.Wait() // it was killed
	}()
	return s.profileTurn(ctx, r, figures, show)
}

// profileTurn feeds the bot up to Turn, and profiles that.
func (s Session) profileTurn(ctx context.Context, r *running, figures string, show func() error) (*rewind.Difference, error) {
	defer context.AfterFunc(ctx, r.kill)()
	before, after := s.split()
	bot := rewind.NewStream(r.in, r.out)
	difference, err := rewind.Feed(ctx, bot, s.Seat, before)
	if err != nil {
		return difference, err
	}
	s.report(before, difference)
	if difference != nil && difference.Fault != nil || len(after) == 0 {
		return difference, nil
	}
	pid, err := r.awaitReady(ctx)
	if err != nil {
		return difference, err
	}
	if err := syscall.Kill(pid, syscall.SIGUSR1); err != nil {
		return difference, err
	}
	if err := await(ctx, readyWithin, errDeaf, func() bool { return exists(figures + ".on") }); err != nil {
		return difference, err
	}
	begun := time.Now()
	d, err := rewind.Feed(ctx, bot, s.Seat, after[:1])
	took := time.Since(begun)
	if err != nil {
		return difference, err
	}
	if d != nil && difference == nil {
		difference = d
	}
	fmt.Fprintf(s.Out, "Turn %d took %s in the match and %s under the profiler.\n", s.Turn, after[0].Wall.Round(time.Microsecond), took.Round(time.Microsecond))
	if d != nil && d.Fault != nil {
		return difference, NoProfileError{"the bot ended in the turn: " + d.String()}
	}
	if err := endProfile(ctx, pid, figures); err != nil {
		return difference, err
	}
	return difference, show()
}

// errDeaf is of a bot that does nothing when it is signalled.
var errDeaf = NoProfileError{fmt.Sprintf("the bot did not react to the profiler's signal within %v", readyWithin)}

// endProfile signals the bot until it has written its figures. Once is not enough:
// Python looks for signals between its instructions, and sees one that comes just
// before it waits for its next input only after that.
func endProfile(ctx context.Context, pid int, figures string) error {
	var signalled time.Time
	return await(ctx, readyWithin, errDeaf, func() bool {
		if time.Since(signalled) > 500*time.Millisecond {
			_ = syscall.Kill(pid, syscall.SIGUSR2) // the bot may have ended, and never writes
			signalled = time.Now()
		}
		return exists(figures)
	})
}

// exists reports whether there is a file.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func copyFile(to *os.File, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	_, err = to.Write(text)
	return err
}

// pprof prints the functions of a profile.
func pprof(to *os.File, program, profile string) error {
	cmd := exec.Command("go", "tool", "pprof", "-top", program, profile)
	cmd.Stdout = to
	return cmd.Run()
}

//go:embed help/profile.go.txt
var profileHelp []byte

// buildProfiled builds a bot in Go with our profiler beside its source, without
// touching its folder.
func buildProfiled(ctx context.Context, r *running, program string) error {
	if _, err := exec.LookPath("go"); err != nil {
		return NoProfileError{"go is not in PATH, which builds the bot with a profiler"}
	}
	sources, err := filepath.Glob(filepath.Join(r.Spec.Dir, "*.go"))
	if err != nil {
		return err
	}
	if r.Spec.Dir == "" || len(sources) == 0 {
		return NoProfileError{"the bot's folder has no source in Go; want a folder with a bot.toml and the package main"}
	}
	help := filepath.Join(r.dir, "profile.go")
	if err := os.WriteFile(help, profileHelp, 0o600); err != nil {
		return err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(r.Spec.Dir, "arbiter_profile.go"): help}})
	if err != nil {
		return err
	}
	list := filepath.Join(r.dir, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o600); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-overlay", list, "-o", program, ".")
	cmd.Dir = r.Spec.Dir
	if output, err := cmd.CombinedOutput(); err != nil {
		return errors.Join(NoProfileError{"the bot does not build with a profiler: " + string(output)}, err)
	}
	return nil
}
