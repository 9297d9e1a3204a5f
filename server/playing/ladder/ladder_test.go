package ladder_test

import (
	"testing"

	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/ladder"
)

// "A bot is set aside after three of its first ten matches ended by its own fault; its
// next version starts clean", and unchanged files enter nothing.
func TestFaultyBotIsSetAside(t *testing.T) {
	var l ladder.Ladder
	enter(&l, "a", "b", "c")
	l.Add(ladder.Pair{A: "a", B: "b", Scores: [2]rating.Score{rating.Loss, rating.Loss}, Faults: [2]int{2, 0}, Each: 2})
	l.Add(ladder.Pair{A: "a", B: "c", Scores: [2]rating.Score{rating.Loss, rating.Win}, Faults: [2]int{1, 0}, Each: 2})
	cells, err := l.Next(8, 2)
	for _, c := range cells {
		if c.A == "a" || c.B == "a" || err != nil {
			t.Errorf("%+v, %v is played; want no match of a", c, err)
		}
	}
	if l.Enter(league.SeriesEntry{Key: "b", Bot: "b"}) || !l.Enter(league.SeriesEntry{Key: "a", Bot: "a2", Round: 2}) {
		t.Error("want that the same bot enters nothing, and a next version does")
	}
	if cells, err = l.Next(1, 2); err != nil || len(cells) != 1 || cells[0].A != "a2" && cells[0].B != "a2" {
		t.Errorf("%+v, %v; want that the new version plays first", cells, err)
	}
}

// "The newest plays; older ones stay as opponents until P(stronger than the old one)
// has a clear answer after 30 pairs", and play their own name only.
func TestOlderVersionStaysUntilItIsClear(t *testing.T) {
	var l ladder.Ladder
	enter(&l, "a", "b")
	l.Add(ladder.Pair{A: "a", B: "b", Scores: [2]rating.Score{rating.Win, rating.Loss}, Each: 2})
	l.Enter(league.SeriesEntry{Key: "a", Bot: "a2", Round: 2})
	for pairs := 0; pairs <= ladder.ClearPairs; pairs++ {
		table, err := l.Table()
		if err != nil {
			t.Fatal(err)
		}
		want := league.LadderOlder
		if pairs == ladder.ClearPairs {
			want = league.LadderReplaced
		}
		for _, line := range table.Lines {
			if line.Bot == "a" && line.State != want {
				t.Fatalf("after %d won pairs the older version is %s; want %s", pairs, line.State, want)
			}
		}
		scores := [2]rating.Score{rating.Win, rating.Draw}
		if pairs%2 == 0 {
			scores = [2]rating.Score{rating.Win, rating.Win}
		}
		l.Add(ladder.Pair{A: "a2", B: "a", Scores: scores, Each: 2})
	}
}

// "At most five older ones stay as opponents", the latest ones, and none of them plays
// another name.
func TestAtMostFiveOlderVersionsStay(t *testing.T) {
	var l ladder.Ladder
	enter(&l, "other")
	const versions = 9
	for n := range versions {
		bot := string(rune('a' + n))
		l.Enter(league.SeriesEntry{Key: "mine", Bot: bot, Round: n + 1})
		for range 4 {
			l.Add(ladder.Pair{A: bot, B: "other", Scores: [2]rating.Score{rating.Win, rating.Loss}, Each: 2})
		}
	}
	table, err := l.Table()
	if err != nil {
		t.Fatal(err)
	}
	states := map[string]league.LadderState{}
	for _, line := range table.Lines {
		states[line.Bot] = line.State
	}
	for n := range versions {
		want := league.LadderReplaced
		switch {
		case n == versions-1:
			want = league.LadderPlaying
		case n >= versions-1-ladder.MaxOlder:
			want = league.LadderOlder
		}
		if bot := string(rune('a' + n)); states[bot] != want {
			t.Errorf("version %s is %s; want %s", bot, states[bot], want)
		}
	}
	cells, err := l.Next(40, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cells {
		for _, bot := range []string{c.A, c.B} {
			if states[bot] == league.LadderReplaced || states[bot] == league.LadderOlder && (c.A == "other" || c.B == "other") {
				t.Errorf("%+v is played; %s is %s", c, bot, states[bot])
			}
		}
	}
}
