package heropath

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"arbiter/referee"
	"arbiter/referee/refereetest"
)

// A traceSetup is the setup of a recorded match.
type traceSetup struct {
	Test      json.RawMessage `json:"test"`
	TestFile  string          `json:"test_file"`
	Answer    *string         `json:"answer"`
	AnswerB64 []byte          `json:"answer_b64"`
}

// A traceState is what a recorded turn changed.
type traceState struct {
	X, Y, Level, Exp, Gold, Fatigue *int64
	Monsters                        [][2]int64
}

// A traceDetail is the verdict of a recorded answer.
type traceDetail struct {
	Valid                           bool
	Error                           *Reason
	At                              *int
	TurnsPlayed                     int64 `json:"turns_played"`
	NumTurns                        int64 `json:"num_turns"`
	X, Y, Level, Exp, Gold, Fatigue *int64
	Kills                           *int
}

func TestConformance(t *testing.T) {
	refereetest.Conformance(t, "heropath", "heropath", func(tr *refereetest.Trace) error { return replayTrace(t, tr) })
}

// traceTest returns the test document, the answer and the position of a trace.
func traceTest(t testing.TB, tr *refereetest.Trace) (test, answer []byte, position json.RawMessage, err error) {
	var setup traceSetup
	if err := json.Unmarshal(tr.Setup, &setup); err != nil {
		return nil, nil, nil, err
	}
	test, position = setup.Test, tr.Setup
	if test == nil {
		path := refereetest.Shared(t, "heropath", "tests", setup.TestFile)
		if test, err = os.ReadFile(path); err != nil {
			return nil, nil, nil, err
		}
		position = test
	}
	switch {
	case setup.Answer != nil:
		answer = []byte(*setup.Answer)
	case setup.AnswerB64 != nil:
		answer = setup.AnswerB64
	default:
		moves := make([]string, len(tr.Turns))
		for i, turn := range tr.Turns {
			moves[i] = *turn.Output[0]
		}
		answer = []byte(`{"moves":[` + strings.Join(moves, ",") + `]}`)
	}
	return test, answer, position, nil
}

func replayTrace(t *testing.T, tr *refereetest.Trace) error {
	test, answer, position, err := traceTest(t, tr)
	if err != nil {
		return err
	}
	g, err := Game{}.New(referee.Setup{Position: position}, 1)
	if err != nil {
		return err
	}
	m := g.(*match)
	var line bytes.Buffer
	if err := json.Compact(&line, test); err != nil {
		return err
	}
	if line.WriteByte('\n'); !bytes.Equal(m.Input(0, nil), line.Bytes()) {
		return fmt.Errorf("the input %.80q is not the test in one line", m.Input(0, nil))
	}
	var want traceDetail
	if err := json.Unmarshal(tr.Result.Detail, &want); err != nil {
		return err
	}
	m.Answer(0, []string{string(answer)})
	for i := 0; !m.Over(); i++ {
		m.Step()
		if !m.played {
			if i < len(tr.Turns) {
				return fmt.Errorf("turn %d: ended with %s; want %s", i+1, m.reason, tr.Turns[i].State)
			}
			continue
		}
		if i >= len(tr.Turns) {
			return fmt.Errorf("turn %d was played; want %d turns", i+1, len(tr.Turns))
		}
		if err := sameTurn(m, &tr.Turns[i]); err != nil {
			return fmt.Errorf("turn %d: %w", i+1, err)
		}
	}
	if m.state.Turn != int64(len(tr.Turns)) {
		return fmt.Errorf("played %d turns; want %d", m.state.Turn, len(tr.Turns))
	}
	result := m.Result()
	if diff := gocmp.Diff(tr.Result.Scores, result.Scores); diff != "" || result.Reason != tr.Result.Reason || result.Winner() != -1 || tr.Result.Winner != nil {
		return fmt.Errorf("result %+v; want %+v", result, tr.Result)
	}
	if (len(result.Faults) == 0) != want.Valid {
		return fmt.Errorf("faults %v; valid is %v", result.Faults, want.Valid)
	}
	w, err := ParseWorld(test)
	if err != nil {
		return err
	}
	v := Judge(w, answer)
	got := traceDetail{
		Valid: v.Valid, At: v.At, TurnsPlayed: v.TurnsPlayed, NumTurns: v.NumTurns,
		X: &v.X, Y: &v.Y, Level: &v.Level, Exp: &v.Exp, Gold: &v.Gold, Fatigue: &v.Fatigue, Kills: &v.Kills,
	}
	if v.Error != "" {
		got.Error = &v.Error
	}
	if want.X == nil { // no phase 3: the trace has no hero
		got.X, got.Y, got.Level, got.Exp, got.Gold, got.Fatigue, got.Kills = nil, nil, nil, nil, nil, nil, nil
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		return fmt.Errorf("verdict (-want +got):\n%s", diff)
	}
	if v.Score != tr.Result.Scores[0] || v.Valid == (v.Why != "") {
		return fmt.Errorf("verdict %+v; want score %d, and a reason when it is invalid", v, tr.Result.Scores[0])
	}
	return nil
}

// sameTurn compares the turn's move and what it changed.
func sameTurn(m *match, turn *refereetest.TraceTurn) error {
	if got := string(AppendAction(nil, m.move())); got != *turn.Output[0] {
		return fmt.Errorf("move %s; want %s", got, *turn.Output[0])
	}
	v := m.View().(*view)
	var want traceState
	if err := json.Unmarshal(turn.State, &want); err != nil {
		return err
	}
	got := traceState{v.X, v.Y, v.Level, v.Exp, v.Gold, v.Fatigue, v.Monsters}
	if !same(want.X, got.X) || !same(want.Y, got.Y) || !same(want.Level, got.Level) || !same(want.Exp, got.Exp) ||
		!same(want.Gold, got.Gold) || !same(want.Fatigue, got.Fatigue) || !slices.Equal(want.Monsters, got.Monsters) {
		return fmt.Errorf("state (-want +got):\n%s", gocmp.Diff(want, got))
	}
	var hits int64
	for _, h := range v.hits {
		hits += h.Damage
	}
	if hits != m.state.Fatigue-m.before.Fatigue {
		return fmt.Errorf("the hits of the view add up to %d; fatigue grew by %d", hits, m.state.Fatigue-m.before.Fatigue)
	}
	return nil
}

func same(want, got *int64) bool {
	return want == nil && got == nil || want != nil && got != nil && *want == *got
}
