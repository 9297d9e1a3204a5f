package replay_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee"
	"arbiter/referee/replay"
)

// A witness notes what a live match shows after every turn.
type witness struct {
	match  referee.Match
	views  []string
	inputs [][]string // by turn and seat
}

func (w *witness) look() {
	view, _ := json.Marshal(w.match.View())
	w.views = append(w.views, string(view))
}

func (w *witness) Turn(t *referee.Turn) error {
	w.look()
	inputs := make([]string, len(t.Inputs))
	for seat := range t.Asked.All() {
		inputs[seat] = string(t.Inputs[seat])
	}
	w.inputs = append(w.inputs, inputs)
	return nil
}

func (w *witness) End(referee.Result, [][]byte) error { return nil }

// watched plays the example and returns its record and what a witness saw.
func watched(t *testing.T) (*replay.Record, *witness) {
	t.Helper()
	setup, players := example()
	m, err := sums{}.New(setup, len(players))
	if err != nil {
		t.Fatal(err)
	}
	w, err := replay.NewWriter(header(setup), m)
	if err != nil {
		t.Fatal(err)
	}
	see := &witness{match: m}
	see.look()
	if _, err := referee.Play(t.Context(), m, players, referee.Options{Recorder: both{w, see}}); err != nil {
		t.Fatal(err)
	}
	return read(t, w.Bytes()), see
}

// Frames show what the live match showed.
func TestFramesAreTheMatch(t *testing.T) {
	rec, saw := watched(t)
	turn := 0
	for f, err := range replay.Frames(rec, sums{}) {
		if err != nil {
			t.Fatal(err)
		}
		if f.Turn != turn || (f.Scene != nil) != (turn == 0) || len(f.Seats) != 2 {
			t.Errorf("frame %d: turn %d, scene %v, %d seats", turn, f.Turn, f.Scene, len(f.Seats))
		}
		if view, _ := json.Marshal(f.View); string(view) != saw.views[turn] {
			t.Errorf("turn %d: view %s; want %s", turn, view, saw.views[turn])
		}
		for seat, s := range f.Seats {
			want := ""
			if turn > 0 {
				want = saw.inputs[turn-1][seat]
			}
			found := strings.Join(s.Input, "\n")
			if s.Asked {
				found += "\n"
			}
			if found != want {
				t.Errorf("turn %d: seat %d: input %q; want %q", turn, seat, found, want)
			}
		}
		turn++
	}
	if turn != len(saw.views) {
		t.Errorf("%d frames; want %d", turn, len(saw.views))
	}
}

// A frame has all that is known of a seat's turn.
func TestFramesSeats(t *testing.T) {
	rec, _ := watched(t)
	rec.Header.Limits.Turn = 0
	timeout := &referee.Fault{Turn: 2, Seat: 1, Kind: referee.Timeout, Why: "no complete answer within 50ms"}
	garbled := &referee.Fault{Turn: 2, Seat: 0, Kind: referee.Garbled, Line: "4\uFFFD", Why: "want a number from 0 to 9"}
	want := [][]replay.SeatFrame{
		{{Stderr: "hello\n", LateBytes: 6}, {}}, // before the first input
		{
			{
				Asked: true, Input: []string{"you 0", "sums [3 1]"}, Answer: []string{"7"},
				WallUS: 120, CPUUS: 90, LimitUS: 1_000_000,
				Stderr:    "@draw cell 3 4 red\n@metric depth 5\nthought \uFFFD on\n",
				StderrB64: []byte("@draw cell 3 4 red\n@metric depth 5\nthought \xfe on\n"), LateBytes: 13,
				Drawings: replay.Drawings{
					Draw:    []replay.Draw{{Shape: "cell", At: []float64{3, 4}, Color: "red"}},
					Metrics: map[string]float64{"depth": 5},
				},
			},
			{
				Asked: true, Input: []string{"you 1", "sums [3 1]"}, Answer: []string{"5"},
				WallUS: 120, CPUUS: 90, LimitUS: 1_000_000,
				Stderr:   "@draw cell 3 red\n",
				Drawings: replay.Drawings{Remarks: []string{`"@draw cell 3 red": words are missing; want @draw cell X Y COLOR`}},
			},
		},
		{
			{
				Asked: true, Input: []string{"you 0", "sums [10 6]"}, Fault: garbled,
				Answer: []string{"4\uFFFD"}, AnswerB64: [][]byte{[]byte("4\xff")}, WallUS: 120, CPUUS: 90,
			},
			{
				Asked: true, Input: []string{"you 1", "sums [10 6]"}, Fault: timeout,
				WallUS: 50_000, Stderr: "too slow\n",
			},
		},
		{
			{
				Asked: true, Input: []string{"you 0", "sums [10 6]"}, Answer: []string{"9"},
				WallUS: 120, CPUUS: 90, Stderr: "bye\n", LateBytes: 4,
			},
			{},
		},
	}
	for f, err := range replay.Frames(rec, sums{}) {
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want[f.Turn], f.Seats); diff != "" {
			t.Errorf("turn %d: %s", f.Turn, diff)
		}
	}
}

// Frames and Inputs stop where the build plays another match.
func TestFramesStopAtADifference(t *testing.T) {
	rec, _ := watched(t)
	rec.Turns[1].Answers[0].Lines[0] = "5"
	check := func(what string, turns int, err error) {
		t.Helper()
		var d *replay.Difference
		if turns != 2 || !errors.As(err, &d) || d.Turn != 2 {
			t.Errorf("%s: %d and then %v; want 2 and a difference at turn 2", what, turns, err)
		}
	}
	frames := 0
	for _, err := range replay.Frames(rec, sums{}) {
		if err != nil {
			check("frames", frames, err)
			break
		}
		frames++
	}
	inputs := 0
	for _, err := range replay.Inputs(rec, sums{}, 0) {
		if err != nil {
			check("inputs", inputs, err)
			break
		}
		inputs++
	}
	for _, err := range replay.Frames(rec, sums{turns: -3}) {
		if err != nil && err.Error() != "differs at turn 1: the match is over after turn 0; the record goes on" {
			t.Error(err)
		}
	}
}

// Inputs are the bytes that the bot was sent.
func TestInputs(t *testing.T) {
	rec, saw := watched(t)
	for seat, last := range []int{3, 2} { // seat 1 is out after turn 2
		turn := 0
		for input, err := range replay.Inputs(rec, sums{}, seat) {
			if err != nil {
				t.Fatal(err)
			}
			turn++
			if input.Turn != turn || string(input.Text) != saw.inputs[turn-1][seat] {
				t.Errorf("turn %d: seat %d: found %+v; want %q", turn, seat, input, saw.inputs[turn-1][seat])
			}
		}
		if turn != last {
			t.Errorf("seat %d: %d inputs; want %d", seat, turn, last)
		}
	}
	for _, err := range replay.Inputs(rec, sums{}, 2) {
		if err == nil || err.Error() != "seat 2; the match has seats 0 to 1" {
			t.Errorf("seat 2: %v", err)
		}
	}
}
