// Package doctor examines a bot: it plays short dialogues and whole matches
// with it, each against a process of its own, and explains every finding with
// the turn, the input, the answer and the rule. An Examination says whom to
// examine, checks is the list of what is looked at, and a Report tells the
// outcome. A broken bot costs limits of time and never hangs the doctor.
package doctor

import (
	"context"
	"errors"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
)

// A Level is how bad something is.
type Level string

// The levels.
const (
	OK      Level = "ok"      // nothing to say against it
	Warning Level = "warning" // matches go on, and the author would want to know
	Wrong   Level = "wrong"   // it costs matches
	Skipped Level = "skipped" // not looked at; the report says why
)

// A Finding is one thing that a check found.
type Finding struct {
	Check  string `json:"check"`            // name of the check
	Level  Level  `json:"level"`            // Warning or Wrong
	Title  string `json:"title"`            // what it is, in a few words
	Detail string `json:"detail"`           // what was found and what was expected
	Turn   int    `json:"turn,omitempty"`   // turn of the match, from 1; 0 where it has none
	Input  string `json:"input,omitempty"`  // the last lines that the bot was sent
	Answer string `json:"answer,omitempty"` // what it answered
	Rule   string `json:"rule,omitempty"`   // the rule, as a page under docs tells it
	Advice string `json:"advice"`           // what to do
}

// A Check is the outcome of one check.
type Check struct {
	Name  string `json:"name"`
	Tests string `json:"tests"` // what it tests, in one sentence
	Level Level  `json:"level"` // the worst of its findings
	Told  string `json:"told"`  // what was measured, or why the check was skipped
}

// A Report is the outcome of an examination.
type Report struct {
	Game     string    `json:"game"`
	Bot      string    `json:"bot"`
	Findings []Finding `json:"findings"`
	Checks   []Check   `json:"checks"`
	OK       bool      `json:"ok"` // nothing is wrong; there may be warnings
}

// DefaultBudget is how long an examination may take. One of a well-behaved
// bot takes some seconds.
const DefaultBudget = 3 * time.Minute

// An Examination says which bot is examined, and how.
type Examination struct {
	Game     referee.Game
	Bot      process.Spec
	Opponent process.Spec   // has the other seats; it plays legally, and alike in every match
	Limits   referee.Limits // that answers are compared with; they are waited for longer
	Budget   time.Duration  // for everything; 0 means DefaultBudget
}

// Run carries out the checks in order. A bot that does not answer its first
// input is not examined further. An error is the machine's, or ctx's.
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
		switch told, findings, err := x.look(timed, c); {
		case ctx.Err() != nil:
			return Report{}, ctx.Err()
		case errors.Is(err, context.DeadlineExceeded):
			done.Told = "no time was left: " + e.Budget.String() + " for all checks have passed"
		case errors.Is(err, errMute):
			done.Told = errMute.Error()
		case err != nil:
			return Report{}, err
		default:
			done.Told, done.Level = told, OK
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

// An examination is an Examination in progress: what its checks share.
type examination struct {
	Examination
	mute     bool      // the bot does not answer its first input
	heard    *dialogue // of the checks that listen to it; nil: not held yet
	matches  []visit   // whole ones; nil: not played yet
	wavering bool      // the same match was not answered the same way
}

// look carries out one check.
func (x *examination) look(ctx context.Context, c check) (told string, findings []Finding, err error) {
	if x.mute && !c.ofMute {
		return "", nil, errMute
	}
	if err := ctx.Err(); err != nil {
		return "", nil, err
	}
	return c.run(x, ctx)
}

// patience returns the limits for which answers are waited for: longer than
// what they are compared with, because a busy machine is no finding.
func (x *examination) patience() referee.Limits {
	return x.Limits.Scale(3, 500*time.Millisecond)
}
