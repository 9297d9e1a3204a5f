package matches

import (
	"bytes"
	"context"
	"fmt"

	"arbiter/referee"
	"arbiter/referee/printable"
	"arbiter/referee/process/sandbox"
	"arbiter/referee/replay"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/rerun"
)

// checkRerun returns an error for what cannot be played again and again.
func (c Play) checkRerun() error {
	switch {
	case !c.Rerun:
		return nil
	case c.Human || c.From != "" || c.Score != "":
		return league.Usagef("--rerun plays bots from a start; want neither --human nor --from nor --score")
	case c.JSON:
		return league.Usagef("--rerun prints what changed, as text; want no --json")
	}
	return nil
}

// playAgain plays the bots again after each save, until it is interrupted, and prints what
// changed. All matches have the same start.
func (c Play) playAgain(ctx context.Context, s output.Streams, g referee.Game, box *sandbox.Sandbox) error {
	work, match, err := c.start(g, len(c.Bots))
	if err != nil {
		return err
	}
	match.Close()
	loop := rerun.Loop{Bots: c.Bots}
	loop.Play = func(ctx context.Context, built func(string)) (rerun.Match, error) {
		contenders, err := c.Resolver(s.Err, box, c).All(ctx, c.Bots, g.Info().Name)
		if err != nil {
			return rerun.Match{}, err
		}
		built("")
		match, err := g.New(work.Setup, len(c.Bots))
		if err != nil {
			return rerun.Match{}, err
		}
		playing := work
		playing.Contenders = contenders
		report, err := c.playOnce(ctx, s, playing, match, box)
		if err == nil {
			err = c.write(s, playing, report)
		}
		if err != nil {
			return rerun.Match{}, err
		}
		rec, err := replay.Read(bytes.NewReader(report.Record))
		return rerun.Match{Record: rec, Game: g}, err
	}
	loop.Say = func(e rerun.Event) {
		if e.Err != nil {
			printable.Print(s.Err, printable.Red, printable.Line(e.Err.Error())+"\n")
		}
		if e.Change != nil {
			fmt.Fprintln(s.Out, e.Change.Text)
		}
		if e.Type == rerun.Played || e.Type == rerun.Failed {
			fmt.Fprintln(s.Err, loop.Where())
		}
	}
	if err := loop.Run(ctx); err != nil {
		return err
	}
	return ctx.Err()
}
