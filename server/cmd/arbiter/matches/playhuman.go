package matches

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"arbiter/referee"
	"arbiter/referee/plural"
	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/human"
)

// playHuman plays one match with a human in one seat. The bots keep their time
// limits; the human has none.
func (c Play) playHuman(ctx context.Context, s output.Streams, g referee.Game, box *sandbox.Sandbox) error {
	info := g.Info()
	guide, err := human.NewGuide(g)
	if err != nil {
		return league.UsageError{Err: err}
	}
	if err := flags.CheckSeat(c.Seat, info.MaxSeats, info.Name); err != nil {
		return err
	}
	players := len(c.Bots) + 1
	if players < info.MinSeats || players > info.MaxSeats {
		return league.Usagef("%s has %s, and you play one of them; found %s",
			info.Name, seatCount(info, "seat"), plural.Count(len(c.Bots), "bot"))
	}
	work, _, err := c.prepare(ctx, s, g, players, box)
	if err != nil {
		return err
	}
	work.Contenders = slices.Insert(work.Contenders, min(c.Seat, len(work.Contenders)), dispatch.Contender{Bot: league.Human(info.Name)})
	return c.playSeat(ctx, s, work, guide, box)
}

// playSeat plays a match in which the seat --seat is the human's.
func (c Play) playSeat(ctx context.Context, s output.Streams, work dispatch.Work, guide referee.Guide, box *sandbox.Sandbox) error {
	terminal := human.Terminal{Out: s.Err, Lines: human.ReadLines(s.In), Seat: c.Seat, Guide: guide}
	work.Contenders[min(c.Seat, len(work.Contenders)-1)].Human = terminal.Sit
	pool := dispatch.Pool{Affinity: dispatch.Off, Isolation: box, Version: flags.Version, Host: flags.Host(box), Discard: c.Replay == ""}
	report, err := pool.Play(ctx, work)
	switch {
	case errors.Is(err, human.ErrQuit):
		fmt.Fprintln(s.Err, "You left the match; it has no result.")
		return nil
	case errors.As(err, new(*process.SpecError)):
		return league.UsageError{Err: err}
	case err != nil:
		return err
	}
	terminal.PrintBoard()
	return c.write(s, work, report)
}

// seatCount returns the number of seats of a game with what takes them, such as
// "1 bot" or "2 to 4 bots".
func seatCount(i referee.Info, noun string) string {
	text := plural.Count(i.MaxSeats, noun)
	if i.MinSeats < i.MaxSeats {
		text = fmt.Sprintf("%d to %s", i.MinSeats, text)
	}
	return text
}
