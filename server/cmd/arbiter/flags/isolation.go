package flags

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
	"arbiter/referee/process/view"
	"arbiter/server/league"
)

// Box says how bots are kept from hurting the machine, the results
// and each other, and what they may use.
type Box struct {
	Isolation string   `help:"${isolation}" default:"auto" placeholder:"POLICY" group:"box"`
	Runtime   []string `help:"Folder or program that every bot may read, such as an interpreter in an unusual place; may be repeated." sep:"none" placeholder:"DIR" group:"box"`
	BotLimits
}

// BotLimits are the most that a bot may use, whatever its bot.toml asks for.
type BotLimits struct {
	BotMemory  int64 `toml:"bot_memory" help:"Most memory of a bot, in MiB (default: 1024)." placeholder:"MIB" group:"box"`
	BotThreads int   `toml:"bot_threads" help:"Most threads and processes of a bot (default: 128)." placeholder:"N" group:"box"`
	BotScratch int64 `toml:"bot_scratch" help:"Most that a bot may write to its $$TMPDIR, in MiB (default: 64)." placeholder:"MIB" group:"box"`

	BuildNetwork bool `toml:"build_network" help:"Builds whose bot.toml asks for the network have that of this machine, its own services included." group:"box"`
}

// IsolationHelp is the help of --isolation.
const IsolationHelp = "How bots are isolated. strict: completely, or they are not run. auto: as far as this machine can; what is missing is said. " +
	"off: not at all, for debuggers. Protections can be left out, as in auto,-files. arbiter doctor without a bot lists them."

// limits returns the limits in bytes.
func (f BotLimits) limits() (sandbox.Resources, error) {
	for _, l := range []struct {
		key   string
		found int64
	}{{"bot_memory", f.BotMemory}, {"bot_threads", int64(f.BotThreads)}, {"bot_scratch", f.BotScratch}} {
		if l.found < 0 { // in a file, as a flag may not be
			return sandbox.Resources{}, league.Usagef("%s: found %d; want at least 0", l.key, l.found)
		}
	}
	return sandbox.Resources{Memory: f.BotMemory << 20, Scratch: f.BotScratch << 20, Threads: f.BotThreads, Processes: f.BotThreads}, nil
}

// Sandbox returns the sandbox of the bots, nil with --isolation off, and says what
// is missing. No bot sees what the flags of the verb name as the operator's own. The
// verb closes it in the end, or its control groups are left to whoever plays next.
func (f Box) Sandbox(w io.Writer, flags ...any) (*sandbox.Sandbox, error) {
	policy, err := sandbox.ParsePolicy(f.Isolation)
	if err != nil {
		return nil, league.Usagef("--isolation: %w", err)
	}
	limits, err := f.limits()
	if err != nil {
		return nil, err
	}
	box, err := sandbox.Open(sandbox.Settings{
		Policy: policy, Limits: limits, Settings: view.Settings{Runtime: f.Runtime, Programs: ownPrograms(), Own: OwnFiles(flags...)},
	})
	if errors.As(err, new(sandbox.MissingError)) || errors.As(err, new(*view.RuntimeError)) || errors.Is(err, sandbox.ErrRlimit) {
		return nil, league.UsageError{Err: err}
	}
	if err != nil {
		return nil, err
	}
	cache, _ := os.UserCacheDir() // without one it is said each time
	tellMissing(w, box.Protections().Missing(), cache)
	return box, nil
}

// tellMissing says in one line which protections are missing, once for a machine: a
// file in the user's cache has those that were missing when it was said last.
func tellMissing(w io.Writer, missing sandbox.Protections, cache string) {
	if len(missing) == 0 {
		return
	}
	var all []string
	for _, p := range missing {
		all = append(all, p.Name)
	}
	names := strings.Join(all, ", ")
	told := filepath.Join(cache, CacheFolder, "missing-protections")
	if before, err := os.ReadFile(told); cache != "" && err == nil && string(before) == names {
		return
	}
	fmt.Fprintf(w, "Bots run without %s on this machine; arbiter doctor says why and how to get it. This is said once.\n", names)
	if cache == "" || os.MkdirAll(filepath.Dir(told), 0o755) != nil {
		return
	}
	os.WriteFile(told, []byte(names), 0o644) // if it cannot be written, it is said again
}

// Guarded is Sandbox for a verb that takes work. It first starts a canary in the box of
// a bot. If the canary reaches what bots may not, strict isolation refuses to run
// anything, unless the operator left a protection out. Otherwise the finding is said
// once.
func (f Box) Guarded(ctx context.Context, w io.Writer, flags ...any) (*sandbox.Sandbox, error) {
	box, err := f.Sandbox(w, flags...)
	if err != nil || !box.Boxed() {
		return box, err
	}
	reached, err := Canary(ctx, box)
	switch {
	case err != nil && (box.Strict() || ctx.Err() != nil):
		return nil, errors.Join(err, box.Close())
	case err != nil:
		fmt.Fprintf(w, "What bots can reach is not known, since nothing could be started as one: %v\n", err)
	case len(reached) > 0 && box.Strict() && !strings.Contains(f.Isolation, ","):
		return nil, errors.Join(league.Usagef("--isolation %s: a program that was started as a bot reached %s; nothing is run. "+
			"Please report this as SECURITY.md says", f.Isolation, strings.Join(reached, ", ")), box.Close())
	case len(reached) > 0:
		fmt.Fprintf(w, "Bots can reach %s; see arbiter doctor.\n", strings.Join(reached, ", "))
	}
	return box, nil
}

// Canary returns what a canary in a box reaches.
func Canary(ctx context.Context, box *sandbox.Sandbox) ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return process.Canary{Isolation: box, Command: []string{self, CanaryVerb}}.Reached(ctx)
}

// CanaryVerb is the hidden verb that is a canary.
const CanaryVerb = "canary"

// ownPrograms returns the programs that play builtin bots, this one and the small
// one that may lie beside it.
func ownPrograms() []string {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{self, besideSelf(self)}
}
