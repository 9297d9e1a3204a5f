package bots_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"arbiter/bots"
	"arbiter/bots/option"
)

func TestFind(t *testing.T) {
	for _, tt := range []struct{ path, wantError string }{
		{"domain/random", ""},
		{"domain/random?seed=7", ""},
		{"domain/wait", ""},
		{"domain/rnadom", `unknown builtin bot "domain/rnadom" (did you mean domain/random?); want one of domain/wait, domain/random, domain/greedy, domain/boss`},
		{"chess/random", `unknown builtin bot "chess/random"; want one of ctf/wait`},
		{"domain/random?sed=7", `builtin bot domain/random: unknown option "sed" (did you mean seed?); want one of seed`},
		{"domain/wait?seed=7", `builtin bot domain/wait: unknown option "seed"; it takes none`},
		{"keeper/boss?nodes=abc", "builtin bot keeper/boss: option nodes=abc: want a whole number"},
		{"keeper/boss?nodes=0", "builtin bot keeper/boss: option nodes=0: want at least 1"},
		{"keeper/boss?level=11", "builtin bot keeper/boss: option level=11: want 1 to 10"},
		{"domain/random?seed=x", "builtin bot domain/random: option seed=x: want a whole number"},
		{"heropath/boss?time=soon", "builtin bot heropath/boss: option time=soon: want a duration such as 8.5s or 10m"},
		{"heropath/boss?time=5s&level=3", ""},
		{"domain/random?seed=%zz", `builtin bot domain/random: options "seed=%zz"`},
	} {
		t.Run(tt.path, func(t *testing.T) {
			_, _, err := bots.Find(tt.path)
			switch {
			case tt.wantError == "" && err != nil:
				t.Error(err)
			case tt.wantError != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.wantError)):
				t.Errorf("error %v; want %s", err, tt.wantError)
			}
		})
	}
}

// "It does not look at the clock": a bot that searches plays alike once it is told
// its nodes or its level.
func TestPlaysAlike(t *testing.T) {
	for path, want := range map[string]bool{
		"domain/random": true, "domain/boss": false, "domain/boss?seed=3": false, "domain/boss?nodes=9": true, "heropath/boss?level=3": true,
		"domain/nobody": false,
	} {
		if got := bots.PlaysAlike(path); got != want {
			t.Errorf("%s: %v; want %v", path, got, want)
		}
	}
}

// A wrong option is told before the first line is read.
func TestOptionsAreChecked(t *testing.T) {
	for _, b := range bots.All() {
		for _, name := range slices.Concat(b.Options, option.Names(b.Weights)) {
			if name == "answers" {
				continue // a file that is to be written: any name is right
			}
			err := b.Play(strings.NewReader(""), nil, map[string][]string{name: {"x"}})
			if err == nil || !strings.Contains(err.Error(), name+"=x") {
				t.Errorf("%s?%s=x: error %v; want one that quotes the option", b.Path(), name, err)
			}
		}
	}
}

// A weight outside its range is refused with the range.
func TestWeightsHaveRanges(t *testing.T) {
	for _, b := range bots.All() {
		for _, w := range b.Weights {
			for _, n := range []int{w.Min - 1, w.Max + 1} {
				text := strconv.Itoa(n)
				err := b.Play(strings.NewReader(""), nil, map[string][]string{w.Name: {text}})
				want := fmt.Sprintf("option %s=%d: want %d to %d", w.Name, n, w.Min, w.Max)
				if err == nil || err.Error() != want {
					t.Errorf("%s: error %v; want %s", b.Path(), err, want)
				}
				if _, _, err := bots.Find(b.Path() + "?" + w.Name + "=" + text); err == nil || !strings.HasSuffix(err.Error(), want) {
					t.Errorf("found: error %v; want %s", err, want)
				}
			}
			if *w.Value < w.Min || *w.Value > w.Max {
				t.Errorf("%s: %s is %d by default; want %d to %d", b.Path(), w.Name, *w.Value, w.Min, w.Max)
			}
		}
	}
}
