package check

import (
	"context"
	"fmt"
	"strings"

	"arbiter/server/league"
)

// A Role is what a bot is in a check.
type Role string

// The roles.
const (
	OfCandidate Role = "candidate"
	OfBaseline  Role = "baseline"
	OfOpponent  Role = "opponent"
)

// A FailingPlayer is a bot of a check that does not work.
type FailingPlayer struct {
	Role Role `json:"role"`
	league.Failing
}

// hopelessStarts is how many starts a check plays before it ends because every start showed
// only faults. A bot that fails now and then plays at least one of ten starts.
const hopelessStarts = 10

// hopeless reports whether more starts would show nothing.
func (t *tally) hopeless() bool {
	return t.starts >= hopelessStarts && t.nothing(func(bot string) bool { return t.failures[bot].Always() })
}

// noEvidence reports whether what was played proves nothing: candidate and baseline fail by
// themselves or, if they play others, all of these do.
func (t *tally) noEvidence() bool {
	return t.nothing(func(bot string) bool {
		_, failing := t.failures[bot].Failing(bot)
		return failing
	})
}

// nothing reports whether failing bots leave nothing to compare.
func (t *tally) nothing(fails func(bot string) bool) bool {
	bots := t.definition.Bots
	if fails(bots[0]) && fails(bots[1]) {
		return true
	}
	for _, bot := range bots[2:] {
		if !fails(bot) {
			return false
		}
	}
	return len(bots) > 2
}

// failing returns the bots that do not work, in the order of entry.
func (t *tally) failing() (all []FailingPlayer) {
	for i, bot := range t.definition.Bots {
		role := OfOpponent
		if i < 2 {
			role = []Role{OfCandidate, OfBaseline}[i]
		}
		if f, ok := t.failures[bot].Failing(bot); ok {
			all = append(all, FailingPlayer{role, f})
		}
	}
	return all
}

// faults returns the matches by bot and kind of fault, of bots that made one.
func (t *tally) faults() map[string]map[string]int {
	all := map[string]map[string]int{}
	for bot, failures := range t.failures {
		if kinds := failures.Kinds(); len(kinds) > 0 {
			all[bot] = kinds
		}
	}
	return all
}

// Look fills in an example of what happened to each bot that does not work. tournament is the
// check's.
func (s *Status) Look(ctx context.Context, tournament string, faultOf league.FaultFinder) error {
	for i := range s.Failing {
		if err := s.Failing[i].Look(ctx, tournament, faultOf); err != nil {
			return err
		}
	}
	return nil
}

// failingSentence says which bots do not work, before anything else; "" if all do. Without
// detail it has nothing that a bot wrote.
func (s Status) failingSentence(detail bool) string {
	return s.failingText(map[Role]string{OfCandidate: "candidate", OfBaseline: "baseline", OfOpponent: "opponent"}, detail)
}

// FailingText says which bots do not work as a sentence, with what candidate and baseline
// are called; "" if all do.
func (s Status) FailingText(candidate, baseline string) string {
	return s.failingText(map[Role]string{OfCandidate: candidate, OfBaseline: baseline, OfOpponent: "opponent"}, true)
}

func (s Status) failingText(names map[Role]string, detail bool) string {
	var all []string
	for _, f := range s.Failing {
		name := names[f.Role]
		if f.Role == OfOpponent && detail {
			name += " " + f.Bot
		}
		how := f.Text()
		if detail {
			how += f.Detail()
		}
		if len(s.Failing) == 1 && !s.NoEvidence {
			return fmt.Sprintf("The %s does not work (%s).", name, how)
		}
		all = append(all, name+": "+how)
	}
	switch text := strings.Join(all, "; "); {
	case len(all) == 0:
		return ""
	case s.NoEvidence:
		return fmt.Sprintf("No evidence, because the bots do not work (%s).", text)
	default:
		return fmt.Sprintf("Some bots do not work (%s).", text)
	}
}
