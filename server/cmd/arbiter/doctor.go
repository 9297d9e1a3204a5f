package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"arbiter/bots/doctor"
	"arbiter/referee/games"
	"arbiter/referee/process"
	"arbiter/server/league"
	"arbiter/server/resolve"
)

type doctorCmd struct {
	Game string `arg:"" help:"The game; see arbiter games."`
	Bot  string `arg:"" help:"The bot: a folder with a bot.toml, an executable, a quoted command line, builtin:GAME/NAME, or git:COMMIT[:PATH]."`

	JSON   bool          `help:"Print the report as one JSON object on stdout and nothing else."`
	Budget time.Duration `help:"Maximum time for all checks together." default:"3m"`
	Save   string        `help:"Folder for the inputs that show what is wrong. By default a new one for temporary files." placeholder:"DIR"`

	timeFlags
}

// Run examines a bot. Warnings do not make it fail.
func (c doctorCmd) Run(ctx context.Context, s streams) error {
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
	bot, err := resolver(nil).One(ctx, c.Bot, info.Name)
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
		Game: g, Bot: bot.Spec, Opponent: opponent, Limits: limits, Budget: c.Budget, Save: c.Save,
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
