package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/server/dispatch"
	"arbiter/server/human"
	"arbiter/server/league"
)

// errQuit ends a match that a person leaves.
var errQuit = errors.New("quit")

// playHuman plays one match with a person in a seat. Bots keep their limits,
// the person has none.
func (c playCmd) playHuman(ctx context.Context, s streams, g referee.Game) error {
	info := g.Info()
	advice, err := human.NewAdvice(info.Name)
	if err != nil {
		return league.UsageError{Err: err}
	}
	if c.Seat < 0 || c.Seat >= info.MaxSeats {
		return league.Usagef("--seat %d: %s has seats 0 to %d", c.Seat, info.Name, info.MaxSeats-1)
	}
	if len(c.Bots)+1 < info.MinSeats || len(c.Bots)+1 > info.MaxSeats {
		return league.Usagef("%s is played by %s, and you are one of them; found %s",
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
	if _, err := g.New(setup, len(c.Bots)+1); err != nil {
		return league.UsageError{Err: err}
	}
	contenders, err := resolver(s.err).All(ctx, c.Bots, info.Name)
	if err != nil {
		return err
	}
	person := &humanPlayer{out: s.err, lines: readLines(s.in), seat: c.Seat, advice: advice}
	me := dispatch.Contender{Bot: league.Human(info.Name), Person: person.sit}
	contenders = slices.Insert(contenders, min(c.Seat, len(contenders)), me)
	pool := dispatch.Pool{Affinity: dispatch.Off, Version: version, Host: host(), Discard: c.Replay == ""}
	report, err := pool.Play(ctx, dispatch.Work{
		Job:  league.Job{Pairing: league.Pairing{Start: league.Start{Seed: setup.Seed}}},
		Game: g, Setup: setup, Contenders: contenders, Limits: limits,
	})
	var spec *process.SpecError
	switch {
	case errors.Is(err, errQuit):
		fmt.Fprintln(s.err, "You left the match; it has no result.")
		return nil
	case errors.As(err, &spec):
		return league.UsageError{Err: err}
	case err != nil:
		return err
	}
	fmt.Fprintf(s.err, "\n%s\n", person.match.Board(nil))
	return c.tell(s, setup, contenders, report)
}

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
	advice human.Advice
	begun  time.Time
	greets bool // the first turn has been shown
}

// sit takes the seat in a match.
func (p *humanPlayer) sit(m referee.Match) referee.Player {
	p.match = m
	return p
}

// Ask shows the position and what may be answered.
func (p *humanPlayer) Ask(ask referee.Ask) {
	p.begun = time.Now()
	p.advice.See(p.match, ask)
	fmt.Fprintf(p.out, "\nturn %d\n%s\n", ask.Turn, p.match.Board(nil))
	if !p.greets {
		p.greets = true
		fmt.Fprintf(p.out, "You have seat %d. Type help for help, quit to leave.\n", p.seat)
	}
	p.show(p.advice.Words())
}

// show writes a text that may be empty.
func (p *humanPlayer) show(text string) {
	if text != "" {
		fmt.Fprintln(p.out, strings.TrimRight(text, "\n"))
	}
}

// Reply waits for a line that is an answer. One that would be a fault is
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
			p.show(p.advice.Help())
			p.show(p.advice.Words())
		default:
			if err := p.advice.Check(line); err != nil {
				fmt.Fprintf(p.out, "%v\n", err)
				continue
			}
			return referee.Reply{Lines: []string{line}, Wall: time.Since(p.begun)}, nil
		}
	}
}

// Close implements referee.Player.
func (p *humanPlayer) Close() ([]byte, error) { return nil, nil }
