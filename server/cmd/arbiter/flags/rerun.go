package flags

import (
	"context"
	"io"

	"arbiter/referee"
	"arbiter/referee/process/sandbox"
	"arbiter/referee/replay"
	"arbiter/server/league"
)

// Rerun names where a verb reads the replays from that it plays again. It also names their
// game, unless that is a game of this program.
type Rerun struct {
	Library
	Game      string `help:"The game of the replays where it is none of arbiter games: a folder with a game.toml." placeholder:"GAME"`
	Isolation string `help:"How the referee of --game is isolated, as bots are in arbiter play." default:"auto" with:"game" placeholder:"POLICY" group:"box"`
}

// OpenGame returns the game of --game, nil without one, and the sandbox of its referee, which
// the verb closes in the end.
func (f Rerun) OpenGame(w io.Writer) (referee.Game, *sandbox.Sandbox, error) {
	if f.Game == "" {
		return nil, nil, nil
	}
	box, err := Box{Isolation: f.Isolation}.Sandbox(w, f)
	if err != nil {
		return nil, nil, err
	}
	registry, err := f.Registry(f)
	var g referee.Game
	if err == nil {
		g, err = FindGame(registry, f.Game, box, OwnFiles(f))
	}
	if err != nil {
		box.Close()
		return nil, nil, err
	}
	return g, box, nil
}

// OpenReplay reads a replay of the game, as Library.OpenReplay does. If g is nil, it finds the
// game of the record in this program.
func (f Rerun) OpenReplay(ctx context.Context, token, name string, g referee.Game) (*replay.Record, referee.Game, error) {
	rec, err := f.OpenRecord(ctx, token, name)
	if err != nil {
		return nil, nil, err
	}
	if g == nil {
		registry, err := f.Registry(f)
		if err == nil {
			g, err = registry.Find(rec.Header.Game)
		}
		if err != nil {
			return nil, nil, league.Usagef("%s: %w, or --game with the folder of another game", name, err)
		}
	}
	if info := g.Info(); info.Name != rec.Header.Game {
		return nil, nil, league.Usagef("%s: the match is of %s; --game has the game %s", name, rec.Header.Game, info.Name)
	}
	return rec, g, nil
}
