package tournaments

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"arbiter/referee/games"
	"arbiter/referee/process/sandbox"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/ladder"
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

// ladderOf says which ladder a command is about.
type ladderOf struct {
	Game string `arg:"" help:"The game; see arbiter games."`
	runnerFlags

	reads bool // and changes nothing, so that the database may be read-only
}

// name returns the name of the ladder.
func (c ladderOf) name(typed string) string { return cmp.Or(typed, c.Game+"-open") }

// open returns where the ladder is played. The caller calls done at the end.
func (c ladderOf) open(ctx context.Context, s output.Streams, name string, limits flags.Time) (venue runner.LadderVenue, done func(), err error) {
	g, err := games.Find(c.Game)
	if err != nil {
		return nil, nil, league.UsageError{Err: err}
	}
	name = c.name(name)
	timed, err := limits.Limits(g.Info())
	if err != nil {
		return nil, nil, err
	}
	o := runner.OpenLadder{Entry: runner.Entry{Rules: g}}
	o.Entry.Tournament, o.Entry.Positions = ladder.Define(name, g, timed)
	check := o.Entry.Tournament
	check.Bots = []string{"a", "b"}
	if err := check.Validate(); err != nil {
		return nil, nil, flags.Flagged(league.UsageError{Err: err})
	}
	if c.Server != "" && limits != (flags.Time{TimeFactor: limits.TimeFactor}) {
		return nil, nil, league.Usagef("--server: a ladder on a server has the game's time limits, which --time-factor multiplies; leave the other --time flags and --clock out")
	}
	r, box, err := c.runner(ctx, s)
	if err != nil {
		return nil, nil, err
	}
	local, ok := r.(*runner.Local)
	if !ok {
		return runner.RemoteLadder{Remote: r.(*runner.Remote), Game: c.Game, Name: name, TimeFactor: limits.TimeFactor}, func() {}, nil
	}
	var db *sqlite.DB
	if c.reads {
		db, err = c.OpenReading(ctx)
	} else {
		db, err = sqlite.Open(ctx, c.DB, flags.Durability(c.Durability))
	}
	if err != nil {
		box.Close()
		return nil, nil, err
	}
	o.Store, o.Copies = db, botstore.Copies{Dir: c.DB + flags.LaddersSuffix}
	o.Pairs = max(ladder.LeastPairs, local.Pool.Size())
	return runner.LocalLadder{Local: local, OpenLadder: o}, func() {
		db.Close()
		box.Close()
	}, nil
}

// ladderAt says which ladder a command is about that starts no bot.
type ladderAt struct {
	Game string `arg:"" help:"The game; see arbiter games."`
	flags.Database
	flags.Remote
}

// ladder returns the ladder with what says how bots are run left out.
func (c ladderAt) ladder() ladderOf {
	return ladderOf{Game: c.Game, runnerFlags: runnerFlags{Database: c.Database, Remote: c.Remote, Box: flags.Box{Isolation: string(sandbox.Off)}, Durability: "normal"}}
}

type ladderPlay struct {
	ladderOf
	Name      string        `arg:"" optional:"" help:"Name of the ladder (default: GAME-open)."`
	Bot       []string      `short:"b" sep:"none" help:"A bot to enter; repeat the flag for each bot." placeholder:"BOT"`
	Watch     []string      `sep:"none" help:"Enter the bots of this folder, each folder with a bot.toml and each source file, or the folder itself if it is a bot, and every new version of them; or of git:BRANCH:PATH each new commit. Repeat the flag for each." placeholder:"FOLDER"`
	MaxGames  int           `aliases:"games" help:"Stop after this many matches, rounded up to whole pairs here and to whole rounds on a server; 0 for never." default:"0" placeholder:"N" group:"end"`
	TimeLimit time.Duration `aliases:"time" help:"Stop after this time; 0s for never." default:"0s" group:"end"`
	JSON      bool          `help:"Print where the bots stand as one JSON object." group:"output"`
	flags.Time
}

// Help explains the verb.
func (ladderPlay) Help() string { return ladderHelp }

// Run plays the ladder.
func (c ladderPlay) Run(ctx context.Context, s output.Streams) error {
	venue, done, err := c.open(ctx, s, c.Name, c.Time)
	if err != nil {
		return err
	}
	defer done()
	if c.Server == "" {
		unlock, err := c.lock(ctx)
		if err != nil {
			return err
		}
		defer unlock()
	}
	if err := checkWatched(ctx, c.Watch); err != nil {
		return err
	}
	log := runner.NewScreen(s.Err)
	if local, ok := venue.(runner.LocalLadder); ok {
		local.Resolver.Progress = log
	}
	names := &owners{of: map[string]string{}}
	ask := func(ctx context.Context, typed, from string) (league.Bot, bool, error) {
		return venue.Ask(ctx, typed, func(bot league.Bot) error { return names.claim(bot.Name, from) })
	}
	for _, typed := range c.Bot {
		if _, _, err := ask(ctx, typed, typed); err != nil {
			return err
		}
	}
	var watching sync.WaitGroup
	watched, stop := context.WithCancel(ctx)
	defer watching.Wait()
	defer stop()
	for _, what := range c.Watch {
		w := watcher{what: what, log: log, ask: ask, release: names.release}
		watching.Go(func() { w.run(watched) })
	}
	result, err := venue.Play(ctx, c.MaxGames, c.TimeLimit, log)
	if err != nil {
		return err
	}
	if err := printLadder(s, result, c.JSON); err != nil {
		return err
	}
	if ctx.Err() != nil {
		fmt.Fprintln(s.Err, venue.Hint())
		return output.ErrReported
	}
	return nil
}

// lock makes this process the only one that plays the ladder. One that a server of the
// same database plays takes the place of that server.
func (c ladderPlay) lock(ctx context.Context) (release func(), err error) {
	release, err = flags.LockLadder(c.DB, c.name(c.Name))
	if err != nil {
		return nil, err
	}
	served, err := c.served(ctx)
	if err == nil && !served {
		return release, nil
	}
	var alone func()
	if err == nil {
		alone, err = flags.LockDatabase(c.DB)
	}
	if err != nil {
		release()
		return nil, err
	}
	return func() { alone(); release() }, nil
}

// served reports whether the ladder is one of a server.
func (c ladderPlay) served(ctx context.Context) (served bool, err error) {
	db, err := sqlite.Open(ctx, c.DB, flags.Durability(c.Durability))
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	ladders, err := db.OpenLadders(ctx)
	return slices.ContainsFunc(ladders, func(l league.OpenLadder) bool { return l.Name == c.name(c.Name) }), err
}

// exists returns a usage error if there is no database that should be there.
func (c ladderOf) exists(ctx context.Context) error {
	if c.Server != "" {
		return nil
	}
	db, err := c.OpenReading(ctx)
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
	Name string   `help:"Name of the ladder (default: GAME-open)." placeholder:"NAME"`
	Bot  []string `arg:"" name:"bot" help:"The bots to enter."`
	JSON bool     `help:"Print one JSON object for each bot." group:"output"`
}

// Run asks for entries.
func (c ladderAdd) Run(ctx context.Context, s output.Streams) error {
	venue, done, err := c.open(ctx, s, c.Name, flags.Time{TimeFactor: 1})
	if err != nil {
		return err
	}
	defer done()
	for _, typed := range c.Bot {
		bot, news, err := venue.Ask(ctx, typed, nil)
		if err != nil {
			return err
		}
		if c.JSON {
			if err := json.NewEncoder(s.Out).Encode(ladderAnswer{c.name(c.Name), bot.ID, news}); err != nil {
				return err
			}
		} else if news {
			fmt.Fprintf(s.Out, "%s enters %s with the next round\n", bot.ID, c.name(c.Name))
		} else {
			fmt.Fprintf(s.Out, "%s is unchanged\n", bot.ID)
		}
	}
	return nil
}

type ladderRemove struct {
	ladderAt
	Name string `help:"Name of the ladder (default: GAME-open)." placeholder:"NAME"`
	Bot  string `arg:"" name:"bot" help:"Name of the bot."`
	JSON bool   `help:"Print one JSON object." group:"output"`
}

// Run asks for an exit.
func (c ladderRemove) Run(ctx context.Context, s output.Streams) error {
	l := c.ladder()
	if err := l.exists(ctx); err != nil {
		return err
	}
	venue, done, err := l.open(ctx, s, c.Name, flags.Time{TimeFactor: 1})
	if err != nil {
		return err
	}
	defer done()
	if err := venue.Leave(ctx, c.Bot); err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(ladderAnswer{l.name(c.Name), c.Bot, true})
	}
	_, err = fmt.Fprintf(s.Out, "%s leaves %s with the next round\n", c.Bot, l.name(c.Name))
	return err
}

type ladderList struct {
	ladderAt
	Name string `arg:"" optional:"" help:"Name of the ladder (default: GAME-open)."`
	JSON bool   `help:"Print one JSON object." group:"output"`
}

// Run prints where the bots stand.
func (c ladderList) Run(ctx context.Context, s output.Streams) error {
	l := c.ladder()
	l.reads = true
	if err := l.exists(ctx); err != nil {
		return err
	}
	venue, done, err := l.open(ctx, s, c.Name, flags.Time{TimeFactor: 1})
	if err != nil {
		return err
	}
	defer done()
	result, err := venue.Read(ctx)
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
