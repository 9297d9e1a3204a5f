package reference

import (
	"slices"
	"testing"
)

// A row is what its first column quotes; embedded structs are flattened.
func TestTableCodesKeys(t *testing.T) {
	if got, want := Table([]string{"a", "b"}, []string{"`x`", ""}), "| a | b |\n|---|---|\n| `x` | |\n"; got != want {
		t.Errorf("table %q; want %q", got, want)
	}
	if got := Codes("`--a`, `--b` and c"); !slices.Equal(got, []string{"--a", "--b"}) {
		t.Errorf("codes %q", got)
	}
	type inner struct {
		B int `json:"b,omitempty"`
		C int `json:"-"`
	}
	type outer struct {
		A int `json:"a"`
		inner
	}
	if got := Keys(outer{}, "json"); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("keys %q", got)
	}
}
