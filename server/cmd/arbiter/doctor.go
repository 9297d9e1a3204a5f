package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"arbiter/bots/doctor"
	"arbiter/referee/games"
	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
	"arbiter/server/league"
	"arbiter/server/resolve"
)

type doctorCmd struct {
	Game string `arg:"" optional:"" help:"The game; see arbiter games. Without it, doctor lists the protections from bots that this machine has."`
	Bot  string `arg:"" optional:"" help:"The bot: a folder with a bot.toml, an executable, a quoted command line, builtin:GAME/NAME, or git:COMMIT[:PATH]."`

	JSON   bool          `help:"Print the report as one JSON object on stdout and nothing else."`
	Budget time.Duration `help:"Maximum time for all checks together." default:"3m"`
	Save   string        `help:"Folder for the inputs that show what is wrong. By default a new one for temporary files." placeholder:"DIR"`

	timeFlags
	isolationFlags
}

// Run examines a bot. Warnings do not make it fail.
func (c doctorCmd) Run(ctx context.Context, s streams) error {
	if c.Game == "" {
		return c.machine(s)
	}
	if c.Bot == "" {
		return league.Usagef("doctor %s: want a bot to examine", c.Game)
	}
	g, err := games.Find(c.Game)
	if err != nil {
		return league.UsageError{Err: err}
	}
	info := g.Info()
	limits, err := c.limits(info)
	if err != nil {
		return err
	}
	if c.Budget <= 0 {
		return league.Usagef("--budget %v: want a duration above 0", c.Budget)
	}
	box, err := c.sandbox(s.err)
	if err != nil {
		return err
	}
	defer box.Close()
	builder := c.resolver(s.err, box)
	builder.Output = nil // the report has it
	bot, err := builder.One(ctx, c.Bot, info.Name)
	var failed resolve.BuildError
	if errors.As(err, &failed) && ctx.Err() == nil {
		return c.write(s, doctor.NotBuilt(info.Name, c.Bot, failed.Error(), failed.Output()))
	}
	if err != nil {
		return err
	}
	var opponent process.Spec
	if !info.Solo() {
		rival, err := resolver(s.err).One(ctx, resolve.BuiltinPrefix+info.Name+"/random?seed=1", info.Name)
		if err != nil {
			return err
		}
		opponent = rival.Spec
	}
	if c.Save == "" {
		c.Save = filepath.Join(os.TempDir(), fmt.Sprintf("arbiter-doctor-%d", os.Getpid()))
	}
	report, err := doctor.Examination{
		Game: g, Bot: bot.Spec, Isolation: box, Opponent: opponent, Limits: limits, Budget: c.Budget, Save: c.Save,
	}.Run(ctx)
	if err != nil {
		return err
	}
	return c.write(s, report)
}

// write prints the report. One with something wrong makes the verb fail.
func (c doctorCmd) write(s streams, report doctor.Report) error {
	var err error
	if c.JSON {
		err = json.NewEncoder(s.out).Encode(report)
	} else {
		err = report.Print(s.out)
	}
	if err == nil && !report.OK {
		return errReported
	}
	return err
}

// machine prints the protections from bots that this machine has.
func (c doctorCmd) machine(s streams) error {
	c.Isolation = strings.Replace(c.Isolation, string(sandbox.Strict), string(sandbox.Auto), 1) // which reports all the same
	box, err := c.sandbox(io.Discard)
	if err != nil {
		return err
	}
	defer box.Close()
	report := box.Report()
	if c.JSON {
		return json.NewEncoder(s.out).Encode(report)
	}
	return report.Print(s.out)
}
