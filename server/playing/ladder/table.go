package ladder

import (
	"cmp"
	"math"
	"slices"
	"time"

	"arbiter/server/league/rating"
)

// A Table is where the bots of a ladder stand.
type Table struct {
	Lines []Line   `json:"bots"` // best first; bots that have not played come last
	Notes []string `json:"notes,omitempty"`
}

// A State is what a version is on a ladder.
type State string

// The states.
const (
	Playing  State = "playing"   // for its name
	Older    State = "older"     // an opponent of a newer version
	Replaced State = "replaced"  // by a newer version
	Left     State = "left"      // its name plays no more
	Aside    State = "set aside" // because of its faults
	Same     State = "identical" // to another bot, which plays for both
)

// A Line is where a version stands.
type Line struct {
	Name    string    `json:"name"`
	Bot     string    `json:"bot"` // ID
	State   State     `json:"state"`
	Round   int       `json:"round"`             // from which it counts
	Version string    `json:"version,omitempty"` // its author's, or its commit
	Entered time.Time `json:"entered,omitzero"`  // when it was asked for first
	Matches int       `json:"matches"`
	// Score ranks the bots of a solo game, as in standings. Other games have none.
	Score        *float64 `json:"score,omitempty" doc:"In a solo game the mean score, adjusted for the starts that the bot played, which the table is ordered by."`
	ScoreError95 *float64 `json:"score_error95,omitempty" doc:"Half the width of the 95 % interval of score."`
	Elo          *float64 `json:"elo"` // null before its first pair; the mean of all is 0
	Error95      *float64 `json:"elo_error95"`
	Provisional  bool     `json:"provisional"`
	SameAs       string   `json:"same_as,omitempty"`  // the bot whose files it has, and whose rating
	Before       string   `json:"before,omitempty"`   // the version that it replaced, if both have met
	Stronger     *float64 `json:"stronger,omitempty"` // the probability that it is stronger than Before
}

// Table returns where the bots stand: by one fit of all results, those of older
// versions included. A solo game has a fit of scores, which decides, and one of wins.
func (l *Ladder) Table() (Table, error) {
	if l.table != nil {
		return *l.table, nil
	}
	var results []rating.HeadToHead
	for bots, m := range l.met {
		results = append(results, rating.HeadToHead{First: bots[0], Second: bots[1], Games: m.games})
	}
	ranked, err := rating.Rank(results, rating.Options{})
	if err != nil {
		return Table{}, err
	}
	l.ranking = &ranked
	if l.solo() {
		l.scores.fit = rating.FitScores(len(l.scores.numbers), l.scores.starts)
		l.ranking = &l.scores
	}
	rated := map[string]rating.Standing{}
	for _, s := range ranked.Standings {
		rated[s.Name] = s
	}
	t := Table{Lines: []Line{}}
	if len(results) > 0 {
		t.Notes = ranked.Notes
	}
	states := l.states()
	for _, v := range l.versions {
		if v.matches == 0 && (states[v] == Replaced || states[v] == Left) {
			continue
		}
		line := Line{Name: v.name, Bot: v.bot, State: states[v], Round: v.entry.Round, Version: v.entry.Version, Entered: v.entry.Asked, Matches: v.matches, Provisional: true}
		player := v.bot
		if states[v] == Same {
			player = l.twin(v).bot
			line.SameAs = player
		}
		if s, ok := rated[player]; ok {
			line.Elo, line.Error95 = &s.Rating, &s.Error95
			line.Provisional = s.Error95 >= Provisional
		}
		line.Score, line.ScoreError95 = l.scores.score(player)
		line.Before, line.Stronger = l.before(v)
		t.Lines = append(t.Lines, line)
	}
	slices.SortStableFunc(t.Lines, func(a, b Line) int { return -cmp.Compare(a.rank(), b.rank()) })
	l.table = &t
	return t, nil
}

// rank is the score of a solo game, else the rating, or less than any.
func (l Line) rank() float64 {
	switch {
	case l.Score != nil:
		return *l.Score
	case l.Elo != nil:
		return *l.Elo
	}
	return math.Inf(-1)
}

func (l *Ladder) states() map[*version]State {
	states := map[*version]State{}
	plays := map[string]bool{} // names
	for _, v := range l.versions {
		plays[v.name] = plays[v.name] || v.newest
		switch {
		case v.aside():
			states[v] = Aside
		case v.newest && l.twin(v) != nil:
			states[v] = Same
		case v.newest:
			states[v] = Playing
			for _, o := range l.older(v) {
				states[o] = Older
			}
		}
	}
	for _, v := range l.versions {
		switch {
		case states[v] != "":
		case plays[v.name]:
			states[v] = Replaced
		default:
			states[v] = Left
		}
	}
	return states
}

// before returns the latest version that a newer one has played of those that came
// before it, and the probability that the newer one is stronger.
func (l *Ladder) before(v *version) (before string, stronger *float64) {
	for _, o := range slices.Backward(l.versions[:slices.Index(l.versions, v)]) {
		if o.name != v.name {
			continue
		}
		if p, ok := l.stronger(v.bot, o.bot); ok {
			return o.bot, &p
		}
	}
	return "", nil
}
