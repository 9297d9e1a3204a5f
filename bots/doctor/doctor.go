// Package doctor examines a bot: it plays a few turns, special positions and
// whole matches with it, and explains every problem with the turn,
// the input, the answer and the rule. An Examination is what to examine, checks
// lists what is tested, and a Diagnosis has the findings. A broken bot costs limits
// of time and never hangs the doctor. The package knows no servers and no
// tournaments.
package doctor

import (
	"context"
	"errors"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
)

// DefaultBudget is the time limit of an examination. That of a bot without
// problems takes some seconds.
const DefaultBudget = 3 * time.Minute

// An Examination is a bot to examine and how to do it.
type Examination struct {
	Game      referee.Game
	Bot       process.Spec
	Opponent  process.Spec       // has the other seats; it must play legally and deterministically
	Limits    referee.TimeLimits // limits that answers are compared with; the doctor waits longer
	Budget    time.Duration      // time for all checks; 0 means DefaultBudget
	Save      string             // folder for the inputs that show what is wrong; "" saves none
	Isolation *sandbox.Sandbox   // of the bots in matches; nil for none

	Around  func(check string, run func() error) error // when set, runs each check, and returns its error
	Observe func(Check)                                // when set, is called with each check when it has ended
}

// Run runs the checks in order, and returns what they have found. Problems of the bot are in
// the Diagnosis. A bot that does not answer its first input skips most checks, and so does one
// that uses up the budget. The error is the machine's or ctx's; the Diagnosis then has what was
// found before.
func (e Examination) Run(ctx context.Context) (Diagnosis, error) {
	if e.Budget == 0 {
		e.Budget = DefaultBudget
	}
	timed, cancel := context.WithTimeout(ctx, e.Budget)
	defer cancel()
	x := &examination{Examination: e, causes: map[string]knownCause{}}
	var err error
	if x.answerLines, err = linesOf(e.Game); err != nil {
		return Diagnosis{}, err
	}
	x.clearEnvironment()
	report := Diagnosis{Game: e.Game.Info().Name, Bot: e.Bot.Name, Findings: []Finding{}, OK: true}
	if e.Bot.Recipe != "" {
		report.Recipe = e.Bot.Version
	}
	for _, c := range checks() {
		done := Check{Name: c.name, Tests: c.tests, Level: Skipped}
		switch summary, findings, err := x.runCheck(timed, c); {
		case ctx.Err() != nil:
			report.Findings, report.Partial = grouped(report.Findings), true
			return report, errors.Join(ctx.Err(), x.save(report.Findings))
		case errors.Is(err, context.DeadlineExceeded):
			done.Summary = "no time was left: the budget of " + e.Budget.String() + " is used up"
		case errors.As(err, new(skip)):
			done.Summary = err.Error()
		case void(err):
			done.Summary = "the machine is too busy: " + err.Error()
		case err != nil:
			return Diagnosis{}, err
		default:
			done.Summary, done.Level = summary, OK
			for _, f := range findings {
				if f.Check == "" {
					f.Check = c.name
				}
				x.broken = x.broken || f.Level == Wrong
				report.Findings = append(report.Findings, f)
				if f.Level == Wrong || done.Level == OK {
					done.Level = f.Level
				}
			}
		}
		report.OK = report.OK && done.Level != Wrong
		report.Checks = append(report.Checks, done)
		if e.Observe != nil {
			e.Observe(done)
		}
	}
	report.Findings = grouped(report.Findings)
	if err := x.save(report.Findings); err != nil {
		return Diagnosis{}, err
	}
	return report, nil
}

// A skip is why a check is skipped.
type skip string

// Error implements error.
func (s skip) Error() string { return string(s) }

const (
	errUnresponsive = skip("the bot does not answer its first input")
	errUnstartable  = skip("the bot cannot be started")
	// errBroken is of checks that compare matches, which a bug would change.
	errBroken = skip("not compared: it has a fault; run the doctor again when that is fixed")
	// errUnplayed is of checks that look at whole matches.
	errUnplayed = skip("no whole match was played")
	// errFaulty and errSilent are of checks that feed the opening.
	errFaulty = skip("not tested: it has a fault in its first turns")
	errSilent = skip("it does not answer the same input again")
)

// An examination is an Examination in progress: what its checks share.
type examination struct {
	Examination
	unresponsive     error        // why most checks are skipped; nil for a bot that answers its first input
	answerLines      int          // of the game, or referee.Document
	opening          transcript   // the first turns of a match
	ended            *ending      // see ending; nil until it is fed
	unfed            error        // why there is none
	played           []transcript // whole matches; see legal
	nondeterministic bool         // the bot answered the same match in two ways
	broken           bool         // something wrong was found
	causes           map[string]knownCause
	cleared          []string  // variables that were not passed on
	first            []Finding // of a bot that does not answer its first input
}

// runCheck runs one check.
func (x *examination) runCheck(ctx context.Context, c check) (summary string, findings []Finding, err error) {
	switch {
	case x.unresponsive != nil && c.needs >= anAnswer:
		return "", nil, x.unresponsive
	case ctx.Err() != nil:
		return "", nil, ctx.Err()
	case x.played == nil && c.needs >= wholeMatches:
		return "", nil, errUnplayed
	}
	if x.Around == nil {
		return c.run(x, ctx)
	}
	err = x.Around(c.name, func() (err error) {
		summary, findings, err = c.run(x, ctx)
		return err
	})
	return summary, findings, err
}

// waitLimits returns how long the doctor waits for answers: longer than the limits
// that they are compared with, because a busy machine is not the bot's fault.
func (x *examination) waitLimits() referee.TimeLimits {
	return x.Limits.Scale(3, 500*time.Millisecond)
}

// linesOf returns the number of lines of an answer of the game, or referee.Document.
func linesOf(g referee.Game) (int, error) {
	m, err := g.New(referee.Setup{Seed: 1}, g.Info().MinSeats)
	if err != nil {
		return 0, err
	}
	defer m.Close()
	return m.Lines(0), nil
}

// A check tests one thing. It returns a summary of what it measured and its findings; an error
// is one of the machine, of ctx or a skip. Checks share the opening, the ending and the full
// matches.
type check struct {
	name  string
	tests string // one sentence
	needs need
	run   func(x *examination, ctx context.Context) (summary string, findings []Finding, err error)
}

// A need is what a check is skipped without.
type need int

const (
	nothing      need = iota
	anAnswer          // to the first input
	wholeMatches      // and what the check matches has played
)

// checks returns all checks in the order in which they are run.
func checks() []check {
	return []check{
		{"start", "It starts, and its first answer comes within the limit.", nothing, (*examination).start},
		{"flush", "It answers before more input is sent.", nothing, (*examination).flush},
		{"lines", "It writes one answer to each input, and nothing else to stdout.", anAnswer, (*examination).lines},
		{"end", "It exits by itself soon after its input ends.", anAnswer, (*examination).end},
		{"leftovers", "No process that it started outlives it.", anAnswer, (*examination).leftovers},
		{"matches", "Its answers are legal in whole matches, in every seat.", anAnswer, (*examination).legal},
		{"memory", "How much memory it uses in whole matches, and whether it grows.", wholeMatches, (*examination).memory},
		{"time", "Its later answers come within the limit.", wholeMatches, (*examination).time},
		{"stderr", "It writes no more to stderr than is kept.", wholeMatches, (*examination).stderr},
		{"situations", "Its answers are legal in the special positions of the game.", anAnswer, (*examination).situations},
		{"repeat", "It answers the same match in the same way twice.", wholeMatches, (*examination).repeat},
		{"crlf-input", "It reads input whose lines end in CR LF.", wholeMatches, (*examination).crlf},
		{"locale", "It gives the same answers in other locales.", wholeMatches, (*examination).locale},
		{"folder", "It plays from a copy of its folder at another path.", wholeMatches, (*examination).folder},
	}
}
