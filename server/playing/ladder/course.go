package ladder

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"arbiter/referee"
	"arbiter/referee/nearest"
	"arbiter/server/league"
	"arbiter/server/league/rating"
)

const (
	// Starts is how many seeds or openings a ladder deals before it begins again.
	Starts = 10_000
	// LeastStarts is the size of the smallest batch: opening the next one takes some
	// milliseconds.
	LeastStarts = 4
)

// Define returns the tournament of a ladder before its first round, and its positions.
func Define(l league.OpenLadder, g referee.Game, limits referee.TimeLimits) (league.Tournament, league.Positions) {
	t := league.Tournament{ID: l.Name, Game: g.Info().Name, Seats: league.SeatsOf(l.Seats, g.Info()), Format: league.RoundRobin, Limits: limits, CreatedAt: league.Now()}
	positions := t.DealFresh(g, league.Fresh{Key: "ladder " + l.Name, Count: Starts})
	return t, positions
}

// LastAsked returns the ID of the bot that will play for a name after all requests; "" for
// none.
func LastAsked(series league.Series, requests []league.LadderRequest, name string) (bot string) {
	for _, e := range series.Entries {
		if e.Key == name {
			bot = e.Bot
		}
	}
	for _, r := range requests {
		switch {
		case r.Name != name:
		case r.Bot == nil:
			bot = ""
		default:
			bot = r.Bot.ID
		}
	}
	return bot
}

// Names returns the names for which bots will play after all requests, in order.
func Names(entries []league.SeriesEntry, requests []league.LadderRequest) []string {
	plays := map[string]bool{}
	for _, e := range entries {
		plays[e.Key] = e.Bot != ""
	}
	for _, r := range requests {
		plays[r.Name] = r.Bot != nil
	}
	names := []string{}
	for _, name := range slices.Sorted(maps.Keys(plays)) {
		if plays[name] {
			names = append(names, name)
		}
	}
	return names
}

// CheckName returns a usage error if a name is not among those that play on a ladder,
// which it lists.
func CheckName(ladder, name string, names []string) error {
	switch {
	case slices.Contains(names, name):
		return nil
	case len(names) == 0:
		return league.Usagef("ladder %s: no bot %s plays there, and no other", ladder, name)
	}
	return league.Usagef("ladder %s: no bot %s plays there%s; want one of %s", ladder, name, nearest.Hint(name, names), strings.Join(names, ", "))
}

// A Course is a ladder as it is played: a series of rounds and entries, and the Ladder of its
// results. Obey and Choose make the series longer between two rounds. Store the series before
// its last round is played, and call Count with the results. To resume, set Series and Seats in
// the zero value and call Count. It is not safe for concurrent use.
type Course struct {
	Series league.Series
	Seats  int // of a match

	ladder  Ladder
	told    int   // entries that the ladder knows of
	counted int   // rounds whose results it has
	obeyed  int64 // the last request that is among the entries
}

// Table returns where the bots stand by the rounds that were counted.
func (c *Course) Table() (league.LadderTable, error) { return c.ladder.Table() }

// Counted returns the number of rounds that Count has counted.
func (c *Course) Counted() int { return c.counted }

// Matches returns how many matches the rounds have that Count has counted.
func (c *Course) Matches() int {
	counted := league.Series{Rounds: c.Series.Rounds[:c.counted]}
	return league.Tournament{Seats: c.Seats}.TrialMatches() * counted.Pairs()
}

// Obeyed returns the number of the last request that Obey has dealt with. Once the
// series is stored, requests up to it are no longer needed.
func (c *Course) Obeyed() int64 { return c.obeyed }

// Choose adds a round of so many starts, and reports false if there are no two bots to
// play.
func (c *Course) Choose(starts int) (bool, error) {
	cells, err := c.ladder.Next(starts, c.Seats)
	if err != nil || len(cells) == 0 {
		return false, err
	}
	c.Series.Rounds = append(c.Series.Rounds, cells)
	return true, nil
}

// Bots returns all bots that have entered, in order, each once.
func (c *Course) Bots() (bots []string) {
	seen := map[string]bool{"": true}
	for _, e := range c.Series.Entries {
		if !seen[e.Bot] {
			seen[e.Bot] = true
			bots = append(bots, e.Bot)
		}
	}
	return bots
}

// Needs reports whether a bot may play again: in the last round, for its name, or as an
// older version.
func (c *Course) Needs(bot string) bool {
	names := map[string]bool{}
	last := ""
	for _, e := range c.Series.Entries {
		names[e.Key] = e.Bot != ""
		if e.Bot == bot {
			last = e.Key
		}
	}
	n := len(c.Series.Rounds)
	return names[last] || n > 0 && slices.Contains(c.Series.Bots(n), bot)
}

// Obey turns requests into entries, which count from the next round on. It calls contend, if
// set, with each bot that enters; a bot for which contend returns an error stays out. It calls
// say with each change, as a sentence.
func (c *Course) Obey(requests []league.LadderRequest, contend func(league.Bot) error, say func(news string)) {
	for _, r := range requests {
		if r.Number <= c.obeyed {
			continue
		}
		c.obeyed = r.Number
		if c.entered(r) {
			continue // a run that was killed stored the entry and kept the request
		}
		e := league.SeriesEntry{Key: r.Name, Round: len(c.Series.Rounds) + 1, Asked: r.AskedAt}
		if r.Bot != nil {
			if err := contend(*r.Bot); err != nil {
				say(fmt.Sprintf("%s does not enter: %v", r.Bot.ID, err))
				continue
			}
			e.Bot, e.Version, e.Content = r.Bot.ID, r.Bot.Version, r.Bot.Content()
		}
		before := c.ladder.Bot(r.Name)
		if !c.ladder.Enter(e) {
			continue
		}
		c.Series.Entries = append(c.Series.Entries, e)
		c.told = len(c.Series.Entries)
		switch {
		case e.Bot == "":
			say(fmt.Sprintf("%s leaves before round %d.", before, e.Round))
		case before != "":
			say(fmt.Sprintf("%s takes the place of %s from round %d on.", e.Bot, before, e.Round))
		default:
			say(fmt.Sprintf("%s enters in round %d.", e.Bot, e.Round))
		}
	}
}

// entered reports whether a request is among the entries.
func (c *Course) entered(r league.LadderRequest) bool {
	return slices.ContainsFunc(c.Series.Entries, func(e league.SeriesEntry) bool {
		return e.Key == r.Name && e.Asked.Equal(r.AskedAt) && (r.Bot == nil) == (e.Bot == "") && (r.Bot == nil || r.Bot.ID == e.Bot)
	})
}

// Count counts the results of the rounds that are complete and have not been counted. In a solo
// game a trial compares two matches, by the references of the rules if the game ranks by
// relative scores.
func (c *Course) Count(evidence *league.Evidence, g referee.Game) {
	for round := 1; round <= len(c.Series.Rounds); round++ {
		if _, ok := evidence.Round(c.Series, round); !ok || !evidence.Complete(round) {
			break
		}
		if round > c.counted {
			c.tell(round)
			c.countRound(evidence, round, g)
			c.counted = round
		}
	}
	c.tell(len(c.Series.Rounds) + 1)
}

// tell tells the ladder of the entries that count from a round on or before.
func (c *Course) tell(round int) {
	for ; c.told < len(c.Series.Entries) && c.Series.Entries[c.told].Round <= round; c.told++ {
		c.ladder.Enter(c.Series.Entries[c.told])
	}
}

func (c *Course) countRound(evidence *league.Evidence, round int, g referee.Game) {
	for i, cell := range c.Series.Rounds[round-1] {
		for number := range cell.Pairs {
			switch trial := evidence.Trial(round, i, number); {
			case !trial.Complete():
			case c.Seats > 2:
				c.ladder.AddGroup(trial.Matches())
			default:
				c.ladder.Add(pairOf(cell, trial, g))
			}
		}
	}
}

// pairOf returns what a trial says.
func pairOf(c league.Cell, trial league.Trial, g referee.Game) Pair {
	p := Pair{A: c.A, B: c.B, Each: 2}
	first, second := trial.First.Outcome, trial.Second.Outcome
	own := func(o league.Outcome, seat int) int {
		if o.Faults[seat] != "" {
			return 1
		}
		return 0
	}
	if g.Info().Solo() {
		p.Each = 1
		p.Scores[0] = first.Against(second)
		p.Faults = [2]int{own(first, 0), own(second, 0)}
		p.Points, p.Scoring = &[2]float64{}, first.Scoring
		p.Points[0], p.Points[1] = league.Points(g, trial.Start, first.Scores[0], second.Scores[0])
		return p
	}
	p.Scores = [2]rating.Score{first.ForSeat(0), second.ForSeat(1)}
	p.Faults = [2]int{own(first, 0) + own(second, 1), own(first, 1) + own(second, 0)}
	return p
}
