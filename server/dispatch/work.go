// Package dispatch plays the matches of tournaments: workers take work, run
// the bots as processes, let the referee play, and hand in reports. It knows
// nothing of SQL or HTTP.
package dispatch

import (
	"context"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/referee/replay"
	"arbiter/server/league"
)

// A Contender is a bot that can be started, or a person.
type Contender struct {
	Bot    league.Bot
	Spec   process.Spec
	Person func(referee.Match) referee.Player // nil for a bot; called at the start of the match, which the player may look at while it is asked
}

// Work is a job with everything that is needed to play it.
type Work struct {
	Job        league.Job
	Game       referee.Game
	Setup      referee.Setup // the start position's text filled in
	Contenders []Contender   // by seat
	Limits     referee.Limits
}

// A Played match is work that was done, and its report.
type Played struct {
	Work   Work
	Report league.Report
}

// A Source hands out work and is told what became of it. Its methods are
// called by several workers at once.
type Source interface {
	// Next returns the next work. It waits while there may be some later, and
	// returns false when there will be none.
	Next(ctx context.Context) (Work, bool, error)
	// Played is told of matches that were played, in order. Its error stops the
	// pool.
	Played(ctx context.Context, matches []Played) error
	// Failed is told that the machine failed to play a match, which therefore
	// has no result. It returns nil when the work will be handed out again, and
	// otherwise the error that stops the pool.
	Failed(w Work, err error) error
}

// seat describes a contender in a replay.
func (c Contender) seat() replay.Seat {
	return replay.Seat{Name: c.Bot.Name, Bot: c.Bot.Typed, Version: c.Bot.Version, Digest: c.Bot.Digest}
}

// Play plays one match outside of any tournament.
func (p Pool) Play(ctx context.Context, w Work) (league.Report, error) {
	p.Workers = 1
	one := &single{work: w}
	err := p.Run(ctx, one)
	return one.report, err
}

// A single is a Source of one match.
type single struct {
	work   Work
	handed bool
	report league.Report
}

func (s *single) Next(context.Context) (Work, bool, error) {
	first := !s.handed
	s.handed = true
	return s.work, first, nil
}

func (s *single) Played(_ context.Context, matches []Played) error {
	s.report = matches[0].Report
	return nil
}

func (s *single) Failed(_ Work, err error) error { return err }
