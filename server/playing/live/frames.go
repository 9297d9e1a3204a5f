package live

import (
	"context"
	"errors"
	"fmt"
	"io"

	"arbiter/referee/replay"
	"arbiter/server/playing/dispatch"
)

// produceFrames is the producer of a match: it makes the lines of a full export
// (docs/replay-format.md) while the match is played. They differ from the lines of the
// stored replay by what is known only afterwards: stderr written after an answer is
// missing from that turn's frame.
func produceFrames(ctx context.Context, work dispatch.Work, header replay.Header, r *recording, add func([]byte)) error {
	match, err := work.Game.New(work.Setup, len(work.Contenders))
	if err != nil {
		return fmt.Errorf("deal the match again: %w", err)
	}
	defer match.Close()
	framer := replay.NewFramer(match, len(work.Contenders), work.Limits)
	start := framer.Start()
	header.Start = start.Digest
	line := adder(add)
	if err := line(replay.AppendFullHeader(nil, header)); err != nil {
		return err
	}
	if err := line(replay.AppendScene(nil, start.Scene)); err != nil {
		return err
	}
	if err := line(replay.AppendFrame(nil, start)); err != nil {
		return err
	}
	for played := 0; ; {
		turns, err := r.turns.after(ctx, played)
		if errors.Is(err, io.EOF) {
			return line(replay.AppendFooter(nil, &r.footer))
		}
		if err != nil {
			return err
		}
		for i := range turns {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := line(replay.AppendFrame(nil, framer.Play(&turns[i]))); err != nil {
				return err
			}
		}
		played += len(turns)
	}
}

// adder returns a function that adds a line, unless encoding it failed.
func adder(add func([]byte)) func([]byte, error) error {
	return func(line []byte, err error) error {
		if err == nil {
			add(line)
		}
		return err
	}
}
