package tournaments

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"arbiter/referee/games"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
	"arbiter/server/playing/botstore"
	"arbiter/server/terminal/runner"
)

// Ladder is the verb ladder.
type Ladder struct {
	Play   ladderPlay   `cmd:"" default:"withargs" help:"Play a ladder that never closes, or go on with it."`
	Add    ladderAdd    `cmd:"" help:"Let a bot enter a ladder, or its new version take the place of the one before."`
	Remove ladderRemove `cmd:"" help:"Let a bot leave a ladder. Its matches stay."`
	List   ladderList   `cmd:"" help:"Print where the bots of a ladder stand."`
}

const ladderHelp = `Plays bots against each other until it is stopped, and says where each of them stands. The next match is the one that tells most about the order. Bots enter and leave while it plays: by arbiter ladder add and remove in another terminal, or by --watch. A changed bot of the same name is its next version. The same command goes on where the last one stopped.`

// ladderStarts is how many seeds a ladder deals before it begins again.
const ladderStarts = 10_000

// leastPairs is the size of the smallest batch: opening the next one takes some
// milliseconds.
const leastPairs = 4

// ladderOf says which ladder a command is about.
type ladderOf struct {
	Game string `arg:"" help:"The game; see arbiter games."`
	runnerFlags
}

// open returns what is played. The caller closes what it returns.
func (c ladderOf) open(ctx context.Context, s output.Streams, name string, limits flags.Time) (o runner.OpenLadder, local *runner.Local, done func(), err error) {
	g, err := games.Find(c.Game)
	if err != nil {
		return o, nil, nil, league.UsageError{Err: err}
	}
	if c.Server != "" {
		return o, nil, nil, league.Usagef("--server: an open ladder is played here, in a database of its own or beside a server's; leave the flag out")
	}
	if name == "" {
		name = c.Game + "-open"
	}
	o.Entry = runner.Entry{Rules: g}
	o.Entry.Tournament = league.Tournament{ID: name, Game: c.Game, Seats: g.Info().MaxSeats, Format: league.RoundRobin, CreatedAt: league.Now()}
	if o.Entry.Limits, err = limits.Limits(g.Info()); err != nil {
		return o, nil, nil, err
	}
	o.Entry.Positions = o.Entry.DealFresh(g, league.Fresh{Key: "ladder " + name, Count: ladderStarts})
	check := o.Entry.Tournament
	check.Bots = []string{"a", "b"}
	if err := check.Validate(); err != nil {
		return o, nil, nil, flags.Flagged(league.UsageError{Err: err})
	}
	r, box, err := c.runner(ctx, s)
	if err != nil {
		return o, nil, nil, err
	}
	local = r.(*runner.Local)
	db, err := sqlite.Open(ctx, c.DB, flags.Durability(c.Durability))
	if err != nil {
		box.Close()
		return o, nil, nil, err
	}
	o.Store, o.Copies = db, botstore.Copies{Dir: c.DB + flags.LaddersSuffix}
	o.Pairs = max(leastPairs, local.Pool.Size())
	return o, local, func() {
		db.Close()
		box.Close()
	}, nil
}

type ladderPlay struct {
	ladderOf
	Name  string        `arg:"" optional:"" help:"Name of the ladder in the database (default: GAME-open)."`
	Bot   []string      `short:"b" sep:"none" help:"A bot to enter; repeat the flag for each bot." placeholder:"BOT"`
	Watch []string      `sep:"none" help:"Enter the bots of this folder, each folder with a bot.toml and each source file, and every new version of them; or of git:BRANCH:PATH each new commit. Repeat the flag for each." placeholder:"FOLDER"`
	Games int           `help:"Stop after this many matches; 0 for never." default:"0" placeholder:"N" group:"end"`
	Limit time.Duration `name:"time" help:"Stop after this time; 0s for never." default:"0s" group:"end"`
	JSON  bool          `help:"Print where the bots stand as one JSON object." group:"output"`
	flags.Time
}

// Help explains the verb.
func (ladderPlay) Help() string { return ladderHelp }

// Run plays the ladder.
func (c ladderPlay) Run(ctx context.Context, s output.Streams) error {
	if c.Games < 0 || c.Limit < 0 {
		return league.Usagef("--games %d --time %v: want at least 0", c.Games, c.Limit)
	}
	o, local, done, err := c.open(ctx, s, c.Name, c.Time)
	if err != nil {
		return err
	}
	defer done()
	o.Games, o.Limit = c.Games, c.Limit
	if err := checkWatched(ctx, c.Watch); err != nil {
		return err
	}
	names := &owners{of: map[string]string{}}
	ask := func(ctx context.Context, typed, from string) (league.Bot, bool, error) {
		return runner.AskLadder(ctx, local, o, typed, func(bot league.Bot) error { return names.claim(bot.Name, from) })
	}
	for _, typed := range c.Bot {
		if _, _, err := ask(ctx, typed, typed); err != nil {
			return err
		}
	}
	log := &sharedLog{w: s.Err}
	var watching sync.WaitGroup
	watched, stop := context.WithCancel(ctx)
	defer watching.Wait()
	defer stop()
	for _, what := range c.Watch {
		w := watcher{what: what, log: log, ask: ask}
		watching.Go(func() { w.run(watched) })
	}
	result, err := runner.Ladder(ctx, local, o, log)
	if err != nil {
		return err
	}
	if err := printLadder(s, result, c.JSON); err != nil {
		return err
	}
	if ctx.Err() != nil {
		fmt.Fprintf(s.Err, "Stopped; all finished matches are in %s. Run the same command to go on.\n", c.DB)
		return output.ErrReported
	}
	return nil
}

// exists returns a usage error if there is no database.
func (c ladderOf) exists(ctx context.Context) error {
	db, err := c.OpenExisting(ctx)
	if err != nil {
		return err
	}
	return db.Close()
}

func printLadder(s output.Streams, r runner.LadderResult, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(s.Out).Encode(r)
	}
	_, err := io.WriteString(s.Out, r.Text())
	return err
}

type ladderAdd struct {
	ladderOf
	Name string   `help:"Name of the ladder in the database (default: GAME-open)." placeholder:"NAME"`
	Bot  []string `arg:"" name:"bot" help:"The bots to enter."`
	JSON bool     `help:"Print one JSON object for each bot." group:"output"`
}

// Run asks for entries.
func (c ladderAdd) Run(ctx context.Context, s output.Streams) error {
	o, local, done, err := c.open(ctx, s, c.Name, flags.Time{TimeFactor: 1})
	if err != nil {
		return err
	}
	defer done()
	for _, typed := range c.Bot {
		bot, news, err := runner.AskLadder(ctx, local, o, typed, nil)
		if err != nil {
			return err
		}
		if c.JSON {
			if err := json.NewEncoder(s.Out).Encode(ladderAnswer{o.Entry.ID, bot.ID, news}); err != nil {
				return err
			}
		} else if news {
			fmt.Fprintf(s.Out, "%s enters %s with the next round\n", bot.ID, o.Entry.ID)
		} else {
			fmt.Fprintf(s.Out, "%s is unchanged\n", bot.ID)
		}
	}
	return nil
}

type ladderRemove struct {
	ladderOf
	Name string `help:"Name of the ladder in the database (default: GAME-open)." placeholder:"NAME"`
	Bot  string `arg:"" name:"bot" help:"Name of the bot."`
	JSON bool   `help:"Print one JSON object." group:"output"`
}

// Run asks for an exit.
func (c ladderRemove) Run(ctx context.Context, s output.Streams) error {
	if err := c.exists(ctx); err != nil {
		return err
	}
	o, _, done, err := c.open(ctx, s, c.Name, flags.Time{TimeFactor: 1})
	if err != nil {
		return err
	}
	defer done()
	if err := runner.LeaveLadder(ctx, o, c.Bot); err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(ladderAnswer{o.Entry.ID, c.Bot, true})
	}
	_, err = fmt.Fprintf(s.Out, "%s leaves %s with the next round\n", c.Bot, o.Entry.ID)
	return err
}

type ladderList struct {
	ladderOf
	Name string `arg:"" optional:"" help:"Name of the ladder in the database (default: GAME-open)."`
	JSON bool   `help:"Print one JSON object." group:"output"`
}

// Run prints where the bots stand.
func (c ladderList) Run(ctx context.Context, s output.Streams) error {
	if err := c.exists(ctx); err != nil {
		return err
	}
	o, local, done, err := c.open(ctx, s, c.Name, flags.Time{TimeFactor: 1})
	if err != nil {
		return err
	}
	defer done()
	result, err := runner.ReadLadder(ctx, local, o)
	if err != nil {
		return err
	}
	return printLadder(s, result, c.JSON)
}

// A ladderAnswer is what became of a request, as JSON.
type ladderAnswer struct {
	Ladder  string `json:"ladder"`
	Bot     string `json:"bot"`     // ID of what enters, or name of what leaves
	Changed bool   `json:"changed"` // counts from the next round on
}
