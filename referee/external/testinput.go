package external

import (
	"encoding/json"
	"errors"
	"strings"
)

// testInput returns the lines of a test case of a published referee, whose testIn is a text or
// a list of lines.
func testInput(text []byte) (string, error) {
	var test struct {
		In any `json:"testIn"`
	}
	if err := json.Unmarshal(text, &test); err != nil {
		return "", err
	}
	switch in := test.In.(type) {
	case string:
		return strings.TrimRight(in, "\n"), nil
	case []any:
		var lines []string
		for _, line := range in {
			text, ok := line.(string)
			if !ok {
				return "", errors.New("testIn has something else than lines; want texts")
			}
			lines = append(lines, text)
		}
		return strings.TrimRight(strings.Join(lines, "\n"), "\n"), nil
	}
	return "", errors.New("no testIn; want the lines of the test case")
}
