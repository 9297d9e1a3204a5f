package bots

import (
	"slices"
	"testing"

	"arbiter/docs/reference"
)

// The tables of options name each option with the bots that take it; one that says
// "weights" stands for all of these.
func TestReferenceOptions(t *testing.T) {
	for _, game := range []string{"ctf", "domain"} {
		page := "bots/" + game + "/README.md"
		takers := map[string][]string{}
		for _, b := range All() {
			if b.Game != game {
				continue
			}
			for _, name := range b.Options {
				takers[name] = append(takers[name], b.Name)
			}
			for _, weight := range b.Weights {
				takers[weight.Name] = append(takers[weight.Name], b.Name)
			}
		}
		for _, row := range reference.Rows(t, page, "options") {
			if row[0] == "weights" {
				continue
			}
			for _, name := range reference.Codes(row[0]) {
				if got := reference.Codes(row[1]); !slices.Equal(got, takers[name]) {
					t.Errorf("%s: %s is an option of %q; want %q", page, name, got, takers[name])
				}
			}
		}
	}
}
