package index

import (
	"testing"

	"arbiter/server/league"
)

// A view has the whole start of a match: its name too, which is that of a test.
func TestViewHasTheStart(t *testing.T) {
	want := league.Start{Seed: 7, Position: "0123456789abcdef", Name: "official/one"}
	x := &Index{}
	stored := league.StoredResult{Mark: 1}
	stored.Start, stored.Game = want, "domain"
	x.add(stored, league.Origin{})
	v := view{index: x}
	if v.at(0); v.Start != want {
		t.Errorf("%+v; want %+v", v.Start, want)
	}
}
