package doctor

import (
	"strings"
	"testing"
)

func TestExcerptsShowWhereAnswersDiffer(t *testing.T) {
	long := strings.Repeat("x", 100)
	for _, tt := range []struct{ a, b, wantA, wantB string }{
		{"MOVE 1 2", "MOVE 1 3", "MOVE 1 2", "MOVE 1 3"},
		{"", "WAIT 0", "", "WAIT 0"},
		{long + "1", long + "2", "..." + long[:20] + "1", "..." + long[:20] + "2"},
		{"1" + long, "2" + long, "1" + long[:59] + "...", "2" + long[:59] + "..."},
	} {
		if a, b := excerpts(tt.a, tt.b); a != tt.wantA || b != tt.wantB {
			t.Errorf("%q and %q; want %q and %q", a, b, tt.wantA, tt.wantB)
		}
	}
}
