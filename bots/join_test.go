package bots_test

import (
	"io"
	"testing"

	"arbiter/bots"
	told "arbiter/bots/recorded"
	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
	"arbiter/referee/rewind"
)

// A runner is a builtin bot in this process, over pipes.
type runner struct {
	*rewind.Stream
	in   *io.PipeWriter
	ends chan error
}

// run starts a bot. One that joins reads the recorded answers first.
func run(t *testing.T, path string, joins bool) referee.Player {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	ends := make(chan error, 1)
	go func() {
		ends <- func() error {
			defer outW.Close()
			defer inR.Close()
			var in io.Reader = inR
			if joins {
				var err error
				if in, err = told.NewInput(inR); err != nil {
					return err
				}
			}
			return bots.Play(path, in, outW)
		}()
	}()
	return runner{rewind.NewStream(inW, outR), inW, ends}
}

// Finish implements referee.Player.
func (runner) Finish() {}

// Close ends the bot.
func (r runner) Close() ([]byte, error) {
	r.in.Close()
	return nil, <-r.ends
}

// play plays a match and returns its record.
func play(t *testing.T, g referee.Game, players []referee.Player, parent *replay.Parent) *replay.Record {
	t.Helper()
	setup := referee.Setup{Seed: 7}
	h := replay.NewHeader(g.Info(), setup, referee.TimeLimits{})
	h.Seats, h.Parent = make([]replay.Seat, len(players)), parent
	rec, err := refereetest.Record(t.Context(), g, h, func(_ referee.Match, seat int) referee.Player { return players[seat] })
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// joiners are the bots that join in the test below: those that search do so with a
// budget that makes their answers depend on the input alone.
func joiners(game string) (paths []string) {
	for _, b := range bots.All() {
		if b.Game == game {
			path := b.Path()
			if b.Name == "boss" {
				path += "?nodes=100"
			}
			paths = append(paths, path)
		}
	}
	return paths
}

// A builtin bot "takes the recorded answer for the one that was played: so it comes
// to the position of the match whoever had the seat before": it plays on without a
// fault. Without a change the branch has the digests of its parent.
func TestBuiltinBotsJoin(t *testing.T) {
	for _, g := range games.All() {
		info := g.Info()
		for _, old := range joiners(info.Name) {
			seated := func() []referee.Player {
				players := []referee.Player{run(t, old, false)}
				for len(players) < info.MinSeats {
					players = append(players, run(t, info.Name+"/random?seed=3", false))
				}
				return players
			}
			parent := play(t, g, seated(), nil)
			branch, err := rewind.NewBranch(parent, g, len(parent.Turns)/2)
			if err != nil {
				t.Fatal(err)
			}
			for _, joins := range joiners(info.Name) {
				players := seated()
				players[0].Close()
				players[0] = run(t, joins, true)
				for seat, how := range []rewind.Joining{rewind.Told, rewind.Fed}[:len(players)] {
					players[seat] = branch.Join(seat, players[seat], how)
				}
				rec := play(t, g, players, branch.Parent())
				if faults := rec.Footer.Result.Faults; len(faults) > len(parent.Footer.Result.Faults) {
					t.Errorf("%s joins %s after turn %d: %v", joins, old, branch.Turn, faults[len(faults)-1])
				}
				same := rec.Turns[len(rec.Turns)-1].Digest == parent.Turns[len(parent.Turns)-1].Digest
				if joins == old && !same {
					t.Errorf("%s after turn %d: another match than before", old, branch.Turn)
				}
				if *rec.Header.Parent != *branch.Parent() {
					t.Errorf("%s: the record has the parent %+v; want %+v", joins, *rec.Header.Parent, *branch.Parent())
				}
			}
		}
	}
}
