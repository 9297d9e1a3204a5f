package matches

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
)

type replayInputCmd struct {
	Replay string `arg:"" help:"${replay}"`
	flags.Rerun
	Seat int  `required:"" help:"The seat that was sent the input." placeholder:"N"`
	Turn *int `help:"Print the input of this turn only. By default the whole match is printed." placeholder:"T"`
	JSON bool `help:"Print one JSON object for each turn: its number, the input, and the number of lines that were asked for."`
	To   *int `help:"Print the input up to and including this turn." placeholder:"T"`
}

// Run prints what a seat was sent.
func (c replayInputCmd) Run(ctx context.Context, s output.Streams) error {
	game, box, err := c.OpenGame(s.Err)
	if err != nil {
		return err
	}
	defer box.Close()
	rec, g, err := c.OpenReplay(ctx, s.Token, c.Replay, game)
	if err != nil {
		return err
	}
	if err := flags.CheckSeat(c.Seat, len(rec.Header.Seats), c.Replay); err != nil {
		return err
	}
	if err := c.check(len(rec.Turns)); err != nil {
		return err
	}
	w := bufio.NewWriter(s.Data())
	asked := false
	for input, err := range replay.Inputs(rec, g, c.Seat) {
		if err != nil {
			return errors.Join(err, w.Flush())
		}
		if c.Turn != nil && input.Turn != *c.Turn || c.To != nil && input.Turn > *c.To {
			continue
		}
		asked = true
		if err := c.write(w, input); err != nil {
			return err
		}
	}
	if c.Turn != nil && !asked {
		return league.Usagef("--turn %d: seat %d was not asked in this turn; the match has %d turns", *c.Turn, c.Seat, len(rec.Turns))
	}
	return w.Flush()
}

// check returns an error if a match of so many turns does not have the turns that were typed.
// It may end before --to.
func (c replayInputCmd) check(turns int) error {
	switch {
	case c.Turn != nil && c.To != nil:
		return league.Usagef("--turn prints one turn, --to all turns up to one; want only one of them")
	case c.Turn != nil:
		return flags.CheckTurn("turn", *c.Turn, turns)
	case c.To != nil:
		return flags.CheckTurn("to", min(*c.To, turns), turns)
	}
	return nil
}

// write prints the input of a turn. Of a document no number of lines was asked for.
func (c replayInputCmd) write(w io.Writer, input replay.Input) error {
	if !c.JSON {
		_, err := w.Write(input.Text)
		return err
	}
	type line struct {
		Turn  int    `json:"turn"`
		Input string `json:"input"`
		Lines int    `json:"lines,omitempty"`
	}
	l := line{Turn: input.Turn, Input: string(input.Text)}
	if input.Lines != referee.Document {
		l.Lines = input.Lines
	}
	return json.NewEncoder(w).Encode(l)
}
