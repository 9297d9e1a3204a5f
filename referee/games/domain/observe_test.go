package domain

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// cellsOf returns the cells of a plane that are not 0, with the value.
func cellsOf(observation []float32, plane int) map[string]float32 {
	got := map[string]float32{}
	for c := range Cell(CellCount) {
		if v := observation[plane*CellCount+int(c)]; v != 0 {
			got[c.String()] = v
		}
	}
	return got
}

// An observation is seen by one player: its token comes first.
func TestObserve(t *testing.T) {
	s := Start()
	s.Step(Action{At(1, 2), Right})
	for _, tt := range []struct {
		name   string
		player int
		plane  int
		want   map[string]float32
	}{
		{"player 0 sees its own token", 0, planeOwn, map[string]float32{"1 2": 1}},
		{"and the other one", 0, planeOpponent, map[string]float32{"6 6": 1}},
		{"player 1 sees its own token", 1, planeOwn, map[string]float32{"6 6": 1}},
		{"and the other one", 1, planeOpponent, map[string]float32{"1 2": 1}},
		{"walls stand on right sides, the border too", 1, planeWallRight, map[string]float32{
			"1 2": 1, "6 0": 1, "6 1": 1, "6 2": 1, "6 3": 1, "6 4": 1, "6 5": 1, "6 6": 1,
		}},
		{"and on lower sides", 0, planeWallDown, map[string]float32{
			"0 6": 1, "1 6": 1, "2 6": 1, "3 6": 1, "4 6": 1, "5 6": 1, "6 6": 1,
		}},
		{"player 0 is not to move", 0, planeToMove, map[string]float32{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, cellsOf(s.Observe(tt.player, nil), tt.plane)); diff != "" {
				t.Error(diff)
			}
		})
	}
	if got := len(cellsOf(s.Observe(1, nil), planeToMove)); got != CellCount {
		t.Errorf("player 1 is to move in %d cells; want all", got)
	}
}
