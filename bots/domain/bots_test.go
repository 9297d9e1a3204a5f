package domain

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"testing"

	"arbiter/referee"
	rules "arbiter/referee/games/domain"
	"arbiter/referee/refereetest"
)

type bot func(in io.Reader, out io.Writer, options url.Values) error

// A seat is a running bot on the other ends of its pipes.
type seat = refereetest.Bot

// start runs a bot in process.
func start(b bot, options url.Values) seat { return refereetest.StartBot(b, options) }

// playMatch plays a match between two running bots to its end and closes them.
func playMatch(t testing.TB, seats [2]seat) (referee.Result, []string) {
	t.Helper()
	m, err := rules.Game{}.New(referee.Setup{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	var answers []string
	for !m.Over() {
		for s := range m.Asked().All() {
			if _, err := seats[s].In.Write(m.Input(s, nil)); err != nil {
				t.Fatalf("seat %d: %v", s, err)
			}
			if !seats[s].Out.Scan() {
				t.Fatalf("seat %d gave no answer", s)
			}
			answers = append(answers, seats[s].Out.Text())
			m.Answer(s, []string{seats[s].Out.Text()})
		}
		m.Step()
	}
	for s, p := range seats {
		if err := p.In.Close(); err != nil {
			t.Error(err)
		}
		if err := p.End(); err != nil {
			t.Errorf("seat %d: %v at the end of its input", s, err)
		}
	}
	if f := m.Result().Faults; len(f) > 0 {
		t.Errorf("%v", f[0])
	}
	return m.Result(), answers
}

func seeded(n int) url.Values { return url.Values{"seed": {fmt.Sprint(n)}} }

// Every answer is legal, to the end of the match, on both seats.
func TestBotsAnswerLegally(t *testing.T) {
	for n := range 100 {
		playMatch(t, [2]seat{start(Random, seeded(n)), start(Random, seeded(n+1000))})
		playMatch(t, [2]seat{start(Wait, nil), start(Random, seeded(n))})
		playMatch(t, [2]seat{start(Random, seeded(n)), start(Wait, nil)})
		playMatch(t, [2]seat{start(Greedy, seeded(n)), start(Random, seeded(n))})
		playMatch(t, [2]seat{start(Random, seeded(n)), start(Greedy, seeded(n))})
	}
	for n := range 10 {
		boss := func(seed int) seat {
			options := seeded(seed)
			options.Set("nodes", "300")
			return start(Boss, options)
		}
		playMatch(t, [2]seat{boss(n), start(Greedy, seeded(n))})
		playMatch(t, [2]seat{start(Random, seeded(n)), boss(n)})
		playMatch(t, [2]seat{boss(n), boss(n + 100)})
	}
}

// Without nodes the boss plays by the clock.
func TestBossPlaysByTheClock(t *testing.T) {
	if result, answers := playMatch(t, [2]seat{start(Boss, nil), start(Wait, nil)}); result.Winner() != 0 {
		t.Errorf("lost against a bot that never moves: %v", answers)
	}
}

// Two bots that never move: each answers in the order U, D, L, R until one has
// walled itself in.
func TestWait(t *testing.T) {
	result, answers := playMatch(t, [2]seat{start(Wait, nil), start(Wait, nil)})
	if got, want := strings.Join(answers, ", "), "0 0 D, 6 6 U, 0 0 R"; got != want {
		t.Errorf("answers %s, want %s", got, want)
	}
	if result.Winner() != 1 {
		t.Errorf("%+v, want seat 1 to win", result)
	}
}

// The same seed plays the same game; without one it is 1.
func TestRandomIsSeeded(t *testing.T) {
	game := func(options url.Values) string {
		_, answers := playMatch(t, [2]seat{start(Random, options), start(Random, seeded(9))})
		return strings.Join(answers, ", ")
	}
	if game(nil) != game(seeded(1)) {
		t.Error("the seed is not 1 when it is not given")
	}
	if game(seeded(1)) == game(seeded(2)) {
		t.Error("another seed plays the same game")
	}
	if err := Random(strings.NewReader(""), io.Discard, url.Values{"seed": {"x"}}); err == nil || !strings.Contains(err.Error(), "seed=x") {
		t.Errorf("seed=x: error %v", err)
	}
}

// What is not the protocol is an error that says what was found.
func TestWrongInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{"8 8\n", `the size of the board is "8 8"; want "7 7"`},
		{"7 7\n0 0\n", "unexpected EOF"},
		{"7 7\n0 7\n", `the position of the bot's token is "0 7"`},
		{"7 7\n0 0\nx\n", `the position of the opponent's token is "x"`},
		{"7 7\n0 0\n0 0\n-1 -1 _\n", "both tokens are at 0 0"},
		{"7 7\n0 0\n6 6\nU\n", `the opponent's last action "U": x is "U"`},
		{"7 7\n6 6\n1 2\n1 1 U\n", `the opponent's last action "1 1 U" is not legal with its token at 1 2`},
		{"7 7\n0 0\n6 6\n-1 -1 _\n0 0 R\n", `the opponent's last action "0 0 R" is not legal with its token at 6 6`},
	} {
		if err := Wait(strings.NewReader(tt.input), io.Discard, nil); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want %s", tt.input, err, tt.want)
		}
	}
	if err := Wait(strings.NewReader(""), io.Discard, nil); err != nil {
		t.Errorf("no input at all: %v", err)
	}
}

// A broken pipe ends the bot with the pipe's error.
func TestOutputFails(t *testing.T) {
	r, w := io.Pipe()
	r.Close()
	if err := Wait(strings.NewReader("7 7\n0 0\n6 6\n-1 -1 _\n"), w, nil); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("error %v, want %v", err, io.ErrClosedPipe)
	}
}
