// Package history says how strong a bot was after each of its commits. A History is told
// the results of games between versions, or between versions and a fixed pool of
// opponents. It says how strong each version is and how far that is known. It also says
// which commits changed the strength, and what should play next. A Result is what it
// comes to, as a sentence, JSON, Markdown and pictures. The package plays no games, and
// does not know git or a database.
package history

import (
	"fmt"
	"math"
	"strconv"

	"arbiter/server/league/rating"
	"arbiter/server/playing/bisect"
)

// A History estimates the strengths of versions. The same versions and results give the same
// answers. It is not safe for concurrent use.
type History struct {
	versions []bisect.Version
	pool     int // opponents
	unit     rating.Unit
	seats    int // of a match; less than 2 in a solo game
	unbuilt  []bool
	keys     []string // of the players: those with the same key are one bot
	met      map[[2]int]*meeting
	order    [][2]int // of the keys of met, which maps have not
	trials   int
	starts   []start    // of a solo game, in order
	strength *Strengths // of what is known; nil before it is asked for
}

// A meeting is what two players have played, from the view of the first one.
type meeting struct {
	sample bisect.Sample
	halves rating.Games // half points: a win is two wins, a draw one of each
}

// A start is what two players scored on one.
type start struct {
	a, b       int
	own, other float64
}

// New returns the history of some versions of a bot, the oldest first, that play each
// other or, if there are any, so many opponents. Players are numbered: versions first,
// then opponents.
func New(versions []bisect.Version, opponents int, unit rating.Unit) *History {
	h := &History{versions: versions, pool: opponents, unit: unit, unbuilt: make([]bool, len(versions)), met: map[[2]int]*meeting{}}
	for i, v := range versions {
		h.unbuilt[i] = v.Missing
		h.keys = append(h.keys, "version "+v.Tree)
	}
	for i := range opponents {
		h.keys = append(h.keys, "opponent "+strconv.Itoa(i))
	}
	return h
}

// UseSeats says that matches have so many seats, where they have more than two: in a trial a has
// each seat once, and b all others.
func (h *History) UseSeats(seats int) { h.seats = seats }

// Unbuilt notes that a version does not build. It plays nothing, and the effect of its
// commit cannot be told from the effect of the following one.
func (h *History) Unbuilt(version int) {
	if version < len(h.versions) {
		h.unbuilt[version], h.strength = true, nil
	}
}

// Same notes that two players turned out to be the same bot.
func (h *History) Same(a, b int) {
	from, to := h.keys[b], h.keys[a]
	for i, key := range h.keys {
		if key == from {
			h.keys[i] = to
		}
	}
	h.strength = nil
}

// Add adds a trial of players a and b: the results of a in its matches or, in a solo game, the
// result of a against b.
func (h *History) Add(a, b int, scores []rating.Score) {
	at := [2]int{a, b}
	m := h.met[at]
	if m == nil {
		m = &meeting{}
		h.met[at], h.order = m, append(h.order, at)
	}
	points := 0
	for _, score := range scores {
		points += int(score)
	}
	most := int(rating.Win) * len(scores)
	m.halves.Wins += points
	m.halves.Losses += most - points
	m.sample.Add(float64(points) / float64(most))
	h.trials++
	h.strength = nil
}

// AddScores adds a start of a solo game with the scores of players a and b: relative scores, if
// the game ranks by these. A history has either scores or results.
func (h *History) AddScores(a, b int, own, other float64) {
	share := rating.Draw
	switch {
	case own > other:
		share = rating.Win
	case own < other:
		share = rating.Loss
	}
	h.Add(a, b, []rating.Score{share})
	h.starts = append(h.starts, start{a, b, own, other})
}

// Trials returns how many pairs or, in a solo game, duels count.
func (h *History) Trials() int { return h.trials }

// bots returns the first player of each bot that can play, by its key.
func (h *History) bots() map[string]int {
	bots := map[string]int{}
	for i, key := range h.keys {
		if _, ok := bots[key]; !ok && (i >= len(h.versions) || !h.unbuilt[i]) {
			bots[key] = i
		}
	}
	return bots
}

// Versions returns the versions that can play, each bot once, the oldest first.
func (h *History) Versions() (players []int) {
	bots := h.bots()
	for i, key := range h.keys[:len(h.versions)] {
		if first, ok := bots[key]; ok && first == i {
			players = append(players, i)
		}
	}
	return players
}

// trialsOf returns how many trials each bot has played, by its key.
func (h *History) trialsOf() map[string]int {
	trials := map[string]int{}
	for _, at := range h.order {
		n := int(h.met[at].sample.Trials)
		trials[h.keys[at[0]]] += n
		trials[h.keys[at[1]]] += n
	}
	return trials
}

// A Point is a version, and how strong it is: in Elo above the mean of the versions that
// have played.
type Point struct {
	Version int
	State   bisect.State
	Trials  int     // that it has played
	Elo     float64 // of a version that was played, as the errors
	Error95 float64 // half of its 95 % interval
	Band    float64 // half of the intervals that hold for all versions at once in 95 % of cases
}

// Strengths are what is known of all versions.
type Strengths struct {
	Points []Point // in order
	Factor float64 // standard deviations in a Band
	Widest float64 // the widest Band; 0 before the first game
	// Changes has for each commit, or a few that no game can tell apart, how probable it
	// is that it changed the strength, in order.
	Changes []Change
	// EloPerPoint is the Elo that a point of score is worth in a solo game; 0 in others.
	EloPerPoint float64
	Notes       []string // what is not to be trusted, as sentences
}

// Strengths returns what is known so far.
func (h *History) Strengths() (Strengths, error) {
	if h.strength != nil {
		return *h.strength, nil
	}
	var s Strengths
	trials := h.trialsOf()
	for v := range h.versions {
		p := Point{Version: v, State: bisect.Waiting, Trials: trials[h.keys[v]]}
		switch {
		case h.unbuilt[v]:
			p.State, p.Trials = bisect.NotBuilt, 0
		case p.Trials > 0:
			p.State = bisect.Played
			if v > 0 && h.keys[v] == h.keys[v-1] {
				p.State = bisect.SameBot
			}
		}
		s.Points = append(s.Points, p)
	}
	if err := h.fit(&s); err != nil {
		return s, err
	}
	s.Changes = changes(h.stops(s.Points))
	h.strength = &s
	return s, nil
}

// fit fills in the strengths of the versions that have played.
func (h *History) fit(s *Strengths) error {
	var played []string // keys
	rows := map[string]int{}
	for _, p := range s.Points {
		key := h.keys[p.Version]
		if _, ok := rows[key]; !ok && p.Trials > 0 {
			rows[key] = len(played)
			played = append(played, key)
		}
	}
	if len(played) == 0 {
		return nil
	}
	fit := h.fitResults
	if len(h.starts) > 0 {
		fit = h.fitScores
	}
	band, err := fit(s, played)
	if err != nil || len(band.Elo) == 0 {
		return err
	}
	s.Factor = band.Factor
	for i := range s.Points {
		if p := &s.Points[i]; p.Trials > 0 {
			row := rows[h.keys[p.Version]]
			p.Elo, p.Error95, p.Band = band.Elo[row], band.Error95[row], band.All95[row]
			s.Widest = max(s.Widest, p.Band)
		}
	}
	return nil
}

// fitResults is a logistic fit of the points, in which half a point is a result. How much
// results vary is taken from the data, not from the model: draws and the balance within a
// pair make it less. Tables have a model of draws, which does not fit versions: some draw
// nearly always with each other and lose to others. It would call their distance much
// shorter than a check does.
func (h *History) fitResults(s *Strengths, played []string) (b rating.Band, err error) {
	names := h.names()
	var results []rating.HeadToHead
	for _, at := range h.order {
		if a, b := h.keys[at[0]], h.keys[at[1]]; a != b {
			results = append(results, rating.HeadToHead{First: names[a], Second: names[b], Games: h.met[at].halves})
		}
	}
	if len(results) == 0 {
		return b, nil
	}
	ranked, err := rating.Rank(results, rating.Options{})
	if err != nil {
		return b, err
	}
	s.Notes = ranked.Notes
	var named []string
	for _, key := range played {
		named = append(named, names[key])
	}
	return ranked.Band(named, h.dispersion())
}

// fitScores is the fit of scores that tables of solo games have, with the Elo that scores
// are worth: bands, drifts and changes have the same size whatever a point is.
func (h *History) fitScores(s *Strengths, played []string) (rating.Band, error) {
	numbers := map[string]int{}
	number := func(player int) int {
		key := h.keys[player]
		if _, known := numbers[key]; !known {
			numbers[key] = len(numbers)
		}
		return numbers[key]
	}
	var starts [][]rating.PlayerScore
	for _, at := range h.starts {
		if a, b := number(at.a), number(at.b); a != b {
			starts = append(starts, []rating.PlayerScore{{Player: a, Score: at.own}, {Player: b, Score: at.other}})
		}
	}
	scores := rating.FitScores(len(numbers), starts)
	var players []int
	for _, key := range played {
		players = append(players, numbers[key])
	}
	s.EloPerPoint = scores.EloPerPoint()
	band, compared := scores.Band(players)
	if !compared {
		s.Notes = []string{"not all versions have met yet, even through others"}
		unknown := rating.Band{Factor: farthest(len(players))}
		for range players {
			unknown.Elo = append(unknown.Elo, 0)
			unknown.Error95 = append(unknown.Error95, z95*rating.PriorElo)
			unknown.All95 = append(unknown.All95, unknown.Factor*rating.PriorElo)
		}
		return unknown, nil
	}
	return band, nil
}

// names returns how messages call each bot, by its key.
func (h *History) names() map[string]string {
	names := map[string]string{}
	for i, key := range h.keys {
		if _, ok := names[key]; ok {
			continue
		}
		if i < len(h.versions) {
			names[key] = h.versions[i].Name()
		} else {
			names[key] = fmt.Sprintf("opponent %d", i-len(h.versions)+1)
		}
	}
	return names
}

const (
	priorTrials   = 20   // that it counts for that all games are independent and none is drawn
	floorVariance = 0.01 // least variance of a trial, as in bisect: rare defeats have more
)

// dispersion returns the variance of the points of a trial in units of what it would be if
// each half point were a game of its own.
func (h *History) dispersion() float64 {
	halves, equal, floor := 2.0, 0.25, floorVariance // equal: the variance of a trial of equal bots
	if h.unit == rating.PairUnit {
		seats := max(2, h.seats)
		halves, equal = float64(2*seats*(seats-1)), rating.StartVariance(seats)
		floor *= equal / rating.StartVariance(2)
	}
	seen, modelled, freedom := 0.0, 0.0, 0.0
	for _, at := range h.order {
		s := h.met[at].sample
		share := (s.Sum + 1) / (s.Trials + 2)
		seen += s.Deviations()
		modelled += (s.Trials - 1) * share * (1 - share) / halves
		freedom += s.Trials - 1
	}
	seen += priorTrials * equal
	modelled += priorTrials * 0.25 / halves
	return max(seen/modelled, floor*(freedom+priorTrials)/modelled)
}

// stops returns the versions whose strength is known, in order, for the search for
// changes. Versions that follow each other with the same bytes are one.
func (h *History) stops(points []Point) (stops []stop) {
	bots := map[string]bool{}
	var commits []int
	for _, p := range points {
		key := h.keys[p.Version]
		if len(stops) > 0 {
			commits = append(commits, p.Version)
		}
		if p.Trials == 0 {
			continue
		}
		bots[key] = true
		if n := len(stops); n > 0 && h.keys[stops[n-1].version] == key && len(commits) == 1 {
			stops[n-1].version, commits = p.Version, nil
			continue
		}
		stops = append(stops, stop{version: p.Version, commits: commits, elo: p.Elo, deviation: p.Error95 / z95})
		commits = nil
	}
	// The errors are of the distance to the mean, of which each version is a part.
	if n := float64(len(bots)); n > 1 {
		for i := range stops {
			stops[i].deviation *= math.Sqrt(n / (n - 1))
		}
	}
	return stops
}

// z95 is how many standard deviations an interval of 95 % has to either side.
const z95 = 1.959963984540054
