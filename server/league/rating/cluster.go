package rating

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Cluster is all that was played on one start, from the first player's view.
// Games on one start are not independent: two deterministic bots play the same
// game again and again. What repeats is counted and never dropped, since a
// bot that loses one fixed line nine times of ten would look like a winner by
// its distinct games.
type Cluster struct {
	Points float64 `json:"points"` // 1 for a win, 1/2 for a draw
	Games  int     `json:"games"`
}

// Add counts games on the start.
func (c *Cluster) Add(games ...Score) {
	for _, o := range games {
		c.Points += float64(o) / 2
		c.Games++
	}
}

// Check returns an error that says which field is wrong.
func (c Cluster) Check() error {
	if c.Games < 0 || c.Games > MaxCount {
		return fmt.Errorf("games: found %d; want 0 to %d", c.Games, MaxCount)
	}
	if !(c.Points >= 0 && c.Points <= float64(c.Games)) {
		return fmt.Errorf("points: found %v; want 0 to %d, the games", c.Points, c.Games)
	}
	return nil
}

// EstimateClusters returns the figures of games that come in clusters, one for
// each distinct start; those without games are left out. The score is points
// per game, and its error counts starts and not games: the variance of a mean
// is that of the sum of the clusters' deviations (K.-Y. Liang and S. L. Zeger,
// "Longitudinal data analysis using generalized linear models", Biometrika 73,
// 1986), with the correction G/(G-1) for G clusters and Student's distribution
// with G-1 degrees of freedom (A. C. Cameron and D. L. Miller, "A
// practitioner's guide to cluster-robust inference", Journal of Human
// Resources 50, 2015). For starts that were each played once as a pair it is
// Pairs.Estimate but for these two corrections.
func EstimateClusters(clusters []Cluster) Estimate {
	points, games, starts := 0.0, 0.0, 0.0
	for i, c := range clusters {
		if err := c.Check(); err != nil {
			return Estimate{Note: fmt.Sprintf("cluster %d: %v", i, err)}
		}
		if c.Games > 0 {
			points += c.Points
			games += float64(c.Games)
			starts++
		}
	}
	if games == 0 {
		return Estimate{Note: "no games: nothing can be said"}
	}
	score := points / games
	e := Estimate{Score: number(score)}
	if points == 0 || points == games {
		e.LOS = number(score)
		e.Note = perfectClusters(score, starts)
		return e
	}
	e.Elo = number(EloOf(score))
	if starts == 1 {
		e.Note = fmt.Sprintf("one start (%.0f games) says nothing about others", games)
		return e
	}
	sum := 0.0
	for _, c := range clusters {
		d := c.Points - score*float64(c.Games)
		sum += d * d
	}
	deviation := math.Sqrt(starts/(starts-1)*sum) / games // of the score
	if deviation < 1e-12 {                                // rounding
		e.EloError95 = number(0)
		e.Note = fmt.Sprintf("every start ended alike (%.0f), so the error of 0 is not to be trusted", starts)
		return e
	}
	student := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: starts - 1}
	z := student.Quantile(0.975)
	e.LOS = number(student.CDF((score - 0.5) / deviation))
	if low, high := score-z*deviation, score+z*deviation; low > 0 && high < 1 {
		e.EloError95 = number((EloOf(high) - EloOf(low)) / 2)
	} else {
		e.Note = openInterval(low, high)
	}
	perGame := deviation * math.Sqrt(games)
	e.NElo = number(NormalizedElo * (score - 0.5) / perGame)
	e.NEloError95 = number(NormalizedElo * z / math.Sqrt(games))
	return e
}

// perfectClusters says what a perfect score on so many starts shows.
func perfectClusters(score, starts float64) string {
	bound := EloOf(math.Pow(0.05, 1/starts)) // see estimateAlike
	if score == 0 {
		return fmt.Sprintf("lost every game (distinct starts: %.0f): the Elo difference is below %+.0f (95 %%)", starts, -bound)
	}
	return fmt.Sprintf("won every game (distinct starts: %.0f): the Elo difference is above %+.0f (95 %%)", starts, bound)
}
