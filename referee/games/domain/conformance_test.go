package domain

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/refereetest"

	"github.com/google/go-cmp/cmp"
)

// A traceState is the state after a turn of a recorded match.
type traceState struct {
	Tokens     [2]Point  `json:"tokens"`
	Walls      []string  `json:"walls"`
	Domains    []int     `json:"domains"`
	LastAction string    `json:"last_action"`
	Messages   [2]string `json:"messages"`
	Over       bool      `json:"over"`
}

// stateOf returns the match's state as a recording tells it.
func stateOf(m *match) traceState {
	v := m.View().(*View)
	s := traceState{
		Tokens: v.Tokens, Walls: wallNames(&m.state),
		LastAction: v.LastAction, Messages: v.Messages, Over: v.Over,
	}
	if v.Domains != nil {
		s.Domains = []int{len(v.Domains[0]), len(v.Domains[1])}
	}
	return s
}

// wallNames returns the inner walls' names in ascending order: "22R", "31D".
func wallNames(s *State) []string {
	names := []string{}
	for c := range Cell(CellCount) {
		for _, side := range []Direction{Down, Right} {
			if _, inside := c.Beside(side); inside && !s.Open(side).Has(c) {
				names = append(names, fmt.Sprintf("%d%d%v", c.X(), c.Y(), side))
			}
		}
	}
	slices.Sort(names)
	return names
}

func TestConformance(t *testing.T) {
	refereetest.Conformance(t, "domain-expansion", "domain", replay)
}

func replay(tr *refereetest.Trace) error {
	dealt, err := Game{}.New(referee.Setup{Position: tr.Setup}, 2)
	if err != nil {
		return err
	}
	m := dealt.(*match)
	for i, turn := range tr.Turns {
		if m.Over() {
			return fmt.Errorf("over after %d of %d turns: %s", i, len(tr.Turns), m.reason)
		}
		if want := referee.SeatSet(turn.Player); m.Asked() != want {
			return fmt.Errorf("turn %d: asked seats %b, want %b", i+1, m.Asked(), want)
		}
		want := strings.Join(turn.Input[turn.Player], "\n") + "\n"
		if input := string(m.Input(turn.Player, nil)); input != want {
			return fmt.Errorf("turn %d: input %q, want %q", i+1, input, want)
		}
		line := *turn.Output[turn.Player]
		if line == refereetest.NoAnswer {
			m.Drop(turn.Player, referee.Fault{Turn: i + 1, Seat: turn.Player, Kind: referee.Timeout})
		} else {
			m.Answer(turn.Player, []string{line})
		}
		m.Step()
		if deviates(tr.Kind, line) {
			return wantUnrecognized(m, turn.Player)
		}
		var state traceState
		if err := json.Unmarshal(turn.State, &state); err != nil {
			return err
		}
		if diff := cmp.Diff(state, stateOf(m)); diff != "" {
			return fmt.Errorf("turn %d: %q: state (-want +got):\n%s", i+1, line, diff)
		}
	}
	return sameResult(m, tr.Result)
}

// deviates reports whether the recording's referee took an unknown direction
// for U where ours calls it a syntax error, as the statement does.
func deviates(kind, line string) bool {
	if !strings.HasPrefix(kind, "lenient-direction-") && kind != "far-and-bad-direction-illegal" {
		return false
	}
	_, _, err := ParseAnswer(line)
	return err != nil && strings.HasPrefix(err.Error(), "unknown direction")
}

// wantUnrecognized checks that the match ended by a syntax error of the seat.
func wantUnrecognized(m *match, seat int) error {
	want := []int64{0, 0}
	want[seat] = scoreInvalid
	if r := m.Result(); r.Reason != reasonInvalid || !slices.Equal(r.Scores, want) || r.Winner() != 1-seat {
		return fmt.Errorf("an unknown direction: %+v, want %s with scores %v", r, reasonInvalid, want)
	}
	return nil
}

func sameResult(m *match, want refereetest.TraceResult) error {
	if !m.Over() {
		return errors.New("not over after the last turn")
	}
	r := m.Result()
	winner := -1
	if want.Winner != nil {
		winner = *want.Winner
	}
	want.Reason = strings.ReplaceAll(want.Reason, "-", "_") // the recordings have hyphens
	if r.Reason != want.Reason || !slices.Equal(r.Scores, want.Scores) || r.Winner() != winner {
		return fmt.Errorf("result %+v, want %+v", r, want)
	}
	var detail struct {
		Turns     int     `json:"turns"`
		LastMover int     `json:"last_mover"`
		ClosedBy  *string `json:"closed_by"`
	}
	if err := json.Unmarshal(want.Detail, &detail); err != nil {
		return err
	}
	if m.turn != detail.Turns || int(m.before.Mover) != detail.LastMover {
		return fmt.Errorf("%d turns, last mover %d; want %+v", m.turn, m.before.Mover, detail)
	}
	if by := closedBy(m, r); (by == "") != (detail.ClosedBy == nil) || by != "" && by != *detail.ClosedBy {
		return fmt.Errorf("closed by %q, want %v", by, detail.ClosedBy)
	}
	return nil
}

// closedBy returns who built the wall that separated the tokens.
func closedBy(m *match, r referee.Result) string {
	switch {
	case !m.state.Over:
		return ""
	case r.Winner() < 0:
		return "tie"
	case r.Winner() == int(m.before.Mover):
		return "winner"
	}
	return "loser"
}

// tables returns the folder of tables of the recordings.
func tables(t *testing.T) string {
	dir := filepath.Join(refereetest.Traces(t), "tables")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no tables at %s", dir)
	}
	return dir
}

// A legality is what the published referee accepts in one position: it was
// asked about every action there.
type legality struct {
	Moves  []string          `json:"moves"`
	Mover  int               `json:"mover"`
	Tokens [2]Point          `json:"tokens"`
	Walls  []string          `json:"walls"`
	Legal  []string          `json:"legal"`
	Ending map[string][2]int `json:"ending"` // the domains after the actions that separate
}

func TestConformanceLegality(t *testing.T) {
	positions := 0
	for _, path := range refereetest.TraceFiles(t, tables(t)) {
		var table struct {
			Game      string     `json:"game"`
			Positions []legality `json:"positions"`
		}
		refereetest.ReadGzipJSON(t, path, &table)
		if table.Game != "domain-expansion" {
			continue
		}
		for i, want := range table.Positions {
			positions++
			got := legalityOf(playMoves(t, want.Moves))
			got.Moves = want.Moves
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: position %d (-want +got):\n%s", path, i, diff)
			}
		}
	}
	fmt.Printf("conformance: tables/domain: %d positions\n", positions)
}

// legalityOf asks about every action, as the published referee was asked.
func legalityOf(s State) legality {
	l := legality{
		Mover: int(s.Mover), Tokens: [2]Point{point(s.Tokens[0]), point(s.Tokens[1])}, Walls: wallNames(&s),
		Legal: []string{}, Ending: map[string][2]int{},
	}
	for c := range Cell(CellCount) {
		for side := range Direction(directions) {
			a := Action{c, side}
			if !s.Legal(a) {
				continue
			}
			l.Legal = append(l.Legal, shortName(a))
			next := s
			if next.Step(a); next.Over {
				l.Ending[shortName(a)] = [2]int{next.Domain(0).Len(), next.Domain(1).Len()}
			}
		}
	}
	slices.Sort(l.Legal)
	return l
}

// shortName returns an action as the tables write it, "xyS".
func shortName(a Action) string { return strings.ReplaceAll(a.String(), " ", "") }

// playMoves plays actions in the tables' form from the start, all legal.
func playMoves(t testing.TB, moves []string) State {
	t.Helper()
	s := Start()
	for i, name := range moves {
		c, side, err := parseWall(name)
		if err != nil {
			t.Fatal(err)
		}
		a := Action{c, side}
		if !s.Legal(a) {
			t.Fatalf("move %d, %s, is illegal", i, name)
		}
		s.Step(a)
	}
	return s
}
