// Package doctor examines a bot. It plays short dialogues and whole matches
// with it, each with a new process, and explains every finding with the turn,
// the input, the answer and the rule. An Examination is the configuration, the
// function checks lists what is examined, and a Report is the result. A broken
// bot runs into time limits and never hangs the doctor.
package doctor

import (
	"context"
	"errors"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
)

// A Level is the severity of a finding.
type Level string

// The levels.
const (
	OK      Level = "ok"      // no finding
	Warning Level = "warning" // the bot works, but may have a problem
	Wrong   Level = "wrong"   // the bot loses matches by it
	Skipped Level = "skipped" // not examined; Summary says why
)

// A Finding is one thing that a check found.
type Finding struct {
	Check  string `json:"check"`            // name of the check
	Level  Level  `json:"level"`            // Warning or Wrong
	Title  string `json:"title"`            // what it is, in a few words
	Detail string `json:"detail"`           // what was found and what was expected
	Turn   int    `json:"turn,omitempty"`   // turn of the match, from 1; 0 if it is about no turn
	Input  string `json:"input,omitempty"`  // the last lines that the bot was sent
	Answer string `json:"answer,omitempty"` // what it answered
	Rule   string `json:"rule,omitempty"`   // the rule, as quoted from a page under docs
	Advice string `json:"advice"`           // what to do
}

// A Check is the result of one check.
type Check struct {
	Name    string `json:"name"`
	Tests   string `json:"tests"` // what it tests, in one sentence
	Level   Level  `json:"level"` // the worst level of its findings
	Summary string `json:"told"`  // what was measured, or why the check was skipped
}

// A Report is the result of an examination.
type Report struct {
	Game     string    `json:"game"`
	Bot      string    `json:"bot"`
	Findings []Finding `json:"findings"`
	Checks   []Check   `json:"checks"`
	OK       bool      `json:"ok"` // nothing is wrong; there may be warnings
}

// DefaultBudget is the default time limit of an examination. That of a bot
// without problems takes a few seconds.
const DefaultBudget = 3 * time.Minute

// An Examination is the configuration of an examination.
type Examination struct {
	Game     referee.Game
	Bot      process.Spec
	Opponent process.Spec   // plays the other seats; must be legal and deterministic
	Limits   referee.Limits // with which answers are compared; the doctor waits longer
	Budget   time.Duration  // for all checks; 0 means DefaultBudget
}

// Run runs the checks in order. After a bot that does not answer its first input
// most checks are skipped. Run returns an error if the machine failed or ctx is
// done.
func (e Examination) Run(ctx context.Context) (Report, error) {
	if e.Budget == 0 {
		e.Budget = DefaultBudget
	}
	timed, cancel := context.WithTimeout(ctx, e.Budget)
	defer cancel()
	x := &examination{Examination: e}
	report := Report{Game: e.Game.Info().Name, Bot: e.Bot.Name, Findings: []Finding{}, OK: true}
	for _, c := range checks() {
		done := Check{Name: c.name, Tests: c.tests, Level: Skipped}
		switch summary, findings, err := x.look(timed, c); {
		case ctx.Err() != nil:
			return Report{}, ctx.Err()
		case errors.Is(err, context.DeadlineExceeded):
			done.Summary = "no time left: the budget of " + e.Budget.String() + " for all checks is used up"
		case errors.Is(err, errMute):
			done.Summary = errMute.Error()
		case err != nil:
			return Report{}, err
		default:
			done.Summary, done.Level = summary, OK
			for _, f := range findings {
				f.Check = c.name
				report.Findings = append(report.Findings, f)
				if f.Level == Wrong || done.Level == OK {
					done.Level = f.Level
				}
			}
		}
		report.OK = report.OK && done.Level != Wrong
		report.Checks = append(report.Checks, done)
	}
	return report, nil
}

// errMute skips the checks that need a bot that answers.
var errMute = errors.New("the bot does not answer its first input")

// An examination is the state that the checks share.
type examination struct {
	Examination
	mute     bool      // the bot does not answer its first input
	heard    *dialogue // the dialogue; nil before it is held
	matches  []visit   // the whole matches; nil before they are played
	unstable bool      // the same match got different answers
}

// look runs one check.
func (x *examination) look(ctx context.Context, c check) (summary string, findings []Finding, err error) {
	if x.mute && !c.ofMute {
		return "", nil, errMute
	}
	if err := ctx.Err(); err != nil {
		return "", nil, err
	}
	return c.run(x, ctx)
}

// patience returns how long the doctor waits for answers: longer than the limits
// with which they are compared, because a busy machine is not a finding.
func (x *examination) patience() referee.Limits {
	return x.Limits.Scale(3, 500*time.Millisecond)
}
