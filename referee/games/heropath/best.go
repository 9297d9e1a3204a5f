package heropath

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"arbiter/referee"
)

// A Best is a table of the highest absolute score of any participant, by the
// test's name ("001").
type Best map[string]int64

// ParseBest reads the table of known best scores:
//
//	{"note": "...", "tests": {"001": {"official_highest": 700, "best_public_answer": 700}}}
//
// Only official_highest counts.
func ParseBest(text []byte) (Best, error) {
	var table struct {
		Note  string `json:"note"`
		Tests map[string]struct {
			OfficialHighest  *int64 `json:"official_highest"`
			BestPublicAnswer *int64 `json:"best_public_answer"`
		} `json:"tests"`
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&table); err != nil {
		return nil, fmt.Errorf("table of best scores: %w", referee.ExplainJSON(err))
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("table of best scores: text after the JSON document; want one object and nothing else")
	}
	if table.Tests == nil {
		return nil, errors.New(`table of best scores: no field "tests"; want an object of tests by name`)
	}
	best := make(Best, len(table.Tests))
	for name, t := range table.Tests {
		if t.OfficialHighest == nil {
			return nil, fmt.Errorf("table of best scores: tests.%s: no field %q; want the highest score", name, "official_highest")
		}
		if *t.OfficialHighest < 0 {
			return nil, fmt.Errorf("table of best scores: tests.%s.official_highest: found %d; want at least 0", name, *t.OfficialHighest)
		}
		best[name] = *t.OfficialHighest
	}
	return best, nil
}

// Highest returns the highest score of a test, named as in the table or by
// the path of its file: 001 and tests/001.json are the same.
func (b Best) Highest(test string) (int64, error) {
	name := strings.TrimSuffix(filepath.Base(test), ".json")
	highest, ok := b[name]
	if !ok {
		return 0, fmt.Errorf("test %q is not among the %d tests of the table of best scores", name, len(b))
	}
	return highest, nil
}
