package league

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"arbiter/server/league/rating"
)

// Options choose the reference of the ratings. With the zero value the mean of
// all bots has Elo 0.
type Options struct {
	Anchor string  // the bot whose rating is At, by its ID or a name that no other bot has; "" for the mean of all bots
	At     float64 // the anchor's rating, in Elo
	// Scale turns scores into relative ones, in a game that ranks by these; nil in other games.
	Scale Scale
	// Best returns the best known score on a start, and whether one is known. Line.Relative is
	// the sum over the starts for which one is known.
	Best func(Start) (int64, bool)
}

// Standings are the ranked lines of a table and its totals.
type Standings struct {
	Lines     []Line           `json:"lines"` // best first
	Matches   int              `json:"matches"`
	Reasons   []Count          `json:"reasons"`              // how matches ended, most frequent first
	FirstSeat *rating.SeatBias `json:"first_seat,omitempty"` // the advantage of the first seat; nil in a solo game
	DrawRatio *float64         `json:"draw_ratio"`           // expected share of draws between bots of equal strength
	Notes     []string         `json:"notes,omitempty"`      // caveats, as sentences
	Failing   []Failing        `json:"failing,omitempty"`    // bots that fail by themselves in nearly all of their matches
	// NoEvidence says that all bots that have played do so: the matches prove nothing.
	NoEvidence bool `json:"no_evidence,omitempty" doc:"Every bot fails by itself in nearly all of its matches, which prove nothing."`
}

// Filtered returns the standings without what they say of failing bots. It is for matches that
// a filter has selected, because a filter may ask for faults.
func (s Standings) Filtered() Standings {
	s.Failing, s.NoEvidence = nil, false
	return s
}

// Warning returns which bots do not work, to be shown before any figure; "" if all do.
func (s Standings) Warning() string {
	if len(s.Failing) == 0 {
		return ""
	}
	var all []string
	for _, f := range s.Failing {
		all = append(all, fmt.Sprintf("%s: %s%s", f.Bot, f.Text(), f.Detail()))
	}
	text := strings.Join(all, "; ") + "."
	if s.NoEvidence {
		return "No evidence: every bot fails by itself. " + text
	}
	return "Does not work: " + text
}

// Elos returns the Elo of each rated bot.
func (s Standings) Elos() map[string]float64 {
	all := map[string]float64{}
	for _, line := range s.Lines {
		if line.Elo != nil {
			all[line.Bot] = *line.Elo
		}
	}
	return all
}

// A Line is one bot's line of the standings: each column of a table is a field
// here. In a solo game its games are the comparisons with all other bots on the
// starts that both have played.
type Line struct {
	Place   int          `json:"place" doc:"From 1, in its group."`
	Group   int          `json:"group,omitempty" doc:"Bots that met, directly or through others, are a group; from 1, the largest first. Ratings of two groups do not compare. Absent: all bots have met."`
	Bot     string       `json:"bot"`
	Matches int          `json:"matches"` // played
	Games   rating.Games `json:"games"`
	Points  float64      `json:"points"` // 1 for a win, 1/2 for a draw; with more than two seats the share of others that it beat
	// Score is points per game, 0 to 1. In a solo game it is the mean score of the game,
	// as if all bots had played the same starts: what the table is ordered by.
	Score        *float64 `json:"score" doc:"Points per game, 0 to 1. In a solo game the mean score, adjusted for the starts that the bot played, which the table is ordered by; relative where the game ranks by relative scores."`
	ScoreError95 *float64 `json:"score_error95,omitempty" doc:"In a solo game half the width of the 95 % interval of score, by starts."`
	Elo          *float64 `json:"elo"` // nil without games
	// EloError95 is half the width of the 95 % interval of Elo relative to the anchor.
	EloError95 *float64       `json:"elo_error95" doc:"Half the width of the 95 % interval of elo relative to the anchor."`
	LOS        *float64       `json:"los"`                // likelihood of superiority over the bot in the next line; in a solo game by score
	Seats      []rating.Games `json:"seats"`              // by seat; empty in a solo game
	Faults     []Count        `json:"faults"`             // matches by kind of the first fault, most frequent first
	Forgiven   int            `json:"forgiven"`           // faults that the rules let pass without a price
	Mean       *rating.Mean   `json:"mean,omitempty"`     // of all scores of a solo game, as they are
	Relative   *float64       `json:"relative,omitempty"` // the sum over the starts of 1000 own / best
}

// A Count is the number of occurrences of a name.
type Count struct {
	Name string `json:"name"`
	N    int    `json:"n"`
}

// Standings computes the standings of all added matches. An anchor without games
// is not an error; a note says that the mean of all bots is used instead.
func (t *Table) Standings(o Options) (Standings, error) {
	s := Standings{Lines: []Line{}, Matches: t.matches, Reasons: counts(t.reasons)}
	results, shared, games := t.results()
	o.Anchor = t.idOf(o.Anchor)
	ranking := rating.Options{Anchor: o.Anchor, At: o.At, Shared: shared, Starts: t.startResults()}
	if i, ok := t.numbers[o.Anchor]; o.Anchor != "" && (!ok || count(games[i]) == 0) {
		s.Notes = append(s.Notes, fmt.Sprintf("the anchor %s has no games yet, so the mean of all bots is the reference", o.Anchor))
		ranking.Anchor = ""
	}
	board, err := rating.Rank(results, ranking)
	if err != nil {
		return Standings{}, fmt.Errorf("standings: %w", err)
	}
	s.DrawRatio = board.DrawRatio
	if len(results)+len(shared) > 0 {
		s.Notes = append(s.Notes, board.Notes...)
	}
	order := t.scores.sorted()
	for bot := range t.names {
		s.Lines = append(s.Lines, t.line(bot, games[bot], order, o.Best))
	}
	addRatings(s.Lines, board)
	if t.solo {
		t.score(&s, o)
	} else {
		slices.SortFunc(s.Lines, func(a, b Line) int { return cmp.Or(descending(a.Elo, b.Elo), cmp.Compare(a.Bot, b.Bot)) })
	}
	slices.SortStableFunc(s.Lines, func(a, b Line) int { return cmp.Compare(a.grouped(), b.grouped()) })
	for i := range s.Lines {
		s.Lines[i].Place = 1
		if i == 0 {
			continue
		}
		if s.Lines[i-1].grouped() != s.Lines[i].grouped() {
			s.Lines[i-1].LOS = nil
			continue
		}
		s.Lines[i].Place = s.Lines[i-1].Place + 1
		if !t.solo {
			s.Lines[i-1].LOS = superiority(&board, s.Lines[i-1].Bot, s.Lines[i].Bot)
		}
	}
	if !t.solo && t.seats <= 2 && t.matches > 0 {
		var first rating.Games
		for i := range t.records {
			first = sum(first, *t.records[i].seat(0))
		}
		bias := rating.SeatBiasOf(first)
		s.FirstSeat = &bias
	}
	t.judge(&s)
	return s, nil
}

// judge names the bots of standings that do not work.
func (t *Table) judge(s *Standings) {
	played := 0
	for _, l := range s.Lines {
		played += toInt(l.Matches > 0)
		if f, failing := t.Failing(l.Bot); failing {
			s.Failing = append(s.Failing, f)
		}
	}
	s.NoEvidence = played > 0 && played == len(s.Failing)
}

// Failing reports whether a bot of the table does not work, and returns what is known of that.
func (t *Table) Failing(bot string) (Failing, bool) {
	n, ok := t.numbers[bot]
	if !ok {
		return Failing{}, false
	}
	return t.records[n].failures.Failing(bot)
}

// idOf returns the ID of the only bot of a name, or the name itself.
func (t *Table) idOf(name string) string {
	if _, ok := t.numbers[name]; ok || name == "" {
		return name
	}
	var found []string
	for _, id := range t.names {
		if isBot(id, name) {
			found = append(found, id)
		}
	}
	if len(found) != 1 {
		return name
	}
	return found[0]
}

// results returns the games of every two bots that have met, and the total games
// by bot. Ratings ignore seats, since schedules assign both equally often. The
// bots are sorted by name, so that the order of arrival does not matter.
func (t *Table) results() (results []rating.HeadToHead, shared []rating.Shared, totals []rating.Games) {
	games := make([]rating.Games, len(t.names))
	order := t.byName()
	for i, a := range order {
		for _, b := range order[i+1:] {
			m := t.meeting(a, b)
			met := m.games()
			if count(met) == 0 {
				continue
			}
			if two := sum(m.first, m.second); count(two) > 0 {
				results = append(results, rating.HeadToHead{First: t.names[a], Second: t.names[b], Games: two})
			}
			if m.shares > 0 {
				shared = append(shared, t.shared(a, b, m))
			}
			games[a] = sum(games[a], met)
			games[b] = sum(games[b], reversed(met))
		}
	}
	return results, shared, games
}

// byName returns the numbers of the bots, in the order of their names.
func (t *Table) byName() []int {
	return slices.SortedFunc(maps.Values(t.numbers), func(a, b int) int { return cmp.Compare(t.names[a], t.names[b]) })
}

// line returns a bot's line without its ratings.
func (t *Table) line(bot int, games rating.Games, order []int, best func(Start) (int64, bool)) Line {
	r := t.records[bot]
	l := Line{Bot: t.names[bot], Matches: r.matches, Games: games, Seats: []rating.Games{}, Faults: counts(r.failures.kinds), Forgiven: r.forgiven}
	l.Points = float64(games.Wins) + float64(games.Draws)/2
	if !t.solo {
		l.Score = l.WinShare()
		l.Seats = padded(r.seats, max(2, t.seats))
		if t.seats > 2 {
			l.Points = r.manyPoints() + float64(r.two.Wins) + float64(r.two.Draws)/2
		}
		return l
	}
	var played []int64
	var starts []Start
	for _, column := range order {
		if score, ok := t.scores.at(bot, column); ok {
			played = append(played, score)
			starts = append(starts, t.scores.starts[column])
		}
	}
	mean := rating.MeanScore(played)
	for _, of := range []*float64{mean.Mean, mean.Error95} {
		if of != nil {
			*of /= math.Pow10(t.scores.scoring.Decimals)
		}
	}
	l.Mean = &mean
	if best != nil {
		relative := relativeScore(starts, played, best)
		l.Relative = &relative
	}
	return l
}

// padded returns a list with as many elements as there are seats.
func padded(list []rating.Games, seats int) []rating.Games {
	all := make([]rating.Games, seats)
	copy(all, list)
	return all
}

// relativeScore sums 1000 own / best over the starts whose best score is known.
// Repetitions of a start are adjacent and contribute their mean.
func relativeScore(starts []Start, scores []int64, best func(Start) (int64, bool)) float64 {
	sum := 0.0
	for from := 0; from < len(starts); {
		to := from + 1
		for to < len(starts) && starts[to].Seed == starts[from].Seed && starts[to].Position == starts[from].Position {
			to++
		}
		if top, known := best(starts[from]); known {
			share := 0.0
			for _, score := range scores[from:to] {
				share += rating.RelativeScore(score, top)
			}
			sum += share / float64(to-from)
		}
		from = to
	}
	return sum
}

// addRatings sets Elo and its error of the lines.
func addRatings(lines []Line, board rating.Ranking) {
	standings := make(map[string]rating.Standing, len(board.Standings))
	for _, standing := range board.Standings {
		standings[standing.Name] = standing
	}
	for i := range lines {
		if standing, ok := standings[lines[i].Bot]; ok {
			lines[i].Elo, lines[i].EloError95, lines[i].Group = &standing.Rating, &standing.Error95, standing.Group
		}
	}
}

// grouped is the group of a line in their order: bots without games come last.
func (l Line) grouped() int {
	if l.Group == 0 && l.Elo == nil {
		return math.MaxInt
	}
	return l.Group
}

// WinShare returns the share of its games that a bot has won, 0 to 1, where a draw is half a
// win; nil without games.
func (l Line) WinShare() *float64 {
	n := count(l.Games)
	if n == 0 {
		return nil
	}
	won := (float64(l.Games.Wins) + float64(l.Games.Draws)/2) / float64(n)
	return &won
}

// descending puts larger numbers first and nil last.
func descending(a, b *float64) int {
	if a == nil || b == nil {
		return toInt(a == nil) - toInt(b == nil)
	}
	return cmp.Compare(*b, *a)
}

// superiority returns the likelihood that a is stronger than b by the ratings, or
// nil when the ratings do not compare the two.
func superiority(board *rating.Ranking, a, b string) *float64 {
	elo, error95, ok := board.Difference(a, b)
	if !ok || error95 == 0 {
		return nil
	}
	const z95 = 1.959963984540054 // half the width of a 95 % interval, in standard deviations
	los := math.Erfc(-elo/error95*z95/math.Sqrt2) / 2
	return &los
}

// counts returns counts sorted by number, largest first, then by name.
func counts[K ~string](n map[K]int) []Count {
	list := []Count{}
	for _, name := range slices.Sorted(maps.Keys(n)) {
		list = append(list, Count{string(name), n[name]})
	}
	slices.SortStableFunc(list, func(a, b Count) int { return cmp.Compare(b.N, a.N) })
	return list
}
