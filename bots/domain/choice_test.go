package domain

import (
	"fmt"
	"io"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	rules "arbiter/referee/games/domain"
	"arbiter/referee/rng"
)

// position returns the position with player 0 to move and the given walls.
func position(token0, token1 rules.Cell, walls ...rules.Action) *rules.State {
	p := rules.NewState(token0, token1, 0)
	for _, w := range walls {
		p.Build(w.To, w.Wall)
	}
	return &p
}

// anyPosition draws a position from a random game.
func anyPosition(t *rapid.T) *rules.State {
	r := rng.NewSplitMix64(rapid.Uint64().Draw(t, "seed"))
	p := rules.Start()
	for range rapid.IntRange(0, 40).Draw(t, "turns") {
		next := p
		if next.Step(next.RandomAction(&r)); next.Over {
			break
		}
		p = next
	}
	return &p
}

// choosers are the bots that think, by name.
func choosers() map[string]func(*rules.State) rules.Action {
	return map[string]func(*rules.State) rules.Action{
		"greedy":          greedy(1),
		"boss, one node":  NewPolicy(1, 1, DefaultParameters()).think,
		"boss, 300 nodes": NewPolicy(300, 1, DefaultParameters()).think,
		"boss, no time at all": func(p *rules.State) rules.Action {
			return newSearch(1, DefaultParameters()).best(p, budget{})
		},
	}
}

// "Up to 3 steps away": the bots keep to what is legal under every reading,
// even when the budget is spent before the search has begun.
func TestChoicesAreLegalUnderEveryReading(t *testing.T) {
	for name, choose := range choosers() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := anyPosition(t)
				if rapid.Bool().Draw(t, "narrow") {
					p = lastSides(t, 9)
				}
				before := *p
				action := choose(p)
				if !p.Legal(action) || !p.TargetsWithin(int(p.Mover), rules.StrictPath).Has(action.To) {
					t.Fatalf("%+v: %v is not legal", p, action)
				}
				if *p != before {
					t.Fatal("the choice changed the position")
				}
			})
		})
	}
}

// The wall that wins the game is built at once, and the one that loses it is not.
func TestChoicesSeeTheEnd(t *testing.T) {
	// The token of player 1 stands in the corner with one way out, and so
	// does the token of player 0 in the other corner.
	corner := position(rules.At(0, 0), rules.At(6, 6),
		rules.Action{To: rules.At(6, 6), Wall: rules.Left}, rules.Action{To: rules.At(0, 0), Wall: rules.Right})
	near := position(rules.At(5, 4), rules.At(6, 6), rules.Action{To: rules.At(6, 6), Wall: rules.Left})
	for name, choose := range choosers() {
		if strings.HasPrefix(name, "boss, one") || strings.HasPrefix(name, "boss, no") {
			continue // no budget to see anything
		}
		if got, want := choose(near).String(), "6 5 D"; got != want {
			t.Errorf("%s: %s, want %s, which shuts the opponent in", name, got, want)
		}
		next := *corner
		if next.Step(choose(corner)); next.Over {
			t.Errorf("%s: shuts itself in", name)
		}
	}
}

// The same seed and nodes give the same answers; the seed is 1 when it is not given.
func TestChoicesAreDeterministic(t *testing.T) {
	for name, tt := range map[string]struct {
		bot     bot
		options func(seed string) url.Values
	}{
		"greedy": {Greedy, func(seed string) url.Values { return url.Values{"seed": {seed}} }},
		"boss":   {Boss, func(seed string) url.Values { return url.Values{"seed": {seed}, "nodes": {"500"}} }},
	} {
		t.Run(name, func(t *testing.T) {
			game := func(options url.Values) string {
				_, answers := playMatch(t, [2]seat{start(tt.bot, options), start(Random, seeded(9))})
				return strings.Join(answers, ", ")
			}
			without := tt.options("")
			without.Del("seed")
			if game(without) != game(tt.options("1")) {
				t.Error("the seed is not 1 when it is not given, or the same seed plays another game")
			}
			games := map[string]bool{}
			for seed := range 8 {
				games[game(tt.options(fmt.Sprint(seed)))] = true
			}
			if len(games) == 1 {
				t.Error("every seed plays the same game")
			}
		})
	}
}

// An option that is wrong is named, with what was found.
func TestWrongOptions(t *testing.T) {
	for _, tt := range []struct {
		bot     bot
		options url.Values
		want    string
	}{
		{Greedy, url.Values{"seed": {"x"}}, "option seed=x: want a whole number"},
		{Boss, url.Values{"seed": {"x"}}, "option seed=x: want a whole number"},
		{Boss, url.Values{"nodes": {"many"}}, "option nodes=many: want a whole number"},
		{Boss, url.Values{"nodes": {"0"}}, "option nodes=0: want at least 1"},
		{Boss, url.Values{"path": {"5"}}, "option path=5: want 3 to 4"},
	} {
		if err := tt.bot(strings.NewReader(""), io.Discard, tt.options); err == nil || err.Error() != tt.want {
			t.Errorf("%v: error %v, want %s", tt.options, err, tt.want)
		}
	}
}
