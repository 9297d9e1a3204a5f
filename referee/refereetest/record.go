package refereetest

import (
	"bytes"
	"context"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// Record plays the match of a header, whose Seats say how many there are, and
// returns its record. player returns who answers for a seat of the match.
func Record(ctx context.Context, g referee.Game, h replay.Header, player func(m referee.Match, seat int) referee.Player) (*replay.Record, error) {
	m, err := g.New(referee.Setup{Seed: h.Seed, Position: h.Setup}, len(h.Seats))
	if err != nil {
		return nil, err
	}
	w, err := replay.NewWriter(h, m)
	if err != nil {
		return nil, err
	}
	players := make([]referee.Player, len(h.Seats))
	for seat := range players {
		players[seat] = player(m, seat)
	}
	if _, err := referee.Play(ctx, m, players, referee.Options{Limits: h.Limits.Referee(), Recorder: w}); err != nil {
		return nil, err
	}
	return replay.Read(bytes.NewReader(w.Bytes()))
}
