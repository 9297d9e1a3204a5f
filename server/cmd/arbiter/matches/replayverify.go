package matches

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
)

type replayVerifyCmd struct {
	Replays []string `arg:"" name:"replay" help:"Replay files, folders of them, or IDs of matches in the database or on the server."`
	JSON    bool     `help:"Print one JSON object for each replay."`
	flags.Rerun
}

// Run re-simulates replays and compares the digests of their turns.
func (c replayVerifyCmd) Run(ctx context.Context, s output.Streams) error {
	game, box, err := c.OpenGame(s.Err)
	if err != nil {
		return err
	}
	defer box.Close()
	var code int // of what is worse: a replay that differs says more than one that is not there
	var names []string
	for _, name := range c.Replays {
		files, err := flags.ReplaysIn(name)
		if err != nil {
			return err
		}
		names = append(names, files...)
	}
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		verification, err := c.verify(ctx, s.Token, name, game)
		if err != nil {
			if !output.IsUsage(err) {
				code = output.ExitFailed
			} else if code == output.ExitDone {
				code = output.ExitUsage
			}
			fmt.Fprintf(s.Err, "arbiter: %v\n", err)
			continue
		}
		if verification.Status != replay.Same {
			code = output.ExitFailed
		}
		if err := c.print(s.Out, name, verification); err != nil {
			return err
		}
	}
	if code != output.ExitDone {
		return output.ExitWith(code, output.ErrReported)
	}
	return nil
}

func (c replayVerifyCmd) verify(ctx context.Context, token, name string, game referee.Game) (replay.Verification, error) {
	rec, g, err := c.OpenReplay(ctx, token, name, game)
	if err != nil {
		return replay.Verification{}, err
	}
	verification, err := replay.Verify(rec, g)
	if err != nil {
		return verification, fmt.Errorf("%s: %w", name, err)
	}
	return verification, nil
}

// print prints what was found of a replay.
func (c replayVerifyCmd) print(w io.Writer, name string, v replay.Verification) error {
	if !c.JSON {
		_, err := fmt.Fprintf(w, "%s: %s\n", name, v)
		return err
	}
	words := map[replay.Status]string{replay.Same: "same", replay.Differs: "differs", replay.Unended: "unended"}
	return json.NewEncoder(w).Encode(struct {
		Replay string `json:"replay"`
		Status string `json:"status"`
		Turn   int    `json:"turn"`
		Why    string `json:"why,omitempty"`
	}{name, words[v.Status], v.Turn, v.Why})
}
