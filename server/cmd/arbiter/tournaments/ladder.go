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

	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
	"arbiter/server/playing/follow"
	"arbiter/server/playing/ladder"
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
	hostFlags
}

// name returns the name of the ladder.
func (c ladderOf) name(typed string) string { return cmp.Or(typed, c.Game+"-open") }

// open returns what plays the ladder, and the ladder as it is asked for. The caller closes
// the host.
func (c ladderOf) open(ctx context.Context, s output.Streams, log io.Writer, name string, seats int, limits flags.Time) (host follow.Host, l league.OpenLadder, err error) {
	g, err := c.game(ctx, s, c.Game)
	if err != nil {
		return host, l, err
	}
	if err := league.CheckSeats(seats, g.Info()); err != nil {
		return host, l, flags.Flagged(err)
	}
	l = league.OpenLadder{Name: c.name(name), Game: c.Game, Seats: seats, TimeFactor: limits.TimeFactor}
	timed, err := limits.Limits(g.Info())
	if err != nil {
		return host, l, err
	}
	if limits != (flags.Time{TimeFactor: limits.TimeFactor}) {
		l.Limits = timed
	}
	check, _ := ladder.Define(l, g, timed)
	check.Bots = []string{"a", "b"}
	if err := check.Validate(); err != nil {
		return host, l, flags.Flagged(league.UsageError{Err: err})
	}
	host, err = c.openWith(ctx, s, log, g, c.DB+flags.LaddersSuffix)
	return host, l, err
}

// ladderAt says which ladder a command is about that starts no bot.
type ladderAt struct {
	Game string `arg:"" help:"The game; see arbiter games."`
	flags.Database
	flags.Remote
}

// name returns the name of the ladder.
func (c ladderAt) name(typed string) string { return ladderOf{Game: c.Game}.name(typed) }

// open opens the database for reading or, to change something, as it is; or it connects to
// the server.
func (c ladderAt) open(ctx context.Context, s output.Streams, reads bool) (league.Service, error) {
	if _, err := findGame(ctx, s, c.Database, c.Remote, c.Game); err != nil {
		return nil, err
	}
	return flags.Library{Database: c.Database, Remote: c.Remote}.OpenTo(ctx, s.Token, reads)
}

type ladderPlay struct {
	ladderOf
	Name      string        `arg:"" optional:"" help:"Name of the ladder (default: GAME-open)."`
	Bot       []string      `short:"b" sep:"none" help:"A bot to enter; repeat the flag for each bot." placeholder:"BOT"`
	Watch     []string      `sep:"none" help:"Enter the bots of this folder, each folder with a bot.toml and each source file, or the folder itself if it is a bot, and every new version of them; or of git:BRANCH:PATH each new commit. Repeat the flag for each." placeholder:"FOLDER"`
	Seats     int           `seldom:"" help:"Seats of a match, where the game allows several numbers (default: 2, or what is nearest to it)." placeholder:"N"`
	MaxGames  int           `help:"Stop after this many matches, rounded up to whole pairs here and to whole rounds on a server; 0 for never." default:"0" placeholder:"N" group:"end"`
	TimeLimit time.Duration `help:"Stop after this time; 0s for never." default:"0s" group:"end"`
	JSON      bool          `help:"Print where the bots stand as one JSON object." group:"output"`
	flags.Time
}

// Help explains the verb.
func (ladderPlay) Help() string { return ladderHelp }

// Run plays the ladder.
func (c ladderPlay) Run(ctx context.Context, s output.Streams) error {
	log := NewScreen(s.Err)
	host, l, err := c.open(ctx, s, log, c.Name, c.Seats, c.Time)
	if err != nil {
		return err
	}
	defer host.Close()
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
	at, err := host.OpenLadder(ctx, l)
	if err != nil {
		return err
	}
	names := &owners{of: map[string]string{}}
	ask := func(ctx context.Context, typed, from string) (league.Bot, bool, error) {
		return host.EnterLadder(ctx, l.Name, typed, func(bot league.Bot) error { return names.claim(bot.Name, from) })
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
	follower := ladderFollower{host: host, log: log}
	result, err := follower.play(ctx, at, c.MaxGames, c.TimeLimit)
	if err != nil {
		return err
	}
	if err := printLadder(s, result, c.JSON); err != nil {
		return err
	}
	if ctx.Err() != nil {
		fmt.Fprintln(s.Err, hint(host, l.Name))
		return output.ErrReported
	}
	return nil
}

// hint says how to go on with a ladder that was interrupted.
func hint(host follow.Host, name string) string {
	if host.Server == "" {
		return fmt.Sprintf("Stopped; all finished matches are in %s. Run the same command to go on.", host.DB)
	}
	return fmt.Sprintf("The server plays on: %s. Run the same command to follow it again, or with --time-limit 1s to pause it.", host.Page("ladders", name))
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

func printLadder(s output.Streams, r LadderResult, asJSON bool) error {
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
	host, l, err := c.open(ctx, s, s.Err, c.Name, 0, flags.Time{TimeFactor: 1})
	if err != nil {
		return err
	}
	defer host.Close()
	if _, err := host.OpenLadder(ctx, l); err != nil {
		return err
	}
	for _, typed := range c.Bot {
		bot, news, err := host.EnterLadder(ctx, l.Name, typed, nil)
		if err != nil {
			return err
		}
		if c.JSON {
			if err := json.NewEncoder(s.Out).Encode(ladderAnswer{l.Name, bot.ID, news}); err != nil {
				return err
			}
		} else if news {
			fmt.Fprintf(s.Out, "%s enters %s with the next round\n", bot.ID, l.Name)
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
	ladders, err := c.open(ctx, s, false)
	if err != nil {
		return err
	}
	defer ladders.Close()
	if err := ladders.LeaveLadder(ctx, c.name(c.Name), c.Bot); err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(ladderAnswer{c.name(c.Name), c.Bot, true})
	}
	_, err = fmt.Fprintf(s.Out, "%s leaves %s with the next round\n", c.Bot, c.name(c.Name))
	return err
}

type ladderList struct {
	ladderAt
	Name string `arg:"" optional:"" help:"Name of the ladder (default: GAME-open)."`
	JSON bool   `help:"Print one JSON object." group:"output"`
}

// Run prints where the bots stand.
func (c ladderList) Run(ctx context.Context, s output.Streams) error {
	ladders, err := c.open(ctx, s, true)
	if err != nil {
		return err
	}
	defer ladders.Close()
	at, err := ladders.Ladder(ctx, c.name(c.Name))
	if errors.Is(err, league.ErrNotFound) {
		return fmt.Errorf("%w; arbiter ladder play begins one", err)
	}
	if err != nil {
		return err
	}
	return printLadder(s, resultOf(at, at.Matches), c.JSON)
}

// A ladderAnswer is what became of a request, as JSON.
type ladderAnswer struct {
	Ladder  string `json:"ladder"`
	Bot     string `json:"bot"`     // ID of what enters, or name of what leaves
	Changed bool   `json:"changed"` // counts from the next round on
}
