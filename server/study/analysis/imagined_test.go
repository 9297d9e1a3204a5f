package analysis_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"arbiter/bots/judge"
	"arbiter/referee"
	"arbiter/referee/refereetest"
	"arbiter/server/study/analysis"
)

// "A copy of the match in front of a position, in which all that the seat cannot know is drawn
// anew": the seat is sent the same, the match itself stays as it is, and the same n draws
// the same.
func TestImaginedPositionsLookTheSame(t *testing.T) {
	for name, s := range chosen() {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			rec := s.record(t, s.setup(3), func(m referee.Match, seat int) []string {
				var parts []string
				for _, texts := range m.(referee.Chooser).Choices(seat) {
					parts = append(parts, texts[r.IntN(len(texts))])
				}
				return []string{strings.Join(parts, " | ")}
			})
			drew := false
			for seat := range rec.Header.Seats {
				j := s.judging.New(seat)
				position := 0
				for p, given := range s.asked(t, rec, seat) {
					j.Look(p.Match)
					input, board := p.Match.Input(seat, nil), p.Match.Board(nil)
					for n := range 3 {
						m, drawn := j.Imagine(p.Match, position, n)
						again, _ := j.Imagine(p.Match, position, n)
						drew = drew || drawn
						if got := m.Input(seat, nil); !bytes.Equal(got, input) {
							t.Fatalf("seat %d, turn %d: it is sent\n%s\nand was sent\n%s", seat, p.Turn.Number, got, input)
						}
						if !bytes.Equal(m.Board(nil), again.Board(nil)) {
							t.Fatalf("seat %d, turn %d: two positions of one draw", seat, p.Turn.Number)
						}
						for _, copied := range []referee.Match{m, again} {
							playOut(t, copied, r)
						}
					}
					if !bytes.Equal(p.Match.Board(nil), board) {
						t.Fatalf("seat %d, turn %d: the match has changed", seat, p.Turn.Number)
					}
					j.Took(given[seat])
					position++
				}
			}
			if want := name != "domain"; drew != want {
				t.Errorf("something was drawn: %v; want %v", drew, want)
			}
		})
	}
}

// playOut plays a few turns at random, so that it shows whether a copy shares anything.
func playOut(t *testing.T, m referee.Match, r *rand.Rand) {
	t.Helper()
	for turn := 0; turn < 3 && !m.Over(); turn++ {
		for seat := range m.Asked().All() {
			var parts []string
			for _, texts := range m.(referee.Chooser).Choices(seat) {
				parts = append(parts, texts[r.IntN(len(texts))])
			}
			m.Answer(seat, []string{strings.Join(parts, " | ")})
		}
		m.Step()
	}
}

// A dealer is a judge who deals the match as it is, and says that it drew something or not.
type dealer struct {
	digits
	drawn bool
	dealt *[]string // what seat 0 is sent in front of what is dealt
}

func (d dealer) Imagine(m referee.Match, _, _ int) (referee.Match, bool) {
	*d.dealt = append(*d.dealt, string(m.Input(0, nil)))
	return m.(referee.Cloner).Clone(), d.drawn
}

// Pairs of bots that are the same games once more count once where nothing is hidden, and are not enough to
// tell; where something is drawn, each pair counts.
func TestTryByBots(t *testing.T) {
	for _, tt := range []struct {
		name           string
		drawn          bool
		pairs, repeats int
		tells          bool
	}{
		{"nothing is hidden", false, 1, 8, false},
		{"something is drawn", true, 12, 0, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var dealt []string
			s := subject{game: refereetest.Tally{Seats: 2, Turns: 4}}
			s.judging = judge.Judging{Name: "dealer", Scale: 1, New: func(seat int) judge.Judge {
				return dealer{digits{seat}, tt.drawn, &dealt}
			}}
			rec := s.record(t, referee.Setup{Seed: 1}, func(referee.Match, int) []string { return []string{"5"} })
			play := func(ctx context.Context, c analysis.Continuation) (referee.Result, uint64, error) {
				m, err := c.Game.New(referee.Setup{Seed: 1}, 2)
				if err != nil {
					return referee.Result{}, 0, err
				}
				bot := func(seat int) referee.Player {
					return refereetest.Func(func(ask referee.Ask) referee.Reply {
						if seat == 0 && ask.Turn == 3 {
							return referee.Reply{Lines: c.Answer}
						}
						return referee.Reply{Lines: []string{"5"}}
					}).Player()
				}
				result, err := referee.Play(ctx, m, []referee.Player{bot(0), bot(1)}, referee.Options{})
				return result, uint64(result.Scores[0]), err
			}
			q := analysis.Question{Turn: 3, A: []string{"9"}, B: []string{"0"}, Play: play}
			found, err := analysis.Try(t.Context(), rec, s.game, s.judging, q, analysis.Options{Seat: 0, Samples: 12})
			if err != nil {
				t.Fatal(err)
			}
			if found.Pairs != tt.pairs || found.Repeats != tt.repeats || found.Tells != tt.tells || *found.Gain != 1 || found.MeanA != 1 || found.MeanB != 0 {
				t.Errorf("%+v, gain %v; want %d pairs, %d repeats, tells: %v, and a gain of 1", found, *found.Gain, tt.pairs, tt.repeats, tt.tells)
			}
			for _, input := range dealt {
				if !strings.HasPrefix(input, "3 ") {
					t.Errorf("the position was imagined in front of %q; want turn 3", input)
				}
			}
		})
	}
}
