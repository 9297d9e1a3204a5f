package ladder_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/ladder"
)

// count plays pairs in batches of four, and returns how many each name has played.
func (f field) count(t *testing.T, l *ladder.Ladder, names map[string]string, pairs int) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for played := 0; played < pairs; {
		cells, err := l.Next(4, 2)
		if err != nil || len(cells) == 0 {
			t.Fatal(cells, err)
		}
		for _, c := range cells {
			for range c.Pairs {
				l.Add(f.pair(c.A, c.B))
				played++
			}
			counts[names[c.A]] += c.Pairs
			if names[c.A] != names[c.B] {
				counts[names[c.B]] += c.Pairs
			}
		}
	}
	return counts
}

// selves returns names that are those of the bots.
func selves(bots ...string) map[string]string {
	names := map[string]string{}
	for _, bot := range bots {
		names[bot] = bot
	}
	return names
}

// "A newcomer is in half of all matches until its error is at most twice the others'",
// however strong it is.
func TestNewcomerIsInHalfOfAllMatches(t *testing.T) {
	for _, bots := range []int{2, 3, 12} {
		for _, strength := range []float64{0, -400, 400, -2000} {
			random := rand.New(rand.NewPCG(*seed, uint64(bots)))
			f, names := newField(bots, 0, random)
			var l ladder.Ladder
			enter(&l, names...)
			f.play(t, &l, 200*bots)
			f.strength["new"] = strength
			enter(&l, "new")
			const pairs = 60
			counts := f.count(t, &l, selves(append(names, "new")...), pairs)
			if n := counts["new"]; n < pairs/2 || n > pairs/2+ladder.FirstPairs {
				t.Errorf("beside %d equal bots a newcomer of %+.0f Elo is in %d of %d pairs; want half", bots, strength, n, pairs)
			}
		}
	}
}

// A newcomer that loses always is never known well. It stops being one when it has
// played as often as the others.
func TestHopelessNewcomerStopsBeingOne(t *testing.T) {
	random := rand.New(rand.NewPCG(*seed, 1))
	f, names := newField(10, 0, random)
	var l ladder.Ladder
	enter(&l, names...)
	f.play(t, &l, 1000)
	f.strength["new"] = -5000
	enter(&l, "new")
	all := selves(append(names, "new")...)
	f.count(t, &l, all, 400)
	if counts := f.count(t, &l, all, 200); counts["new"] > 200/2*3/4 {
		t.Errorf("it is in %d of the last 200 pairs; want that it gives its place up", counts["new"])
	}
}

// "The versions of one bot share the games that one bot would get": after edits that
// changed nothing, the name plays no more than it would without older versions.
func TestVersionsShareTheGamesOfOneBot(t *testing.T) {
	const pairs, runs = 400, 3
	for _, bots := range []int{2, 9} {
		for _, versions := range []int{3, 6} {
			share := map[string]int{}
			for run := range runs {
				for _, kind := range []string{"versions", "one bot"} {
					share[kind] += playVersions(t, bots, versions, pairs, kind == "one bot", rand.New(rand.NewPCG(*seed, uint64(run))))
				}
			}
			t.Logf("%d others, %d versions: %d of %d pairs; one bot gets %d", bots, versions, share["versions"]/runs, pairs, share["one bot"]/runs)
			if share["versions"] > share["one bot"]*4/3 {
				t.Errorf("%d others: %d versions are in %d of %d pairs; one bot gets %d", bots, versions, share["versions"]/runs, pairs, share["one bot"]/runs)
			}
		}
	}
}

// playVersions lets equal versions of a bot enter beside equal bots, each after some pairs
// of the one before, and returns in how many pairs the name is after the last one. If
// alone, each version leaves before the next, which has another name.
func playVersions(t *testing.T, bots, versions, pairs int, alone bool, random *rand.Rand) (played int) {
	f, others := newField(bots, 0, random)
	var l ladder.Ladder
	enter(&l, others...)
	f.play(t, &l, 100*bots)
	names := selves(others...)
	for v := range versions {
		bot, key := fmt.Sprint("v", v), "mine"
		if alone {
			key = bot
			l.Enter(league.SeriesEntry{Key: fmt.Sprint("v", v-1), Round: 2})
		}
		f.strength[bot], names[bot] = 0, "mine"
		l.Enter(league.SeriesEntry{Key: key, Bot: bot, Round: 2})
		if v < versions-1 {
			f.count(t, &l, names, 20)
		}
	}
	return f.count(t, &l, names, pairs)["mine"]
}

// "Identical ones (same digest) one place": a copy under another name plays nothing and
// has the rating of the first; it plays once the first has left.
func TestIdenticalBotsHaveOnePlace(t *testing.T) {
	random := rand.New(rand.NewPCG(*seed, 3))
	f, names := newField(3, 0, random)
	var l ladder.Ladder
	enter(&l, names...)
	f.strength["first"], f.strength["copy"] = 0, 0
	l.Enter(league.SeriesEntry{Key: "first", Bot: "first", Content: "same"})
	l.Enter(league.SeriesEntry{Key: "copy", Bot: "copy", Content: "same"})
	all := selves(append(names, "first", "copy")...)
	if counts := f.count(t, &l, all, 100); counts["copy"] != 0 || counts["first"] == 0 {
		t.Errorf("pairs %v; want none of the copy", counts)
	}
	table, err := l.Table()
	if err != nil {
		t.Fatal(err)
	}
	line := func(bot string) league.LadderLine {
		return table.Lines[slices.IndexFunc(table.Lines, func(l league.LadderLine) bool { return l.Bot == bot })]
	}
	first, twin := line("first"), line("copy")
	if twin.State != league.LadderSame || twin.SameAs != "first" || twin.Elo == nil || *twin.Elo != *first.Elo {
		t.Errorf("the copy stands as %+v; want it as %+v", twin, first)
	}
	l.Enter(league.SeriesEntry{Key: "first"})
	if counts := f.count(t, &l, all, 10); counts["copy"] == 0 {
		t.Errorf("pairs %v; want some of the copy after the first has left", counts)
	}
}

// What a batch is, whatever has been entered and played: as many pairs as were asked for.
// A pair is two bots that play for their names, or a bot with its older version. The same
// past gives the same batch.
func TestBatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l, again ladder.Ladder
		names, round := []string{"a", "b", "c", "d"}, 0
		newest := map[string]string{}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			if rapid.IntRange(0, 2).Draw(t, "step") == 0 {
				round++
				name := rapid.SampledFrom(names).Draw(t, "name")
				e := league.SeriesEntry{Key: name, Round: round, Content: rapid.SampledFrom([]string{"", "", "x", "y"}).Draw(t, "content")}
				if rapid.IntRange(0, 4).Draw(t, "leaves") > 0 {
					e.Bot = fmt.Sprint(name, rapid.IntRange(1, 4).Draw(t, "version"))
				}
				newest[name] = e.Bot
				l.Enter(e)
				again.Enter(e)
				continue
			}
			pairs := rapid.IntRange(1, 9).Draw(t, "pairs")
			cells, err := l.Next(pairs, 2)
			if err != nil {
				t.Fatal(err)
			}
			if same, err := again.Next(pairs, 2); err != nil || !slices.EqualFunc(cells, same, league.Cell.Equal) {
				t.Fatalf("%v and %v, %v; want the same batch for the same past", cells, same, err)
			}
			table, err := l.Table()
			if err != nil {
				t.Fatal(err)
			}
			states, total := map[string]league.LadderState{}, 0
			for _, line := range table.Lines {
				states[line.Bot] = line.State
			}
			for _, c := range cells {
				total += c.Pairs
				own := c.A[:1] == c.B[:1]
				if c.A == c.B || states[c.A] != league.LadderPlaying || own && states[c.B] != league.LadderOlder || !own && states[c.B] != league.LadderPlaying {
					t.Fatalf("%+v is played, of which one is %s and the other %s", c, states[c.A], states[c.B])
				}
				for range c.Pairs {
					p := ladder.Pair{A: c.A, B: c.B, Each: 2, Faults: [2]int{rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, "fault"), 0}}
					for i := range p.Scores {
						p.Scores[i] = rapid.SampledFrom([]rating.Score{rating.Win, rating.Draw, rating.Loss}).Draw(t, "score")
					}
					l.Add(p)
					again.Add(p)
				}
			}
			if total != 0 && total != pairs {
				t.Fatalf("%v has %d pairs; want %d", cells, total, pairs)
			}
		}
	})
}
