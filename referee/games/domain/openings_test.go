package domain

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"arbiter/referee"
)

// "The 2352 placements of the two tokens are 315 up to symmetry": every placement
// is dealt once, under a name of its own, and can be played.
func TestOpeningsAreAllPlacements(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		placements, names := map[opening]bool{}, map[string]bool{}
		openings := Game{}.Openings(rapid.Int64().Draw(t, "seed"))
		for _, o := range openings {
			start, err := startOf(referee.Setup{Position: o.Position})
			if err != nil {
				t.Fatalf("%s: %v", o.Name, err)
			}
			placed := opening(start.state.Tokens)
			if named, err := openingOf(o.Name); err != nil || named != placed || start.state != NewState(placed[0], placed[1], 0) {
				t.Fatalf("%s names %v, %v; want %v on a board without walls, seat 0 to move", o.Name, named, err, placed)
			}
			placements[placed], names[o.Name] = true, true
		}
		if n := (Game{}).OpeningCount(); n != 2352 {
			t.Fatalf("the game counts %d openings; want 2352", n)
		}
		if len(openings) != 2352 || len(placements) != 2352 || len(names) != 2352 {
			t.Fatalf("%d openings, %d placements, %d names; want 2352 of each", len(openings), len(placements), len(names))
		}
		for o := range placements {
			for symmetry := range 8 {
				if !placements[o.turned(symmetry)] {
					t.Fatalf("%v is dealt and %v is not", o, o.turned(symmetry))
				}
			}
		}
	})
}

// "A round deals one of each class": the first four rounds have 315 openings and
// the other four 273.
func TestRoundsOfOpenings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rest := Game{}.Openings(rapid.Int64().Draw(t, "seed"))
		orbit := map[string]int{}
		for number, size := range []int{315, 315, 315, 315, 273, 273, 273, 273} {
			inRound := map[string]bool{}
			for _, o := range rest[:size] {
				class, err := Game{}.Class(o.Name)
				if err != nil || inRound[class] {
					t.Fatalf("round %d: %s, of the class %q, %v; want one of each class", number+1, o.Name, class, err)
				}
				inRound[class] = true
				orbit[class]++
			}
			rest = rest[size:]
		}
		for class, n := range orbit {
			o, err := openingOf(class)
			if err != nil {
				t.Fatal(err)
			}
			images := map[opening]bool{}
			for symmetry := range 8 {
				images[o.turned(symmetry)] = true
			}
			if n != len(images) {
				t.Fatalf("%d openings of the class %s; want all of its %d", n, class, len(images))
			}
		}
	})
}

// The first round of a seed stays as it is: a check that was stopped goes on with the
// starts that it had.
func TestFirstRoundStays(t *testing.T) {
	for _, seed := range []int64{1, -6148914691236517206} {
		recorded, err := os.ReadFile(filepath.Join("testdata", "openings", fmt.Sprint(seed)+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		openings := Game{}.Openings(seed)
		for i, name := range strings.Fields(string(recorded)) {
			position := `{"tokens": [[0, 0], [6, 6]]}`
			if name != referee.OfficialOpening {
				position = fmt.Sprintf(`{"tokens": [[%c, %c], [%c, %c]]}`, name[0], name[1], name[3], name[4])
			}
			if o := openings[i]; o.Name != name || string(o.Position) != position {
				t.Fatalf("seed %d: number %d is %s %s; want %s %s", seed, i+1, o.Name, o.Position, name, position)
			}
		}
	}
}

// "The statement's own start is among them", in the first round and as the
// statement has it.
func TestOfficialOpening(t *testing.T) {
	openings := Game{}.Openings(7)
	i := slices.IndexFunc(openings, func(o referee.Opening) bool { return o.Name == referee.OfficialOpening })
	if i < 0 || i >= 315 {
		t.Fatalf("the official start is number %d; want it in the first round", i+1)
	}
	start, err := startOf(referee.Setup{Position: openings[i].Position})
	if err != nil || start.state != Start() {
		t.Errorf("tokens %v, %v; want the official start", start.state.Tokens, err)
	}
}

// "The seed decides the order of each round and how its starts are turned; the
// same seed gives the same list."
func TestOpeningsAreSeeded(t *testing.T) {
	names := func(seed int64) (all []string) {
		for _, o := range (Game{}).Openings(seed) {
			all = append(all, o.Name)
		}
		return all
	}
	first, other := names(1), names(2)
	if !slices.Equal(first, names(1)) {
		t.Error("two lists of one seed")
	}
	for from := 0; from < len(first); {
		to := from + 315
		if from >= 4*315 {
			to = from + 273
		}
		if slices.Equal(first[from:to], other[from:to]) {
			t.Errorf("numbers %d to %d are the same for two seeds", from+1, to)
		}
		from = to
	}
}

// "The class of openings that are one another turned or mirrored", named after its
// first placement.
func TestClassOfOpening(t *testing.T) {
	for name, want := range map[string]string{
		"official": "official", "66-00": "official", "60-06": "official",
		"10-01": "10-01", "01-10": "10-01", "65-56": "10-01",
		"33-00": "33-00", "33-66": "33-00",
	} {
		if class, err := (Game{}).Class(name); class != want || err != nil {
			t.Errorf("%s is of the class %q, %v; want %q", name, class, err, want)
		}
	}
	for _, name := range []string{"", "24", "24-5", "24-500", "24_50", "2450-", "70-00", "00-07", "-1-00", "33-33", "00-66", "Official", "seed 7", "٢4-50", " 24-50"} {
		_, err := Game{}.Class(name)
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("found %q; want the columns and rows of two different cells", name)) {
			t.Errorf("%q: error %v; want one that says what a name is", name, err)
		}
	}
}

// No text may panic, and what is accepted as a name is the name of an opening.
func FuzzOpeningName(f *testing.F) {
	for _, name := range []string{"24-50", "official", "00-66", "33-33", "77-77", "2", ""} {
		f.Add(name)
	}
	names := map[string]bool{}
	for _, o := range (Game{}).Openings(1) {
		names[o.Name] = true
	}
	f.Fuzz(func(t *testing.T, name string) {
		class, err := Game{}.Class(name)
		if (err == nil) != names[name] || err == nil && !names[class] {
			t.Errorf("%q: class %q, %v", name, class, err)
		}
	})
}

// turned returns an action under a symmetry of the board.
func (a Action) turned(symmetry int) Action {
	ahead, inside := a.To.Beside(a.Wall)
	if !inside {
		panic("a wall on the border")
	}
	side := opening{a.To, ahead}.turned(symmetry)
	for d := range Direction(directions) {
		if beside, ok := side[0].Beside(d); ok && beside == side[1] {
			return Action{side[0], d}
		}
	}
	panic("a symmetry that tears neighbours apart")
}

// An opening is as fair as those that it can be turned or mirrored to: a game on
// one is a game on the others, action by action, with the same result.
func TestGamesAreSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := Game{}.Openings(rapid.Int64().Draw(t, "seed"))
		o, err := openingOf(rapid.SampledFrom(all).Draw(t, "opening").Name)
		if err != nil {
			t.Fatal(err)
		}
		symmetry := rapid.IntRange(1, 7).Draw(t, "symmetry")
		image := o.turned(symmetry)
		s, other := NewState(o[0], o[1], 0), NewState(image[0], image[1], 0)
		for !s.Over {
			action := rapid.SampledFrom(s.Actions(nil)).Draw(t, "action")
			if !other.Legal(action.turned(symmetry)) || s.ActionCount() != other.ActionCount() {
				t.Fatalf("%v is legal on %v, and %v is not on %v", action, o, action.turned(symmetry), image)
			}
			s.Step(action)
			other.Step(action.turned(symmetry))
			if image := opening(s.Tokens).turned(symmetry); other.Tokens != image || s.Over != other.Over {
				t.Fatalf("after %v the tokens are %v and %v", action, s.Tokens, other.Tokens)
			}
		}
		for player := range 2 {
			if own, want := other.Domain(player).Len(), s.Domain(player).Len(); own != want {
				t.Fatalf("seat %d has %d cells and %d", player, want, own)
			}
		}
	})
}

var _ referee.Opener = Game{}
