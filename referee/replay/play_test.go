package replay_test

import (
	"testing"

	"arbiter/referee"
	"arbiter/referee/games/domain"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
)

// "Play returns the digest of how the match was played ...: the same for two matches that
// were played alike, whatever was said in them." The digests of a record cover the messages.
func TestPlayHearsNoMessage(t *testing.T) {
	play := func(message string, choice int) (play replay.Digest, last replay.Frame) {
		g := domain.Game{}
		h := replay.NewHeader(g.Info(), referee.Setup{}, referee.TimeLimits{})
		h.Seats = make([]replay.Seat, 2)
		rec, err := refereetest.Record(t.Context(), g, h, func(m referee.Match, seat int) referee.Player {
			return refereetest.Func(func(referee.Ask) referee.Reply {
				all := m.(referee.Chooser).Choices(seat)[0]
				return referee.Reply{Lines: []string{all[choice%len(all)] + message}}
			}).Player()
		})
		if err != nil {
			t.Fatal(err)
		}
		v, err := replay.Verify(rec, g)
		if err != nil || v.Status != replay.Same {
			t.Fatal(v, err)
		}
		for last, err = range replay.Frames(rec, g) {
			if err != nil {
				t.Fatal(err)
			}
		}
		return v.Play, last
	}
	plain, one := play("", 0)
	said, two := play(" hello", 0)
	other, _ := play("", 1)
	if plain != said || one.Play != two.Play || one.Play != plain || one.Digest == two.Digest {
		t.Errorf("played %v and %v, frames %v and %v with the digests %v and %v; want one play and two digests", plain, said, one.Play, two.Play, one.Digest, two.Digest)
	}
	if other == plain {
		t.Error("another match has the same digest of play")
	}
}
