package ctf

import (
	"strings"
	"testing"
)

// A coin is listed once, also on an explicit map without a middle column.
func TestCoinsOnEvenWidth(t *testing.T) {
	m := newTestMatch(t, `{"grid": ["######", "#....#", "######"], "flag_bases": [[1, 1], [1, 4]],
		"coins": [[1, 2], [1, 3]], "minions": [[{"pos": [1, 1]}], [{"pos": [1, 4]}]]}`)
	input := string(m.Input(0, nil))
	if !strings.HasSuffix(input, "\n2\n1 2\n1 3\n") {
		t.Errorf("input ends %q; want 2 coins, each once", input[max(0, len(input)-30):])
	}
}
