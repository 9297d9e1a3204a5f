package ctf

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net/url"
	"strings"
	"testing"

	"arbiter/referee"
	rules "arbiter/referee/games/ctf"
)

type bot func(in io.Reader, out io.Writer, options url.Values) error

// A running bot is asked over pipes, like a process.
type running struct {
	in   *io.PipeWriter
	out  *bufio.Reader
	done chan error
}

func start(b bot, options url.Values) *running {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	r := &running{in: inWrite, out: bufio.NewReader(outRead), done: make(chan error, 1)}
	go func() {
		err := b(inRead, outWrite, options)
		outWrite.Close()
		r.done <- err
	}()
	return r
}

func (r *running) ask(t testing.TB, input []byte) string {
	t.Helper()
	if _, err := r.in.Write(input); err != nil {
		t.Fatal(err)
	}
	line, err := r.out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(line, "\n")
}

// end closes the input, at which a bot returns nil.
func (r *running) end(t testing.TB) {
	t.Helper()
	r.in.Close()
	if err := <-r.done; err != nil {
		t.Errorf("at the end of its input the bot returns %v; want nil", err)
	}
}

// playMatch plays a match to its end and returns the answers and the result.
func playMatch(t testing.TB, setup referee.Setup, bots [2]bot, options url.Values) ([]string, referee.Result) {
	t.Helper()
	m, err := rules.Game{}.New(setup, 2)
	if err != nil {
		t.Fatal(err)
	}
	var seats [2]*running
	for seat := range seats {
		seats[seat] = start(bots[seat], options)
	}
	var answers []string
	for !m.Over() {
		for seat := range m.Asked().All() {
			line := seats[seat].ask(t, m.Input(seat, nil))
			answers = append(answers, line)
			m.Answer(seat, []string{line})
		}
		m.Step()
	}
	for _, seat := range seats {
		seat.end(t)
	}
	return answers, m.Result()
}

func TestBotsAnswerLegally(t *testing.T) {
	for seed := range int64(30) {
		_, result := playMatch(t, referee.Setup{Seed: seed}, [2]bot{Random, Random}, nil)
		for _, f := range result.Faults {
			t.Errorf("seed %d: %v", seed, f)
		}
	}
	for name, bots := range map[string][2]bot{"wait first": {Wait, Random}, "wait second": {Random, Wait}, "wait both": {Wait, Wait}} {
		_, result := playMatch(t, referee.Setup{Seed: 5}, bots, nil)
		for _, f := range result.Faults {
			t.Errorf("%s: %v", name, f)
		}
	}
}

func TestBotsAnswerWithoutMinions(t *testing.T) {
	position := `{"grid": ["#####", "#...#", "#####"], "minions": [
		[{"pos": [1, 2], "health": 0}], [{"pos": [1, 2], "health": 0}]], "flag_bases": [[1, 1], [1, 3]]}`
	answers, result := playMatch(t, referee.Setup{Position: []byte(position)}, [2]bot{Random, Wait}, nil)
	if result.Reason != "both_eliminated" || strings.Join(answers, ",") != "WAIT 0,WAIT 0" {
		t.Errorf("%q ends in %q; want WAIT 0 from both and both_eliminated", answers, result.Reason)
	}
}

func TestRandomFollowsItsSeed(t *testing.T) {
	setup := referee.Setup{Seed: 3}
	answers := func(options url.Values) string {
		lines, _ := playMatch(t, setup, [2]bot{Random, Random}, options)
		return strings.Join(lines, "\n")
	}
	first := answers(nil)
	if first != answers(url.Values{"seed": {"1"}}) {
		t.Error("seed 1 is not the default, or does not repeat")
	}
	if first == answers(url.Values{"seed": {"2"}}) {
		t.Error("seeds 1 and 2 give the same answers")
	}
	if err := Random(strings.NewReader(""), io.Discard, url.Values{"seed": {"x"}}); err == nil {
		t.Error("seed=x was accepted")
	}
}

// A bot that is stopped inside of an input says so; garbage is no input.
func TestReaderTellsBrokenInput(t *testing.T) {
	m, err := rules.Game{}.New(referee.Setup{Seed: 1}, 2)
	if err != nil {
		t.Fatal(err)
	}
	input := m.Input(0, nil)
	if err := Wait(bytes.NewReader(input[:len(input)/2]), io.Discard, nil); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("half an input: %v; want %v", err, io.ErrUnexpectedEOF)
	}
	if err := Wait(strings.NewReader("twenty 33\n"), io.Discard, nil); err == nil || !strings.Contains(err.Error(), `"twenty"`) {
		t.Errorf("garbage: %v; want an error that quotes it", err)
	}
	if err := Wait(strings.NewReader(""), io.Discard, nil); err != nil {
		t.Errorf("no input: %v; want nil", err)
	}
}
