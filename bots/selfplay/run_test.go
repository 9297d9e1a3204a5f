package selfplay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbiter/bots"
	"arbiter/referee"
	"arbiter/referee/games"
)

// options returns what two games of random bots take.
func options(t *testing.T, game string) Options {
	t.Helper()
	g, err := games.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	p, err := FindPolicy(game, "builtin:"+game+"/random")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Game: g, Games: 2, Seed: 3, Per: PerTurn, Observe: Both}
	for range g.Info().MaxSeats {
		o.Policies = append(o.Policies, p)
	}
	return o
}

func run(t *testing.T, o Options) string {
	t.Helper()
	var out bytes.Buffer
	lines, err := Run(t.Context(), &out, o)
	if err != nil {
		t.Fatal(err)
	}
	if found := bytes.Count(out.Bytes(), []byte("\n")); lines != found {
		t.Errorf("Run says %d lines; want %d", lines, found)
	}
	return out.String()
}

// The same seed and policies give the same bytes, however many games are
// played at a time.
func TestWorkersChangeNothing(t *testing.T) {
	for _, per := range []Per{PerTurn, PerGame} {
		o := options(t, "domain")
		o.Games, o.Per = 20, per
		o.Workers = 1
		want := run(t, o)
		o.Workers = 5
		if run(t, o) != want {
			t.Errorf("per %s: 5 workers write something else than 1", per)
		}
		o.Seed++
		if run(t, o) == want {
			t.Errorf("per %s: another seed gives the same games", per)
		}
	}
}

// A line of each game has the seat's input, observation and answer, and how
// the game ended for the seat.
func TestLines(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Info().Name, func(t *testing.T) {
			o := options(t, g.Info().Name)
			o.Games = 1
			m, err := g.New(referee.Setup{Seed: o.Seed}, len(o.Policies))
			if err != nil {
				t.Fatal(err)
			}
			input := string(m.Input(0, nil))
			size := m.(referee.Observer).Space().Size()

			perTurn := run(t, o)
			o.Per = PerGame
			var game gameLine
			if err := json.Unmarshal([]byte(run(t, o)), &game); err != nil {
				t.Fatal(err)
			}
			turn, lines := 0, 0
			for text := range strings.Lines(perTurn) {
				if lines++; lines > 20 {
					break // the others are like them, and some are long
				}
				var p turnLine
				if err := json.Unmarshal([]byte(text), &p); err != nil {
					t.Fatal(err)
				}
				var numbers []float32
				if err := json.Unmarshal(p.Observation, &numbers); err != nil || len(numbers) != size {
					t.Fatalf("turn %d: %d numbers, %v; want %d", p.Turn, len(numbers), err, size)
				}
				if turn == 0 && p.Input != input {
					t.Errorf("first input %q; want %q", p.Input, input)
				}
				if p.Turn < turn || p.Answer == "" || p.Score != game.Scores[p.Seat] || p.Rank != game.Ranks[p.Seat] {
					t.Errorf("%+v after turn %d of %+v", p, turn, game)
				}
				turn = p.Turn
			}
			if len(game.Faults) > 0 || turn == 0 || turn > game.Turns {
				t.Errorf("turn %d of %+v", turn, game)
			}
		})
	}
}

// policy returns a policy that is a function.
func policy(play func(in io.Reader, out io.Writer) error) Policy {
	return builtinPolicy{bot: bots.Bot{Game: "keeper", Name: "test", Play: func(in io.Reader, out io.Writer, _ url.Values) error {
		return play(in, out)
	}}}
}

// A policy that hangs, ends or fails stops the run with an error that names it.
func TestBrokenPolicies(t *testing.T) {
	hang := make(chan struct{})
	defer close(hang)
	for _, tt := range []struct {
		name string
		play func(in io.Reader, out io.Writer) error
		want string
	}{
		{"hangs", func(io.Reader, io.Writer) error { <-hang; return nil }, "game 0, seed 3: turn 1: seat 0: policy builtin:keeper/test gave no answer within 10ms"},
		{"ends", func(io.Reader, io.Writer) error { return nil }, "game 0, seed 3: turn 1: seat 0: policy builtin:keeper/test ended before its answer"},
		{"fails", func(io.Reader, io.Writer) error { return errors.New("lost my way") }, "game 0, seed 3: turn 1: seat 0: policy builtin:keeper/test ended before its answer: lost my way"},
		{"reads nothing", func(_ io.Reader, out io.Writer) error {
			for {
				if _, err := fmt.Fprintln(out, "MOVE 0 0"); err != nil {
					return err
				}
			}
		}, "game 0, seed 3: turn 2: seat 0: policy builtin:keeper/test did not read its input"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := options(t, "keeper")
			o.Policies, o.Games, o.Limit = []Policy{policy(tt.play)}, 1, time.Minute
			if tt.name == "hangs" {
				o.Limit = 10 * time.Millisecond
			}
			_, err := Run(t.Context(), io.Discard, o)
			if err == nil || err.Error() != tt.want {
				t.Errorf("error %v\nwant  %s", err, tt.want)
			}
		})
	}
}

// Text after a line waits for the rest of its line.
func TestAnswersInPieces(t *testing.T) {
	o := options(t, "keeper")
	o.Games, o.Per = 1, PerGame
	o.Policies = []Policy{policy(func(in io.Reader, out io.Writer) error {
		text := make([]byte, 1<<16)
		for {
			if _, err := in.Read(text); err != nil {
				return nil
			}
			for _, piece := range []string{"MO", "VE 0 ", "0\n"} {
				io.WriteString(out, piece)
			}
		}
	})}
	if got := run(t, o); !strings.Contains(got, `"faults":[]`) {
		t.Errorf("the game was %s", got)
	}
}

// A run that is interrupted leaves whole games.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := options(t, "domain")
	o.Games, o.Per = 1_000_000, PerGame
	o.Played = func(games int) {
		if games == 10 {
			cancel()
		}
	}
	var out bytes.Buffer
	lines, err := Run(ctx, &out, o)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v; want %v", err, context.Canceled)
	}
	if lines < 10 || lines != bytes.Count(out.Bytes(), []byte("\n")) || !bytes.HasSuffix(out.Bytes(), []byte("}\n")) {
		t.Errorf("%d lines, and the text ends with %.40q", lines, out.Bytes()[max(0, out.Len()-40):])
	}
}

func TestFindPolicy(t *testing.T) {
	for _, tt := range []struct{ typed, want string }{
		{"builtin:domain/random", ""},
		{"builtin:domain/boss?nodes=100", ""},
		{"builtin:domain/boss", "policy builtin:domain/boss searches by the clock, so its games are not reproducible; give it a budget, e.g. ?nodes=1000"},
		{"builtin:keeper/random", "policy builtin:keeper/random plays keeper, not domain"},
		{"./mybot", `policy "./mybot": want a builtin bot, e.g. builtin:domain/random`},
		{"builtin:domain/random?sed=1", `builtin bot domain/random: unknown option "sed" (did you mean seed?); want one of seed`},
	} {
		t.Run(tt.typed, func(t *testing.T) {
			p, err := FindPolicy("domain", tt.typed)
			got := ""
			if err != nil {
				got = err.Error()
			} else if p.String() != tt.typed {
				t.Errorf("%s is typed %s", tt.typed, p)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Every seat draws from a seed of its own, unless it is given one.
func TestSeeds(t *testing.T) {
	a, _ := FindPolicy("domain", "builtin:domain/random")
	b, _ := FindPolicy("domain", "builtin:domain/random?seed=5")
	first, second := withSeeds([]Policy{a, a, b}, 1), withSeeds([]Policy{a, a, b}, 2)
	if first[0].String() == first[1].String() || first[0].String() == second[0].String() {
		t.Errorf("the same seed twice: %v, then %v", first, second)
	}
	if first[2].String() != b.String() {
		t.Errorf("%v was given another seed", b)
	}
}

func TestNumbers(t *testing.T) {
	want := []float32{0, 1, -7, 0.5, 1 << 24, 3e20, -1e-9}
	var got []float32
	if err := json.Unmarshal(appendNumbers(nil, want), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
