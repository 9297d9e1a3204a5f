package whatif

import (
	"context"

	"arbiter/referee"
	"arbiter/referee/rewind"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/study/analysis"
)

// Bots play positions on in place of a judge's players, each in a process of its own that
// is sent what was played before.
type Bots struct {
	Contenders []dispatch.Contender // by seat
	Limits     referee.TimeLimits
	Pool       dispatch.Pool
	Seat       int            // that gives the answers
	Branch     *rewind.Branch // leaves the match before the turn in which it does
}

// Refused returns an error if the bot of the seat cannot join the branch after an answer that
// is not its own.
func (b Bots) Refused() error {
	how := rewind.Fed
	if b.Contenders[b.Seat].Told {
		how = rewind.Told
	}
	if why, ok := b.Branch.Tells(how); !ok {
		return league.Usagef("seat %d: %s cannot join here: %s", b.Seat, b.Contenders[b.Seat].Bot.Typed, why)
	}
	return nil
}

// freshSeeds is the first repetition whose seeds the bots get: no match of a tournament
// is repeated so often.
const freshSeeds = 1 << 30

// Play implements analysis.Play. The bots of both matches of a pair get the same seed, which is
// not the recorded one.
func (b Bots) Play(ctx context.Context, c analysis.Continuation) (referee.Result, uint64, error) {
	h := &b.Branch.Record.Header
	start := league.Start{Seed: h.Seed}
	seed := dispatch.BotSeed(league.Pairing{Start: start, Repetition: freshSeeds + c.Pair})
	work := dispatch.Work{
		Job:  league.Job{Pairing: league.Pairing{Start: start}},
		Game: c.Game, Setup: referee.Setup{Seed: h.Seed, Position: h.Setup},
		Contenders: b.Contenders, Limits: b.Limits, Branch: b.Branch.Answering(b.Seat, c.Answer, seed),
	}
	for voids := 1; ; voids++ {
		report, err := b.Pool.Play(ctx, work)
		if !dispatch.IsVoid(err) || voids == dispatch.MaxVoids {
			return report.Result, uint64(report.Play), err
		}
	}
}
