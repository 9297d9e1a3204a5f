package league

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"arbiter/referee"
	"arbiter/referee/plural"
	"arbiter/server/league/rating"
)

// soloScores are the scores of a solo game.
type soloScores struct {
	columns map[startKey]int // by start and repetition
	starts  []Start          // by column
	keys    []startKey       // by column
	rows    [][]int64        // by bot and column; notPlayed in gaps, shorter when nothing follows
	scoring referee.Scoring  // of all of them
	other   int              // matches whose scores are of another kind, and are not here
}

// notPlayed marks a missing score. No game has such a score.
const notPlayed = math.MinInt64

// add adds a score. A table has scores of one kind, that of its first match.
func (s *soloScores) add(bot int, start Start, key startKey, score int64, scoring referee.Scoring) {
	if len(s.keys) == 0 {
		s.scoring = scoring
	}
	if s.scoring != scoring {
		s.other++
		return
	}
	column, ok := s.columns[key]
	if !ok {
		if s.columns == nil {
			s.columns = make(map[startKey]int)
		}
		column = len(s.keys)
		s.columns[key] = column
		s.keys = append(s.keys, key)
		s.starts = append(s.starts, start)
	}
	for len(s.rows) <= bot {
		s.rows = append(s.rows, nil)
	}
	for len(s.rows[bot]) <= column {
		s.rows[bot] = append(s.rows[bot], notPlayed)
	}
	s.rows[bot][column] = score
}

// of returns a bot's scores by column.
func (s *soloScores) of(bot int) []int64 {
	if bot >= len(s.rows) {
		return nil
	}
	return s.rows[bot]
}

// at returns a bot's score in a column, and whether it has one.
func (s *soloScores) at(bot, column int) (int64, bool) {
	scores := s.of(bot)
	if column >= len(scores) || scores[column] == notPlayed {
		return 0, false
	}
	return scores[column], true
}

// duel compares the scores of two bots on the starts that both have played. In a
// large table every two bots are compared on every start, so the loop is free of
// branches.
func (s *soloScores) duel(a, b int) rating.Games {
	own, other := s.of(a), s.of(b)
	n := min(len(own), len(other))
	own, other = own[:n], other[:n]
	both, won, lost := 0, 0, 0
	for i, x := range own {
		y := other[i]
		played := toInt(x != notPlayed) & toInt(y != notPlayed)
		both += played
		won += toInt(x > y) & played
		lost += toInt(x < y) & played
	}
	if s.scoring.Ascending {
		won, lost = lost, won
	}
	return rating.Games{Wins: won, Draws: both - won - lost, Losses: lost}
}

// sorted returns the columns sorted by start: a sum of floats depends on the order of its
// terms, if only in the last bit.
func (s *soloScores) sorted() []int {
	order := make([]int, len(s.keys))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := s.keys[i], s.keys[j]
		return cmp.Or(cmp.Compare(a.seed, b.seed), cmp.Compare(a.position, b.position), cmp.Compare(a.repetition, b.repetition))
	})
	return order
}

// byStart returns what each of some bots scored on each start, by the place of the bot
// among them. Repetitions of a start are one trial, worth their mean. unscaled counts the
// starts that are left out because nobody knows what is worth 1000 there.
func (s *soloScores) byStart(bots []int, scale Scale) (starts [][]rating.PlayerScore, unscaled int) {
	order := s.sorted()
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && s.keys[order[to]].seed == s.keys[order[from]].seed && s.keys[order[to]].position == s.keys[order[from]].position {
			to++
		}
		columns := order[from:to]
		from = to
		var start []rating.PlayerScore
		known := true
		for i, bot := range bots {
			sum, n := 0.0, 0.0
			for _, column := range columns {
				if score, played := s.at(bot, column); played {
					var points float64
					points, known = scale.Of(s.starts[column], s.scoring, score)
					sum += points
					n++
				}
			}
			if n > 0 {
				start = append(start, rating.PlayerScore{Player: i, Score: sum / n})
			}
		}
		switch {
		case len(start) == 0:
		case !known:
			unscaled++
		default:
			starts = append(starts, start)
		}
	}
	return starts, unscaled
}

// score sets the scores of the lines of a solo game, orders the lines, and notes what the
// scores are not.
func (t *Table) score(s *Standings, o Options) {
	bots := t.byName()
	place := make(map[string]int, len(bots))
	for i, bot := range bots {
		place[t.names[bot]] = i
	}
	starts, unscaled := t.scores.byStart(bots, o.Scale)
	scores := rating.FitScores(len(bots), starts)
	for i := range s.Lines {
		l := &s.Lines[i]
		l.Score, l.ScoreError95 = scores.Score(place[l.Bot])
	}
	slices.SortFunc(s.Lines, func(a, b Line) int {
		return cmp.Or(descending(a.Score, b.Score), descending(a.Elo, b.Elo), cmp.Compare(a.Bot, b.Bot))
	})
	for _, l := range s.Lines {
		if l.Score != nil {
			*l.Score = t.scores.scoring.Worth(*l.Score)
		}
	}
	for i := range s.Lines[:max(0, len(s.Lines)-1)] {
		_, _, s.Lines[i].LOS = scores.Difference(place[s.Lines[i].Bot], place[s.Lines[i+1].Bot])
	}
	played := 0 // by all who have played
	for _, l := range s.Lines {
		played += toInt(l.Score != nil)
	}
	if groups := scores.Groups(); groups > 1 {
		s.Notes = append(s.Notes, fmt.Sprintf("%d groups of bots share no start: compare scores within a group only", groups))
	} else if slices.ContainsFunc(starts, func(start []rating.PlayerScore) bool { return len(start) < played }) {
		s.Notes = append(s.Notes, "not all bots played the same starts: scores are adjusted for that")
	}
	if t.scores.other > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%s with scores of another kind (other decimals, or another order): not in the scores", plural.Count(t.scores.other, "match")))
	}
	if unscaled > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%s without a known reference: not in the scores", plural.Count(unscaled, "start")))
	}
}
