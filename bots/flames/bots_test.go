package flames

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"testing"

	"arbiter/referee"
	rules "arbiter/referee/games/flames"
	"arbiter/referee/refereetest"
)

type bot func(in io.Reader, out io.Writer, options url.Values) error

// A seat is a running bot on the other ends of its pipes.
type seat = refereetest.Bot

// start runs a bot in process.
func start(b bot, options url.Values) seat { return refereetest.StartBot(b, options) }

// playMatch plays a match to its end and closes the bot.
func playMatch(t testing.TB, setup referee.Setup, s seat) (referee.Result, []string) {
	t.Helper()
	m, err := rules.Game{}.New(setup, 1)
	if err != nil {
		t.Fatal(err)
	}
	var answers []string
	for !m.Over() {
		if _, err := s.In.Write(m.Input(0, nil)); err != nil {
			t.Fatal(err)
		}
		if !s.Out.Scan() {
			t.Fatalf("no answer: %v", s.End())
		}
		answers = append(answers, s.Out.Text())
		m.Answer(0, []string{s.Out.Text()})
		m.Step()
	}
	if err := s.In.Close(); err != nil {
		t.Error(err)
	}
	if err := s.End(); err != nil {
		t.Errorf("%v at the end of the input", err)
	}
	if f := m.Result().Faults; len(f) > 0 {
		t.Errorf("%v", f[0])
	}
	return m.Result(), answers
}

func seeded(n int) url.Values { return url.Values{"seed": {fmt.Sprint(n)}} }

// Every answer is legal, to the end of the match.
func TestBotsAnswerLegally(t *testing.T) {
	for n := range 50 {
		playMatch(t, referee.Setup{Seed: int64(n)}, start(Random, seeded(n)))
	}
	for _, position := range []string{
		`{"arena": ["S"], "hp": 3}`, // nothing to put out: the first PASS wins
		`{"arena": ["#####", "#S#.#", "##.##", "#####"], "flames": [[3, 1]]}`,
		`{"mode": "scatter", "ap": 0, "cycle": 5}`,
	} {
		playMatch(t, referee.Setup{Position: []byte(position)}, start(Random, nil))
		playMatch(t, referee.Setup{Position: []byte(position)}, start(Wait, nil))
	}
}

// Who only passes burns 1 HP a cycle once the six waves are out.
func TestWait(t *testing.T) {
	result, answers := playMatch(t, referee.Setup{Seed: 1}, start(Wait, nil))
	if result.Reason != "dead_cycle" || len(answers) != rules.GlyphCycles-1+rules.HP {
		t.Errorf("%s after %d turns", result.Reason, len(answers))
	}
}

// The reader knows of the position what the referee knows, the later waves
// excepted.
func TestReaderFollowsTheMatch(t *testing.T) {
	test, state := rules.Deal(3)
	m, err := rules.Game{}.New(referee.Setup{Seed: 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	inR, inW := io.Pipe()
	go inW.Write(m.Input(0, nil))
	r, err := newReader(inR)
	if err != nil {
		t.Fatal(err)
	}
	if r.test.Arena != test.Arena {
		t.Error("the arena differs")
	}
	for _, a := range []rules.Action{rules.JumpE, rules.Pass, rules.ImmoNW, rules.Pass, rules.JumpN} {
		if err := r.turn(); err != nil {
			t.Fatal(err)
		}
		if r.state != state || r.state.Glyphs(&r.test) != state.Glyphs(test) || r.valid != state.Valid(test) {
			t.Fatalf("read %+v; want %+v", r.state, state)
		}
		if len(r.test.Waves) != rules.GlyphCycles-r.cycle+1 {
			t.Errorf("cycle %d: %d waves to come", r.cycle, len(r.test.Waves))
		}
		m.Answer(0, []string{a.String()})
		m.Step()
		if state.Act(test, a, nil); a == rules.Pass {
			r.cycle++
		}
		go inW.Write(m.Input(0, nil))
	}
}

// The same seed plays the same game; without one it is 1.
func TestRandomIsSeeded(t *testing.T) {
	game := func(options url.Values) string {
		_, answers := playMatch(t, referee.Setup{Seed: 1}, start(Random, options))
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
	arena := "2 3\nS..\n...\n"
	for _, tt := range []struct{ input, want string }{
		{"34\n", `height and width: found "34"; want numbers up to [64 64]`},
		{"2 3\nS..\n", "a row of the map: unexpected EOF"},
		{"1 3\nS.\n", `a row of the map is "S."; want 3 cells`},
		{"1 3\n...\n", "arena: no S"},
		{arena + "3 0\n", "the character's position is [3 0]; want an open cell"},
		{arena + "0 0\n40 10\n", `hp, ap and jumps left: found "40 10"; want numbers up to [1000 10 2]`},
		{arena + "0 0\n40 10 2\n1\n5 0\n", "the position of a flame is [5 0]; want an open cell"},
		{arena + "0 0\n40 10 2\n1\n257 0\n", `the position of a flame: found "257 0"; want numbers up to [64 64]`},
		{arena + "0 0\n40 10 2\n0\n1\n1 x\n", `the position of a glyph: found "1 x"; want numbers up to [64 64]`},
		{arena + "0 0\n40 10 2\n0\n0\n1\nRUN\n", `a valid action is "RUN": unknown action "RUN"`},
		{arena + "0 0\n40 10 2\n0\n0\n0\n", "no valid action; want at least PASS"},
	} {
		if err := Wait(strings.NewReader(tt.input), io.Discard, nil); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: error %v; want %s", tt.input, err, tt.want)
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
	err := Wait(strings.NewReader("1 2\nS.\n0 0\n40 10 2\n0\n0\n1\nPASS\n"), w, nil)
	if !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("error %v; want %v", err, io.ErrClosedPipe)
	}
}

// No input makes a bot panic.
func FuzzReader(f *testing.F) {
	f.Add("1 2\nS.\n0 0\n40 10 2\n1\n1 0\n1\n1 0\n2\nPASS\nMOVE E\n")
	f.Add("64 64\n")
	f.Add("1000000000 1\n")
	f.Fuzz(func(t *testing.T, input string) {
		var out bytes.Buffer
		if err := Random(strings.NewReader(input), &out, nil); err == nil && input == "" && out.Len() > 0 {
			t.Fatal("an answer to nothing")
		}
	})
}
