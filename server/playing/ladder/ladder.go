// Package ladder says what a ladder that never closes plays next, and where its bots
// stand: a function of entries and results. A name has versions, of which the newest
// plays; a few older ones stay as its opponents until it is known which is stronger.
// The package plays nothing, and knows no files, databases or clocks.
package ladder

import (
	"slices"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// What decides how a bot plays on.
const (
	// FirstPairs make the first rating of a bot, which is provisional: four matches.
	FirstPairs = 2
	// Provisional is the error of a rating in Elo, half of its 95 % interval, from
	// which on down it is not provisional any more.
	Provisional = 60
	// MaxOlder is how many older versions of a name stay as opponents.
	MaxOlder = 5
	// ClearPairs is how many pairs the newest and an older version play at least
	// before the older one may go; Clear is the probability of either being stronger
	// that is needed then.
	ClearPairs = 30
	Clear      = 0.95
	// AsideFaults is how many of the first AsideMatches matches of a bot may end by
	// its own fault: at so many it is set aside.
	AsideFaults  = 3
	AsideMatches = 10
)

// A Ladder is what is known of one: its bots and their results. The zero value knows
// nothing. It is not safe for concurrent use.
type Ladder struct {
	versions []*version
	byID     map[string]*version
	met      map[[2]string]*met  // by the IDs in order
	table    *league.LadderTable // of what is known; nil before it is asked for
	ranking  ranking             // behind table
	scores   scores              // of a solo game
	share    float64             // of a game that a result of a match of more than two seats counts
}

// A ranking says how far two bots are apart, in Elo.
type ranking interface {
	Difference(a, b string) (elo, error95 float64, ok bool)
}

// A version is a bot, as which a name plays or has played.
type version struct {
	bot, name string
	entry     league.SeriesEntry // by which it came first
	matches   int
	pairs     int  // starts
	ownPairs  int  // of these, with other versions of the name
	early     int  // of the first matches, those that its own fault ended
	newest    bool // plays for its name
}

// aside reports whether the version does not play any more because of its faults.
func (v *version) aside() bool { return v.early >= AsideFaults }

// count counts a start: the matches of it, and how many of them the bot's own fault ended. own
// tells whether another version of the name played there.
func (v *version) count(matches, faults int, own bool) {
	if v.matches < AsideMatches {
		v.early += min(faults, AsideMatches-v.matches)
	}
	v.matches += matches
	v.pairs++
	if own {
		v.ownPairs++
	}
}

// met is what two bots have played, from the view of the one whose ID comes first.
type met struct {
	games  rating.Games
	pairs  rating.Pairs
	scores rating.PairedScore // of a solo game
	starts []rating.Cluster   // of matches of more than two seats
	count  int                // starts
}

// Enter adds an entry: a new version or, without a bot, an exit. It reports whether that
// changes anything.
func (l *Ladder) Enter(e league.SeriesEntry) bool {
	if l.byID == nil {
		l.byID, l.met = map[string]*version{}, map[[2]string]*met{}
	}
	known := l.byID[e.Bot]
	if known != nil && known.newest {
		return false
	}
	changed := e.Bot != ""
	for _, v := range l.versions {
		if v.name == e.Key && v.newest {
			v.newest, changed = false, true
		}
	}
	switch {
	case known != nil: // an older version comes back
		known.newest = true
		i := slices.Index(l.versions, known)
		l.versions = append(slices.Delete(l.versions, i, i+1), known)
	case e.Bot != "":
		v := &version{bot: e.Bot, name: e.Key, entry: e, newest: true}
		l.versions, l.byID[e.Bot] = append(l.versions, v), v
	}
	l.table = nil
	return changed
}

// A Pair is what two bots have played on one start, from the view of A.
type Pair struct {
	A, B    string          // bot IDs
	Scores  [2]rating.Score // of its first and second match; in a solo game the first one compares the two
	Faults  [2]int          // by bot: how many of its two matches, or of its one in a solo game, its own fault ended
	Each    int             // matches that each of them has played: 2, or 1 in a solo game
	Points  *[2]float64     // by bot: what it scored in a solo game, relative if the game ranks so; nil in others. The larger is the better one
	Scoring referee.Scoring // of a solo game
}

// Add counts a pair of bots that have entered.
func (l *Ladder) Add(p Pair) {
	for i, id := range []string{p.A, p.B} {
		l.byID[id].count(p.Each, p.Faults[i], l.byID[p.A].name == l.byID[p.B].name)
	}
	a, b, scores, points := p.A, p.B, p.Scores, p.Points
	if a > b {
		a, b, scores = b, a, [2]rating.Score{rating.Win - scores[0], rating.Win - scores[1]}
		if points != nil {
			points = &[2]float64{points[1], points[0]}
		}
	}
	m := l.meet(a, b)
	m.games.Add(scores[0])
	if points != nil {
		m.scores.Add(points[0], points[1])
		l.scores.add(a, b, *points)
		l.scores.scoring = p.Scoring
	}
	if p.Each == 2 {
		m.games.Add(scores[1])
		m.pairs.Add(scores[0], scores[1])
	}
	m.count++
	l.table = nil
}

// AddGroup counts the matches of more than two seats that bots who have entered have played on
// one start. Each match is a result between every two of its seats.
func (l *Ladder) AddGroup(matches []league.Match) {
	starts := map[[2]string]*rating.Cluster{}
	faults := map[string]int{} // matches by bot
	for _, m := range matches {
		l.share = 1 / float64(len(m.Seats)-1)
		failed := map[string]bool{}
		for seat, a := range m.Seats {
			failed[a] = failed[a] || m.Outcome.Faults[seat] != ""
			for other, b := range m.Seats {
				if a >= b { // counted from the other side, or against itself
					continue
				}
				bots, score := [2]string{a, b}, m.Outcome.Between(seat, other)
				if starts[bots] == nil {
					starts[bots] = &rating.Cluster{}
				}
				starts[bots].Add(score)
				l.meet(a, b).games.Add(score)
			}
		}
		for bot, own := range failed {
			if own {
				faults[bot]++
			}
		}
	}
	for bots, start := range starts {
		m := l.meet(bots[0], bots[1])
		m.starts = append(m.starts, *start)
		m.count++
	}
	l.played(matches, faults)
	l.table = nil
}

// played counts the matches of a group by bot.
func (l *Ladder) played(matches []league.Match, faults map[string]int) {
	group := slices.Compact(slices.Sorted(slices.Values(matches[0].Seats)))
	versions := map[string]int{} // by name
	for _, bot := range group {
		versions[l.byID[bot].name]++
	}
	for _, bot := range group {
		v := l.byID[bot]
		v.count(len(matches), faults[bot], versions[v.name] > 1)
	}
}

// meet returns what two bots have played, whose IDs are in order.
func (l *Ladder) meet(a, b string) *met {
	m := l.met[[2]string{a, b}]
	if m == nil {
		m = &met{}
		l.met[[2]string{a, b}] = m
	}
	return m
}

// meeting returns what two bots have played, and whether the first one's view is
// the other way round.
func (l *Ladder) meeting(a, b string) (m met, turned bool) {
	if a > b {
		a, b, turned = b, a, true
	}
	if found := l.met[[2]string{a, b}]; found != nil {
		m = *found
	}
	return m, turned
}

// solo reports whether bots are ranked by their scores.
func (l *Ladder) solo() bool { return len(l.scores.starts) > 0 }

// Bot returns the bot that plays for a name, "" for none.
func (l *Ladder) Bot(name string) string {
	for _, v := range l.versions {
		if v.name == name && v.newest {
			return v.bot
		}
	}
	return ""
}

// players returns the versions that play for their names. Bots of the same files have one
// place, that of the first.
func (l *Ladder) players() (players []*version) {
	for _, v := range l.versions {
		if v.newest && !v.aside() && l.twin(v) == nil {
			players = append(players, v)
		}
	}
	return players
}

// twin returns the first of the versions that play for other names and have the files of
// a later one; nil if there is none.
func (l *Ladder) twin(later *version) *version {
	for _, v := range l.versions {
		switch {
		case v == later:
			return nil
		case v.newest && v.entry.Content != "" && v.entry.Content == later.entry.Content:
			return v
		}
	}
	return nil
}

// older returns the older versions of the same name that are still opponents, the
// latest first. A version that has never played is left out.
func (l *Ladder) older(newest *version) (older []*version) {
	seen := 0
	for _, v := range slices.Backward(l.versions) {
		if v.name != newest.name || v.newest || v.aside() || v.matches == 0 {
			continue
		}
		if seen++; seen > MaxOlder {
			break
		}
		if m, _ := l.meeting(newest.bot, v.bot); m.count >= ClearPairs {
			if p, ok := l.stronger(newest.bot, v.bot); ok && (p >= Clear || p <= 1-Clear) {
				continue
			}
		}
		older = append(older, v)
	}
	return older
}

// stronger returns the probability that a bot is stronger than another one, by the
// pairs that the two have played: by their scores in a solo game.
func (l *Ladder) stronger(a, b string) (p float64, ok bool) {
	m, turned := l.meeting(a, b)
	los := m.pairs.Estimate().LOS
	switch {
	case l.solo():
		los = m.scores.Superiority()
	case len(m.starts) > 0:
		los = rating.EstimateClusters(m.starts).LOS
	case m.pairs == (rating.Pairs{}):
		los = m.games.Estimate().LOS
	}
	if los == nil {
		return 0, false
	}
	if turned {
		return 1 - *los, true
	}
	return *los, true
}
