package doctor

import (
	"slices"
	"testing"
)

// What hides a missing flush is undone, and nothing else.
func TestHidesMissingFlush(t *testing.T) {
	undo, names := hidesMissingFlush([]string{
		"PATH=/bin", "PYTHONUNBUFFERED=1", "PYTHONPATH=/x", "LD_PRELOAD=/usr/libexec/coreutils/libstdbuf.so:/lib/mine.so", "_STDBUF_O=L", "PERLIO=",
	})
	if want := []string{"PYTHONUNBUFFERED=", "LD_PRELOAD=/lib/mine.so"}; !slices.Equal(undo, want) {
		t.Errorf("%q; want %q", undo, want)
	}
	if len(names) != 2 {
		t.Errorf("names %q; want two", names)
	}
	if undo, _ := hidesMissingFlush([]string{"LD_PRELOAD=/lib/mine.so"}); undo != nil {
		t.Errorf("%q; want nothing undone", undo)
	}
}

// Memory that grows steadily is a leak; memory that is filled and kept is not.
func TestGrowth(t *testing.T) {
	const mib = 1 << 20
	samples := func(n int, at func(i int) int64) (all []int64) {
		for i := range n {
			all = append(all, at(i))
		}
		return all
	}
	for _, tt := range []struct {
		name string
		all  []int64
		want int64
	}{
		{"8 MiB a turn", samples(40, func(i int) int64 { return int64(i) * 8 * mib }), 8 * mib},
		{"8 MiB a turn in a short match", samples(11, func(i int) int64 { return int64(i) * 8 * mib }), 8 * mib},
		{"tables that are filled in the first half", samples(100, func(i int) int64 { return min(int64(i), 50) * 8 * mib }), 0},
		{"one large table late", samples(100, func(i int) int64 { return int64(i/90) * 500 * mib }), 0},
		{"a little", samples(100, func(i int) int64 { return int64(i) * 1000 }), 0},
		{"too few turns", samples(5, func(i int) int64 { return int64(i) * 8 * mib }), 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := growth(tt.all); got != tt.want {
				t.Errorf("%d bytes a turn; want %d", got, tt.want)
			}
		})
	}
}

// One bug gives one finding, with a count, and what costs matches comes first.
func TestGrouped(t *testing.T) {
	got := grouped([]Finding{
		{Check: "time", Title: "slow", Level: Warning},
		{Check: "matches", Title: "crash", Level: Wrong, cause: "c", place: "turn 3 of a"},
		{Check: "situations", Title: "crash again", Level: Wrong, cause: "c", place: "turn 1 of b"},
		{Check: "situations", Title: "crash again", Level: Wrong, cause: "c", place: "turn 1 of b"},
	})
	if len(got) != 2 || got[0].Title != "crash" || got[0].Count != 2 || got[1].Title != "slow" {
		t.Errorf("findings %+v; want the crash twice, then the warning", got)
	}
}
