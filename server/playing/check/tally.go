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
	Candidate int64        `json:"candidate"` // its score
	Baseline  int64        `json:"baseline"`
}

// Difference returns how much higher the candidate's score is.
func (s Swing) Difference() int64 { return s.Candidate - s.Baseline }

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
	case t.definition.Solo():
		swing := Swing{position, s.match(own).Outcome.Scores[0], s.match(other).Outcome.Scores[0]}
		t.games.Add(s.match(own).Outcome.Against(s.match(other).Outcome))
		t.swing(swing)
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

// swing keeps the starts with the largest gains and losses.
func (t *tally) swing(s Swing) {
	if s.Difference() == 0 {
		return
	}
	t.swings = append(t.swings, s)
	slices.SortStableFunc(t.swings, func(a, b Swing) int { return cmp.Compare(b.Difference(), a.Difference()) })
	if middle := len(t.swings) / 2; len(t.swings) > 2*maxSwings {
		t.swings = slices.Delete(t.swings, middle, middle+1)
	}
}
