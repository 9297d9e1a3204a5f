package league_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbiter/referee"
	"arbiter/referee/games/domain"
	"arbiter/referee/games/keeper"
	"arbiter/server/league"
)

// "Starts are fresh and never wrap": different seeds, other ones for another
// baseline, and a longer list begins with the shorter one, so that a longer
// check plays nothing again.
func TestFreshStarts(t *testing.T) {
	short, long := league.Fresh{Key: "a", Count: 1000}.Starts(), league.Fresh{Key: "a", Count: 8000}.Starts()
	if diff := cmp.Diff(short, long[:1000]); diff != "" {
		t.Error("a longer list does not begin with the shorter one")
	}
	other := map[int64]bool{}
	for _, s := range (league.Fresh{Key: "b", Count: 8000}).Starts() {
		other[s.Seed] = true
	}
	seen := map[int64]bool{}
	for _, s := range long {
		if seen[s.Seed] || other[s.Seed] || s.Seed < 0 {
			t.Fatalf("seed %d twice, of two baselines, or negative", s.Seed)
		}
		seen[s.Seed] = true
	}
}

// "All of its openings instead, in rounds of one of each class": a game whose seed
// decides nothing has them in place of seeds, each once, in another order for another
// key.
func TestFreshOpenings(t *testing.T) {
	var a, b league.Tournament
	positions := a.DealFresh(domain.Game{}, league.Fresh{Key: "a", Count: 10})
	b.DealFresh(domain.Game{}, league.Fresh{Key: "b", Count: 10})
	if len(a.Starts) != 2352 || len(positions) != 2352 || cmp.Equal(a.Starts, b.Starts) {
		t.Errorf("%d openings of %d positions; want 2352, in another order for another baseline", len(a.Starts), len(positions))
	}
	classes, seen := league.OpeningClasses(domain.Game{}), map[string]bool{}
	for _, start := range a.Starts[:315] {
		seen[classes[start.Position]] = true
	}
	if len(seen) != 315 || len(classes) != 2352 {
		t.Errorf("the first 315 openings are of %d classes, of %d openings; want 315 of 2352", len(seen), len(classes))
	}
	if classes := league.OpeningClasses(keeper.Game{}); classes != nil {
		t.Errorf("%d openings of keeper", len(classes))
	}
	a.DealFresh(keeper.Game{}, league.Fresh{Key: "a", Count: 10})
	if len(a.Starts) != 10 || a.Starts[0].Position != "" {
		t.Errorf("keeper starts from %v; want ten seeds", a.Starts)
	}
}

// "The first n openings of a game, in the order that the name of their tournament
// decides, the statement's own start first": a longer tournament begins as a shorter
// one does, and all of them are each once.
func TestOpenings(t *testing.T) {
	short, positions, err := league.Openings(domain.Game{}, "cup", 3)
	if err != nil || len(positions) != 3 || short[0].Name != referee.OfficialOpening {
		t.Fatalf("%v, %d positions, %v; want three, the official start first", short, len(positions), err)
	}
	all, positions, err := league.Openings(domain.Game{}, "cup", 2352)
	if err != nil || len(positions) != 2352 || !slices.Equal(all[:3], short) {
		t.Errorf("%d positions, %v, beginning with %v; want 2352, beginning with %v", len(positions), err, all[:3], short)
	}
	if other, _, err := league.Openings(domain.Game{}, "another cup", 2352); err != nil || slices.Equal(other, all) {
		t.Errorf("one order for two names, %v", err)
	}
	for n, want := range map[int]string{
		0: "openings: found 0; want 1 to 2352, the openings of domain", -1: "found -1;", 2353: "found 2353;",
	} {
		if _, _, err := league.Openings(domain.Game{}, "cup", n); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d openings: error %v; want %s", n, err, want)
		}
	}
	if _, _, err := league.Openings(keeper.Game{}, "cup", 3); err == nil || err.Error() != "openings: keeper has none, its seeds deal different starts; want seeds" {
		t.Errorf("openings of keeper: error %v", err)
	}
}

// Seeds where a seed decides nothing have a warning; positions, and seeds that
// deal starts, have none.
func TestSeedWarning(t *testing.T) {
	seeds := []league.Start{{Seed: 1}, {Seed: 2}}
	if got := league.SeedWarning(domain.Game{}, seeds); !strings.Contains(got, "Use openings instead, 1 to 2352") {
		t.Errorf("seeds of domain: %q", got)
	}
	if got := league.SeedWarning(domain.Game{}, []league.Start{{Position: "abc", Name: "24-50"}}); got != "" {
		t.Errorf("an opening: %q", got)
	}
	if got := league.SeedWarning(keeper.Game{}, seeds); got != "" {
		t.Errorf("seeds of keeper: %q", got)
	}
}

// A definition names its fresh starts and does not list them: thousands would
// be a quarter of a megabyte for every check.
func TestFreshStartsAreNamedInJSON(t *testing.T) {
	want := league.Tournament{ID: "check", Game: "keeper", Seats: 1, Bots: []string{"a@1", "b@2"}}
	want.DealFresh(keeper.Game{}, league.Fresh{Key: "k", Count: 8000})
	text, err := json.Marshal(want)
	if err != nil || len(text) > 500 {
		t.Fatalf("%d bytes, %v; want a short text", len(text), err)
	}
	var got league.Tournament
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if err := json.Unmarshal([]byte(`{"fresh": {"key": "k", "count": 2000000000}}`), &got); err == nil {
		t.Error("no error for two billion starts")
	}
}

// "an order that the key decides, and nothing else": the same starts in any order
// come out alike, each once, and another key makes another order.
func TestGivenStartsAreShuffled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seeds := rapid.SliceOfNDistinct(rapid.Int64(), 20, 40, rapid.ID).Draw(t, "seeds")
		var given []league.Start
		for i, seed := range seeds {
			if i%5 == 0 {
				given = append(given, league.Start{Position: fmt.Sprint(seed)})
			}
			given = append(given, league.Start{Seed: seed})
		}
		deal := func(key string, starts []league.Start) []league.Start {
			var d league.Tournament
			if openings := d.DealGiven(keeper.Game{}, key, starts); openings != nil {
				t.Fatalf("openings %v of a game that has none", openings)
			}
			return d.Starts
		}
		a, b := deal("key", given), deal("key", rapid.Permutation(given).Draw(t, "other order"))
		if diff := cmp.Diff(a, b); diff != "" {
			t.Fatalf("two orders of the same starts (-one +other):\n%s", diff)
		}
		if slices.Equal(a, deal("another key", given)) {
			t.Fatal("two keys make the same order")
		}
		for _, start := range given {
			if !slices.Contains(a, start) {
				t.Fatalf("%v is missing", start)
			}
		}
	})
}

// Seeds that decide nothing have as many openings in their place, the statement's own first.
func TestSeedsThatDecideNothingAreOpenings(t *testing.T) {
	all := domain.Game{}.OpeningCount()
	for _, tt := range []struct{ games, seeds, want int }{
		{0, 5, 5}, {3, 5, 3}, {9, 5, 5}, {0, all + 7, all},
	} {
		d := league.Tournament{Games: tt.games}
		positions := d.DealGiven(domain.Game{}, "key", make([]league.Start, tt.seeds))
		if d.Games != tt.want || len(d.Starts) != all || len(positions) != all || d.Starts[0].Name != referee.OfficialOpening {
			t.Errorf("%d games on %d seeds: %d games on %d starts with %d positions, the first one %q; want %d on %d, the first one %q",
				tt.games, tt.seeds, d.Games, len(d.Starts), len(positions), d.Starts[0].Name, tt.want, all, referee.OfficialOpening)
		}
	}
	// positions stay what they are
	var d league.Tournament
	given := []league.Start{{Position: "b"}, {Position: "a"}}
	if positions := d.DealGiven(domain.Game{}, "key", given); positions != nil || len(d.Starts) != 2 {
		t.Errorf("two given positions became %v of %d texts", d.Starts, len(positions))
	}
}
