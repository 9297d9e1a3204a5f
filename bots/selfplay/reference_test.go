package selfplay

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbiter/docs/reference"
	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/games/heropath"
)

const selfplayPage = "docs/selfplay.md"

// The tables of lines, arrays and requests name all of them.
func TestReferenceNames(t *testing.T) {
	reference.Names(t, selfplayPage, "fields", reference.Keys(turnLine{}, "json"))
	var arrays, requests []string
	for _, array := range npzArrays(&actionTable{}, referee.Space{}) {
		arrays = append(arrays, array.name)
	}
	mapped := []string{rowsIndex, rowsPlanes}
	for _, array := range slices.Concat(rowColumns(&actionTable{}), gameColumns(nil), endColumns()) {
		mapped = append(mapped, array.name)
	}
	reference.Names(t, selfplayPage, "rows", mapped)
	for _, r := range requestFields {
		requests = append(requests, r.do)
	}
	reference.Names(t, selfplayPage, "arrays", arrays)
	reference.Names(t, selfplayPage, "requests", requests)
}

// The sizes in the document are those of the tables of actions and of observations.
func TestReferenceSizes(t *testing.T) {
	var actions, planes []string
	for _, g := range append(games.All(), heropath.Stepwise{}) {
		name, setup := g.Info().Name, referee.Setup{Seed: 1}
		match, err := g.New(setup, g.Info().MaxSeats)
		if err != nil {
			t.Fatal(err)
		}
		_, stepwise := g.(heropath.Stepwise)
		if stepwise {
			name += " --stepwise"
		}
		if actor, ok := match.(referee.Actor); ok {
			actions = append(actions, name)
			parts := actor.Actions()
			size := fmt.Sprint(len(parts[0]))
			if len(parts) > 1 {
				size = fmt.Sprintf("%d × %d", len(parts), len(parts[0]))
			}
			wantCell(t, "actions", name, size)
		}
		if observer, ok := match.(referee.Observer); ok && !stepwise {
			planes = append(planes, name)
			s := observer.Space()
			wantCell(t, "planes", name, fmt.Sprintf("%d × %d × %d", len(s.Planes), s.Height, s.Width))
		}
	}
	reference.Names(t, selfplayPage, "actions", actions)
	reference.Names(t, selfplayPage, "planes", planes)
}

// wantCell checks the second cell of a game's row.
func wantCell(t *testing.T, table, game, want string) {
	t.Helper()
	for _, row := range reference.Rows(t, selfplayPage, table) {
		if row[0] == "`"+game+"`" && row[1] != want {
			t.Errorf("%s: %s has %s; want %s", selfplayPage, strings.Trim(row[0], "`"), row[1], want)
		}
	}
}
