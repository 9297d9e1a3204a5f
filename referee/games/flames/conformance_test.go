package flames

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee"
	"arbiter/referee/refereetest"
)

// The recorded matches play alike: every input, state and result.
func TestConformance(t *testing.T) {
	refereetest.Conformance(t, "flames-extinguisher", "flames", replay)
}

// A recordedState is the state of a trace.
type recordedState struct {
	Pos       [2]int   `json:"pos"`
	HP        int      `json:"hp"`
	AP        int      `json:"ap"`
	JumpsLeft int      `json:"jumps_left"`
	Cycle     int      `json:"cycle"`
	Flames    [][2]int `json:"flames"`
	Glyphs    [][2]int `json:"glyphs"`
	Status    string   `json:"status"`
	Cause     *string  `json:"cause"`
	Done      int      `json:"done"`
}

// A recordedDetail is the detail of an illegal end.
type recordedDetail struct {
	Piece string `json:"piece"`
	Why   string `json:"why"`
}

func replay(tr *refereetest.Trace) error {
	made, err := Game{}.New(referee.Setup{Position: tr.Setup}, 1)
	if err != nil {
		return err
	}
	m := made.(*match)
	for i, turn := range tr.Turns {
		if m.Over() {
			return fmt.Errorf("turn %d: the match is over: %s", i+1, m.Result().Reason)
		}
		want := turn.Input[0]
		if i == 0 {
			want = slices.Concat(tr.Init[0], want)
		}
		if diff := cmp.Diff(strings.Join(want, "\n")+"\n", string(m.Input(0, nil))); diff != "" {
			return fmt.Errorf("turn %d: input (-recorded +ours):\n%s", i+1, diff)
		}
		if *turn.Output[0] == refereetest.NoAnswer {
			m.Drop(0, referee.Fault{Turn: i + 1, Kind: referee.Timeout, Why: "no answer in the recording"})
		} else {
			m.Answer(0, []string{*turn.Output[0]})
		}
		m.Step()
		if err := sameState(turn.State, m); err != nil {
			return fmt.Errorf("turn %d: %w", i+1, err)
		}
	}
	return sameResult(tr.Result, m)
}

func sameState(recorded json.RawMessage, m *match) error {
	var want recordedState
	if err := json.Unmarshal(recorded, &want); err != nil {
		return err
	}
	s := &m.state
	glyphs := s.Glyphs(m.test)
	got := recordedState{
		[2]int{int(s.Pos.X), int(s.Pos.Y)}, int(s.HP), int(s.AP), int(s.JumpsLeft), int(s.Cycle),
		recordedCells(&s.Flames), recordedCells(&glyphs), s.Outcome.status(), nil, m.played.done,
	}
	if cause := s.Outcome.cause(); cause != "" {
		got.Cause = &cause
	}
	if diff := cmp.Diff(want, got); diff != "" {
		return fmt.Errorf("state (-recorded +ours):\n%s", diff)
	}
	return nil
}

func recordedCells(r *Rows) [][2]int {
	cells := [][2]int{}
	for c := range r.All() {
		cells = append(cells, [2]int{int(c.X), int(c.Y)})
	}
	return cells
}

func sameResult(want refereetest.TraceResult, m *match) error {
	got := m.Result()
	want.Reason = strings.ReplaceAll(want.Reason, "-", "_") // the recordings have hyphens
	if want.Reason == "cut" {                               // the recording stops while the game goes on
		want.Reason = ""
	}
	var detail recordedDetail
	if err := json.Unmarshal(want.Detail, &detail); err != nil {
		return err
	}
	ours := recordedDetail{Why: string(m.played.refusal)}
	if m.played.refusal != NoRefusal {
		ours.Piece = m.played.piece
	}
	switch {
	case got.Reason != want.Reason:
		return fmt.Errorf("reason %q; want %q", got.Reason, want.Reason)
	case !slices.Equal(got.Scores, want.Scores):
		return fmt.Errorf("scores %v; want %v", got.Scores, want.Scores)
	case want.Winner != nil || got.Winner() != -1:
		return fmt.Errorf("winner %d; want none in a solo game", got.Winner())
	case detail != ours:
		return fmt.Errorf("detail %+v; want %+v", ours, detail)
	case (got.Reason == "illegal" || got.Reason == "timeout") && len(got.Faults) != 1:
		return fmt.Errorf("reason %q with faults %v; want one", got.Reason, got.Faults)
	}
	return nil
}

// One position per rule, each with its list of valid actions.
func TestUnitCases(t *testing.T) {
	text, err := os.ReadFile(refereetest.Shared(t, "flames", "unit_cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name   string                  `json:"name"`
		Setup  json.RawMessage         `json:"setup"`
		Output string                  `json:"output"`
		Valid  []string                `json:"valid"`
		State  json.RawMessage         `json:"state"`
		Result refereetest.TraceResult `json:"result"`
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, tt := range cases {
		t.Run(tt.Name, func(t *testing.T) {
			made, err := Game{}.New(referee.Setup{Position: tt.Setup}, 1)
			if err != nil {
				t.Fatal(err)
			}
			m := made.(*match)
			var valid []string
			for a := range m.state.Valid(m.test).All() {
				valid = append(valid, a.String())
			}
			if diff := cmp.Diff(tt.Valid, valid); diff != "" {
				t.Errorf("valid actions (-want +got):\n%s", diff)
			}
			m.Answer(0, []string{tt.Output})
			m.Step()
			if err := sameState(tt.State, m); err != nil {
				t.Error(err)
			}
			if err := sameResult(tt.Result, m); err != nil {
				t.Error(err)
			}
		})
	}
}

// The published vectors of the generator deal the same waves.
func TestDealVectors(t *testing.T) {
	text, err := os.ReadFile(refereetest.Shared(t, "flames", "glyphs.json"))
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Atoms   map[string][][2]int `json:"atoms"`
		Vectors struct {
			Seeds map[string]struct {
				Atoms   [][2]string `json:"atoms"`
				Waves   [][][2]int  `json:"atoms_waves"`
				Scatter [][][2]int  `json:"scatter_waves"`
			} `json:"seeds"`
		} `json:"generator_test_vectors"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	for i, atom := range atoms {
		name := string(rune('A'+i/familySize)) + string(rune('1'+i%familySize))
		got := [][2]int{}
		for _, c := range atom {
			got = append(got, [2]int{int(c.X), int(c.Y)})
		}
		if diff := cmp.Diff(doc.Atoms[name], got); diff != "" {
			t.Errorf("atom %s (-want +got):\n%s", name, diff)
		}
	}
	arena := StandardArena()
	for name, want := range doc.Vectors.Seeds {
		var seed uint64
		if _, err := fmt.Sscan(name, &seed); err != nil {
			t.Fatal(err)
		}
		for i, w := range dealAtoms(seed) {
			if diff := cmp.Diff(want.Waves[i], recordedCells(&w.Glyphs)); diff != "" {
				t.Errorf("seed %s: atoms wave %d (-want +got):\n%s", name, i+1, diff)
			}
		}
		for i, w := range dealScatter(seed, &arena) {
			if diff := cmp.Diff(want.Scatter[i], recordedCells(&w.Glyphs)); diff != "" {
				t.Errorf("seed %s: scatter wave %d (-want +got):\n%s", name, i+1, diff)
			}
		}
	}
	if len(doc.Vectors.Seeds) == 0 {
		t.Error("no vectors")
	}
}
