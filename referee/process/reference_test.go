package process

import (
	"maps"
	"slices"
	"strings"
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

// docs/processes.md has every recipe.
func TestReferenceRecipes(t *testing.T) {
	rows := [][]string{{"files", "recipe", "line"}}
	for _, r := range Recipes() {
		rows = append(rows, []string{"`" + strings.Join(r.Extensions, "`, `") + "`", "`" + r.Name + "`", "`" + r.Line() + "`"})
	}
	reference.Block(t, "docs/processes.md", "recipes", reference.Table(rows...))
}
