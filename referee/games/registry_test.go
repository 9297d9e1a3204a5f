package games_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/refereetest"
)

// A registry has "the games of this program, and others that are added", by their names.
func TestRegistry(t *testing.T) {
	r := games.NewRegistry()
	if err := r.Add(refereetest.Tally{}); err != nil {
		t.Fatal(err)
	}
	if err := r.Add(refereetest.Tally{}); err == nil || !strings.Contains(err.Error(), "game tally: there is another game of that name") {
		t.Errorf("error %v; want that the name is taken", err)
	}
	if g, err := r.Find("tally"); err != nil || g.Info().Name != "tally" {
		t.Errorf("found %v, error %v", g, err)
	}
	if _, err := r.Find("taly"); err == nil || !strings.Contains(err.Error(), `"taly"; did you mean "tally"?`) && !strings.Contains(err.Error(), "tally") {
		t.Errorf("error %v; want it to name tally", err)
	}
	all := r.All()
	if len(all) != len(games.All())+1 || !slices.IsSortedFunc(all, func(a, b referee.Game) int { return strings.Compare(a.Info().Name, b.Info().Name) }) {
		t.Errorf("%d games; want one more than the program's, by name", len(all))
	}
	if _, err := new(games.Registry).Find("ctf"); err == nil {
		t.Error("the zero value has a game")
	}
}

// "A nil registry has those of this program", and a game that cannot be played says why.
func TestBrokenGames(t *testing.T) {
	var none *games.Registry
	if g, err := none.Find("ctf"); err != nil || g.Info().Name != "ctf" || len(none.All()) != len(games.All()) || none.Broken() != nil {
		t.Errorf("a nil registry finds %v, error %v; want the games of the program", g, err)
	}
	r := games.NewRegistry()
	why := errors.New("no game.toml")
	r.Break("mine", why)
	r.Break("ctf", why)
	if _, err := r.Find("mine"); !errors.Is(err, why) {
		t.Errorf("error %v; want why it cannot be played", err)
	}
	if _, err := r.Find("ctf"); err != nil {
		t.Errorf("ctf cannot be played: %v; want the game of that name", err)
	}
	if len(r.Broken()) != 2 || len(r.All()) != len(games.All()) {
		t.Errorf("%d cannot be played, of %d; want two, beside the program's", len(r.Broken()), len(r.All()))
	}
}
