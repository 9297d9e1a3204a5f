package main

import (
	"errors"
	"fmt"
	"io"

	"arbiter/referee/process/sandbox"
	"arbiter/server/league"
)

// isolationFlags say how bots are kept from hurting the machine, the results
// and each other, and what they may use.
type isolationFlags struct {
	Isolation string   `help:"${isolation}" default:"auto" placeholder:"POLICY"`
	Runtime   []string `help:"Folder that every bot may read, e.g. of an interpreter in an unusual place; may be repeated." sep:"none" placeholder:"DIR"`
	botLimits
}

// botLimits are the most that a bot may use, whatever its bot.toml asks for.
type botLimits struct {
	BotMemory  int64 `toml:"bot_memory" help:"Most memory of a bot, in MiB (default: 1024)." placeholder:"MIB"`
	BotThreads int   `toml:"bot_threads" help:"Most threads and processes of a bot (default: 128)." placeholder:"N"`
	BotScratch int64 `toml:"bot_scratch" help:"Most that a bot may write to its $$TMPDIR, in MiB (default: 64)." placeholder:"MIB"`

	BuildNetwork bool `toml:"build_network" help:"Builds whose bot.toml asks for the network have that of this machine, its own services included."`
}

const isolationHelp = "How bots are isolated. strict: completely, or they are not run. auto: as far as this machine can; what is missing is said. " +
	"off: not at all, for debuggers. Protections can be left out, as in auto,-files. arbiter doctor without a bot lists them."

// limits returns the limits in bytes.
func (f botLimits) limits() (sandbox.Limits, error) {
	if f.BotMemory < 0 || f.BotThreads < 0 || f.BotScratch < 0 {
		return sandbox.Limits{}, league.Usagef("bot memory %d, threads %d, scratch %d: want at least 1", f.BotMemory, f.BotThreads, f.BotScratch)
	}
	return sandbox.Limits{Memory: f.BotMemory << 20, Scratch: f.BotScratch << 20, Threads: f.BotThreads, Processes: f.BotThreads}, nil
}

// sandbox returns the sandbox of the bots, nil with --isolation off, and says what
// is missing. No bot may read the databases. The verb closes it in the end, or its
// control groups are left to whoever plays next.
func (f isolationFlags) sandbox(w io.Writer, databases ...string) (*sandbox.Sandbox, error) {
	policy, err := sandbox.ParsePolicy(f.Isolation)
	if err != nil {
		return nil, league.Usagef("--isolation: %w", err)
	}
	limits, err := f.limits()
	if err != nil {
		return nil, err
	}
	settings := sandbox.Settings{Policy: policy, Limits: limits, Bind: f.Runtime}
	for _, db := range databases {
		settings.Hide = append(settings.Hide, db, db+"-wal", db+"-shm")
	}
	box, err := sandbox.Open(settings)
	if errors.As(err, new(sandbox.MissingError)) {
		return nil, league.UsageError{Err: err}
	}
	if err != nil {
		return nil, err
	}
	if missing := box.Report().Words(); missing != "" {
		fmt.Fprintf(w, "Bots run without some protections, see arbiter doctor:\n%s", missing)
	}
	return box, nil
}
