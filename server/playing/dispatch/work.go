// Package dispatch plays the matches of tournaments: workers take work, run
// the bots as processes, let the referee play, and return reports. A TournamentSource
// chooses the matches of one tournament, a Pool plays what a Source hands out.
// It knows nothing of SQL or HTTP.
package dispatch

import (
	"context"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/referee/replay"
	"arbiter/referee/rewind"
	"arbiter/server/league"
)

// A Contender is a bot that can be started, or a human.
type Contender struct {
	Bot     league.Bot
	Spec    process.Spec
	Output  string                             // the first and the last part of what its build printed, if it was built now
	Check   func() error                       // called before each match: an error if the bot's files are not what they were; nil for none
	Human   func(referee.Match) referee.Player // nil for a bot; called at the start of the match, which the player may look at while it is asked
	Builtin bool                               // its program is this one
	Told    bool                               // it reads the recorded answers of its seat before its input, to join a branch
}

// Work is a job with everything that is needed to play it.
type Work struct {
	Job        league.Job
	Game       referee.Game
	Setup      referee.Setup // the start position's text filled in
	Contenders []Contender   // by seat
	Limits     referee.TimeLimits
	Owner      string          // the name of the token that asked for a single match; "" for nobody's
	Slow       bool            // slow workers may play it, too
	Branch     *rewind.Branch  // nil for a match that is played from its start
	Abort      context.Context // when set, its end aborts the match, and Source.Failed gets its cause
}

// BotSeed returns the value of SeedVariable: that of its parent for a branch, whose
// bots must draw as they did there.
func (w Work) BotSeed() string {
	if w.Branch != nil {
		seed, _ := RecordedBotSeed(w.Branch.Record.Header)
		return seed
	}
	return BotSeed(w.Job.Pairing)
}

// join seats a contender's player in the work's branch, if it is one.
func (w Work) join(seat int, p referee.Player) referee.Player {
	if w.Branch == nil {
		return p
	}
	how := rewind.Fed
	switch c := w.Contenders[seat]; {
	case c.Human != nil:
		how = rewind.Present
	case c.Told:
		how = rewind.Told
	}
	return w.Branch.Join(seat, p, how)
}

// SeatOf returns the replay's description of a bot.
func SeatOf(b league.Bot) replay.Seat {
	return replay.Seat{Name: b.Name, Bot: b.Typed, Version: b.Version, Digest: b.Digest, SHA256: b.SHA256}
}
