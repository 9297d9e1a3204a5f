package selfplay

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"arbiter/referee"
)

// Per is what each line of a data set describes.
type Per string

// The kinds of lines.
const (
	PerTurn Per = "turn" // one seat that was asked in one turn
	PerGame Per = "game"
)

// Observe is what a line PerTurn has of the position.
type Observe string

// The contents of a line PerTurn.
const (
	Input  Observe = "input"  // the text that the seat was sent
	Planes Observe = "planes" // the numbers of its referee.Observer
	Both   Observe = "both"
	None   Observe = "none"
)

func (o Observe) input() bool  { return o == Input || o == Both }
func (o Observe) planes() bool { return o == Planes || o == Both }

// DefaultLimit is the time limit for an answer. It is far beyond what a builtin
// bot takes on a loaded machine: a policy that reaches it hangs.
const DefaultLimit = time.Minute

// Options configure Run. What it writes depends on all of them except Workers,
// Limit and Played.
type Options struct {
	Game     referee.Game
	Policies []Policy // by seat
	Games    int      // how many
	Seed     int64    // of game 0; game n has Seed+n
	Per      Per
	Observe  Observe
	Workers  int             // games at a time; 0 means GOMAXPROCS
	Limit    time.Duration   // for an answer; 0 means DefaultLimit
	Played   func(games int) // called after each write with the number of games written, in one goroutine; may be nil
}

// A job is a game to play and the channel for its lines.
type job struct {
	number int
	lines  chan []byte
}

// Run plays the games and writes their lines in the order of the games, each game
// in one Write. It returns the number of lines written, also with an error: that
// of ctx, of w or of a policy that failed.
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
	order := make(chan job, 2*o.Workers) // bounds the games that finish while a slow one is awaited
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

// play plays a game and returns its lines of the data set.
func (o *Options) play(ctx context.Context, number int) ([]byte, error) {
	seed := o.Seed + int64(number)
	match, err := o.Game.New(referee.Setup{Seed: seed}, len(o.Policies))
	if err != nil {
		return nil, err
	}
	policies := withSeeds(o.Policies, seed)
	var players []referee.Player
	for _, p := range policies {
		players = append(players, startPlayer(p, o.Limit))
	}
	rec := recorder{options: o, number: number, seed: seed, match: match, observed: make([]json.RawMessage, len(players))}
	rec.observe()
	if _, err := referee.Play(ctx, match, players, referee.Options{Recorder: &rec}); err != nil {
		return nil, fmt.Errorf("game %d, seed %d: %w", number, seed, err)
	}
	return rec.encode(policies)
}
