package check

import (
	"cmp"
	"slices"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// A tally counts what reports say beside the test.
type tally struct {
	definition league.Tournament
	starts     int                  // counted
	voids      int                  // left out
	plays      map[league.Play]bool // distinct games
	matches    int
	reused     int           // of these that other tournaments have played
	games      rating.Games  // from the candidate's view: against the baseline, or the opponents
	other      rating.Games  // the baseline's against the opponents
	pairs      rating.Pairs  // of two-seat games
	official   *rating.Games // on the statement's own start, among openings; nil before
	opponents  map[string]*OpponentGames
	failures   map[string]*league.Failures // by bot; a trial is a start
	swings     []Swing                     // of a solo game
	scoring    referee.Scoring             // of its matches
	worst      []LostMatch                 // of the candidate, worst first
}

func newTally(t league.Tournament) tally {
	all := tally{
		definition: t, plays: map[league.Play]bool{},
		opponents: map[string]*OpponentGames{}, failures: map[string]*league.Failures{},
	}
	for _, bot := range t.Bots {
		all.failures[bot] = &league.Failures{}
	}
	return all
}

// OpponentGames are the games of candidate and baseline against one opponent.
type OpponentGames struct {
	Candidate rating.Games `json:"candidate"`
	Baseline  rating.Games `json:"baseline"`
}

// A Swing is a start on which the scores of candidate and baseline differ.
type Swing struct {
	Start     league.Start `json:"start"`
	Candidate float64      `json:"candidate"` // its score
	Baseline  float64      `json:"baseline"`
	gain      int64        // by how much the candidate's score is better
	scoring   referee.Scoring
}

// Gain returns by how much the candidate's score is better, such as +12.5.
func (s Swing) Gain() string {
	text := s.scoring.Text(s.gain)
	if s.gain > 0 {
		return "+" + text
	}
	return text
}

// maxSwings is how many gains and how many losses are named.
const maxSwings = 5

// add counts a complete start.
func (t *tally) add(position league.Start, s *start) {
	t.starts++
	for _, m := range s.matches {
		t.matches++
		if m.Stored != "" {
			t.reused++
		}
		if m.Play != 0 {
			t.plays[m.Play] = true
		}
		t.lose(m, s)
		if len(t.definition.Bots) > 2 {
			t.against(m)
		}
	}
	for bot, failures := range t.failures {
		failures.Add(bot, s.of(bot)...)
	}
	own, other := t.definition.Bots[0], t.definition.Bots[1]
	switch {
	case len(t.definition.Bots) > 2:
	case t.definition.Seats > 2:
		for _, m := range s.matches {
			t.games = add(t.games, m, slices.Index(m.Seats, own))
		}
	case t.definition.Solo():
		a, b := s.match(own).Outcome, s.match(other).Outcome
		t.games.Add(a.Against(b))
		t.scoring = a.Scoring
		t.swing(Swing{position, a.Value(a.Scores[0]), b.Value(b.Scores[0]), a.Margin(a.Scores[0], b.Scores[0]), a.Scoring})
	default:
		first := s.match(own, other).Outcome.ForSeat(0)
		second := s.match(other, own).Outcome.ForSeat(1)
		t.games.Add(first)
		t.games.Add(second)
		if position.Name == referee.OfficialOpening {
			t.official = &rating.Games{}
			t.official.Add(first)
			t.official.Add(second)
		}
		t.pairs.Add(first, second)
	}
}

// against counts a match with an opponent.
func (t *tally) against(m league.Match) {
	if len(m.Seats) > 2 {
		t.againstMany(m)
		return
	}
	for seat, bot := range m.Seats {
		opponent := m.Seats[1-seat]
		if bot != t.definition.Bots[0] && bot != t.definition.Bots[1] {
			continue
		}
		if t.opponents[opponent] == nil {
			t.opponents[opponent] = &OpponentGames{}
		}
		outcome := m.Outcome.ForSeat(seat)
		if bot == t.definition.Bots[0] {
			t.opponents[opponent].Candidate.Add(outcome)
			t.games.Add(outcome)
		} else {
			t.opponents[opponent].Baseline.Add(outcome)
			t.other.Add(outcome)
		}
	}
}

// againstMany is against for more than two seats, of which the opponent has all but one.
func (t *tally) againstMany(m league.Match) {
	for i, bot := range t.definition.Bots[:2] {
		seat := slices.Index(m.Seats, bot)
		if seat < 0 {
			continue
		}
		opponent := m.Seats[(seat+1)%len(m.Seats)]
		if t.opponents[opponent] == nil {
			t.opponents[opponent] = &OpponentGames{}
		}
		if o := t.opponents[opponent]; i == 0 {
			o.Candidate, t.games = add(o.Candidate, m, seat), add(t.games, m, seat)
		} else {
			o.Baseline, t.other = add(o.Baseline, m, seat), add(t.other, m, seat)
		}
	}
}

// add adds the results of a seat against each other seat.
func add(g rating.Games, m league.Match, seat int) rating.Games {
	for other := range m.Seats {
		if other != seat {
			g.Add(m.Outcome.Between(seat, other))
		}
	}
	return g
}

// swing keeps the starts with the largest gains and losses.
func (t *tally) swing(s Swing) {
	if s.gain == 0 {
		return
	}
	t.swings = append(t.swings, s)
	slices.SortStableFunc(t.swings, func(a, b Swing) int { return cmp.Compare(b.gain, a.gain) })
	if middle := len(t.swings) / 2; len(t.swings) > 2*maxSwings {
		t.swings = slices.Delete(t.swings, middle, middle+1)
	}
}
