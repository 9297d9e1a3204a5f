package human

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"arbiter/referee"
)

// ErrQuit is the error of a match that the human left.
var ErrQuit = errors.New("quit")

// A Terminal is a human's seat at a terminal. It is a referee.Player that
// prints the board and the legal answers, and reads answers a line at a time.
// An answer that would be a fault is explained and asked for again.
type Terminal struct {
	Out   io.Writer
	Lines <-chan string // what the human types; closed at the end of the input
	Seat  int
	Guide referee.Guide

	match   referee.Match
	begun   time.Time // when the last input was sent
	greeted bool      // the first turn has been printed
}

// ReadLines returns a channel that receives the lines of r and is closed at its
// end. The goroutine behind it blocks in a read that nothing can interrupt, so
// it ends with the input or with the program.
func ReadLines(r io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for in := bufio.NewScanner(r); in.Scan(); {
			lines <- in.Text()
		}
	}()
	return lines
}

// Sit takes the seat in a match, and returns the Terminal as its player.
func (t *Terminal) Sit(m referee.Match) referee.Player {
	t.match = m
	return t
}

// PrintBoard prints the board of the match.
func (t *Terminal) PrintBoard() { fmt.Fprintf(t.Out, "\n%s\n", t.match.Board(nil)) }

// Ask prints the position and the legal answers.
func (t *Terminal) Ask(ask referee.Ask) {
	t.begun = time.Now()
	t.Guide.Update(t.match, ask)
	fmt.Fprintf(t.Out, "\nturn %d\n%s\n", ask.Turn, t.match.Board(nil))
	if !t.greeted {
		t.greeted = true
		fmt.Fprintf(t.Out, "You play seat %d. Type help for help, quit to leave.\n", t.Seat)
	}
	t.print(t.Guide.Summary())
}

// print prints a text that may be empty.
func (t *Terminal) print(text string) {
	if text != "" {
		fmt.Fprintln(t.Out, strings.TrimRight(text, "\n"))
	}
}

// Reply reads lines until one is an answer. It returns ErrQuit when the human
// leaves or the input ends.
func (t *Terminal) Reply(ctx context.Context) (referee.Reply, error) {
	for {
		fmt.Fprint(t.Out, "> ")
		var line string
		var ok bool
		select {
		case <-ctx.Done():
			return referee.Reply{}, ctx.Err()
		case line, ok = <-t.Lines:
		}
		line = strings.TrimSpace(line)
		switch {
		case !ok:
			fmt.Fprintln(t.Out) // below the prompt
			return referee.Reply{}, ErrQuit
		case line == "quit":
			return referee.Reply{}, ErrQuit
		case line == "":
		case line == "help":
			t.print(t.Guide.Help())
			t.print(t.Guide.Summary())
		default:
			if err := t.Guide.Check(line); err != nil {
				fmt.Fprintf(t.Out, "%v\n", err)
				continue
			}
			return referee.Reply{Lines: []string{line}, Wall: time.Since(t.begun)}, nil
		}
	}
}

// Finish implements referee.Player.
func (*Terminal) Finish() {}

// Close implements referee.Player.
func (t *Terminal) Close() ([]byte, error) { return nil, nil }
