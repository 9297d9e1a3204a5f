package refereetest

import (
	"context"

	"arbiter/referee"
)

// A Func is a referee.Player that answers in process, at once.
type Func func(ask referee.Ask) referee.Reply

// Player returns f as a player.
func (f Func) Player() referee.Player { return &funcPlayer{answer: f} }

type funcPlayer struct {
	answer Func
	ask    referee.Ask
}

func (p *funcPlayer) Ask(ask referee.Ask) { p.ask = ask }

func (p *funcPlayer) Reply(ctx context.Context) (referee.Reply, error) {
	return p.answer(p.ask), ctx.Err()
}

func (*funcPlayer) Finish() {}

func (p *funcPlayer) Close() ([]byte, error) { return nil, nil }
