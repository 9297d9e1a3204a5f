package selfplay

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"arbiter/referee"
)

// Per says what a line of a data set is.
type Per string

// The lines of a data set.
const (
	PerTurn Per = "turn" // a seat that was asked in a turn
	PerGame Per = "game"
)

// Observe says what a line of PerTurn tells of the position.
type Observe string

// What a line tells of the position.
const (
	Input  Observe = "input"  // the text that the seat was sent
	Planes Observe = "planes" // the numbers of referee.Observer
	Both   Observe = "both"
	None   Observe = "none"
)

func (o Observe) input() bool  { return o == Input || o == Both }
func (o Observe) planes() bool { return o == Planes || o == Both }

// DefaultLimit for an answer is far beyond what a builtin bot takes, even where
// it waits for a processor: who reaches it hangs.
const DefaultLimit = time.Minute

// Options say what Run plays. Everything but Workers, Limit and Played decides
// what is written.
type Options struct {
	Game     referee.Game
	Policies []Policy // by seat
	Games    int      // how many
	Seed     int64    // of game 0; game n has Seed+n
	Per      Per
	Observe  Observe
	Workers  int             // games at a time; 0 means one a processor
	Limit    time.Duration   // for an answer; 0 means DefaultLimit
	Played   func(games int) // called as games are written, in one goroutine; may be nil
}

// A game that is being played, and where its lines will be.
type job struct {
	number int
	lines  chan []byte
}

// Run plays the games and writes their lines in the order of the games, a
// whole game in one Write. It returns how many lines it has written: when ctx
// ends or a policy fails too.
func Run(ctx context.Context, w io.Writer, o Options) (lines int, err error) {
	if seats := o.Game.Info().MaxSeats; len(o.Policies) != seats {
		return 0, fmt.Errorf("%s has %d seats; found %d policies", o.Game.Info().Name, seats, len(o.Policies))
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Limit == 0 {
		o.Limit = DefaultLimit
	}
	group, ctx := errgroup.WithContext(ctx)
	jobs := make(chan job)
	order := make(chan job, 2*o.Workers) // as much as a slow game may hold up
	group.Go(func() error {
		defer close(jobs)
		defer close(order)
		for n := range o.Games {
			next := job{n, make(chan []byte, 1)}
			for _, to := range []chan job{order, jobs} {
				select {
				case to <- next:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		}
		return nil
	})
	for range o.Workers {
		group.Go(func() error {
			for next := range jobs {
				text, err := o.play(ctx, next.number)
				if err != nil {
					return err
				}
				next.lines <- text
			}
			return nil
		})
	}
	group.Go(func() error {
		for next := range order {
			select {
			case text := <-next.lines:
				if _, err := w.Write(text); err != nil {
					return fmt.Errorf("write game %d: %w", next.number, err)
				}
				lines += bytes.Count(text, []byte("\n"))
				if o.Played != nil {
					o.Played(next.number + 1)
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	err = group.Wait()
	return lines, err
}
