package selfplay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"arbiter/referee"
)

// A Per says what each line of a data set describes.
type Per string

// The kinds of lines.
const (
	PerTurn Per = "turn" // one seat that was asked in one turn
	PerGame Per = "game"
)

// An Observe says what a line PerTurn has of the position.
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
	Starts   Starts   // where games of a seed start
	Per      Per
	Observe  Observe
	Format   Format
	Spool    string          // folder for temporary files of NPZ; "" means that of the system
	Folder   string          // that Rows writes instead of to a Writer; one with a data set of Rows is replaced
	Workers  int             // games at a time; 0 means GOMAXPROCS
	Limit    time.Duration   // for an answer; 0 means DefaultLimit
	Played   func(games int) // called after each write with the number of games written, in one goroutine; may be nil
}

// planes reports whether rows have planes.
func (o *Options) planes() bool { return o.Observe.planes() || o.Format.arrays() }

// CheckFormat returns an error when the game has no data set of the format. Run would
// find that out, too, but CheckFormat says it before anything is written or built.
func (o *Options) CheckFormat() error {
	if !o.Format.arrays() {
		return nil
	}
	_, _, err := o.arrayed()
	return err
}

// arrayed returns a match of the game and its table of actions, and an error for a game
// without one, of which there are no arrays.
func (o *Options) arrayed() (referee.Match, *actionTable, error) {
	info := o.Game.Info()
	m, err := o.Game.New(referee.Setup{}, info.MaxSeats)
	if err != nil {
		return nil, nil, err
	}
	table := newActionTable(m)
	if table == nil {
		return nil, nil, fmt.Errorf("%s has no table of actions: an answer is one document of moves; want %s or %s", info.Name, JSONLines, JSONLinesGzip)
	}
	return m, table, nil
}

// A job is a game to play and the channel for what it comes to.
type job struct {
	number  int
	encoded chan encodedGame
}

// An encodedGame is a game as its dataset encodes it.
type encodedGame struct {
	pieces [][]byte
	rows   int
}

// Run plays the games and writes their rows in the order of the games: lines of
// JSON, or the rows of arrays. It returns the number of rows written, also with an
// error: that of ctx, of w or of a policy that failed. Then the games before it are
// written.
func Run(ctx context.Context, w io.Writer, o Options) (rows int, err error) {
	if seats := o.Game.Info().MaxSeats; len(o.Policies) != seats {
		return 0, fmt.Errorf("%s has %d seats; found %d policies", o.Game.Info().Name, seats, len(o.Policies))
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Limit == 0 {
		o.Limit = DefaultLimit
	}
	out, err := newDataset(w, &o)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, out.close()) }()
	group, ctx := errgroup.WithContext(ctx)
	jobs := make(chan job)
	order := make(chan job, 2*o.Workers) // bounds the games that finish while a slow one is awaited
	group.Go(func() error {
		defer close(jobs)
		defer close(order)
		for n := range o.Games {
			next := job{n, make(chan encodedGame, 1)}
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
				game, err := o.play(ctx, out, next.number)
				if err != nil {
					return err
				}
				next.encoded <- game
			}
			return nil
		})
	}
	group.Go(func() error {
		for next := range order {
			select {
			case game := <-next.encoded:
				if err := out.write(game.pieces, game.rows); err != nil {
					return fmt.Errorf("write game %d: %w", next.number, err)
				}
				rows += game.rows
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
	return rows, err
}

// play plays a game and returns its rows of the data set.
func (o *Options) play(ctx context.Context, out dataset, number int) (encodedGame, error) {
	seed := o.Seed + int64(number)
	setup, opening := o.Starts.setup(seed)
	match, err := o.Game.New(setup, len(o.Policies))
	if err != nil {
		return encodedGame{}, err
	}
	policies := withSeeds(o.Policies, seed)
	players, err := o.start(policies)
	if err != nil {
		return encodedGame{}, fmt.Errorf("game %d, seed %d: %w", number, seed, err)
	}
	rec := recorder{Match: match, options: o, number: number, seed: seed, opening: opening}
	if o.Format.arrays() {
		rec.table = newActionTable(match)
	}
	rec.digest()
	rec.observe()
	if _, err := referee.Play(ctx, &rec, players, referee.Options{Recorder: &rec}); err != nil {
		return encodedGame{}, fmt.Errorf("game %d, seed %d: %w", number, seed, err)
	}
	pieces, rows, err := out.encode(&rec, policies)
	return encodedGame{pieces, rows}, err
}

// start starts the policies of a game.
func (o *Options) start(policies []Policy) ([]referee.Player, error) {
	var players []referee.Player
	for _, p := range policies {
		player, err := p.Start(o.Limit)
		if err != nil {
			for _, started := range players {
				_, closeErr := started.Close()
				err = errors.Join(err, closeErr)
			}
			return nil, fmt.Errorf("policy %v: %w", p, err)
		}
		players = append(players, player)
	}
	return players, nil
}
