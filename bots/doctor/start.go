package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"arbiter/referee"
	"arbiter/referee/process"
)

// openingTurns is how many turns the checks before whole matches look at.
const openingTurns = 5

// start plays the opening, and looks at the first answer.
func (x *examination) start(ctx context.Context) (string, []Finding, error) {
	t, err := x.play(ctx, scenario{name: "seed 1, seat 0", setup: referee.Setup{Seed: 1}, turns: openingTurns})
	var spec *process.SpecError
	if errors.As(err, &spec) {
		x.unresponsive = errUnstartable
		return "it cannot be started", []Finding{x.unstartable(spec)}, nil
	}
	if err != nil {
		return "", nil, err
	}
	x.opening = t
	first := t.exchanges[0]
	if f := first.reply.Fault; f != nil {
		findings, err := x.faultFindings(ctx, t)
		if err != nil {
			return "", nil, err
		}
		if len(findings) > 0 {
			x.unresponsive = errUnresponsive
		}
		x.first = findings
		return "no answer to the first input", findings, nil
	}
	summary := fmt.Sprintf("first answer after %s, %s of it CPU time; the limit is %s", ms(first.reply.Wall), ms(first.reply.CPU), limitText(x.Limits.First))
	if x.Limits.First > 0 && first.waited() && isNear(first.reply.Wall, x.Limits.First) {
		summary += noteBusy
	}
	if x.Limits.First > 0 && first.reply.Wall > x.Limits.First {
		c, err := x.lateAgain(ctx, t, first)
		if err != nil || c.key == "" {
			return summary, nil, err
		}
		return summary, []Finding{c.finding(t, first)}, nil
	}
	return summary, x.nearLimit(first, x.Limits.First, "the first answer"), nil
}

// flush tells why there was no first answer, if it comes when more is sent or the
// input is closed.
func (x *examination) flush(context.Context) (string, []Finding, error) {
	if x.unresponsive == nil {
		summary := "every answer came before more input was sent"
		if len(x.cleared) > 0 {
			summary += "; " + strings.Join(x.cleared, " and ") + " of this shell was not passed on, because it hides a missing flush"
		}
		return summary, nil, nil
	}
	for _, f := range x.first {
		if f.Check == "flush" {
			return f.Title, []Finding{f}, nil
		}
	}
	return "", nil, x.unresponsive
}

// unstartable returns the finding of a bot that cannot be started.
func (x *examination) unstartable(err *process.SpecError) Finding {
	titles := map[process.Mistake][2]string{ // with the advice
		"": {"the bot cannot be started", "run its command by hand in its folder: " + strings.Join(x.Bot.Command, " ")},
		process.MissingFile: {
			"a wrong path: the command names a file that is not there", "correct the path in the command; that of a bot.toml is relative to its folder",
		},
		process.NotBuilt:      {"a program that is not built", "let build of bot.toml make the file that run names"},
		process.NotExecutable: {"a program that is not executable", "chmod +x the file, or name its interpreter in run of bot.toml"},
		process.Executable:    {"a source file that may be executed", "chmod -x the file: it is built and run as a bot of one file then"},
		process.CarriageReturn: {
			"a carriage return in the first line of the script", "save the script with the line ends of Unix, or name its interpreter in run of bot.toml",
		},
		process.ByteOrderMark: {
			"a byte order mark before the first line of the script", "save the script as UTF-8 without one, or name its interpreter in run of bot.toml",
		},
	}
	told := titles[err.Mistake]
	return Finding{Level: Wrong, Title: told[0], Detail: err.Why, Rule: ruleBuild, Advice: told[1]}
}

// NotBuilt returns the report of a bot whose build failed, with what the build
// printed.
func NotBuilt(game, bot, why, output string) Diagnosis {
	return Diagnosis{
		Game: game, Bot: bot,
		Findings: []Finding{{
			Check: "build", Level: Wrong, Title: "it does not build", Count: 1, Detail: why, Stderr: firstOf(output, 2*shownLines), Rule: ruleBuild,
			Advice: "correct the first error; the others may follow from it",
		}},
		Checks: []Check{{Name: "build", Tests: "Its build command succeeds.", Level: Wrong, Summary: why}},
	}
}
