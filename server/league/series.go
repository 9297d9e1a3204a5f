package league

import (
	"fmt"
	"slices"
	"time"
)

// A Series is an experiment whose rounds are chosen elsewhere: it has the cells that were
// chosen so far. A program that resumes it plays these and need not choose again.
type Series struct {
	Rounds  [][]Cell      `json:"rounds,omitempty"`
	Entries []SeriesEntry `json:"entries,omitempty"` // in the order in which they came
}

// A SeriesEntry says which bot of the tournament has a name that the experiment uses, such as a
// commit.
type SeriesEntry struct {
	Key   string `json:"key"`
	Bot   string `json:"bot,omitempty"`   // ID; "" for what does not build and plays nothing
	Round int    `json:"round,omitempty"` // from which this counts
	// Asked is when an open ladder was asked for it; zero for anything else. Version is
	// the bot's then: its author's, or its commit. Content stands for the bot's files.
	Asked   time.Time `json:"asked,omitzero"`
	Version string    `json:"version,omitempty"`
	Content string    `json:"content,omitempty"`
}

// Open reports whether the series is that of an open ladder: its entries were asked for
// while it was played.
func (s Series) Open() bool { return len(s.Entries) > 0 && !s.Entries[0].Asked.IsZero() }

// IsZero reports whether it is the zero value: the tournament is no series.
func (s Series) IsZero() bool { return len(s.Rounds) == 0 && len(s.Entries) == 0 }

// Cells implements Experiment.
func (s Series) Cells(round int, _ *Evidence) []Cell {
	if round > len(s.Rounds) {
		return nil
	}
	return s.Rounds[round-1]
}

// Enough implements Experiment. It is always false: all that was chosen is played.
func (s Series) Enough(*Evidence) bool { return false }

// Waits implements Experiment. It is false: whoever chooses the next round learns what is
// missing in this one.
func (s Series) Waits() bool { return false }

// Summary implements Experiment. It says only how many rounds there are.
func (s Series) Summary(*Evidence) Summary {
	return Summary{Sentence: fmt.Sprintf("round %d of a series", len(s.Rounds))}
}

// Continues reports whether the series begins with all rounds and entries of before.
func (s Series) Continues(before Series) bool {
	return len(s.Rounds) >= len(before.Rounds) && len(s.Entries) >= len(before.Entries) &&
		slices.Equal(s.Entries[:len(before.Entries)], before.Entries) &&
		slices.EqualFunc(s.Rounds[:len(before.Rounds)], before.Rounds, func(a, b []Cell) bool {
			return slices.EqualFunc(a, b, Cell.Equal)
		})
}

// Pairs returns on how many starts the cells of all rounds are played together.
func (s Series) Pairs() int {
	n := 0
	for _, round := range s.Rounds {
		for _, c := range round {
			n += c.Pairs
		}
	}
	return n
}

// Bots returns the bots of a round, each once.
func (s Series) Bots(round int) (bots []string) {
	for _, c := range s.Rounds[round-1] {
		for _, bot := range c.Bots() {
			if !slices.Contains(bots, bot) {
				bots = append(bots, bot)
			}
		}
	}
	return bots
}

// checkSeries returns an error unless the cells can be played.
func (t Tournament) checkSeries() error {
	if n := t.TrialMatches() * t.Series.Pairs(); n > 2*MaxGames {
		return Fieldf("series", "found %d matches; want at most %d", n, 2*MaxGames)
	}
	for i, round := range t.Series.Rounds {
		if len(round) == 0 {
			return Fieldf("series", "round %d has no cells; want at least one", i+1)
		}
		for _, c := range round {
			switch {
			case c.Pairs < 1 || c.Pairs > MaxGames:
				return Fieldf("series", "round %d: found %d pairs; want 1 to %d", i+1, c.Pairs, MaxGames)
			case c.A == c.B:
				return Fieldf("series", "round %d: %s meets itself; want two bots", i+1, c.A)
			case len(c.More) > 0 && len(c.Bots()) != t.Seats:
				return Fieldf("series", "round %d: found %d bots in a match; want %d, or two", i+1, len(c.Bots()), t.Seats)
			case len(c.More) > 0 && c.periodic():
				return Fieldf("series", "round %d: the group %q has the same seating twice; want another order", i+1, c.Bots())
			}
			for _, bot := range c.Bots() {
				if !slices.Contains(t.Bots, bot) {
					return Fieldf("series", "round %d: %q is not one of the bots; want one of them", i+1, bot)
				}
			}
		}
	}
	return nil
}
