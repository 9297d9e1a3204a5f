package bots

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
	"arbiter/referee/printable"
	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
	"arbiter/referee/process/view"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/resolve"
)

// Doctor is the verb doctor.
type Doctor struct {
	Game string `arg:"" optional:"" help:"The game; see arbiter games. Without it, doctor lists the protections from bots that this machine has."`
	Bot  string `arg:"" optional:"" help:"The bot: a folder with a bot.toml, an executable, a source file, a quoted command line, builtin:GAME/NAME, or git:COMMIT[:PATH]."`

	JSON      bool          `help:"Print the report as one JSON object on stdout and nothing else."`
	TimeLimit time.Duration `help:"Maximum time for all checks together." default:"3m"`
	Save      string        `help:"Folder for the inputs that show what is wrong. By default a new one for temporary files." placeholder:"DIR"`

	flags.Time
	flags.Box
}

// Run examines a bot. Warnings do not make it fail.
func (c Doctor) Run(ctx context.Context, s output.Streams) error {
	if c.Game == "" {
		return c.machine(ctx, s)
	}
	if c.Bot == "" {
		if _, err := games.Find(c.Game); err != nil { // a bot without its game
			return league.Usagef("%s is no game: arbiter doctor GAME BOT", c.Game)
		}
		return league.Usagef("doctor %s: the bot is missing: arbiter doctor %s BOT", c.Game, c.Game)
	}
	g, err := games.Find(c.Game)
	if err != nil {
		return league.UsageError{Err: err}
	}
	info := g.Info()
	limits, err := c.Limits(info)
	if err != nil {
		return err
	}
	if c.TimeLimit <= 0 {
		return league.Usagef("--time-limit %v: want a duration above 0", c.TimeLimit)
	}
	box, err := c.Sandbox(s.Err, c)
	if err != nil {
		return err
	}
	defer box.Close()
	builder := c.Resolver(s.Err, box, c)
	builder.Output = nil // the report has it
	bot, err := builder.One(ctx, c.Bot, info.Name)
	var failed league.BuildError
	if errors.As(err, &failed) && ctx.Err() == nil {
		return c.write(s, doctor.NotBuilt(info.Name, c.Bot, failed.Error(), failed.Output))
	}
	if err != nil {
		return err
	}
	var opponent process.Spec
	if !info.Solo() {
		rival, err := flags.Resolver(s.Err).One(ctx, resolve.BuiltinPrefix+info.Name+"/random?seed=1", info.Name)
		if err != nil {
			return err
		}
		opponent = rival.Spec
	}
	if c.Save == "" {
		c.Save = filepath.Join(os.TempDir(), fmt.Sprintf("arbiter-doctor-%d", os.Getpid()))
	}
	printer := doctor.Printer{W: s.Err}
	if !c.JSON {
		printer.W = coloring{s.Out}
		printer.Begin(bot.Spec.Name, info.Name, recipeOf(bot.Spec))
	}
	report, err := doctor.Examination{
		Game: g, Bot: bot.Spec, Isolation: box, Opponent: opponent, Limits: limits, Budget: c.TimeLimit, Save: c.Save, Observe: printer.Check,
		Around: func(check string, run func() error) error { return resolve.Slowly(s.Err, "Checking "+check, run) },
	}.Run(ctx)
	if err != nil && (!report.Partial || len(report.Checks) == 0) {
		return err
	}
	if c.JSON {
		return c.write(s, report)
	}
	if failed := printer.End(report); failed != nil {
		return failed
	}
	return verdict(report)
}

// recipeOf returns the recipe of a Diagnosis.
func recipeOf(spec process.Spec) string {
	if spec.Recipe == "" {
		return ""
	}
	return spec.Version
}

// write prints the whole report. One with something wrong makes the verb fail.
func (c Doctor) write(s output.Streams, report doctor.Diagnosis) error {
	var err error
	if c.JSON {
		err = json.NewEncoder(s.Out).Encode(report)
	} else {
		err = report.Print(coloring{s.Out})
	}
	if err != nil {
		return err
	}
	return verdict(report)
}

// verdict makes the verb fail if something is wrong, or was not tested.
func verdict(report doctor.Diagnosis) error {
	if !report.OK || report.Partial {
		return output.ErrReported
	}
	return nil
}

// A machineLine is a protection of this machine, with what it comes to: of files,
// what every bot sees. The last line is the canary.
type machineLine struct {
	sandbox.Protection
	View    *view.View `json:"view,omitempty"`
	Reached []string   `json:"reached,omitempty"`
}

// machine prints the protections from bots that this machine has, what every bot
// sees of it, and what a canary reaches.
func (c Doctor) machine(ctx context.Context, s output.Streams) error {
	c.Isolation = strings.Replace(c.Isolation, string(sandbox.Strict), string(sandbox.Auto), 1) // which reports all the same
	box, err := c.Sandbox(io.Discard, c)
	if err != nil {
		return err
	}
	defer box.Close()
	var reached []string
	if box.Boxed() {
		if reached, err = flags.Canary(ctx, box); err != nil {
			return err
		}
	}
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(machineLines(box, reached))
	}
	if err := machineReport(box).Print(s.Out); err != nil || !box.Boxed() {
		return err
	}
	fmt.Fprintln(s.Out)
	if err := box.View().Print(s.Out); err != nil {
		return err
	}
	if len(reached) == 0 {
		_, err = fmt.Fprintln(s.Out, "A canary that ran as a bot reached none of these, no home, no /run, no socket and no address of this machine.")
	} else {
		_, err = fmt.Fprintf(s.Out, "A canary that ran as a bot reached %s.\n", strings.Join(reached, ", "))
	}
	return err
}

// machineReport returns the protections, and what the limits of our caller leave.
func machineReport(box *sandbox.Sandbox) sandbox.Protections {
	limits := sandbox.Default()
	if box.Boxed() {
		limits = box.Limits()
	}
	return append(box.Protections(), sandbox.CallerLimits(limits))
}

// machineLines returns what doctor --json prints of this machine.
func machineLines(box *sandbox.Sandbox, reached []string) (lines []machineLine) {
	for _, p := range machineReport(box) {
		line := machineLine{Protection: p}
		if p.Name == "files" && box.Boxed() {
			line.View = box.View()
		}
		lines = append(lines, line)
	}
	if !box.Boxed() {
		return lines
	}
	tried := sandbox.Protection{Name: flags.CanaryVerb, Does: "a program that ran as a bot reached nothing that no bot may reach", On: len(reached) == 0}
	if !tried.On {
		tried.Why = "it reached " + strings.Join(reached, ", ")
	}
	return append(lines, machineLine{Protection: tried, Reached: reached})
}

// A coloring writes a report with the heading of each finding in a colour.
type coloring struct{ w io.Writer }

// Write implements io.Writer.
func (c coloring) Write(text []byte) (int, error) {
	for line := range strings.Lines(string(text)) {
		var err error
		switch {
		case strings.HasPrefix(line, string(doctor.Wrong)+": "):
			err = printable.Print(c.w, printable.Red, line)
		case strings.HasPrefix(line, string(doctor.Warning)+": "):
			err = printable.Print(c.w, printable.Yellow, line)
		default:
			_, err = io.WriteString(c.w, line)
		}
		if err != nil {
			return 0, err
		}
	}
	return len(text), nil
}
