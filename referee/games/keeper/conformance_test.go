package keeper

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"arbiter/referee"
	"arbiter/referee/refereetest"
)

// A recording is a State in the words of the recorded matches.
type recording struct {
	Hero struct {
		X       int   `json:"x"`
		Y       int   `json:"y"`
		HP      int   `json:"hp"`
		Score   int   `json:"score"`
		Charges []int `json:"charges"`
	} `json:"hero"`
	Items    [][]int `json:"items"`
	Monsters [][]int `json:"monsters"`
	Won      bool    `json:"won"`
	Lost     bool    `json:"lost"`
}

func recordingOf(s *State) recording {
	r := recording{Items: [][]int{}, Monsters: [][]int{}, Won: s.End == Won, Lost: s.End == Dead}
	h := s.Hero
	r.Hero.X, r.Hero.Y, r.Hero.HP, r.Hero.Score = h.Cell.X(), h.Cell.Y(), h.Health, h.Score
	r.Hero.Charges = h.Charges[Hammer:]
	for t := range s.Things {
		if Type(t) != Obstacle {
			for c := range s.Things[t].All() {
				r.Items = append(r.Items, []int{t, c.X(), c.Y()})
			}
		}
	}
	slices.SortFunc(r.Items, func(a, b []int) int { return cmp.Or(a[1]-b[1], a[2]-b[2]) })
	for id, m := range s.Monsters[:s.Count] {
		if m.Health > 0 {
			r.Monsters = append(r.Monsters, []int{id, int(m.Type), m.Cell.X(), m.Cell.Y(), int(m.Health)})
		}
	}
	return r
}

// compare returns where two values differ. Looking for differences is slow, so
// it is done only where there are some.
func compare(what string, want, got any) error {
	if reflect.DeepEqual(want, got) {
		return nil
	}
	return fmt.Errorf("%s (-want +got): %s", what, gocmp.Diff(want, got))
}

// A resolved is what the published referee turned an answer into.
type resolved struct {
	Act    string  `json:"act"`
	X      int     `json:"x"`
	Y      int     `json:"y"`
	Weapon int     `json:"weapon"`
	Cells  [][]int `json:"cells"`
	Warn   *string `json:"warn"`
}

func resolvedOf(s *State, a Action) resolved {
	deed := s.Resolve(a)
	warn := map[Note]*string{
		Detour: new("unreachable_step"), Unreachable: new("unreachable_stay"), BlockedObstacle: new("unreachable_step"),
		NoCharge: new("no_charge"), OutOfRange: new("out_of_range"),
	}[deed.Note]
	switch {
	case deed.Note == BlockedObstacle:
		return resolved{Act: "move", X: s.Hero.Cell.X(), Y: s.Hero.Cell.Y(), Warn: warn}
	case deed.Act == Walk:
		return resolved{Act: "move", X: deed.Cell.X(), Y: deed.Cell.Y(), Warn: warn}
	case deed.Act == Strike:
		r := resolved{Act: "attack", Weapon: int(deed.Weapon), Warn: warn}
		cells, n := Struck(deed.Weapon, s.Hero.Cell, deed.Cell)
		for _, c := range cells[:n] {
			r.Cells = append(r.Cells, []int{c.X(), c.Y()})
		}
		slices.SortFunc(r.Cells, slices.Compare)
		return r
	}
	return resolved{Act: "idle", Warn: warn}
}

func TestConformance(t *testing.T) {
	refereetest.Conformance(t, "code-keeper", "keeper", func(tr *refereetest.Trace) error {
		states, err := replaySetup(tr)
		if err != nil {
			return fmt.Errorf("from the setup: %w", err)
		}
		if tr.Seed == nil {
			return nil
		}
		if err := replaySeed(tr, states); err != nil {
			return fmt.Errorf("from the seed: %w", err)
		}
		return nil
	})
}

// replaySetup plays a recorded match from its setup, with the recorded orders,
// and returns the start and the states after the turns.
func replaySetup(tr *refereetest.Trace) ([]State, error) {
	s, err := decodePosition(tr.Setup)
	if err != nil {
		return nil, err
	}
	states := []State{s}
	for i, turn := range tr.Turns {
		if err := compareTurn(&s, turn); err != nil {
			return nil, fmt.Errorf("turn %d: %w", i+1, err)
		}
		var want recording
		if err := json.Unmarshal(turn.State, &want); err != nil {
			return nil, err
		}
		if err := compare("state", want, recordingOf(&s)); err != nil {
			return nil, fmt.Errorf("turn %d: %w", i+1, err)
		}
		states = append(states, s)
	}
	if !s.Over() {
		return nil, errors.New("the game goes on after the last turn")
	}
	return states, compareResult(tr, newMatch(s).Result(), s.Turn)
}

// compareTurn compares input and resolution of a turn and plays it.
func compareTurn(s *State, turn refereetest.TraceTurn) error {
	if s.Over() {
		return fmt.Errorf("the game is over: %v", s.End)
	}
	if err := compareInput(turn.Input[0], s.AppendInput(nil)); err != nil {
		return err
	}
	if *turn.Output[0] == refereetest.NoAnswer {
		s.Fail(TimedOut, nil)
		return nil
	}
	a, _, fault := Parse(*turn.Output[0])
	if fault != nil {
		s.Fail(BadCommand, nil)
		return nil
	}
	if len(turn.Resolved) > 0 {
		var want *resolved
		if err := json.Unmarshal(turn.Resolved, &want); err != nil {
			return err
		}
		if err := compare(*turn.Output[0], want, new(resolvedOf(s, a))); err != nil {
			return err
		}
	}
	order := []uint8{}
	for _, id := range turn.Order {
		order = append(order, uint8(id))
	}
	s.StepInOrder(a, order, nil)
	return nil
}

// compareInput compares the entity lines as sets.
func compareInput(want []string, input []byte) error {
	got := strings.Split(strings.TrimSuffix(string(input), "\n"), "\n")
	if len(want) < 2 || len(got) < 2 {
		return fmt.Errorf("input of %d lines; want %d", len(got), len(want))
	}
	want = slices.Clone(want)
	slices.Sort(want[2:])
	slices.Sort(got[2:])
	return compare("input", want, got)
}

func compareResult(tr *refereetest.Trace, got referee.Result, turns int) error {
	want := tr.Result
	var detail struct{ Turns int }
	if err := json.Unmarshal(want.Detail, &detail); err != nil {
		return err
	}
	switch won := got.Reason == Won.String(); {
	case !slices.Equal(got.Scores, want.Scores):
		return fmt.Errorf("scores %v; want %v", got.Scores, want.Scores)
	case got.Reason != want.Reason:
		return fmt.Errorf("reason %s; want %s", got.Reason, want.Reason)
	case won != (want.Winner != nil && *want.Winner == 0):
		return fmt.Errorf("reason %s, but the recorded winner is %v", got.Reason, want.Winner)
	case turns != detail.Turns:
		return fmt.Errorf("%d turns; want %d", turns, detail.Turns)
	}
	return nil
}

// replaySeed plays a recorded match from its seed alone: the map, every order
// and with them every state must come out as from the setup.
func replaySeed(tr *refereetest.Trace, states []State) error {
	seed, err := strconv.ParseInt(*tr.Seed, 10, 64)
	if err != nil {
		return err
	}
	played, err := Game{}.New(referee.Setup{Seed: seed}, 1)
	if err != nil {
		return err
	}
	m := played.(*match)
	same := func(want State) bool {
		want.rng = m.state.rng // recorded orders are not drawn
		return m.state == want
	}
	if !same(states[0]) {
		return fmt.Errorf("seed %d deals another map", seed)
	}
	for i, turn := range tr.Turns {
		if err := compareInput(turn.Input[0], m.Input(0, nil)); err != nil {
			return fmt.Errorf("turn %d: %w", i+1, err)
		}
		if *turn.Output[0] == refereetest.NoAnswer {
			m.Drop(0, referee.Fault{Turn: i + 1, Kind: referee.Timeout})
		} else {
			m.Answer(0, []string{*turn.Output[0]})
		}
		if order := nextOrder(m); !slices.Equal(order, turn.Order) {
			return fmt.Errorf("turn %d: order %v; want %v", i+1, order, turn.Order)
		}
		m.Step()
		if !same(states[i+1]) {
			return fmt.Errorf("turn %d: the state is not the recorded one", i+1)
		}
	}
	return compareResult(tr, m.Result(), m.state.Turn)
}

// nextOrder returns the order that Step is about to draw, nil for none.
func nextOrder(m *match) []int {
	s := m.state
	if m.fail == Playing {
		s.heroActs(m.action, nil)
	}
	if m.fail != Playing || s.Over() {
		return nil
	}
	var buf [MaxMonsters]uint8
	order := []int{}
	for _, id := range s.drawOrder(&buf) {
		order = append(order, int(id))
	}
	return order
}

func TestConformanceMaps(t *testing.T) {
	var maps []struct {
		Seed string
		Rows []string
	}
	path := filepath.Join(refereetest.Traces(t), "maps", "keeper.json.gz")
	refereetest.ReadGzipJSON(t, path, &maps)
	for _, want := range maps {
		seed, err := strconv.ParseInt(want.Seed, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if diff := gocmp.Diff(want.Rows, rowsOf(new(Deal(seed)))); diff != "" {
			t.Errorf("seed %d (-want +got): %s", seed, diff)
		}
	}
	fmt.Printf("conformance: maps/keeper: %d maps\n", len(maps))
}

// rowsOf draws a start position as rows.
func rowsOf(s *State) []string {
	rows := make([]string, Height)
	for y := range rows {
		for x := range Width {
			rows[y] += s.symbolsAt(At(x, y))[:1]
		}
	}
	return rows
}
