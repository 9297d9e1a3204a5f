package replay

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestParseDrawings(t *testing.T) {
	for _, tt := range []struct {
		stderr string
		want   Drawings
	}{
		{"@draw cell 3 4 red", Drawings{Draw: []Draw{{"cell", []float64{3, 4}, "red", ""}}}},
		{"@draw line 0 0 1.5 -2 #00fF7f\r\n", Drawings{Draw: []Draw{{"line", []float64{0, 0, 1.5, -2}, "#00ff7f", ""}}}},
		{"@draw circle 3 4 .5 RebeccaPurple\n", Drawings{Draw: []Draw{{"circle", []float64{3, 4, .5}, "rebeccapurple", ""}}}},
		{"@draw text 1 2 white go  there\n", Drawings{Draw: []Draw{{"text", []float64{1, 2}, "white", "go there"}}}},
		{"@metric nodes 12e3\n@metric depth -1\n@metric nodes 5\n", Drawings{Metrics: map[string]float64{"nodes": 5, "depth": -1}}},
		{"plain\n\n @draw cell 1\n@drawing cell\n@\nx @metric\n", Drawings{}},
		{"@draw", Drawings{Remarks: []string{`"@draw": no shape; want cell, line, circle or text`}}},
		{"@draw square 1 2 red", Drawings{Remarks: []string{`"@draw square 1 2 red": unknown shape "square"; want cell, line, circle or text`}}},
		{"@draw cell 3 red", Drawings{Remarks: []string{`"@draw cell 3 red": words are missing; want @draw cell X Y COLOR`}}},
		{"@draw text 3 4 red", Drawings{Remarks: []string{`"@draw text 3 4 red": words are missing; want @draw text X Y COLOR WORDS...`}}},
		{"@draw cell 3 4 5 red", Drawings{Remarks: []string{`"@draw cell 3 4 5 red": unexpected "red"; want @draw cell X Y COLOR`}}},
		{"@draw cell 3 y red", Drawings{Remarks: []string{`"@draw cell 3 y red": "y" is not a number; want @draw cell X Y COLOR`}}},
		{"@draw cell 3 Inf red", Drawings{Remarks: []string{`"@draw cell 3 Inf red": "Inf" is not a number; want @draw cell X Y COLOR`}}},
		{"@draw cell 3 4 redd", Drawings{Remarks: []string{`"@draw cell 3 4 redd": unknown color "redd"; want a CSS name or #rrggbb`}}},
		{"@draw cell 3 4 #fff", Drawings{Remarks: []string{`"@draw cell 3 4 #fff": unknown color "#fff"; want a CSS name or #rrggbb`}}},
		{"@metric depth", Drawings{Remarks: []string{`"@metric depth": found 1 words after @metric; want @metric NAME NUMBER`}}},
		{"@metric depth NaN", Drawings{Remarks: []string{`"@metric depth NaN": "NaN" is not a number; want @metric NAME NUMBER`}}},
	} {
		if diff := cmp.Diff(tt.want, ParseDrawings([]byte(tt.stderr)), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q: %s", tt.stderr, diff)
		}
	}
}

// FuzzParseDrawings: what is parsed can be sent as JSON, and no line is both a
// shape and a remark.
func FuzzParseDrawings(f *testing.F) {
	f.Add([]byte("@draw text 1 2 white go\n@metric a 1\n@draw x"))
	f.Fuzz(func(t *testing.T, stderr []byte) {
		d := ParseDrawings(stderr)
		if _, err := appendJSON(nil, d); err != nil {
			t.Error(err)
		}
	})
}
