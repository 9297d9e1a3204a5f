package league

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"arbiter/referee"
)

// Failures counts the trials in which a bot failed by itself, which say nothing about how well
// it plays. A trial is a match or, where matches count together, all matches of the bot on one
// start. The zero value is empty and ready to use.
//
// A bot failed in a trial if every match of it was ended by a fault that was not forgiven, and
// at least one by a fault of the bot. If all of these faults were of others, the trial cannot
// tell: where seats move in turn, the seat that moves later is never asked.
type Failures struct {
	trials  int
	failed  int
	spared  int // trials that cannot tell
	matches int
	kinds   map[referee.Kind]int // matches, by the bot's own fault
	example FailedMatch
}

// A FailedMatch is a match in which a seat failed by itself. Its Match has no Outcome.
type FailedMatch struct {
	Match
	Seat int
}

// Add counts a trial of a bot.
func (f *Failures) Add(bot string, trial ...Match) {
	own, decided := 0, 0
	for i := range trial {
		failed, byFault := f.match(slices.Index(trial[i].Seats, bot), &trial[i])
		own += toInt(failed)
		decided += toInt(byFault)
	}
	f.settle(own, decided == len(trial))
}

// addMatch counts a match as a trial of its own.
func (f *Failures) addMatch(seat int, m *Match) {
	failed, byFault := f.match(seat, m)
	f.settle(toInt(failed), byFault)
}

// match counts a match. It reports whether the seat failed, and whether any seat did.
func (f *Failures) match(seat int, m *Match) (failed, byFault bool) {
	f.matches++
	kind := m.fault(seat)
	if kind == "" {
		return false, slices.ContainsFunc(m.Outcome.Faults, func(k referee.Kind) bool { return k != "" })
	}
	if f.kinds == nil {
		f.kinds = map[referee.Kind]int{}
	}
	f.kinds[kind]++
	if at := (FailedMatch{*m, seat}); f.Failed() == 1 || at.before(f.example) {
		// Readers use the memory of a match again for the next one.
		f.example = FailedMatch{Match{Seats: slices.Clone(m.Seats), Start: m.Start, Repetition: m.Repetition, Stored: m.Stored}, seat}
	}
	return true, true
}

// settle counts a trial in which the bot failed so many times.
func (f *Failures) settle(own int, allByFaults bool) {
	f.trials++
	switch {
	case !allByFaults:
	case own > 0:
		f.failed++
	default:
		f.spared++
	}
}

// before orders matches without regard to when they were played.
func (a FailedMatch) before(b FailedMatch) bool {
	return cmp.Or(cmp.Compare(a.Start.Seed, b.Start.Seed), cmp.Compare(a.Start.Name, b.Start.Name), cmp.Compare(a.Start.Position, b.Start.Position),
		cmp.Compare(a.Repetition, b.Repetition), slices.Compare(a.Seats, b.Seats)) < 0
}

// Failed returns in how many matches the bot failed by itself.
func (f *Failures) Failed() (n int) {
	for _, matches := range f.kinds {
		n += matches
	}
	return n
}

// Kinds returns the number of matches in which the bot failed, by the kind of its fault.
func (f *Failures) Kinds() map[string]int {
	all := map[string]int{}
	for kind, n := range f.kinds {
		all[string(kind)] = n
	}
	return all
}

// Always reports whether the bot failed in every trial that can tell. It is false if there was
// no such trial.
func (f *Failures) Always() bool { return f.failed > 0 && f.failed+f.spared == f.trials }

// Failing reports whether the bot does not work, and returns what is known of that. It does not
// work if it failed in nine of ten of the trials that can tell, and in four of ten of all
// trials.
func (f *Failures) Failing(bot string) (Failing, bool) {
	if f.failed == 0 || 10*f.failed < 9*(f.trials-f.spared) || 5*f.failed < 2*f.trials {
		return Failing{}, false
	}
	return Failing{Bot: bot, Faults: counts(f.kinds), Failed: f.Failed(), Matches: f.matches, Example: f.example}, true
}

// A Failing is a bot that fails by itself in nearly all of its matches.
type Failing struct {
	Bot     string      `json:"bot"`
	Faults  []Count     `json:"faults"` // matches by kind, most frequent first
	Failed  int         `json:"failed"` // matches in which it failed by itself
	Matches int         `json:"matches"`
	Fault   string      `json:"fault,omitempty"`  // what happened in one of them, where that was looked up
	Stderr  string      `json:"stderr,omitempty"` // the last lines that it had written by then
	Match   string      `json:"match,omitempty"`  // ID of the same match
	Example FailedMatch `json:"-"`
}

// Text returns how often the bot fails, and how: "crash in all 20 matches".
func (f Failing) Text() string {
	kind := "faults"
	if len(f.Faults) == 1 {
		kind = f.Faults[0].Name
	}
	switch {
	case f.Matches == 1:
		return kind + " in its only match"
	case f.Failed == f.Matches:
		return fmt.Sprintf("%s in all %d matches", kind, f.Matches)
	}
	return fmt.Sprintf("%s in %d of %d matches", kind, f.Failed, f.Matches)
}

// Detail returns what happened in one of the matches, in brackets for the end of Text; ""
// before Look. For a crash it includes the last line on stderr, which names the cause in most
// languages.
func (f Failing) Detail() string {
	if f.Fault == "" {
		return ""
	}
	return fmt.Sprintf(" (%s)", f.Fault)
}

// A FaultFinder returns a seat's fault in a match, or nil.
type FaultFinder func(ctx context.Context, match string, seat int) (*referee.Fault, error)

// Look sets Fault, Stderr and Match from the example. tournament is where the example counts;
// it may have been played in another one.
func (f *Failing) Look(ctx context.Context, tournament string, faultOf FaultFinder) error {
	f.Match = cmp.Or(f.Example.Stored, f.Example.Pairing().ID(tournament))
	fault, err := faultOf(ctx, f.Match, f.Example.Seat)
	if fault != nil {
		f.Fault, f.Stderr = fault.Error(), fault.Stderr
	}
	return err
}
