package league

import (
	"cmp"
	"math"
	"slices"
)

// ladder plays rounds in which everybody meets one other bot, chosen where a
// game tells the most. With an odd number of bots one of those known best
// sits out.
func (s *schedule) ladder() {
	rungs := newRungs(len(s.Bots))
	for round := 1; s.Rounds == 0 || round <= s.Rounds; round++ {
		if !s.ladderRound(round, rungs) {
			return
		}
	}
}

// ladderRound plays one round and reports whether to go on.
func (s *schedule) ladderRound(round int, rungs *rungs) bool {
	encounters := rungs.choose()
	for i := range encounters {
		e := &encounters[i]
		e.first, e.games = rungs.met[e.a][e.b]*s.games(), s.games()
	}
	if !s.play(round, encounters) {
		return false
	}
	for _, e := range encounters {
		score := 0.0
		for one, other := range s.duels(e) {
			score += float64(one+other) / 4 // a pair on one start is one trial
		}
		rungs.add(e.a, e.b, score, e.games)
	}
	return true
}

// A rung is what the ladder believes of a bot: its rating and the deviation
// of that, in Elo, and on how many starts it has met somebody.
type rung struct {
	rating, deviation float64
	games             int
}

// Rungs are the ladder's own quick ratings: Glicko-1 without the passing of
// time (M. E. Glickman, "Parameter estimation in large dynamic paired
// comparison experiments", Applied Statistics 48, 1999), updated encounter by
// encounter. They choose opponents and are shown to nobody: tables use
// rating.Rank, which would have to look at all results in each round.
type rungs struct {
	bots []rung
	met  [][]int // how often two bots have met
}

// firstDeviation is the deviation of a bot that has not played, as Glickman
// proposes.
const firstDeviation = 350

func newRungs(bots int) *rungs {
	r := &rungs{bots: make([]rung, bots), met: make([][]int, bots)}
	for i := range r.bots {
		r.bots[i].deviation = firstDeviation
		r.met[i] = make([]int, bots)
	}
	return r
}

// choose returns the encounters of the next round. The bots known least
// choose first, each the opponent against whom a game tells the most.
func (r *rungs) choose() []encounter {
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
			if told := r.information(a, order[i]); told > most {
				best, most = i, told
			}
		}
		encounters = append(encounters, encounter{a: a, b: order[best]})
		order = slices.Delete(order, best, best+1)[1:]
	}
	return encounters
}

// information returns how much a game of two bots tells: more the closer
// their ratings and the wider their deviations are, and less each time they
// have met, because a bot's style against one opponent is not its strength.
func (r *rungs) information(a, b int) float64 {
	one, other := r.bots[a], r.bots[b]
	win := expected(one.rating-other.rating, 1)
	variance := one.deviation*one.deviation + other.deviation*other.deviation
	return win * (1 - win) * variance / float64(1+r.met[a][b])
}

// add counts an encounter of so many games, in which a scored so many points.
func (r *rungs) add(a, b int, score float64, games int) {
	r.met[a][b]++
	r.met[b][a]++
	one, other := r.bots[a], r.bots[b]
	r.bots[a] = one.after(other, score, games)
	r.bots[b] = other.after(one, float64(games)-score, games)
}

// after returns what is believed after games against an opponent.
func (r rung) after(opponent rung, score float64, games int) rung {
	const q = math.Ln10 / 400
	x := q * opponent.deviation / math.Pi
	shrink := 1 / math.Sqrt(1+3*x*x)
	win := expected(r.rating-opponent.rating, shrink)
	n := float64(games)
	precision := 1/(r.deviation*r.deviation) + n*q*q*shrink*shrink*win*(1-win)
	return rung{
		rating:    r.rating + q/precision*shrink*(score-n*win),
		deviation: math.Sqrt(1 / precision),
		games:     r.games + games,
	}
}

// expected returns the expected score at a rating difference, which counts
// the less the more uncertain it is.
func expected(difference, shrink float64) float64 {
	return 1 / (1 + math.Pow(10, -shrink*difference/400))
}
