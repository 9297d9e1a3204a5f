package bots_test

import (
	"net/url"
	"testing"

	"arbiter/bots"
	"arbiter/bots/option"
)

// "With the same slips in every match, a seed would be a strength": at a level what is
// drawn depends on the seed of the bot and on that of the match.
func TestSeededLevel(t *testing.T) {
	seedOf := func(path, match string) string {
		t.Setenv(bots.SeedVariable, match)
		_, options, err := bots.FindSeeded(path)
		if err != nil {
			t.Fatal(err)
		}
		return options.Get("seed")
	}
	for _, tt := range []struct{ name, path, want string }{
		{"takes that of the match", "domain/boss?level=6", "11"},
		{"keeps its own without a level", "domain/boss?seed=6&nodes=9", "6"},
		{"draws nothing", "domain/wait", ""},
	} {
		if got := seedOf(tt.path, "11"); got != tt.want {
			t.Errorf("%s %s: seed %q; want %q", tt.path, tt.name, got, tt.want)
		}
	}
	drawn := map[string]string{}
	for _, own := range []string{"6", "7"} {
		for _, match := range []string{"11", "12"} {
			path := "domain/boss?level=6&seed=" + own
			seed := seedOf(path, match)
			if other, found := drawn[seed]; found {
				t.Errorf("%s draws in match %s what %s draws", path, match, other)
			}
			drawn[seed] = path + " in match " + match
			if again := seedOf(path, match); again != seed {
				t.Errorf("%s in match %s: seed %s, then %s", path, match, seed, again)
			}
		}
	}
}

// The options that were found stay as they are typed.
func TestSeededCopies(t *testing.T) {
	bot, options, err := bots.Find("keeper/boss?level=2&seed=6")
	if err != nil {
		t.Fatal(err)
	}
	seeded := bot.Seeded(options, "11")
	if want := (url.Values{"level": {"2"}, "seed": {"6"}}); options.Encode() != want.Encode() || seeded.Encode() == want.Encode() {
		t.Errorf("options %v, seeded %v; want %v and another seed", options, seeded, want)
	}
}

// "It is another bot since, and without such a seed it is the same": greedy is told that
// all its matches have one seed, by an option that nobody can type.
func TestOneSeedForAllMatches(t *testing.T) {
	revision := map[string]string{}
	for path, own := range map[string]bool{"domain/greedy": false, "domain/greedy?seed=5": true} {
		t.Setenv(bots.SeedVariable, "11")
		bot, seeded, err := bots.FindSeeded(path)
		if err != nil || seeded.Has(option.OneSeed) != own {
			t.Errorf("%s: options %v, %v", path, seeded, err)
		}
		_, typed, err := bots.Find(path)
		if err != nil {
			t.Fatal(err)
		}
		revision[path] = bot.RevisionWith(typed)
	}
	if revision["domain/greedy"] == revision["domain/greedy?seed=5"] {
		t.Errorf("revisions %v", revision)
	}
	if _, _, err := bots.Find("domain/greedy?" + option.OneSeed); err == nil {
		t.Error("the option was taken, which nobody types")
	}
}
