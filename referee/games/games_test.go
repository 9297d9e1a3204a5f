package games_test

import (
	"slices"
	"strings"
	"testing"

	"arbiter/referee/games"
)

// A name is a key in URLs, replays and the database: it belongs to one game.
func TestNamesAreUniqueAndSorted(t *testing.T) {
	var names []string
	for _, g := range games.All() {
		names = append(names, g.Info().Name)
	}
	sorted := slices.Compact(slices.Sorted(slices.Values(names)))
	if !slices.Equal(names, sorted) {
		t.Errorf("games are %v; want %v", names, sorted)
	}
}

func TestFind(t *testing.T) {
	for _, g := range games.All() {
		if found, err := games.Find(g.Info().Name); err != nil || found != g {
			t.Errorf("Find(%q) = %v, %v", g.Info().Name, found, err)
		}
	}
	_, err := games.Find("chess")
	if err == nil || !strings.Contains(err.Error(), `"chess"`) || !strings.Contains(err.Error(), "keeper") {
		t.Errorf("the error for an unknown game is %v; want it to quote the name and list what there is", err)
	}
}
