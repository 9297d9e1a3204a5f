package keeper

import (
	"bufio"
	"io"
	"net/url"
	"slices"
	"strings"
	"testing"

	"arbiter/referee"
	rules "arbiter/referee/games/keeper"
)

// A bot is one of the functions of this package.
type bot func(in io.Reader, out io.Writer, options url.Values) error

// A counter counts writes: a bot flushes once per answer.
type counter struct {
	io.Writer
	writes int
}

func (c *counter) Write(p []byte) (int, error) {
	c.writes++
	return c.Writer.Write(p)
}

// start runs a bot and returns its pipes; wait tells how it ended once its
// input is closed.
func start(t *testing.T, b bot, options url.Values) (to io.WriteCloser, from *bufio.Reader, wait func() (writes int)) {
	t.Helper()
	in, to := io.Pipe()
	out, answers := io.Pipe()
	counted := counter{Writer: answers}
	t.Cleanup(func() { // after a failed play nobody else ends the bot
		to.Close()
		out.Close()
	})
	done := make(chan error, 1)
	go func() {
		done <- b(in, &counted, options)
		answers.Close()
		in.Close()
	}()
	return to, bufio.NewReader(out), func() int {
		if err := <-done; err != nil {
			t.Errorf("the bot ended with %v; want nil at the end of input", err)
		}
		return counted.writes
	}
}

// play plays a match over pipes and returns the answers and the result.
func play(t *testing.T, seed int64, to io.WriteCloser, from *bufio.Reader) ([]string, referee.Result) {
	t.Helper()
	m, err := rules.Game{}.New(referee.Setup{Seed: seed}, 1)
	if err != nil {
		t.Fatal(err)
	}
	var answers []string
	for !m.Over() {
		if _, err := to.Write(m.Input(0, nil)); err != nil {
			t.Fatalf("turn %d: the bot does not read: %v", len(answers)+1, err)
		}
		line, err := from.ReadString('\n')
		if err != nil {
			t.Fatalf("turn %d: the bot does not answer: %v", len(answers)+1, err)
		}
		line = strings.TrimSuffix(line, "\n")
		answers = append(answers, line)
		m.Answer(0, []string{line})
		m.Step()
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	return answers, m.Result()
}

func wantNoFaults(t *testing.T, result referee.Result) {
	t.Helper()
	for _, f := range result.Faults {
		t.Error(f)
	}
}

func TestBotsAnswerLegally(t *testing.T) {
	for _, tt := range []struct {
		name    string
		bot     bot
		seeds   int64
		options url.Values
	}{
		{"wait", Wait, 50, nil},
		{"random", Random, 50, url.Values{"seed": {"2"}}},
		{"greedy", Greedy, 20, url.Values{"seed": {"2"}}},
		{"boss", Boss, 5, url.Values{"nodes": {"200"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for seed := range tt.seeds {
				to, from, wait := start(t, tt.bot, tt.options)
				answers, result := play(t, seed, to, from)
				wantNoFaults(t, result)
				if writes := wait(); writes != len(answers) {
					t.Errorf("%d writes for %d answers", writes, len(answers))
				}
			}
		})
	}
}

func TestRandomFollowsItsSeed(t *testing.T) {
	run := func(options url.Values) []string {
		to, from, wait := start(t, Random, options)
		answers, _ := play(t, 3, to, from)
		wait()
		return answers
	}
	if !slices.Equal(run(nil), run(url.Values{"seed": {"1"}})) {
		t.Error("the same seed plays differently")
	}
	if slices.Equal(run(nil), run(url.Values{"seed": {"2"}})) {
		t.Error("another seed plays the same")
	}
	if err := Random(strings.NewReader(""), io.Discard, url.Values{"seed": {"x"}}); err == nil {
		t.Error("seed x was accepted")
	}
}

// Greedy follows its seed, too; the boss draws nothing and with a budget in
// nodes answers the same every time.
func TestAnswersRepeat(t *testing.T) {
	for name, b := range map[string]bot{"greedy": Greedy, "boss": Boss} {
		run := func() []string {
			options := url.Values{"seed": {"1"}, "nodes": {"300"}}
			to, from, wait := start(t, b, options)
			answers, _ := play(t, 3, to, from)
			wait()
			return answers
		}
		if !slices.Equal(run(), run()) {
			t.Errorf("%s: the same options play differently", name)
		}
	}
}

func TestBossOptions(t *testing.T) {
	for _, nodes := range []string{"0", "-1", "many"} {
		err := Boss(strings.NewReader(""), io.Discard, url.Values{"nodes": {nodes}})
		if err == nil || !strings.Contains(err.Error(), "nodes="+nodes) {
			t.Errorf("nodes=%s: error %v", nodes, err)
		}
	}
}

// Input that breaks off or is no input is an error that quotes it.
func TestReaderErrors(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{"1 1 20 0 5 5 5\n", "unexpected EOF"},
		{"1 1 20 0 5 5 5\n1\n", "unexpected EOF"},
		{"1 1 20\n", `line "1 1 20": found 3 numbers; want 7`},
		{"1 1 20 0 5 5 x\n", `line "1 1 20 0 5 5 x": "x" is no number`},
		{"16 1 20 0 5 5 5\n", "the hero is at 16 1, outside the maze"},
		{"1 1 20 0 5 5 5\n1\n1 1 12 0\n", "entity [1 1 12 0]: no such cell or type"},
	} {
		err := Wait(strings.NewReader(tt.input), io.Discard, nil)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%q: got %v; want %s", tt.input, err, tt.want)
		}
	}
	if err := Wait(strings.NewReader(""), io.Discard, nil); err != nil {
		t.Errorf("at the end of input: %v", err)
	}
}
