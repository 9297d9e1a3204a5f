package league

import (
	"cmp"
	"math"
	"slices"

	"arbiter/server/league/rating"
)

// Adaptive plays the most informative encounters, round by round.
const Adaptive Format = "adaptive"

func adaptive() FormatInfo {
	return FormatInfo{
		Name: Adaptive, About: "In each round every bot meets one other, chosen so that their games give the most information.", Endless: true,
		Options:    []FormatOption{roundsOption()},
		pair:       (*schedule).adaptive,
		encounters: func(t Tournament) (int, bool) { return t.Rounds * (len(t.Bots) / 2), true },
	}
}

// adaptive plays rounds in which every bot meets one other, chosen so that the
// games are the most informative. With an odd number of bots, one of those with
// the most certain ratings has a bye.
func (s *schedule) adaptive() {
	estimates := newEstimates(len(s.Bots))
	for round := 1; s.Rounds == 0 || round <= s.Rounds; round++ {
		if !s.adaptiveRound(round, estimates) {
			return
		}
	}
}

// adaptiveRound plays one round and reports whether its results are known.
func (s *schedule) adaptiveRound(round int, estimates *estimates) bool {
	encounters := estimates.choose()
	for i := range encounters {
		e := &encounters[i]
		e.first, e.games = s.first(round, estimates.met[e.a][e.b]), s.games()
	}
	if !s.play(round, encounters) {
		return false
	}
	for _, e := range encounters {
		score := 0.0
		for one, other := range s.duels(e) {
			score += float64(one+other) / 4 // a pair on one start is one trial
		}
		estimates.add(e.a, e.b, score, e.games)
	}
	return true
}

// An estimate is a bot's rating and rating deviation, in Elo, and the
// number of games behind them.
type estimate struct {
	rating, deviation float64
	games             int
}

// estimates are the format's own incremental ratings: Glicko-1 without the increase
// of deviation over time (M. E. Glickman, "Parameter estimation in large dynamic
// paired comparison experiments", Applied Statistics 48, 1999), updated after
// each encounter. They only choose opponents and are never shown: standings use
// rating.Rank, which would have to fit all results again in each round.
type estimates struct {
	bots []estimate
	met  [][]int // how often two bots have met
}

// firstDeviation is the deviation of a bot that has not played, as proposed by
// Glickman.
const firstDeviation = 350

func newEstimates(bots int) *estimates {
	r := &estimates{bots: make([]estimate, bots), met: make([][]int, bots)}
	for i := range r.bots {
		r.bots[i].deviation = firstDeviation
		r.met[i] = make([]int, bots)
	}
	return r
}

// choose returns the encounters of the next round. The bots with the widest
// deviation choose first, each the opponent with the most informative game.
func (r *estimates) choose() []encounter {
	order := make([]int, len(r.bots))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(r.bots[b].deviation, r.bots[a].deviation), cmp.Compare(r.bots[a].games, r.bots[b].games), cmp.Compare(a, b))
	})
	var encounters []encounter
	for len(order) > 1 {
		a, best, most := order[0], 0, math.Inf(-1)
		for i := 1; i < len(order); i++ {
			if info := r.information(a, order[i]); info > most {
				best, most = i, info
			}
		}
		encounters = append(encounters, encounter{a: a, b: order[best]})
		order = slices.Delete(order, best, best+1)[1:]
	}
	return encounters
}

// information returns how informative a game of two bots is: more the closer
// their ratings and the wider their deviations, and less each time they have
// met, because a bot's style against one opponent is not its strength.
func (r *estimates) information(a, b int) float64 {
	one, other := r.bots[a], r.bots[b]
	win := expected(one.rating-other.rating, 1)
	variance := one.deviation*one.deviation + other.deviation*other.deviation
	return win * (1 - win) * variance / float64(1+r.met[a][b])
}

// add records an encounter and a's points in it.
func (r *estimates) add(a, b int, score float64, games int) {
	r.met[a][b]++
	r.met[b][a]++
	one, other := r.bots[a], r.bots[b]
	r.bots[a] = one.after(other, score, games)
	r.bots[b] = other.after(one, float64(games)-score, games)
}

// after returns the estimate updated by games against an opponent.
func (r estimate) after(opponent estimate, score float64, games int) estimate {
	const q = math.Ln10 / 400
	x := q * opponent.deviation / math.Pi
	shrink := 1 / math.Sqrt(1+3*x*x)
	win := expected(r.rating-opponent.rating, shrink)
	n := float64(games)
	precision := 1/(r.deviation*r.deviation) + n*q*q*shrink*shrink*win*(1-win)
	return estimate{
		rating:    r.rating + q/precision*shrink*(score-n*win),
		deviation: math.Sqrt(1 / precision),
		games:     r.games + games,
	}
}

// expected returns the expected score at a rating difference. The factor shrink,
// 0 to 1, discounts the difference by the uncertainty of the opponent's rating.
func expected(difference, shrink float64) float64 {
	return rating.ScoreOf(shrink * difference)
}
