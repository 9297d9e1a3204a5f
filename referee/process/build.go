package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee/process/sandbox"
)

// DefaultBuildTimeout is how long a build may take: far longer than any bot
// needs, and an end for one that hangs.
const DefaultBuildTimeout = 10 * time.Minute

// folderCheck is how often the folder is measured while a build runs, at most:
// measuring it takes no more than a tenth of the time.
const folderCheck = 250 * time.Millisecond

// BuildOptions bound a build. The zero value has the default timeout, no limit of
// the folder, and no box.
type BuildOptions struct {
	Timeout time.Duration // 0 is DefaultBuildTimeout
	Folder  FolderLimit   // of the bot's folder, while it is built and after
	Sent    string        // folder of bots that strangers have sent, whose links are checked; "" for none
	Warn    func(error)   // receives what does not fail a build; nil discards it
	Admit   func() error  // called before a build; its error, which Build wraps, refuses it; nil refuses none

	Isolation  *sandbox.Sandbox  // of the build; nil for none, and then what follows has no effect
	Limits     sandbox.Resources // what is not set is as for bots, and at least what compilers need
	Network    bool              // a build that asks for the network has that of this machine
	Cache      string            // folder in which builds keep what they may use again; "" keeps nothing
	CacheLimit FolderLimit       // of what is kept for one bot's folder; 0 is 4 GiB in 400 000 files
}

// Build runs the bot's build, if it has one, in its folder, and returns the
// first and the last part of what it printed, as it may be shown. Whatever the
// build has started and not ended is killed, as a bot's processes are.
//
// In a box a build may write to the bot's folder, to $TMPDIR, and to a $HOME of its
// own, which other builds of the same folder have too and no others. In a box or not,
// it leaves repositories in the folder as they were, and no others.
//
// A build that fails, takes too long or leaves too much is a SpecError; so is a
// folder that holds too much without a build, and one that was sent whose links
// lead out of it. Any other error is the machine's,
// or that of ctx.
func Build(ctx context.Context, spec Spec, options BuildOptions) (output string, err error) {
	b := build{spec: spec, options: options}
	if options.Timeout == 0 {
		b.options.Timeout = DefaultBuildTimeout
	}
	if options.CacheLimit == (FolderLimit{}) {
		b.options.CacheLimit = FolderLimit{Bytes: 4 << 30, Files: 400_000}
	}
	if len(spec.Build) > 0 && options.Admit != nil {
		err = options.Admit()
	}
	if err == nil && (len(spec.Build) > 0 || options.sent(spec.Dir)) {
		err = b.runIn(ctx)
	}
	if err == nil && len(spec.Build) > 0 && spec.Recipe != "" {
		err = spec.recordBuilt()
	}
	if err == nil && spec.Dir != "" && options.Folder != (FolderLimit{}) {
		_, err = options.Folder.Check(spec.Dir)
	}
	if err == nil && options.sent(spec.Dir) {
		err = checkSentLinks(options, spec.Dir)
	}
	switch {
	case err != nil && len(spec.Build) > 0:
		err = fmt.Errorf("build bot %s: %w", spec.Name, err)
	case err != nil:
		err = fmt.Errorf("bot %s: %w", spec.Name, err)
	}
	return b.output.String(), err
}

// A build is one run of a bot's build.
type build struct {
	Program
	spec    Spec
	options BuildOptions
	output  buildOutput
	home    string // of a build in a box; "" for ours
	tree    *worktree
}

// sent reports whether the bot's folder is one that was sent.
func (o BuildOptions) sent(dir string) bool {
	sent, err := filepath.Abs(o.Sent)
	return o.Sent != "" && err == nil && within(sent, dir)
}

// runIn runs the build, if there is one, in the bot's folder, whose repositories stay as
// they are. One that was sent has none.
func (b *build) runIn(ctx context.Context) (err error) {
	if b.spec.Dir == "" {
		return b.atHome(ctx)
	}
	if b.tree, err = openWorktree(b.spec.Dir, b.options.sent(b.spec.Dir)); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.tree.close()) }()
	if len(b.spec.Build) > 0 {
		err = b.atHome(ctx)
	}
	b.tree.home = b.home
	found, settled := b.tree.settle()
	if len(found) > 0 && b.options.Warn != nil {
		b.options.Warn(fmt.Errorf("bot %s: its build left or changed repositories, of which git would run what they name: %s; that is undone", b.spec.Name, strings.Join(found[:min(len(found), 5)], ", ")))
	}
	return errors.Join(err, settled)
}

// startFree starts the build without a box, or in one without a private root.
func (b *build) startFree(start func() error) error {
	if b.tree != nil {
		if err := b.tree.save(); err != nil {
			return err
		}
	}
	return start()
}

// run starts the build, waits for it, kills what is left of it and judges.
func (b *build) run(ctx context.Context) error {
	read, write, err := os.Pipe()
	if err != nil {
		return err
	}
	defer read.Close()
	// The system kills the build when this thread ends, which it does with the
	// program; see attributes.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err = b.start(write)
	write.Close()
	if err != nil {
		return errors.Join(err, b.group.Close())
	}
	var reading sync.WaitGroup
	reading.Go(func() {
		buf := make([]byte, 32<<10)
		for {
			n, err := read.Read(buf)
			b.output.Write(buf[:n])
			if err != nil {
				return
			}
		}
	})
	why := b.await(ctx)
	full := b.group.OOM() || b.box.OverMemory()
	status, err := b.End()
	read.SetReadDeadline(time.Now().Add(endGrace)) // for who escaped and holds it
	reading.Wait()
	switch {
	case why != nil:
		return why
	case err != nil:
		return err
	case status.Signaled():
		return &SpecError{Why: fmt.Sprintf("killed by signal %s", status.Signal()) + b.hint(full)}
	case status.ExitStatus() != 0:
		return &SpecError{Why: fmt.Sprintf("exit status %d", status.ExitStatus()) + b.hint(full)}
	}
	return nil
}

// start starts the build in a process group of its own, without input and with
// its output in the pipe.
func (b *build) start(output *os.File) error {
	null, err := os.Open(os.DevNull)
	if err != nil {
		return err
	}
	defer null.Close()
	files := [3]uintptr{null.Fd(), output.Fd(), output.Fd()}
	b.Program = newProgram(b.options.Isolation)
	if b.options.Isolation.Boxed() {
		return b.startBoxed(files)
	}
	return b.startFree(func() error { return b.fork(b.asBot(), os.Environ(), files) })
}

// await waits until the build has ended, and returns nil, or until there is a
// reason to end it.
func (b *build) await(ctx context.Context) error {
	late := time.Now().Add(b.options.Timeout)
	look := time.Now()
	for !b.AwaitEnd(contextCheck) {
		now := time.Now()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case now.After(late):
			return &SpecError{Why: fmt.Sprintf("not done after %v, and ended; want a build that takes less", b.options.Timeout)}
		case now.After(look):
			if err := b.measure(); err != nil {
				return err
			}
			look = time.Now().Add(max(folderCheck, 10*time.Since(now)))
		}
	}
	return nil
}

// measure returns an error when the bot's folder or the build's cache holds too
// much.
func (b *build) measure() (err error) {
	if b.spec.Dir != "" && b.options.Folder != (FolderLimit{}) {
		_, err = b.options.Folder.Check(b.spec.Dir)
	}
	if err == nil && b.home != "" {
		if _, err = b.options.CacheLimit.Check(b.home); errors.As(err, new(*SpecError)) {
			err = &SpecError{Why: "$HOME: " + err.Error(), Err: err}
		}
	}
	return err
}

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
