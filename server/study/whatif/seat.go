// Package whatif asks what else could have been answered in recorded matches: which
// answers another version of a bot would have given (Compare), whether it still
// gives the bad ones that were kept (PuzzleSet), and where a bot's points go
// (MakeReport). It starts the bots; package rewind feeds them, and what answers
// cost is what package analysis has found out. It finds no matches: callers do.
package whatif

import (
	"context"
	"errors"
	"strings"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
	"arbiter/referee/replay"
	"arbiter/referee/rewind"
	"arbiter/server/playing/dispatch"
)

// A Seat is a seat of a recorded match.
type Seat struct {
	Match  string // its ID, or the name of its file
	Record *replay.Record
	Game   referee.Game
	Seat   int
	// Clock is what the limits of a bot count that is fed the inputs. With nil they count
	// what those of the match count.
	Clock *referee.Clock
}

// own reports whether the answers of a turn are those of the seat's player. In a
// branch those up to the turn of its parent are of whoever had the seat there.
func (s Seat) own(turn int) bool {
	p := s.Record.Header.Parent
	return p == nil || turn > p.Turn
}

// A feeding is what a bot that was fed a seat's inputs answered.
type feeding struct {
	differences []rewind.Difference
	exchanges   []rewind.Exchange
	last        []string // its answer to the last exchange; nil where it gave none
}

// feed starts a bot and feeds it what the seat was sent.
func (s Seat) feed(ctx context.Context, bot dispatch.Contender, box *sandbox.Sandbox) (f feeding, err error) {
	f.exchanges, err = rewind.Exchanges(s.Record, s.Game, s.Seat)
	var late *replay.Difference
	if err != nil && !errors.As(err, &late) {
		return f, err
	}
	if len(f.exchanges) == 0 {
		return f, nil
	}
	seed, _ := dispatch.RecordedBotSeed(s.Record.Header)
	spec := bot.Spec
	spec.Env = append(spec.Env[:len(spec.Env):len(spec.Env)], dispatch.SeedVariable+"="+seed)
	limits := s.Record.Header.Limits.Referee()
	if s.Clock != nil {
		limits.Clock = *s.Clock
	}
	spec.Env = append(spec.Env, limits.Environ()...)
	table := process.Table{Isolation: box}
	player, err := table.Start(spec)
	if err != nil {
		return f, err
	}
	how := rewind.Fed
	if bot.Told {
		how = rewind.Told
	}
	f.differences, f.last, err = rewind.Differences(ctx, player, s.Seat, f.exchanges, how, limits.Clock)
	_, closeErr := player.Close()
	return f, errors.Join(err, closeErr)
}

// does reports whether an answer to a turn does what another one does, whose lines are
// joined by line ends; "" for none.
func (f feeding) does(turn int, answer []string, other string) bool {
	for _, e := range f.exchanges {
		if e.Turn == turn {
			return answer != nil && other != "" && e.Same(answer, strings.Split(other, "\n"))
		}
	}
	return false
}
