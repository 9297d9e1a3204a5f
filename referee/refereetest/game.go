package refereetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"arbiter/referee"
)

// An Answerer makes a legal answer for the asked seat of a running match.
type Answerer func(r *rand.Rand, m referee.Match, seat int) []string

// longest is more turns than any match of a shipped game has.
const longest = 1_000_000

// TestGame checks what every game owes. The same setup and answers give the same match.
// Inputs and views are well-formed and do not change by looking. A dropped seat ends
// somewhere, and a crash is not called a timeout. Reasons are words joined by
// underscores. Step allocates nothing. A wrong setup is an error. The optional
// interfaces keep their word. The parameter answer makes legal answers, so that matches
// last.
func TestGame(t *testing.T, g referee.Game, answer Answerer) {
	info := g.Info()
	t.Run("info", func(t *testing.T) { testInfo(t, info) })
	for seed := range int64(5) {
		setup := referee.Setup{Seed: seed}
		t.Run(fmt.Sprintf("seed %d deals the same match again", seed), func(t *testing.T) {
			first := play(t, deal(t, g, setup), answer, seed)
			again := play(t, deal(t, g, setup), answer, seed)
			first.same(t, again)
			if most := info.Answers * info.MinSeats; most > 0 && len(first.inputs) > most {
				t.Errorf("seats were asked %d times; want at most the %d answers of each that the info tells", len(first.inputs), info.Answers)
			}
		})
		t.Run(fmt.Sprintf("seed %d replays from its answers", seed), func(t *testing.T) {
			first := play(t, deal(t, g, setup), answer, seed)
			next := 0
			recorded := func(*rand.Rand, referee.Match, int) []string {
				next++
				return first.answers[next-1]
			}
			first.same(t, play(t, deal(t, g, setup), recorded, seed))
		})
		for seat := range info.MaxSeats {
			for _, from := range []int{1, 2, 20} {
				t.Run(fmt.Sprintf("seed %d ends when seat %d is dropped from turn %d on", seed, seat, from), func(t *testing.T) {
					testDrop(t, g, setup, answer, seat, from)
				})
			}
		}
	}
	t.Run("looking changes nothing", func(t *testing.T) { testLooking(t, g, answer) })
	t.Run("views", func(t *testing.T) { testViews(t, g, answer) })
	t.Run("Step allocates nothing", func(t *testing.T) { testAllocations(t, g, answer) })
	t.Run("wrong setups are errors", func(t *testing.T) { testWrongSetups(t, g) })
	testOptional(t, g, answer)
}

func testInfo(t *testing.T, info referee.Info) {
	if info.Name == "" || info.Name != strings.ToLower(info.Name) || strings.ContainsAny(info.Name, " /?#") {
		t.Errorf("name %q is no lower-case word", info.Name)
	}
	if info.Title == "" || info.Seed == "" || info.Rules < 1 || info.First <= 0 || info.Turn <= 0 {
		t.Errorf("incomplete info: %+v", info)
	}
	if info.MinSeats < 1 || info.MaxSeats < info.MinSeats {
		t.Errorf("seats %d to %d", info.MinSeats, info.MaxSeats)
	}
}

func deal(t *testing.T, g referee.Game, setup referee.Setup) referee.Match {
	t.Helper()
	m, err := g.New(setup, g.Info().MinSeats)
	if err != nil {
		t.Fatalf("New(%+v): %v", setup, err)
	}
	return m
}

// A record is everything observable of a match.
type record struct {
	attributes []referee.Attribute

	answers [][]string
	inputs  []string
	states  [][]byte
	result  referee.Result
}

func (r record) same(t *testing.T, other record) {
	t.Helper()
	if !slices.Equal(r.inputs, other.inputs) {
		t.Error("inputs differ")
	}
	if !slices.EqualFunc(r.states, other.states, bytes.Equal) {
		t.Error("states differ")
	}
	if fmt.Sprint(r.result) != fmt.Sprint(other.result) {
		t.Errorf("results differ: %+v and %+v", r.result, other.result)
	}
}

// play plays a match with answers drawn from the seed, checking the inputs.
func play(t *testing.T, m referee.Match, answer Answerer, seed int64) record {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(seed), 1))
	rec := record{attributes: m.Attributes()}
	for turn := 1; !m.Over(); turn++ {
		if turn > longest {
			t.Fatal("the match does not end")
		}
		for seat := range m.Asked().All() {
			input := m.Input(seat, nil)
			if len(input) == 0 || input[len(input)-1] != '\n' {
				t.Fatalf("turn %d: input %q does not end a line", turn, input)
			}
			lines := answer(r, m, seat)
			rec.inputs = append(rec.inputs, string(input))
			rec.answers = append(rec.answers, lines)
			m.Answer(seat, lines)
		}
		m.Step()
		rec.states = append(rec.states, m.AppendState(nil))
	}
	rec.result = m.Result()
	if attributes := m.Attributes(); !slices.Equal(attributes, rec.attributes) {
		t.Errorf("attributes changed during the match: %v to %v", rec.attributes, attributes)
	}
	if len(rec.result.Scores) != len(rec.result.Ranks) {
		t.Errorf("incomplete result %+v", rec.result)
	}
	testReason(t, rec.result.Reason)
	if len(rec.result.Faults) > 0 {
		t.Errorf("a legal answer was called a fault: %v", rec.result.Faults[0])
	}
	return rec
}

// testReason checks that a reason is lower-case words joined by underscores.
func testReason(t *testing.T, reason string) {
	t.Helper()
	for word := range strings.SplitSeq(reason, "_") {
		if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
			t.Errorf("reason %q; want lower-case words joined by underscores", reason)
			return
		}
	}
}

// testDrop drops a seat once because its time ran out and once because its
// program ended. Only the result may tell these apart.
func testDrop(t *testing.T, g referee.Game, setup referee.Setup, answer Answerer, seat, from int) {
	late := playDropping(t, deal(t, g, setup), answer, seat, from, referee.Timeout)
	gone := playDropping(t, deal(t, g, setup), answer, seat, from, referee.Crash)
	if !slices.EqualFunc(late.states, gone.states, bytes.Equal) {
		t.Error("the state after a crash is not the one after a timeout; records made before forfeits had a reason of their own need the same digest")
	}
	if strings.Contains(gone.result.Reason, "timeout") {
		t.Errorf("the reason after a crash is %q", gone.result.Reason)
	}
}

// playDropping plays a match in which the seat gives no answer from a turn on.
func playDropping(t *testing.T, m referee.Match, answer Answerer, seat, from int, kind referee.Kind) record {
	t.Helper()
	var rec record
	r := rand.New(rand.NewPCG(1, 1))
	for turn := 1; !m.Over(); turn++ {
		if turn > longest {
			t.Fatal("the match does not end")
		}
		for s := range m.Asked().All() {
			if s == seat && turn >= from {
				m.Drop(s, referee.Fault{Turn: turn, Seat: s, Kind: kind, Why: "dropped by the test"})
			} else {
				m.Answer(s, answer(r, m, s))
			}
		}
		m.Step()
		rec.states = append(rec.states, m.AppendState(nil))
	}
	rec.result = m.Result()
	testReason(t, rec.result.Reason)
	if f := rec.result.FaultOf(seat); f != nil && f.Kind != kind {
		t.Errorf("the fault of the dropped seat is %v; want the %s handed to Drop", f, kind)
	}
	return rec
}

func testLooking(t *testing.T, g referee.Game, answer Answerer) {
	look := func(m referee.Match) {
		m.Board(nil)
		m.Attributes()
		m.Result()
		m.AppendState(nil)
		if _, err := json.Marshal(m.View()); err != nil {
			t.Error(err)
		}
		if _, err := json.Marshal(m.Scene()); err != nil {
			t.Error(err)
		}
		for seat := range m.Asked().All() {
			if a, b := m.Input(seat, nil), m.Input(seat, nil); !bytes.Equal(a, b) {
				t.Errorf("Input changes when called again:\n%s\n%s", a, b)
			}
			m.Lines(seat)
		}
	}
	setup := referee.Setup{Seed: 7}
	plain := play(t, deal(t, g, setup), answer, 7)
	watched := play(t, deal(t, g, setup), func(r *rand.Rand, m referee.Match, seat int) []string {
		look(m)
		return answer(r, m, seat)
	}, 7)
	plain.same(t, watched)
}

func testViews(t *testing.T, g referee.Game, answer Answerer) {
	check := func(turn int, what string, v any) []byte {
		text, err := json.Marshal(v)
		if err != nil || !bytes.HasPrefix(text, []byte("{")) {
			t.Fatalf("turn %d: %s is no JSON object: %.80s %v", turn, what, text, err)
		}
		return text
	}
	r := rand.New(rand.NewPCG(3, 3))
	m := deal(t, g, referee.Setup{Seed: 3})
	check(0, "scene", m.Scene())
	check(0, "view", m.View())
	for turn := 1; !m.Over(); turn++ {
		for seat := range m.Asked().All() {
			m.Answer(seat, answer(r, m, seat))
		}
		m.Step()
		var view struct {
			Events []struct {
				Type string `json:"type"`
				Step int    `json:"step"`
			} `json:"events"`
		}
		if err := json.Unmarshal(check(turn, "view", m.View()), &view); err != nil {
			t.Fatal(err)
		}
		step := 0
		for i, e := range view.Events {
			if e.Type == "" || e.Step < step || e.Step > step+1 {
				t.Fatalf("turn %d: event %d of the view: type %q, step %d after step %d", turn, i, e.Type, e.Step, step)
			}
			step = e.Step
		}
		if len(m.Board(nil)) == 0 {
			t.Fatalf("turn %d: no board", turn)
		}
	}
}

// testAllocations counts the heap allocations of all Steps of a match. The
// least of several matches counts: the runtime itself allocates now and then.
func testAllocations(t *testing.T, g referee.Game, answer Answerer) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	least := ^uint64(0)
	for range 5 {
		r := rand.New(rand.NewPCG(5, 5))
		m := deal(t, g, referee.Setup{Seed: 5})
		var sum uint64
		for !m.Over() {
			for seat := range m.Asked().All() {
				m.Answer(seat, answer(r, m, seat))
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			m.Step()
			runtime.ReadMemStats(&after)
			sum += after.Mallocs - before.Mallocs
		}
		least = min(least, sum)
	}
	if least != 0 {
		t.Errorf("the Steps of a match allocate %d times; want 0", least)
	}
}

func testWrongSetups(t *testing.T, g referee.Game) {
	for _, position := range []string{"", "null", "[]", "{", `{"no_such_field": 1}`, `{} {}`} {
		_, err := g.New(referee.Setup{Position: json.RawMessage(position)}, g.Info().MinSeats)
		if err == nil {
			t.Errorf("setup %q was accepted", position)
		} else if position == `{"no_such_field": 1}` && !strings.Contains(err.Error(), "no_such_field") {
			t.Errorf("the error does not name the unknown field: %v", err)
		}
	}
	if _, err := g.New(referee.Setup{}, g.Info().MaxSeats+1); err == nil {
		t.Errorf("%d seats were accepted", g.Info().MaxSeats+1)
	}
}
