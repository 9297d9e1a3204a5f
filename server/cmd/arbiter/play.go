package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"text/tabwriter"
	"time"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/process"
	"arbiter/referee/replay"
	"arbiter/server/dispatch"
	"arbiter/server/league"
)

type playCmd struct {
	Game string   `arg:"" help:"The game; see arbiter games."`
	Bots []string `arg:"" optional:"" name:"bot" help:"One bot for each seat: a folder with bot.toml, an executable, a quoted command line, or builtin:GAME/NAME."`

	Seed  string `help:"What the start position is dealt from, a whole number; by default a random one, which is told." placeholder:"N"`
	Setup string `help:"Start from this position instead: a JSON file in the fields that docs/rules tell." placeholder:"FILE"`
	Test  string `help:"The same for heropath: a test of the contest." placeholder:"FILE"`

	Replay string        `help:"Keep the match here; the name should end in .jsonl.gz." placeholder:"FILE"`
	JSON   bool          `help:"Print one JSON object on stdout and nothing else."`
	Watch  bool          `help:"Draw the board on stderr while it is played."`
	Delay  time.Duration `help:"Wait after each board of --watch on a terminal." default:"100ms"`

	Human bool `help:"Play a seat yourself, typing answers; the other seats are bots."`
	Seat  int  `help:"Your seat, with --human." placeholder:"N"`

	Affinity string `help:"${affinity}" enum:"auto,shared,off" default:"off"`

	timeFlags
}

// timeFlags say how long answers may take.
type timeFlags struct {
	TimeFirst  *time.Duration `help:"Limit for a seat's first answer instead of the statement's; 0s for none." placeholder:"D"`
	TimeTurn   *time.Duration `help:"Limit for each later answer instead of the statement's; 0s for none." placeholder:"D"`
	TimeFactor float64        `help:"Multiply the limits." default:"1"`
	TimeMargin time.Duration  `help:"Add to the limits." default:"0s"`
}

// limits returns the limits in force for a game.
func (f timeFlags) limits(info referee.Info) (referee.Limits, error) {
	l := info.Limits()
	if f.TimeFirst != nil {
		l.First = *f.TimeFirst
	}
	if f.TimeTurn != nil {
		l.Turn = *f.TimeTurn
	}
	if f.TimeFactor <= 0 || f.TimeMargin < 0 || l.First < 0 || l.Turn < 0 {
		return l, league.Usagef("limits of time are positive: --time-factor above 0, the others at least 0")
	}
	return l.Scale(f.TimeFactor, f.TimeMargin), nil
}

// Run plays one match.
func (c playCmd) Run(ctx context.Context, s streams) error {
	g, err := games.Find(c.Game)
	if err != nil {
		return league.UsageError{Err: err}
	}
	if c.Human {
		return c.playHuman(ctx, s, g)
	}
	if c.Seat != 0 {
		return league.Usagef("--seat says where you play yourself: give --human too")
	}
	info := g.Info()
	if len(c.Bots) < info.MinSeats || len(c.Bots) > info.MaxSeats {
		return league.Usagef("%s is played by %s; found %d", info.Name, plural(seats(info), "bot"), len(c.Bots))
	}
	limits, err := c.limits(info)
	if err != nil {
		return err
	}
	setup, err := c.setup()
	if err != nil {
		return err
	}
	match, err := g.New(setup, len(c.Bots))
	if err != nil {
		return league.UsageError{Err: err}
	}
	contenders, err := resolver(s.err).All(ctx, c.Bots, info.Name)
	if err != nil {
		return err
	}
	pool := dispatch.Pool{
		Affinity: dispatch.Affinity(c.Affinity), Seats: match.Asked().Len(),
		Version: version, Host: host(), Discard: c.Replay == "",
	}
	if c.Watch {
		pool.Watch = func(_ dispatch.Work, m referee.Match) referee.Recorder { return newWatcher(s.err, m, c.Delay) }
	}
	report, err := pool.Play(ctx, dispatch.Work{
		Job:  league.Job{Pairing: league.Pairing{Start: league.Start{Seed: setup.Seed}}},
		Game: g, Setup: setup, Contenders: contenders, Limits: limits,
	})
	var spec *process.SpecError
	switch {
	case errors.As(err, &spec):
		return league.UsageError{Err: err}
	case err != nil:
		return err
	}
	return c.tell(s, setup, contenders, report)
}

// tell keeps the replay and tells the result.
func (c playCmd) tell(s streams, setup referee.Setup, contenders []dispatch.Contender, report league.Report) error {
	if c.Replay != "" {
		if err := replay.WriteFile(c.Replay, report.Record); err != nil {
			return err
		}
	}
	result := newPlayed(setup, contenders, report, c.Replay)
	if c.JSON {
		return json.NewEncoder(s.out).Encode(result)
	}
	return result.print(s.out)
}

// setup returns where the match starts.
func (c playCmd) setup() (referee.Setup, error) {
	path := c.Setup
	switch {
	case c.Test != "" && c.Game != "heropath":
		return referee.Setup{}, league.Usagef("--test is for heropath; %s starts from --seed or --setup", c.Game)
	case c.Test != "" && c.Setup != "":
		return referee.Setup{}, league.Usagef("--test and --setup both say where the match starts; give one")
	case c.Test != "":
		path = c.Test
	}
	if path != "" {
		if c.Seed != "" {
			return referee.Setup{}, league.Usagef("--seed deals a start position and %s is one; give one of them", path)
		}
		position, err := os.ReadFile(path)
		if err != nil {
			return referee.Setup{}, league.Usagef("start position: %w", err)
		}
		return referee.Setup{Position: position}, nil
	}
	if c.Seed == "" {
		return referee.Setup{Seed: rand.Int64N(1_000_000_000)}, nil
	}
	seed, err := parseSeed(c.Seed)
	return referee.Setup{Seed: seed}, err
}

// parseSeed reads a seed as signed or unsigned 64 bits: games and the sites
// that show seeds use both.
func parseSeed(text string) (int64, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, nil
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, league.Usagef("--seed %s: want a whole number of at most 64 bits", text)
	}
	return int64(n), nil
}

func plural(count, noun string) string {
	if count == "1" {
		return count + " " + noun
	}
	return count + " " + noun + "s"
}

// played is what --json prints of a match.
type played struct {
	Game   string       `json:"game"`
	Seed   *int64       `json:"seed"` // nil: started from an explicit position
	Seats  []playedSeat `json:"seats"`
	Winner *int         `json:"winner"` // nil for a draw and for a solo game
	Reason string       `json:"reason"`
	Turns  int          `json:"turns"`
	Replay *string      `json:"replay"`
}

type playedSeat struct {
	Bot   string         `json:"bot"`
	Score int64          `json:"score"`
	Rank  int            `json:"rank"`
	Fault *referee.Fault `json:"fault"`
}

func newPlayed(setup referee.Setup, contenders []dispatch.Contender, report league.Report, replay string) played {
	r := report.Result
	p := played{Game: report.Game, Reason: r.Reason, Turns: report.Turns}
	if setup.Position == nil {
		p.Seed = &setup.Seed
	}
	for i, c := range contenders {
		p.Seats = append(p.Seats, playedSeat{c.Bot.Typed, r.Scores[i], r.Ranks[i], r.FaultOf(i)})
	}
	if w := r.Winner(); w >= 0 {
		p.Winner = &w
	}
	if replay != "" {
		p.Replay = &replay
	}
	return p
}

// print tells the result to a person.
func (p played) print(w io.Writer) error {
	outcome := "draw"
	switch {
	case p.Winner != nil:
		outcome = fmt.Sprintf("seat %d wins", *p.Winner)
	case len(p.Seats) == 1:
		outcome = fmt.Sprintf("score %d", p.Seats[0].Score)
	}
	start := "from the given position"
	if p.Seed != nil {
		start = fmt.Sprintf("seed %d", *p.Seed)
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "%s (%s) after %s, %s\n", outcome, p.Reason, plural(strconv.Itoa(p.Turns), "turn"), start)
	for i, seat := range p.Seats {
		fmt.Fprintf(table, "  seat %d\t%s\tscore %d\trank %d\n", i, seat.Bot, seat.Score, seat.Rank)
	}
	for _, seat := range p.Seats {
		if seat.Fault != nil {
			fmt.Fprintf(table, "  %s\n", seat.Fault.Error())
		}
	}
	if p.Replay != nil {
		fmt.Fprintf(table, "  replay %s\n", *p.Replay)
	}
	return table.Flush()
}
