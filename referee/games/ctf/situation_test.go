package ctf

import (
	"slices"
	"testing"
)

// "Situations returns the kinds that the position in front of the next turn is of."
func TestSituations(t *testing.T) {
	const grid = `"grid":["#########","#.......#","#.......#","#########"],"flag_bases":[[1,1],[1,7]]`
	for _, tt := range []struct {
		name, position string
		want           []string
	}{
		{"alone, the flag gone with a carrier in sight", `{` + grid + `,"minions":[[{"pos":[1,2]},{"pos":[2,1],"health":0}],[{"pos":[1,4]},{"pos":[1,6]}]],"flags":[{"carrier":0},{}]}`,
			[]string{"alone against two or more", "own flag taken", "flag carrier in sight", "opponent in sight"}},
		{"carrying, one of two frozen", `{` + grid + `,"minions":[[{"pos":[1,2]},{"pos":[2,1],"timeout":2}],[{"pos":[1,4],"health":0},{"pos":[1,6],"health":0}]],"flags":[{},{"carrier":0}]}`,
			[]string{"carrying the flag", "a minion frozen"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Position([]byte(tt.position))
			if err != nil {
				t.Fatal(err)
			}
			if got := s.situations(0); !slices.Equal(got, tt.want) {
				t.Errorf("situations %q; want %q", got, tt.want)
			}
		})
	}
}
