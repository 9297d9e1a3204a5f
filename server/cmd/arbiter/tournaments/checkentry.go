package tournaments

import (
	"fmt"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/referee/printable"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/league"
	"arbiter/server/playing/check"
	"arbiter/server/playing/follow"
)

// entry returns the tournament of the candidate, the baseline and the
// opponents, in this order, that the question is about.
func (c Check) entry(g referee.Game, bots []league.Bot, q *league.Question) (follow.Entry, error) {
	e := follow.Entry{Rules: g, Order: league.Order{Test: q}}
	limits, err := c.Limits(g.Info())
	if err != nil {
		return e, err
	}
	if err := league.CheckSeats(c.Seats, g.Info()); err != nil {
		return e, flags.Flagged(err)
	}
	e.Tournament = league.Tournament{
		Game: c.Game, Seats: league.SeatsOf(c.Seats, g.Info()), Format: league.RoundRobin, Bots: league.IDs(bots),
		Games: q.Cap, Limits: limits, CreatedAt: league.Now(),
	}
	if len(bots) > 2 {
		e.Format, e.Challengers = league.Gauntlet, 2
	}
	key := bots[1].Digest
	switch {
	case c.Book != "":
		e.Starts, e.Positions, err = readBook(c.Book, g)
		e.DealGiven(g, key, e.Starts)
	case c.Seeds != "":
		e.Starts, err = flags.ParseSeeds(c.Seeds)
		e.Positions = e.DealGiven(g, key, e.Starts)
	default:
		e.Positions = e.DealFresh(g, league.Fresh{Key: key, Count: q.Cap})
	}
	if err != nil {
		return e, err
	}
	e.Refer(g, e.Positions, nil)
	e.ID = e.CheckName()
	if c.Fresh {
		e.ID += " fresh " + c.began.Format(time.RFC3339Nano)
	}
	return e, flags.Flagged(e.Validate())
}

// distinct returns how many distinct starts there are for the check; 0 for no end of
// them.
func (c Check) distinct(g referee.Game) (int, error) {
	opener, openings := g.(referee.Opener)
	switch {
	case c.Book != "":
		starts, _, err := readBook(c.Book, g)
		return len(starts), err
	case c.Seeds != "":
		starts, err := flags.ParseSeeds(c.Seeds)
		if openings {
			return min(len(starts), opener.OpeningCount()), err
		}
		return len(starts), err
	case openings:
		return opener.OpeningCount(), nil
	}
	return 0, nil
}

// command returns the command line that asks the same question of the same
// bots on the same starts.
func (c Check) command(q league.Question) string {
	words := []string{"arbiter", "check", c.Game}
	if c.Baseline != "" {
		words = append(words, "--baseline", printable.Quote(c.Baseline))
	}
	words = append(words, "--candidate", printable.Quote(c.Candidate))
	for _, bot := range c.Opponent {
		words = append(words, "--opponent", printable.Quote(bot))
	}
	switch {
	case q.By != league.ByScore:
		words = append(words, fmt.Sprintf("--elo0 %g --elo1 %g --model %s", q.Elo0, q.Elo1, q.Model))
	case q.Gain > 0:
		words = append(words, fmt.Sprintf("--by score --prove stronger --margin %g", q.Gain))
	default:
		words = append(words, fmt.Sprintf("--by score --margin %g", q.Margin))
	}
	words = append(words, fmt.Sprintf("--alpha %g --beta %g --betting %g --max-games %d", q.Alpha, q.Beta, q.Betting, check.StartMatches(2+len(c.Opponent), c.Seats)*q.Cap))
	if c.Seats > 0 {
		words = append(words, fmt.Sprint("--seats ", c.Seats))
	}
	if c.Seeds != "" {
		words = append(words, "--seeds", printable.Quote(c.Seeds))
	}
	if c.Book != "" {
		words = append(words, "--book", printable.Quote(c.Book))
	}
	if c.Fresh {
		words = append(words, "--fresh")
	}
	if c.Server != "" {
		words = append(words, c.Remote.Flag())
	}
	return strings.Join(words, " ")
}
