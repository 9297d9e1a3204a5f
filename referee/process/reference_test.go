package process

import (
	"maps"
	"slices"
	"testing"

	"github.com/BurntSushi/toml"

	"arbiter/docs/reference"
)

// The bot.toml in docs/processes.md has every key, and is one that can be read.
func TestReferenceBotFile(t *testing.T) {
	text := reference.Fenced(t, "docs/processes.md", "bot.toml")
	if _, err := parseBotFile(text); err != nil {
		t.Error(err)
	}
	var shown map[string]any
	if _, err := toml.Decode(text, &shown); err != nil {
		t.Fatal(err)
	}
	want := slices.Sorted(slices.Values(reference.Keys(botFile{}, "toml")))
	if got := slices.Sorted(maps.Keys(shown)); !slices.Equal(got, want) {
		t.Errorf("docs/processes.md shows the keys %q; want %q", got, want)
	}
}
