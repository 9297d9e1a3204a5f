// Package bisect finds the commit that made a bot weaker. A Search is told the versions
// of a bot, from one that is known to be good to one that is bad, and the results of
// games between any two of them. It says how probable it is of each commit that it lost
// the strength. It also says which two versions should play next, and when a commit can
// be named. A Result is what it comes to, as a sentence, JSON and Markdown. The package
// plays no games, and does not know git or a database.
package bisect

import (
	"math"
	"slices"

	"arbiter/server/league/rating"
)

// Enough is the probability at which a commit is named.
const Enough = 0.95

// A Cell says which two versions, by number, play so many trials: pairs, duels in a solo game, or
// starts of more than two seats.
type Cell struct {
	Older, Newer int
	Pairs        int // trials
}

// A Sample sums up the trials of two versions, from the view of the newer one.
type Sample struct {
	Trials  float64
	Sum     float64 // of the values: shares of the points, 0 to 1, or differences of scores
	Squares float64 // of the squared values
}

// Add counts a trial. value is the share of the points that the newer version made or, where
// scores decide, by how much it scored more.
func (s *Sample) Add(value float64) {
	s.Trials++
	s.Sum += value
	s.Squares += value * value
}

// Deviations returns the sum of squared deviations from the sample's mean.
func (s Sample) Deviations() float64 {
	if s.Trials == 0 {
		return 0
	}
	return max(0, s.Squares-s.Sum*s.Sum/s.Trials)
}

// A Search looks for a commit. The same versions and samples give the same answers, in whatever
// order they come. It is not safe for concurrent use.
type Search struct {
	versions []Version
	unit     rating.Unit
	seats    int     // of a match; less than 2 in a solo game
	scores   bool    // samples are of differences of scores
	sign     float64 // 1 when a loss is looked for, -1 for a gain
	unbuilt  []bool
	keys     []string           // versions with the same key are the same bot
	order    [][2]int           // of the keys of samples, which maps have not
	samples  map[[2]int]*Sample // by older and newer version
	known    []int              // commits that were named before, by the version that they made
}

// New returns the search for the commit that made a bot weaker or, if gain is set, stronger.
// Version i was made by commit i. The first version is good and the last one bad, so the first
// commit is not suspected.
func New(versions []Version, unit rating.Unit, gain bool) *Search {
	s := &Search{
		versions: slices.Clone(versions), unit: unit, sign: 1, unbuilt: make([]bool, len(versions)),
		keys: make([]string, len(versions)), samples: map[[2]int]*Sample{},
	}
	if gain {
		s.sign = -1
	}
	for i, v := range versions {
		s.unbuilt[i], s.keys[i] = v.Missing, v.Tree
	}
	return s
}

// UseScores lets scores decide instead of wins. Samples are then of the differences of scores
// on a start, newer less older version. Call it before Add.
func (s *Search) UseScores() { s.scores = true }

// UseSeats says that matches have so many seats, where they have more than two: in a trial the
// newer version has each seat once, and the older one all others.
func (s *Search) UseSeats(seats int) { s.seats = seats }

// Unbuilt notes that a version does not build: it plays nothing, and its commit can
// only be suspected together with the one that follows.
func (s *Search) Unbuilt(version int) { s.unbuilt[version] = true }

// Same notes that two versions turned out to be the same bot.
func (s *Search) Same(a, b int) {
	from, to := s.keys[b], s.keys[a]
	for i, key := range s.keys {
		if key == from {
			s.keys[i] = to
		}
	}
}

// Know notes that the commit of a version has been found, so that the search goes on for
// another one.
func (s *Search) Know(version int) { s.known = append(s.known, version) }

// Add adds the trials that two versions played.
func (s *Search) Add(older, newer int, played Sample) {
	if played.Trials == 0 {
		return
	}
	at := [2]int{older, newer}
	sum := s.samples[at]
	if sum == nil {
		sum = &Sample{}
		s.samples[at] = sum
		s.order = append(s.order, at)
	}
	sum.Trials += played.Trials
	sum.Sum += played.Sum
	sum.Squares += played.Squares
}

// Trials returns the number of trials that count.
func (s *Search) Trials() int {
	n := 0.0
	for _, sample := range s.samples {
		n += sample.Trials
	}
	return int(math.Round(n))
}

// Played returns how many trials the bot of a version has played.
func (s *Search) Played(version int) int {
	n := 0.0
	for _, at := range s.order {
		if s.keys[at[0]] == s.keys[version] || s.keys[at[1]] == s.keys[version] {
			n += s.samples[at].Trials
		}
	}
	return int(math.Round(n))
}

// A stop is a version that can play.
type stop struct {
	version int
	// commits are those, by version, of which one has made this version of the one
	// before; none for the first stop.
	commits []int
}

// stops returns the versions that matter, in order. Of versions that are the same bot
// everything between them is left out: what was lost there was gained again.
func (s *Search) stops() []stop {
	all := []stop{{version: s.last(0)}}
	for {
		before := all[len(all)-1].version
		if before == len(s.versions)-1 {
			return all
		}
		next := stop{}
		for v := before + 1; ; v++ {
			next.commits = append(next.commits, v)
			if !s.unbuilt[v] || v == len(s.versions)-1 {
				next.version = s.last(v)
				break
			}
		}
		all = append(all, next)
	}
}

// last returns the last version that is the same bot as one.
func (s *Search) last(version int) int {
	for v := len(s.versions) - 1; v > version; v-- {
		if s.keys[v] == s.keys[version] && !s.unbuilt[v] {
			return v
		}
	}
	return version
}

// A Suspicion is how much a commit is suspected.
type Suspicion struct {
	Version     int     // that it made
	Probability float64 // that it is the one
	State       State
}

// A State is what is known of a commit's version.
type State string

// The states.
const (
	Played   State = "played"     // against another version
	Waiting  State = "not played" // so far
	NotBuilt State = "not built"  // or the commit has no such files
	SameBot  State = "same bytes" // as an earlier version, so that nothing between them matters
	Known    State = "named"      // before: another one is looked for
)

// Suspicions returns how much each commit is suspected, in order. Commits that no game can tell
// apart share their probability.
func (s *Search) Suspicions() []Suspicion {
	all := make([]Suspicion, len(s.versions)-1)
	for i := range all {
		all[i] = Suspicion{Version: i + 1, State: SameBot}
	}
	p := s.posterior()
	for g, gap := range p.gaps {
		for _, v := range gap.commits {
			all[v-1].Probability = p.probability[g] / float64(len(gap.commits))
			all[v-1].State = s.state(v)
		}
	}
	for _, v := range s.known {
		all[v-1].State = Known
	}
	return all
}

func (s *Search) state(version int) State {
	if s.unbuilt[version] {
		return NotBuilt
	}
	for at := range s.samples {
		if s.keys[at[0]] == s.keys[version] || s.keys[at[1]] == s.keys[version] {
			return Played
		}
	}
	return Waiting
}

// A Named is the commit that a search has found, or a few that no game can tell apart.
type Named struct {
	Commits     []int   // the versions that they made
	Before      int     // version that can play and is without them
	After       int     // version that can play and has them
	Probability float64 // that it is one of them
	Loss        float64 // share of the points, 0 to 1, that it lost or, if a gain was looked for, won
	Error95     float64 // half the width of the interval of 95 %
	PerPoint    float64 // the share that a point of score is worth, where scores decide
}

// Best returns the most suspected commit; ok is false if there is none, since the
// ends are the same.
func (s *Search) Best() (n Named, ok bool) {
	p := s.posterior()
	if len(p.gaps) == 0 {
		return n, false
	}
	best := 0
	for g := range p.gaps {
		if p.probability[g] > p.probability[best] {
			best = g
		}
	}
	return Named{
		Commits: p.gaps[best].commits, Probability: p.probability[best],
		Before: p.stops[best].version, After: p.stops[best+1].version,
		Loss: p.loss[best], Error95: 1.96 * math.Sqrt(p.variance[best]), PerPoint: p.perPoint,
	}, true
}

// Found reports whether a commit can be named.
func (s *Search) Found() bool {
	best, ok := s.Best()
	return ok && best.Probability >= Enough
}
