package rewind_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/games/domain"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
	"arbiter/referee/rewind"
)

// untold is Tally, but says that its inputs leave something out.
type untold struct{ refereetest.Tally }

func (untold) HiddenOutcome() string { return "it is not told" }

// callers returns a player for each seat that calls its turn number plus add.
func callers(add ...int) []referee.Player {
	var players []referee.Player
	for _, n := range add {
		players = append(players, refereetest.Func(func(ask referee.Ask) referee.Reply {
			return referee.Reply{Lines: []string{fmt.Sprint(ask.Turn + n)}}
		}).Player())
	}
	return players
}

// play plays Tally and returns its record, or the error of the match.
func play(t *testing.T, g referee.Game, players []referee.Player) (*replay.Record, error) {
	t.Helper()
	setup := referee.Setup{Seed: 1}
	h := replay.NewHeader(g.Info(), setup, referee.TimeLimits{})
	h.Seats = make([]replay.Seat, len(players))
	return refereetest.Record(t.Context(), g, h, func(_ referee.Match, seat int) referee.Player { return players[seat] })
}

// branchOf plays a game of Tally and returns its branch after a turn.
func branchOf(t *testing.T, g referee.Game, turn int) *rewind.Branch {
	t.Helper()
	parent, err := play(t, g, callers(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	branch, err := rewind.NewBranch(parent, g, turn)
	if err != nil {
		t.Fatal(err)
	}
	return branch
}

// answers returns the answers of a seat.
func answers(rec *replay.Record, seat int) (all []string) {
	for _, turn := range rec.Turns {
		all = append(all, turn.Answers[seat].Lines...)
	}
	return all
}

// "Up to that turn its seats answer as recorded ..., and after it they are live."
func TestBranch(t *testing.T) {
	g := refereetest.Tally{Seats: 2, Turns: 4}
	parent, err := play(t, g, callers(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	for turn, want := range []string{"5 6 7 8", "1 6 7 8", "1 2 7 8", "1 2 3 8"} {
		branch, err := rewind.NewBranch(parent, g, turn)
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		branch.Differs = func(seat int, d *rewind.Difference) { told = append(told, fmt.Sprint(seat, " ", d)) }
		players := callers(4, 0)
		for seat := range players {
			players[seat] = branch.Join(seat, players[seat], rewind.Fed)
		}
		rec, err := play(t, g, players)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(answers(rec, 0), " "); got != want {
			t.Errorf("after turn %d seat 0 answered %s; want %s", turn, got, want)
		}
		if turn > 0 && !slices.Equal(told, []string{`0 turn 1: it answered "5"; the record has "1"`}) || turn == 0 && told != nil {
			t.Errorf("after turn %d the differences are %q; want the first one of seat 0", turn, told)
		}
		if parent := branch.Parent(); parent.Turn != turn || parent.Play != branch.Record.Turns[3].Digest {
			t.Errorf("the parent is %+v", parent)
		}
	}
}

// Who is present is not asked before the branch, and nobody else is compared with it.
func TestJoinPresent(t *testing.T) {
	g := untold{refereetest.Tally{Seats: 2, Turns: 4}}
	branch := branchOf(t, g, 2)
	var asked []int
	person := refereetest.Func(func(ask referee.Ask) referee.Reply {
		asked = append(asked, ask.Turn)
		return referee.Reply{Lines: []string{"9"}}
	}).Player()
	rec, err := play(t, g, []referee.Player{branch.Join(0, person, rewind.Present), callers(0)[0]})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(asked, []int{3, 4}) || strings.Join(answers(rec, 0), "") != "1299" {
		t.Errorf("asked in turns %v, answers %q; want turns 3 and 4, and 1299", asked, answers(rec, 0))
	}
}

// "A JoinError reports a bot that the protocol cannot bring to the position of the
// branch."
func TestJoinRefused(t *testing.T) {
	g := untold{refereetest.Tally{Seats: 2, Turns: 4}}
	branch := branchOf(t, g, 2)
	crash := refereetest.Func(func(ask referee.Ask) referee.Reply {
		return referee.Reply{Fault: &referee.Fault{Turn: ask.Turn, Kind: referee.Crash, Why: "exited with status 1"}}
	}).Player()
	for _, tt := range []struct {
		name   string
		player referee.Player
		how    rewind.Joining
		want   string
	}{
		{"the same answers", callers(0)[0], rewind.Fed, ""},
		{"other answers", callers(4)[0], rewind.Fed, `turn 1: seat 0: the bot cannot join here: turn 1: it answered "5"; the record has "1"; it is not told`},
		{"other answers, but it is told", callers(4)[0], rewind.Told, ""},
		{"no answer", crash, rewind.Told, `turn 1: seat 0: the bot cannot join here: turn 1: it gave no answer (crash: exited with status 1); the record has "1"; it has to answer what its seat was sent before`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := play(t, g, []referee.Player{branch.Join(0, tt.player, tt.how), callers(0)[0]})
			if got := fmt.Sprint(err); tt.want == "" && err != nil || tt.want != "" && (got != tt.want || !errors.As(err, new(*rewind.JoinError))) {
				t.Errorf("error %s; want %q", got, tt.want)
			}
		})
	}
}

// "An error says where this build plays it differently, or which turns the match can
// be left after."
func TestNewBranch(t *testing.T) {
	g := refereetest.Tally{Seats: 2, Turns: 4}
	parent, err := play(t, g, callers(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range []int{-1, 4} {
		if _, err := rewind.NewBranch(parent, g, turn); err == nil || !strings.Contains(err.Error(), "the match has 4 turns; it can be left after turns 0 to 3") {
			t.Errorf("turn %d: error %v", turn, err)
		}
	}
	parent.Turns[1].Digest++
	if _, err := rewind.NewBranch(parent, g, 1); err != nil {
		t.Errorf("turn 1, before the difference: %v", err)
	}
	if _, err := rewind.NewBranch(parent, g, 2); err == nil || !strings.Contains(err.Error(), "differs at turn 2") {
		t.Errorf("turn 2: error %v; want that it differs there", err)
	}
}

// A bot that says something else beside the recorded act can join: it is where it was.
func TestJoinHearsNoMessage(t *testing.T) {
	g := domain.Game{}
	player := func(message string) func(m referee.Match, seat int) referee.Player {
		return func(m referee.Match, seat int) referee.Player {
			return refereetest.Func(func(referee.Ask) referee.Reply {
				return referee.Reply{Lines: []string{m.(referee.Chooser).Choices(seat)[0][0] + message}}
			}).Player()
		}
	}
	h := replay.NewHeader(g.Info(), referee.Setup{}, referee.TimeLimits{})
	h.Seats = make([]replay.Seat, 2)
	parent, err := refereetest.Record(t.Context(), g, h, player(""))
	if err != nil {
		t.Fatal(err)
	}
	branch, err := rewind.NewBranch(parent, g, 4)
	if err != nil {
		t.Fatal(err)
	}
	branch.Differs = func(seat int, d *rewind.Difference) { t.Errorf("seat %d: %v", seat, d) }
	_, err = refereetest.Record(t.Context(), g, h, func(m referee.Match, seat int) referee.Player {
		return branch.Join(seat, player(" 12 ms")(m, seat), rewind.Fed)
	})
	if err != nil {
		t.Error(err)
	}
}
