package rerun_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/referee/refereetest"
	"arbiter/server/league"
	"arbiter/server/playing/rerun"
)

// A desk is an author with a folder, whose loop plays nothing but says what it does.
type desk struct {
	t      *testing.T
	folder string
	events chan string
	play   func(ctx context.Context, folder string, built func(string)) error
}

// sit starts the loop of a folder with a bot.
func sit(t *testing.T, play func(ctx context.Context, folder string, built func(string)) error) *desk {
	d := &desk{t: t, folder: filepath.Join(t.TempDir(), "mine"), events: make(chan string, 100), play: play}
	if err := os.Mkdir(d.folder, 0o755); err != nil {
		t.Fatal(err)
	}
	d.save("bot.py", "1")
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	loop := rerun.Loop{Bots: []string{"me=" + d.folder, "builtin:domain/greedy"}}
	loop.Play = func(ctx context.Context, built func(string)) (rerun.Match, error) {
		if err := play(ctx, d.folder, built); err != nil {
			return rerun.Match{}, err
		}
		return tally(t, 1, 1), ctx.Err()
	}
	loop.Say = func(e rerun.Event) {
		text := string(e.Type)
		if e.Err != nil {
			text += ": " + e.Err.Error()
		}
		d.events <- text
	}
	go func() { ended <- loop.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return d
}

func (d *desk) save(name, text string) {
	d.t.Helper()
	if err := os.WriteFile(filepath.Join(d.folder, name), []byte(text), 0o644); err != nil {
		d.t.Fatal(err)
	}
}

// says waits for the next events.
func (d *desk) says(want ...string) {
	d.t.Helper()
	for _, event := range want {
		select {
		case got := <-d.events:
			if got != event {
				d.t.Fatalf("%q; want %q", got, event)
			}
		case <-time.After(refereetest.Hang):
			d.t.Fatalf("nothing; want %q", event)
		}
	}
}

// quiet checks that nothing is played for some looks.
func (d *desk) quiet() {
	d.t.Helper()
	select {
	case got := <-d.events:
		d.t.Fatalf("%q; want nothing", got)
	case <-time.After(500 * time.Millisecond):
	}
}

func at(_ context.Context, _ string, built func(string)) error {
	built("")
	return nil
}

// "plays a match again each time a file of a bot is saved"
func TestSaves(t *testing.T) {
	d := sit(t, at)
	d.says("building", "playing", "played")
	for name, text := range map[string]string{"bot.py": "22", "new.py": "3"} {
		d.save(name, text)
		d.says("building", "playing", "played")
	}
	d.save("bot.tmp", "444") // by a temporary file and a rename
	if err := os.Rename(filepath.Join(d.folder, "bot.tmp"), filepath.Join(d.folder, "bot.py")); err != nil {
		t.Fatal(err)
	}
	d.says("building", "playing", "played")
	d.save(".bot.py.swp", "what an editor keeps")
	d.save("bot.py~", "likewise")
	d.quiet()
}

// What a build or a bot writes is no save, but for what somebody saves meanwhile.
func TestOutputIsNoSave(t *testing.T) {
	var d *desk
	runs := 0
	d = sit(t, func(_ context.Context, folder string, built func(string)) error {
		runs++
		program := filepath.Join(folder, "program")
		err := os.WriteFile(program, []byte(strings.Repeat("x", runs)), 0o755)
		if runs == 2 {
			err = errors.Join(err, os.WriteFile(filepath.Join(folder, "bot.py"), []byte("333"), 0o644))
		}
		built("")
		return errors.Join(err, os.WriteFile(filepath.Join(folder, "log.txt"), []byte(strings.Repeat("x", runs)), 0o644))
	})
	d.says("building", "playing", "played")
	d.quiet()
	d.save("bot.py", "22")
	d.says("building", "playing", "played", "building", "playing", "played") // saved during the build
	d.quiet()
}

// A build that fails may have removed what it made before.
func TestFailedBuildWithoutOutput(t *testing.T) {
	runs := 0
	d := sit(t, func(_ context.Context, folder string, built func(string)) error {
		program := filepath.Join(folder, "program")
		if runs++; runs == 2 {
			return errors.Join(os.Remove(program), errors.New("does not build"))
		}
		defer built("")
		return os.WriteFile(program, nil, 0o755)
	})
	d.says("building", "playing", "played")
	d.save("bot.py", "22")
	<-d.events
	<-d.events
	d.quiet()
	d.save("bot.py", "333")
	d.says("building", "playing", "played")
	d.quiet()
}

// "A save during a match ends that match."
func TestSaveDuringMatch(t *testing.T) {
	first := true
	d := sit(t, func(ctx context.Context, _ string, built func(string)) error {
		built("")
		if first {
			first = false
			<-ctx.Done()
		}
		return ctx.Err()
	})
	d.says("building", "playing")
	d.save("bot.py", "22")
	d.says("building", "playing", "played")
}

// "A match that fails is played again after the next save": so it is with a build, and with a
// folder that has gone.
func TestFailures(t *testing.T) {
	d := sit(t, func(_ context.Context, folder string, built func(string)) error {
		text, err := os.ReadFile(filepath.Join(folder, "bot.py"))
		switch {
		case err != nil:
			return errors.New("gone")
		case string(text) == "bad":
			return errors.New("does not build")
		}
		built("")
		return nil
	})
	d.says("building", "playing", "played")
	d.save("bot.py", "bad")
	d.says("building", "failed: does not build")
	d.quiet()
	d.save("bot.py", "22")
	d.says("building", "playing", "played")
	away := d.folder + "-away"
	if err := os.Rename(d.folder, away); err != nil {
		t.Fatal(err)
	}
	d.says("building", "failed: gone")
	if err := os.Rename(away, d.folder); err != nil {
		t.Fatal(err)
	}
	d.says("building", "playing", "played")
}

// "The error is a league.UsageError if no bot has files to watch, or one is not there."
func TestNothingToWatch(t *testing.T) {
	for _, bots := range [][]string{{"builtin:domain/greedy"}, {filepath.Join(t.TempDir(), "none")}, {"cat /no/file"}} {
		if err := (rerun.Loop{Bots: bots}).Run(t.Context()); !errors.As(err, new(league.UsageError)) {
			t.Errorf("%v: %v; want a UsageError", bots, err)
		}
	}
}

// A command line is watched by its files.
func TestCommandLine(t *testing.T) {
	script := filepath.Join(t.TempDir(), "bot.sh")
	if err := os.WriteFile(script, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if where := (rerun.Loop{Bots: []string{"sh " + script}}).Where(); where != "watching "+script {
		t.Error(where)
	}
}
