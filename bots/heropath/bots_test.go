package heropath

import (
	"bytes"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/referee"
	rules "arbiter/referee/games/heropath"
	"arbiter/referee/refereetest"
)

// A bot is a bot's function.
type bot func(in io.Reader, out io.Writer, options url.Values) error

// answerTo lets a bot answer one input.
func answerTo(t testing.TB, b bot, input []byte, options url.Values) string {
	t.Helper()
	var out bytes.Buffer
	if err := b(bytes.NewReader(input), &out, options); err != nil {
		t.Fatal(err)
	}
	answer, ok := strings.CutSuffix(out.String(), "\n")
	if !ok || strings.Contains(answer, "\n") {
		t.Fatalf("the answer is not one line: %.80q", out.String())
	}
	return answer
}

// play plays the match with the answer to its end, without a fault.
func play(t testing.TB, m referee.Match, answer string) (result referee.Result, turns int) {
	t.Helper()
	m.Answer(0, []string{answer})
	for ; !m.Over(); turns++ {
		m.Step()
	}
	result = m.Result()
	if len(result.Faults) > 0 {
		t.Fatal(result.Faults[0])
	}
	return result, turns
}

func deal(t testing.TB, setup referee.Setup) referee.Match {
	t.Helper()
	m, err := rules.Game{}.New(setup, 1)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestWaitIsLegal(t *testing.T) {
	for seed := range int64(20) {
		m := deal(t, referee.Setup{Seed: seed})
		answer := answerTo(t, Wait, m.Input(0, nil), nil)
		if answer != `{"moves":[]}` {
			t.Fatalf("answer %q", answer)
		}
		play(t, m, answer)
	}
}

func TestRandomIsLegalToTheLastTurn(t *testing.T) {
	for seed := range int64(60) {
		m := deal(t, referee.Setup{Seed: seed})
		_, turns := play(t, m, answerTo(t, Random, m.Input(0, nil), nil))
		if want := rules.Deal(seed).NumTurns; int64(turns) != want {
			t.Errorf("seed %d: %d turns, want %d", seed, turns, want)
		}
	}
}

func TestRandomFollowsItsSeed(t *testing.T) {
	input := deal(t, referee.Setup{Seed: 2}).Input(0, nil)
	plain := answerTo(t, Random, input, nil)
	if plain != answerTo(t, Random, input, url.Values{"seed": {"1"}}) {
		t.Error("seed 1 is not the default")
	}
	if plain == answerTo(t, Random, input, url.Values{"seed": {"2"}}) {
		t.Error("seeds 1 and 2 answer alike")
	}
	if err := Random(bytes.NewReader(input), io.Discard, url.Values{"seed": {"x"}}); err == nil {
		t.Error("seed=x was accepted")
	}
}

func TestGreedyAndBossAreLegal(t *testing.T) {
	for seed := range int64(8) {
		m := deal(t, referee.Setup{Seed: seed})
		play(t, m, answerTo(t, Greedy, m.Input(0, nil), nil))
		m = deal(t, referee.Setup{Seed: seed})
		play(t, m, answerTo(t, Boss, m.Input(0, nil), url.Values{"nodes": {"100"}}))
	}
}

func TestBossFollowsItsOptions(t *testing.T) {
	for seed := range int64(3) {
		input := deal(t, referee.Setup{Seed: seed}).Input(0, nil)
		answer := func(options url.Values) string { return answerTo(t, Boss, input, options) }
		once := answer(url.Values{"nodes": {"200"}})
		if once != answer(url.Values{"nodes": {"200"}, "seed": {"1"}}) {
			t.Errorf("world %d: the same seed and nodes answer differently", seed)
		}
	}
	for _, options := range []url.Values{{"nodes": {"0"}}, {"nodes": {"-1"}}, {"nodes": {"many"}}, {"seed": {"x"}}} {
		if err := Boss(strings.NewReader(""), io.Discard, options); err == nil {
			t.Errorf("%v was accepted", options)
		}
	}
}

// Worlds at the edges of the rules.
func TestOddWorlds(t *testing.T) {
	const (
		weak   = `"hero":{"base_speed":0,"base_power":0,"base_range":0,"level_speed_coeff":0,"level_power_coeff":0,"level_range_coeff":0},`
		slow   = `"hero":{"base_speed":1,"base_power":1,"base_range":0,"level_speed_coeff":1,"level_power_coeff":1,"level_range_coeff":1},`
		mighty = `"hero":{"base_speed":9223372036854775807,"base_power":9223372036854775807,"base_range":9223372036854775807,"level_speed_coeff":9,"level_power_coeff":9,"level_range_coeff":9},`
		small  = `"start_x":0,"start_y":0,"width":9,"height":9,`
		wide   = `"start_x":7,"start_y":0,"width":1000000000,"height":3,`
	)
	for _, tt := range []struct{ name, test string }{
		{"no turns", weak + small + `"num_turns":0,"monsters":[]`},
		{"no monsters", mighty + wide + `"num_turns":50,"monsters":[]`},
		{"no power", weak + small + `"num_turns":9,"monsters":[{"x":0,"y":0,"hp":5,"gold":1,"exp":1}]`},
		{"no speed and out of reach", weak + small + `"num_turns":9,"monsters":[{"x":1,"y":0,"hp":1,"gold":1,"exp":1,"range":9,"attack":5}]`},
		{"a slow hero and a slanting way", slow + small + `"num_turns":30,"monsters":[{"x":5,"y":4,"hp":1,"gold":1,"exp":1,"range":3,"attack":5}]`},
		{"a slow hero and a distant monster", slow + wide + `"num_turns":90,"monsters":[{"x":1000000000,"y":3,"hp":1,"gold":1,"exp":1}]`},
		{"on the monster", slow + small + `"num_turns":9,"monsters":[{"x":0,"y":0,"hp":3,"gold":1,"exp":1,"range":0,"attack":9}]`},
		{"many levels at once", mighty + wide + `"num_turns":5,"monsters":[{"x":9,"y":0,"hp":3,"gold":1,"exp":1000000000000000},{"x":900000000,"y":0,"hp":3,"gold":1,"exp":5}]`},
		{"nothing to gain", slow + small + `"num_turns":9,"monsters":[{"x":1,"y":0,"hp":3,"gold":0,"exp":0}]`},
		{"absurdly many turns", slow + small + `"num_turns":4611686018427387904,"monsters":[{"x":9,"y":9,"hp":3,"gold":4,"exp":5}]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, b := range []bot{Random, Greedy, Boss} {
				m := deal(t, referee.Setup{Position: []byte("{" + tt.test + "}")})
				play(t, m, answerTo(t, b, m.Input(0, nil), url.Values{"nodes": {"100"}}))
			}
		})
	}
}

func TestBotsAnswerEveryTestOfTheInput(t *testing.T) {
	input := string(deal(t, referee.Setup{Seed: 1}).Input(0, nil))
	for _, b := range []bot{Wait, Random, Greedy} {
		var out bytes.Buffer
		// The last line may lack its end.
		if err := b(strings.NewReader(input+strings.TrimSpace(input)), &out, nil); err != nil || strings.Count(out.String(), "\n") != 2 {
			t.Errorf("%d answers, %v", strings.Count(out.String(), "\n"), err)
		}
		if err := b(strings.NewReader(""), &out, nil); err != nil {
			t.Errorf("the end of the input: %v", err)
		}
		if err := b(strings.NewReader("{\n"), &out, nil); err == nil || !strings.HasPrefix(err.Error(), "read test: line ") {
			t.Errorf("half a test: %v", err)
		}
		if err := b(strings.NewReader(input), brokenPipe{}, nil); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("a closed output: %v", err)
		}
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestRandomOnTheContestsTests(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(refereetest.Shared(t, "heropath", "tests"), "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m := deal(t, referee.Setup{Position: text})
		play(t, m, answerTo(t, Random, m.Input(0, nil), nil))
	}
}

func BenchmarkRandom(b *testing.B) {
	input := deal(b, referee.Setup{Seed: 2}).Input(0, nil)
	for b.Loop() {
		answerTo(b, Random, input, nil)
	}
}
