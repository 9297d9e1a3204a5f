package rating

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A PlayerScore is what a player scored on a start of a solo game.
type PlayerScore struct {
	Player int // from 0
	Score  float64
}

// Scores are the mean scores of players of a solo game, as if all of them had played all
// starts. Players are numbers from 0. FitScores makes them.
type Scores struct {
	players     []scored
	eloPerPoint float64
}

// A scored is a player in Scores.
type scored struct {
	group *scoreGroup // nil for a player without a score
	at    int         // in the group
	mean  float64
}

// A scoreGroup is the players who are compared: directly, on a common start, or through
// others.
type scoreGroup struct {
	starts  float64
	shares  []float64     // the sum over the player's starts of 1 / players there
	inverse *mat.Dense    // Moore-Penrose inverse of the normal equations, up to a constant for all players
	cov     *mat.SymDense // of the means
	least   float64       // less variance is rounding
	squares float64       // of what the fit does not explain
	freedom float64       // in it
	// total is the sum of the squared differences from the means of the starts, and
	// differences the number of those that are independent.
	total, differences float64
}

// FitScores fits score = player + start by least squares. A player is compared on the starts
// that it shares with others, so hard starts cost it nothing. Players who played the same
// starts differ by the difference of their plain means, whoever else played. If all players
// played all starts, the scores are the plain means. The starts are distinct, and each has a
// player at most once.
//
// Errors are by start, because the unknown is which starts were dealt (K.-Y. Liang and S. L.
// Zeger, Biometrika 73, 1986). With complete starts they are Student's errors of the means and
// of the paired differences. Where starts are missing, the number of starts behind a figure is
// the number of complete starts with the same precision.
func FitScores(players int, starts [][]PlayerScore) Scores {
	s := Scores{players: make([]scored, players)}
	for _, members := range scoreGroups(players, starts) {
		s.fit(members, starts)
	}
	squares, freedom, total, differences := 0.0, 0.0, 0.0, 0.0
	for g := range s.groups() {
		squares += g.squares
		freedom += g.freedom
		total += g.total
		differences += g.differences
	}
	if total > 0 {
		s.eloPerPoint = eloOfDeviation / math.Sqrt(2*(squares+priorStarts*total/differences)/(freedom+priorStarts))
	}
	return s
}

// priorStarts is what it counts for, in starts of two players, that all differences are
// spread: few starts on which they hardly vary show no difference of thousands of Elo.
const priorStarts = 20

// scoreGroups returns the players who share starts, directly or through others.
func scoreGroups(players int, starts [][]PlayerScore) (groups [][]int) {
	parent := make([]int, players)
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	played := make([]bool, players)
	for _, start := range starts {
		for _, c := range start {
			played[c.Player] = true
			a, b := root(start[0].Player), root(c.Player)
			parent[max(a, b)] = min(a, b)
		}
	}
	number := map[int]int{}
	for i := range players {
		if !played[i] {
			continue
		}
		n, ok := number[root(i)]
		if !ok {
			n = len(groups)
			number[root(i)] = n
			groups = append(groups, nil)
		}
		groups[n] = append(groups[n], i)
	}
	return groups
}

// fit fits the means of a group.
func (s *Scores) fit(members []int, starts [][]PlayerScore) {
	n := len(members)
	g := &scoreGroup{shares: make([]float64, n)}
	for at, player := range members {
		s.players[player] = scored{group: g, at: at}
	}
	var own [][]PlayerScore // starts, with members by their place in the group
	plain, count, largest := make([]float64, n), make([]float64, n), 0.0
	for _, start := range starts {
		if len(start) == 0 || s.players[start[0].Player].group != g {
			continue
		}
		cells := make([]PlayerScore, len(start))
		for i, c := range start {
			cells[i] = PlayerScore{s.players[c.Player].at, c.Score}
			plain[cells[i].Player] += c.Score
			count[cells[i].Player]++
			largest = max(largest, math.Abs(c.Score))
		}
		slices.SortFunc(cells, func(a, b PlayerScore) int { return cmp.Compare(a.Player, b.Player) })
		own = append(own, cells)
	}
	for i := range plain {
		plain[i] /= count[i]
	}
	// What is fitted is the correction of the plain means.
	g.starts = float64(len(own))
	equations := mat.NewSymDense(n, nil)
	right := mat.NewVecDense(n, nil)
	total := 0.0 // of the means of the starts
	for _, start := range own {
		share := 1 / float64(len(start))
		mean, raw := 0.0, 0.0
		for _, c := range start {
			mean += (c.Score - plain[c.Player]) * share
			raw += c.Score * share
		}
		total += mean
		for i, c := range start {
			right.SetVec(c.Player, right.AtVec(c.Player)+c.Score-plain[c.Player]-mean)
			g.shares[c.Player] += share
			g.total += (c.Score - raw) * (c.Score - raw)
			row := rowOf(equations, c.Player)
			row[c.Player]++
			for _, other := range start[i:] {
				row[other.Player] -= share
			}
		}
	}
	g.invert(equations)
	correction := mat.NewVecDense(n, nil)
	correction.MulVec(g.inverse, right)
	level := (total - mat.Dot(mat.NewVecDense(n, g.shares), correction)) / g.starts
	// Rounded, equal means stay equal.
	digits := math.Pow(10, 12-math.Ceil(math.Log10(max(largest, 1))))
	for i, player := range members {
		if fixed := correction.AtVec(i) + level; math.Abs(fixed)*digits > 1 {
			plain[i] = math.Round((plain[i]+fixed)*digits) / digits
		}
		s.players[player].mean = plain[i]
	}
	g.setErrors(own, plain)
}

// invert sets the inverse of the normal equations, which leave the sum of all means open.
func (g *scoreGroup) invert(equations *mat.SymDense) {
	n := equations.SymmetricDim()
	each := 1 / float64(n)
	for i := range n {
		for j := range i + 1 {
			equations.SetSym(i, j, equations.At(i, j)+each)
		}
	}
	g.inverse = mat.NewDense(n, n, nil)
	var chol mat.Cholesky
	if !chol.Factorize(equations) {
		return // never: the members of a group are connected
	}
	var inverse mat.SymDense
	if chol.InverseTo(&inverse) != nil {
		return // likewise: a condition is only reported
	}
	g.inverse.Apply(func(_, _ int, x float64) float64 { return x - each }, &inverse)
}

// rowOf returns a row of a matrix, of which what is left of the diagonal is not read.
func rowOf(m *mat.SymDense, row int) []float64 {
	raw := m.RawSymmetric()
	return raw.Data[row*raw.Stride : row*raw.Stride+raw.N]
}

// setErrors sets the covariance of the means: each start moves them by its residuals, which
// take the place of its scores, and by how far it is from the mean of all starts.
func (g *scoreGroup) setErrors(starts [][]PlayerScore, means []float64) {
	n := len(means)
	products := mat.NewSymDense(n+1, nil)
	for _, start := range starts {
		level := 0.0
		for i, c := range start {
			start[i].Score -= means[c.Player]
			level += start[i].Score / float64(len(start))
		}
		for i := range start {
			start[i].Score -= level
			g.squares += start[i].Score * start[i].Score
		}
		g.freedom += float64(len(start) - 1)
		for i, c := range start {
			row := rowOf(products, c.Player)
			for _, other := range start[i:] {
				row[other.Player] += c.Score * other.Score
			}
			row[n] += c.Score * level
		}
		rowOf(products, n)[n] += level * level
	}
	g.differences = g.freedom
	g.freedom -= float64(n - 1)
	for i := range n + 1 {
		g.least = max(g.least, 1e-13*products.At(i, i)/(g.starts*g.starts))
	}
	moves := mat.NewDense(n, n+1, nil)
	for j := range n {
		shared := 0.0
		for i := range n {
			shared += g.shares[i] * g.inverse.At(i, j) / g.starts
		}
		for i := range n {
			moves.Set(i, j, g.inverse.At(i, j)-shared)
		}
	}
	for i := range n {
		moves.Set(i, n, 1/g.starts)
	}
	var half, cov mat.Dense
	half.Mul(moves, products)
	cov.Mul(&half, moves.T())
	g.cov = mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			g.cov.SetSym(i, j, cov.At(i, j))
		}
	}
}

// Score returns the mean score of a player, nil without one, and half of its 95 %
// interval, nil with fewer than two starts.
func (s *Scores) Score(player int) (mean, error95 *float64) {
	p := s.players[player]
	g := p.group
	if g == nil {
		return nil, nil
	}
	starts := g.starts
	if len(g.shares) > 1 {
		contrast := make([]float64, len(g.shares))
		for i, share := range g.shares {
			contrast[i] = -share / g.starts
		}
		contrast[p.at]++
		starts = g.precision(contrast)
	}
	if deviation, student, ok := g.deviation(g.cov.At(p.at, p.at), starts); ok {
		error95 = number(student.Quantile(0.975) * deviation)
	}
	return number(p.mean), error95
}

// Difference returns by how much the mean score of one player is above that of another,
// half of its 95 % interval, and the likelihood that it is above; nil where there are no
// common starts, or too few.
func (s *Scores) Difference(a, b int) (difference, error95, superiority *float64) {
	p, q := s.players[a], s.players[b]
	g := p.group
	if g == nil || g != q.group || a == b {
		return nil, nil, nil
	}
	variance := g.cov.At(p.at, p.at) + g.cov.At(q.at, q.at) - 2*g.cov.At(p.at, q.at)
	difference = number(p.mean - q.mean)
	deviation, student, ok := g.deviation(variance, s.EffectiveStarts(a, b))
	if !ok {
		return difference, nil, nil
	}
	error95 = number(student.Quantile(0.975) * deviation)
	if deviation > 0 {
		superiority = number(student.CDF(*difference / deviation))
	}
	return difference, error95, superiority
}

// Mean returns the mean score of a player, and whether it has one.
func (s *Scores) Mean(player int) (mean float64, ok bool) {
	return s.players[player].mean, s.players[player].group != nil
}

// EffectiveStarts returns how many complete starts would tell the difference of two players as
// precisely as the starts that were played. These are the common starts, and more where
// comparisons with other players help. It is 0 for players who cannot be compared.
func (s *Scores) EffectiveStarts(a, b int) float64 {
	p, q := s.players[a], s.players[b]
	g := p.group
	if g == nil || g != q.group || a == b {
		return 0
	}
	return 2 / (g.inverse.At(p.at, p.at) + g.inverse.At(q.at, q.at) - 2*g.inverse.At(p.at, q.at))
}

// eloOfDeviation is the Elo that one standard deviation of the difference on a start is
// worth. Normal scores that are d deviations higher win 1/2 + 0.4 d of the starts if d is
// small, and 0.4 d points are 0.4 d * 1600 / ln 10 Elo.
const eloOfDeviation = 278

// EloPerPoint returns the Elo of one point of score. It follows from how much the difference of
// two players varies from start to start, and is 0 if all scored the same.
func (s *Scores) EloPerPoint() float64 { return s.eloPerPoint }

// Elo returns by how much player a is above b, with their scores converted to Elo, and half of
// the 95 % interval as if all differences spread alike. ok is false for players who cannot be
// compared.
func (s *Scores) Elo(a, b int) (elo, error95 float64, ok bool) {
	starts := s.EffectiveStarts(a, b)
	if starts == 0 {
		return 0, 0, false
	}
	return (s.players[a].mean - s.players[b].mean) * s.eloPerPoint, z95 * eloOfDeviation / math.Sqrt(starts), true
}

// Band returns how far players are above their common mean, with their scores converted to Elo;
// ok is false if they cannot be compared.
func (s *Scores) Band(players []int) (b Band, ok bool) {
	if len(players) == 0 {
		return b, false
	}
	g := s.players[players[0]].group
	mean := 0.0
	for _, player := range players {
		if p := s.players[player]; g == nil || p.group != g {
			return b, false
		}
		mean += s.players[player].mean / float64(len(players))
	}
	n := len(g.shares)
	covariance := mat.NewSymDense(n, nil) // up to a constant for all players, which no difference has
	for i := range n {
		for j := range i + 1 {
			covariance.SetSym(i, j, g.inverse.At(i, j)+1/float64(n))
		}
	}
	contrasts := mat.NewDense(len(players), n, nil)
	for row, player := range players {
		for _, other := range players {
			contrasts.Set(row, s.players[other].at, -1/float64(len(players)))
		}
		at := s.players[player].at
		contrasts.Set(row, at, contrasts.At(row, at)+1)
		b.Elo = append(b.Elo, (s.players[player].mean-mean)*s.eloPerPoint)
	}
	var chol mat.Cholesky
	if !chol.Factorize(covariance) {
		return b, false
	}
	var lower mat.TriDense
	chol.LTo(&lower)
	var spread mat.Dense // a draw is its product with independent normal numbers
	spread.Mul(contrasts, &lower)
	spread.Scale(eloOfDeviation/math.Sqrt2, &spread)
	b.spread(&spread, 1)
	return b, true
}

// precision returns how many complete starts tell a contrast of means as precisely.
func (g *scoreGroup) precision(contrast []float64) float64 {
	x := mat.NewVecDense(len(contrast), contrast)
	return mat.Dot(x, x) / mat.Inner(x, g.inverse, x)
}

// deviation returns the standard deviation of a mean whose variance was summed over so
// many starts, and the distribution of its error; ok is false if there are too few.
func (g *scoreGroup) deviation(variance, starts float64) (deviation float64, student distuv.StudentsT, ok bool) {
	if starts < 2-1e-6 {
		return 0, student, false
	}
	if variance > g.least {
		deviation = math.Sqrt(variance * starts / (starts - 1))
	}
	return deviation, distuv.StudentsT{Mu: 0, Sigma: 1, Nu: starts - 1}, true
}

// Groups returns the number of groups of players whose scores can be compared. Players of two
// groups share no start, not even through others.
func (s *Scores) Groups() int {
	n := 0
	for range s.groups() {
		n++
	}
	return n
}

// groups are the groups, in the order of their first players.
func (s *Scores) groups() iter.Seq[*scoreGroup] {
	return func(yield func(*scoreGroup) bool) {
		for _, p := range s.players {
			if p.group != nil && p.at == 0 && !yield(p.group) {
				return
			}
		}
	}
}
