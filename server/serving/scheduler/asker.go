package scheduler

import (
	"errors"
	"fmt"
	"slices"

	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/resolve"
)

// An Asker is who asks for something to be played. The zero value is nobody, and
// may name registered and builtin bots only: any other starts a program that the
// asker chooses on this machine.
type Asker struct {
	Name    string // of the token; the owner of what is made. "" for nobody
	AnyBot  bool   // may name command lines, paths and git commits
	Waiting int    // how many of its single matches may wait; 0: as many as the queue takes
	// MayEnter is called with a bot that is found before it enters a ladder; its error
	// refuses that. nil: none is refused.
	MayEnter func(league.Bot) error
	Build    func() error // called before a registered bot is built again for it; its error refuses that. nil: none is refused
}

// brings returns whose a bot is that an asker names for the first time. Builtin
// bots are everybody's.
func (by Asker) brings(typed string) (owner string) {
	if resolve.KindOf(typed) == resolve.KindBuiltin {
		return ""
	}
	return by.Name
}

// may returns a BotRefusedError for a bot that the asker may not name.
func (by Asker) may(typed string) error {
	if kind := resolve.KindOf(typed); !by.AnyBot && kind != resolve.KindBuiltin {
		return BotRefusedError{Bot: typed, Kind: kind}
	}
	return nil
}

// keepBuilt copies the bots that were built for an asker whose builds count, so that
// its next match with them needs no build. The copies go with those that no
// tournament needs.
func (s *Scheduler) keepBuilt(by Asker, contenders []dispatch.Contender) error {
	if by.Build == nil {
		return nil
	}
	s.copying.RLock()
	defer s.copying.RUnlock()
	built := slices.DeleteFunc(slices.Clone(contenders), func(c dispatch.Contender) bool { return len(c.Spec.Build) == 0 })
	return s.copyFiles(built)
}

// A BotRefusedError refuses a bot for an Asker who may not choose what the machine starts: the
// bot is not registered and not builtin.
type BotRefusedError struct {
	Field string // of the request
	Bot   string // as typed
	Kind  resolve.Kind
}

// Error returns the field and the reason.
func (e BotRefusedError) Error() string { return e.Field + ": " + e.Why() }

// Why returns the reason: what kind of bot it is.
func (e BotRefusedError) Why() string {
	return fmt.Sprintf("%q is not the ID of a registered bot, so it is %s on the server", e.Bot, e.Kind)
}

// inField names the field of a bot that was refused, as atField does for mistakes.
func inField(field string, err error) error {
	if refused := (BotRefusedError{}); errors.As(err, &refused) {
		refused.Field = field
		return refused
	}
	return atField(field, err)
}
