package external

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"arbiter/referee"
)

// scores returns the scores of a match by seat. A criterion is looked up in the metadata; the
// referee's own scores count where the game names none.
func (g *Game) scores(x *exchange, dropped referee.Seats) ([]int64, error) {
	if g.criterion == "" {
		scores := slices.Clone(x.Scores)
		for i, score := range scores {
			n, err := g.number(fmt.Sprint(score))
			if err != nil {
				return nil, err
			}
			scores[i] = n
		}
		return scores, nil
	}
	var metadata map[string]any
	dec := json.NewDecoder(strings.NewReader(string(x.Metadata)))
	dec.UseNumber()
	_ = dec.Decode(&metadata) // what is no object has no criterion
	value, ok := metadata[g.criterion]
	switch {
	case !ok && (dropped.Len() > 0 || x.Scores[0] <= 0):
		return []int64{g.failed}, nil
	case !ok:
		return nil, fmt.Errorf("its metadata has no %q, the criterion of the game; it has %q", g.criterion, slices.Sorted(maps.Keys(metadata)))
	}
	n, err := g.number(strings.TrimSpace(fmt.Sprint(value)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.criterion, err)
	}
	return []int64{n}, nil
}

// number returns a decimal number as a score, in units of the last decimal that the game
// counts.
func (g *Game) number(text string) (int64, error) {
	n, err := g.info.Parse(text)
	if err != nil {
		return 0, fmt.Errorf("%w; see decimals in the %s", err, GameFile)
	}
	return n, nil
}
