package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/referee/replay"
	"arbiter/server/dispatch"
	"arbiter/server/league"
)

// errQuit ends a match that a person leaves.
var errQuit = errors.New("quit")

// human is what is told in the place of a bot where a person plays.
const human = "human"

// playHuman plays one match with a person in a seat. Bots keep their limits,
// the person has none.
func (c playCmd) playHuman(ctx context.Context, s streams, g referee.Game) error {
	info := g.Info()
	advice, err := newAdvice(info.Name)
	if err != nil {
		return err
	}
	if c.Seat < 0 || c.Seat >= info.MaxSeats {
		return usagef("--seat %d: %s has seats 0 to %d", c.Seat, info.Name, info.MaxSeats-1)
	}
	if len(c.Bots)+1 < info.MinSeats || len(c.Bots)+1 > info.MaxSeats {
		return usagef("%s is played by %s, and you are one of them; found %s",
			info.Name, plural(seats(info), "seat"), plural(fmt.Sprint(len(c.Bots)), "bot"))
	}
	limits, err := c.limits(info)
	if err != nil {
		return err
	}
	setup, err := c.setup()
	if err != nil {
		return err
	}
	match, err := g.New(setup, len(c.Bots)+1)
	if err != nil {
		return usageError{err}
	}
	contenders, err := resolveBots(ctx, c.Bots, info.Name, s.err)
	if err != nil {
		return err
	}
	person := &humanPlayer{out: s.err, lines: readLines(s.in), match: match, seat: c.Seat, advice: advice}
	players, err := startBots(contenders)
	if err != nil {
		return err
	}
	me := dispatch.Contender{Bot: league.NewBot(info.Name, human, human, "", "")}
	at := min(c.Seat, len(players))
	players = slices.Insert(players, at, referee.Player(person))
	contenders = slices.Insert(contenders, at, me)
	return c.playOut(ctx, s, g, setup, match, limits, contenders, players)
}

// startBots starts a player for each contender at one table.
func startBots(contenders []dispatch.Contender) ([]referee.Player, error) {
	var table process.Table
	var players []referee.Player
	for _, one := range contenders {
		p, err := table.Start(one.Spec)
		if err != nil {
			for _, started := range players {
				_, closeErr := started.Close()
				err = errors.Join(err, closeErr)
			}
			var spec *process.SpecError
			if errors.As(err, &spec) {
				return nil, usageError{err}
			}
			return nil, err
		}
		players = append(players, p)
	}
	return players, nil
}

// playOut plays the match to its end and tells the result.
func (c playCmd) playOut(ctx context.Context, s streams, g referee.Game, setup referee.Setup, match referee.Match,
	limits referee.Limits, contenders []dispatch.Contender, players []referee.Player) error {
	turns := &turnCounter{}
	record := referee.Recorders{turns}
	var writer *replay.Writer
	if c.Replay != "" {
		header := replay.NewHeader(g.Info(), setup, limits)
		header.Arbiter, header.PlayedAt, header.Host = version, time.Now(), host()
		for _, one := range contenders {
			header.Seats = append(header.Seats, replay.Seat{
				Name: one.Bot.Name, Bot: one.Bot.Typed, Version: one.Bot.Version, Digest: one.Bot.Digest,
			})
		}
		var err error
		if writer, err = replay.NewWriter(header, match); err != nil {
			return err
		}
		record = append(record, writer)
	}
	result, err := referee.Play(ctx, match, players, referee.Options{Limits: limits, Recorder: record})
	if errors.Is(err, errQuit) {
		fmt.Fprintln(s.err, "You left the match; it has no result.")
		return nil
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(s.err, "\n%s\n", match.Board(nil))
	if writer != nil {
		if err := writer.Save(c.Replay); err != nil {
			return err
		}
	}
	told := newPlayed(setup, contenders, league.Report{Game: g.Info().Name, Result: result, Turns: turns.n}, c.Replay)
	if c.JSON {
		return json.NewEncoder(s.out).Encode(told)
	}
	return told.print(s.out)
}

// A turnCounter counts the turns of a match.
type turnCounter struct{ n int }

// Turn implements referee.Recorder.
func (c *turnCounter) Turn(t *referee.Turn) error { c.n = t.Number; return nil }

// End implements referee.Recorder.
func (c *turnCounter) End(referee.Result, [][]byte) error { return nil }

// readLines sends the lines that are typed. Its goroutine waits in a read that
// nothing can interrupt: it ends with the input or with the program.
func readLines(r io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for in := bufio.NewScanner(r); in.Scan(); {
			lines <- in.Text()
		}
	}()
	return lines
}

// A humanPlayer is a person at the terminal. It is a referee.Player.
type humanPlayer struct {
	out    io.Writer
	lines  <-chan string
	match  referee.Match
	seat   int
	advice advice
	ask    referee.Ask
	begun  time.Time
	greets bool // the first turn has been shown
}

// Ask shows the position and what may be answered.
func (p *humanPlayer) Ask(ask referee.Ask) {
	p.ask, p.begun = ask, time.Now()
	p.advice.see(string(ask.Input))
	fmt.Fprintf(p.out, "\nturn %d\n%s\n", ask.Turn, p.match.Board(nil))
	if !p.greets {
		p.greets = true
		fmt.Fprintf(p.out, "You have seat %d. Type help for help, quit to leave.\n", p.seat)
	}
	p.show(p.advice.choices(p.match))
}

// show writes a text that may be empty.
func (p *humanPlayer) show(text string) {
	if text != "" {
		fmt.Fprintln(p.out, strings.TrimRight(text, "\n"))
	}
}

// Reply waits for a line that is an answer. One that would cost the match is
// explained and asked again.
func (p *humanPlayer) Reply(ctx context.Context) (referee.Reply, error) {
	for {
		fmt.Fprint(p.out, "> ")
		var line string
		var ok bool
		select {
		case <-ctx.Done():
			return referee.Reply{}, ctx.Err()
		case line, ok = <-p.lines:
		}
		line = strings.TrimSpace(line)
		switch {
		case !ok:
			fmt.Fprintln(p.out) // below the prompt
			return referee.Reply{}, errQuit
		case line == "quit":
			return referee.Reply{}, errQuit
		case line == "":
		case line == "help":
			p.show(p.advice.help())
			p.show(p.advice.choices(p.match))
		default:
			if err := p.advice.check(p.match, line); err != nil {
				fmt.Fprintf(p.out, "%v\n", err)
				continue
			}
			return referee.Reply{Lines: []string{line}, Wall: time.Since(p.begun)}, nil
		}
	}
}

// Close implements referee.Player.
func (p *humanPlayer) Close() ([]byte, error) { return nil, nil }
