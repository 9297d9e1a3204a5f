package league

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestParseSeeds(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []int64
	}{
		{"1..3", []int64{1, 2, 3}},
		{"1,5,9..12", []int64{1, 5, 9, 10, 11, 12}},
		{"# held out\n17 # the long one\r\n\n4\n", []int64{17, 4}},
		{"-2..1", []int64{-2, -1, 0, 1}},
		{"9223372036854775806..9223372036854775807", []int64{math.MaxInt64 - 1, math.MaxInt64}},
	} {
		starts, err := ParseSeeds(tt.text)
		if err != nil {
			t.Errorf("%q: %v", tt.text, err)
			continue
		}
		if len(starts) != len(tt.want) {
			t.Errorf("%q: %d seeds, want %d", tt.text, len(starts), len(tt.want))
			continue
		}
		for i, start := range starts {
			if start != (Start{Seed: tt.want[i]}) {
				t.Errorf("%q: start %d is %v, want seed %d", tt.text, i, start, tt.want[i])
			}
		}
	}
}

func TestParseSeedsErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", " # nothing\n", `no seeds in " # nothing\n"; want a list, e.g. 1..60 or 1,5,9..12`},
		{"a word", "1,x", `"x" is not a seed; want a 64-bit integer, e.g. 7, or a range, e.g. 1..60`},
		{"no end", "1..", `"1.." is not a seed; want`},
		{"too big", "9223372036854775808", `is not a seed; want a 64-bit integer`},
		{"backwards", "1\n9..3", `line 2: "9..3" runs backwards; want 3..9`},
		{"twice", "1..5,3", `"3": duplicate seed 3; want each once`},
		{"too many", "1..1000001", `"1..1000001" makes more than 1000000 seeds; want fewer`},
		{"all there are", "-9223372036854775808..9223372036854775807", `makes more than 1000000 seeds`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := ParseSeeds(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

func FuzzParseSeeds(f *testing.F) {
	for _, seed := range []string{"1..60", "1,5,9..12", "-3..3\n# x\n7", "1..", "..", "9..3"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		starts, err := ParseSeeds(text)
		if err != nil {
			return
		}
		if len(starts) == 0 || len(starts) > MaxSeeds {
			t.Errorf("%d seeds and no error", len(starts))
		}
	})
}

// The playings of a tournament share no seed, whatever the list looks like.
func TestShiftStarts(t *testing.T) {
	for _, tt := range []struct{ seeds, want string }{
		{"1..3", "7..9"},
		{"1,5", "11,15"},
		{"5,1", "15,11"},
		{"-3..3", "11..17"},
	} {
		starts, err := ParseSeeds(tt.seeds)
		if err != nil {
			t.Fatal(err)
		}
		want, err := ParseSeeds(tt.want)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := ShiftStarts(starts, 2); err != nil || !slices.Equal(got, want) {
			t.Errorf("the third playing after %s starts on %v, %v; want %s", tt.seeds, got, err, tt.want)
		}
	}
	if _, err := ShiftStarts([]Start{{Seed: math.MaxInt64}}, 1); err == nil {
		t.Error("no error beyond the last 64-bit seed")
	}
}

// FormatSeeds returns "a list of seeds as ParseSeeds reads it", in the same order.
func TestFormatSeeds(t *testing.T) {
	for text, want := range map[string]string{
		"1..60": "1..60", "7": "7", "3,1,2": "3,1..2", "-2..1, 5": "-2..1,5",
		"9223372036854775806..9223372036854775807,-9223372036854775808": "9223372036854775806..9223372036854775807,-9223372036854775808",
	} {
		starts, err := ParseSeeds(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := FormatSeeds(starts); got != want {
			t.Errorf("%s is written %s; want %s", text, got, want)
		}
	}
}

// "JSON names ranges of seeds in place of listing thousands of them: a million
// takes 21 MB." What is read is what was written, in its order.
func TestManySeedsAreCompact(t *testing.T) {
	for _, seeds := range []string{"1..1000000", "5..2000,1,4", "1..3"} {
		starts, err := ParseSeeds(seeds)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(Tournament{ID: "t", Game: "domain", Starts: starts})
		if err != nil {
			t.Fatal(err)
		}
		if len(text) > 500 {
			t.Errorf("%s: %d bytes", seeds, len(text))
		}
		var read Tournament
		if err := json.Unmarshal(text, &read); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(read.Starts, starts) || read.ID != "t" {
			t.Errorf("%s: read as %s", seeds, FormatSeeds(read.Starts))
		}
	}
}
