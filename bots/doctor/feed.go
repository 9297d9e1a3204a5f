package doctor

import (
	"context"
	"fmt"

	"arbiter/referee"
)

// answerLines returns the number of lines of an answer of the game, or
// referee.Document.
func (x *examination) answerLines() (int, error) {
	m, err := x.Game.New(referee.Setup{Seed: 1}, x.Game.Info().MinSeats)
	if err != nil {
		return 0, err
	}
	defer m.Close()
	return m.Lines(0), nil
}

// fed starts the bot and feeds it the inputs of a transcript before a turn, each
// one after the answer to the one before. The caller stops the probe. ok is false
// when an answer does not come.
func (x *examination) fed(ctx context.Context, t transcript, turn int) (p *probe, ok bool, err error) {
	lines, err := x.answerLines()
	if err != nil {
		return nil, false, err
	}
	if p, err = x.newProbe(t.spec); err != nil {
		return nil, false, fmt.Errorf("start the bot again: %w", err)
	}
	limits := x.waitLimits()
	limit := limits.First
	for _, e := range t.exchanges {
		if e.turn >= turn {
			break
		}
		p.ask = referee.Ask{Turn: e.turn, Lines: lines, Limit: limit}
		p.send([]byte(e.input), limit)
		text, answered := p.stdout.take(ctx, lines, limit, p.exited)
		if !answered {
			return p, false, ctx.Err()
		}
		p.raw += text
		limit = limits.Turn
	}
	return p, true, nil
}
