package heropath

import (
	"strings"
	"testing"
)

func TestBest(t *testing.T) {
	best, err := ParseBest([]byte(`{"note":"n","tests":{"001":{"official_highest":700,"best_public_answer":690},"002":{"official_highest":0}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []string{"001", "001.json", "tests/001.json"} {
		if highest, err := best.Highest(test); err != nil || highest != 700 {
			t.Errorf("%s: %d, %v", test, highest, err)
		}
	}
	if _, err := best.Highest("tests/051.json"); err == nil || !strings.Contains(err.Error(), `test "051" is not among the 2 tests`) {
		t.Error(err)
	}
}

func TestWrongBest(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{``, "found no whole JSON object"},
		{`{}`, `no field "tests"`},
		{`{"tests":{}} {}`, "text after the JSON document"},
		{`{"tests":{"001":{}}}`, `tests.001: no field "official_highest"`},
		{`{"tests":{"001":{"official_highest":-1}}}`, "tests.001.official_highest: found -1; want at least 0"},
		{`{"tests":{"001":{"highest":1}}}`, `unknown field "highest"`},
	} {
		if _, err := ParseBest([]byte(tt.text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.text, err, tt.want)
		}
	}
}
