package bisect

import (
	"math"
	"slices"

	"arbiter/server/league/rating"
)

// The model. Each commit changes the strength by a little, the drift, and one of them
// by a loss; strength is the share of the points, which is close to linear in Elo.
const (
	perElo    = 1 / 695. // share of the points of a game that 1 Elo is worth near equality
	drift     = 2        // Elo, standard deviation of what a commit changes beside the loss
	nothing   = 0.2      // probability, before anything is known, that no commit lost anything
	knownSD   = 300      // Elo, standard deviation of a loss that was named before
	priorN    = 20       // trials that the variance before anything is known counts for
	perSpread = 0.4      // share that a standard deviation of the difference of scores is worth: what so much more wins, for normal scores
	floorVar  = 0.01     // least variance of a trial: a loss of 15 Elo by rare defeats alone has one above it
)

// scales are the deviations of the loss, in Elo: a half-normal distribution of each
// is as probable as the others.
func scales() [5]float64 { return [5]float64{15, 30, 60, 120, 240} }

// priorVariance is the variance of a trial before anything is known.
func priorVariance(u rating.Unit, seats int) float64 {
	if u == rating.DuelUnit {
		return 0.20
	}
	return 0.10 * narrower(seats)
}

// narrower returns the variance of a trial of this many seats, as a share of that of a pair.
func narrower(seats int) float64 { return rating.StartVariance(seats) / rating.StartVariance(2) }

// A posterior is what is known after all samples. A gap is what lies between two
// stops that follow each other.
type posterior struct {
	gaps        []stop // without the first stop
	stops       []stop
	noise       float64 // variance of a trial
	perPoint    float64 // share that a point of score is worth; 0 where wins decide
	spread      []float64
	trials      float64
	probability []float64   // of each gap
	nothing     float64     // that there is no loss
	loss        []float64   // mean, given that it is in the gap
	variance    []float64   // of the loss, given the same
	info        [][]float64 // what the samples tell of the sum of changes: X' V^-1 X
}

// A sum is what was seen of the changes between two stops, which are those of the
// gaps from, to-1.
type sum struct {
	from, to int
	trials   float64
	loss     float64 // mean
}

// posterior computes it afresh. Samples of versions that are no stops are of no use,
// except for the variance.
func (s *Search) posterior() *posterior {
	p := &posterior{stops: s.stops()}
	p.gaps = p.stops[1:]
	deviations, freedom, squares := 0.0, 0.0, 0.0
	for _, at := range s.order {
		sample := s.samples[at]
		deviations += sample.Deviations()
		freedom += max(0, sample.Trials-1)
		squares += sample.Squares
		p.trials += sample.Trials
	}
	if s.scores {
		p.noise = perSpread * perSpread
		if squares > 0 { // before anything is known all differences are spread
			p.perPoint = perSpread / math.Sqrt((deviations+priorN*squares/p.trials)/(freedom+priorN))
		}
	} else {
		p.noise = max(floorVar*narrower(s.seats), (deviations+priorN*priorVariance(s.unit, s.seats))/(freedom+priorN))
	}
	sums := s.sums(p.stops, p.perPoint)
	if len(p.gaps) == 0 {
		return p
	}
	for _, gap := range p.gaps {
		variance := float64(len(gap.commits)) * drift * drift * perElo * perElo
		if slices.ContainsFunc(gap.commits, s.isKnown) {
			variance += knownSD * knownSD * perElo * perElo
		}
		p.spread = append(p.spread, variance)
	}
	p.info = square(len(p.gaps))
	told := make([]float64, len(p.gaps))
	p.tell(sums, told)
	p.judge(s, told)
	return p
}

func (s *Search) isKnown(version int) bool { return slices.Contains(s.known, version) }

// sums returns what was seen between stops.
func (s *Search) sums(stops []stop, perPoint float64) []sum {
	number := map[string]int{}
	for i, stop := range stops {
		number[s.keys[stop.version]] = i
	}
	var all []sum
	for _, at := range s.order {
		from, known := number[s.keys[at[0]]]
		to, knownToo := number[s.keys[at[1]]]
		if !known || !knownToo || from == to {
			continue
		}
		sample := s.samples[at]
		loss := s.sign * (0.5 - sample.Sum/sample.Trials)
		if s.scores {
			loss = -s.sign * perPoint * sample.Sum / sample.Trials
		}
		if from > to {
			from, to, loss = to, from, -loss
		}
		all = append(all, sum{from, to, sample.Trials, loss})
	}
	return all
}

// tell fills in info, and told = X' V^-1 y: V is the covariance of the sums by noise
// and drift.
func (p *posterior) tell(sums []sum, told []float64) {
	m := len(sums)
	if m == 0 {
		return
	}
	before := make([]float64, len(p.gaps)+1)
	for g, variance := range p.spread {
		before[g+1] = before[g] + variance
	}
	v := square(m)
	for a, one := range sums {
		for b, other := range sums[:a+1] {
			if from, to := max(one.from, other.from), min(one.to, other.to); from < to {
				v[a][b] = before[to] - before[from]
			}
		}
		v[a][a] += p.noise / one.trials
	}
	factor(v)
	// Columns of L^-1 X, gap by gap, and L^-1 y.
	columns := make([][]float64, len(p.gaps))
	for g := range p.gaps {
		column := make([]float64, m)
		for a, one := range sums {
			if one.from <= g && g < one.to {
				column[a] = 1
			}
		}
		columns[g] = forward(v, column)
	}
	y := make([]float64, m)
	for a, one := range sums {
		y[a] = one.loss
	}
	y = forward(v, y)
	for g := range p.gaps {
		told[g] = dot(columns[g], y)
		for h := range columns[:g+1] {
			p.info[g][h] = dot(columns[g], columns[h])
			p.info[h][g] = p.info[g][h]
		}
	}
}

// judge fills in the probabilities and what the loss would be.
func (p *posterior) judge(s *Search, told []float64) {
	n := len(p.gaps)
	p.probability, p.loss, p.variance = make([]float64, n), make([]float64, n), make([]float64, n)
	commits := 0
	for _, gap := range p.gaps {
		commits += len(gap.commits)
	}
	logs := make([]float64, n+1)
	for g, gap := range p.gaps {
		var factors, means, squares [5]float64
		for i, scale := range scales() {
			f, mean, square := loss(scale*perElo, p.info[g][g], told[g])
			factors[i], means[i], squares[i] = f-math.Log(float64(len(factors))), mean, square
		}
		total := logSum(factors[:])
		square := 0.0
		for i, f := range factors {
			weight := math.Exp(f - total)
			p.loss[g] += weight * means[i]
			square += weight * squares[i]
		}
		p.variance[g] = max(0, square-p.loss[g]*p.loss[g])
		logs[g] = math.Log((1-nothing)*float64(len(gap.commits))/float64(commits)) + total
		if slices.ContainsFunc(gap.commits, s.isKnown) {
			logs[g] = math.Inf(-1)
		}
	}
	logs[n] = math.Log(nothing)
	total := logSum(logs)
	for g := range p.gaps {
		p.probability[g] = math.Exp(logs[g] - total)
	}
	p.nothing = math.Exp(logs[n] - total)
}

// loss returns, for a loss of half-normal distribution with a deviation, the
// logarithm of the Bayes factor against no loss, and the mean of the loss and of its
// square. The samples say b, with precision g: without its sign the loss would have a
// normal distribution with variance v and mean v*b.
func loss(deviation, g, b float64) (factor, mean, square float64) {
	v := deviation * deviation / (1 + deviation*deviation*g)
	root := math.Sqrt(v)
	a := b * root
	factor = -math.Log1p(deviation*deviation*g)/2 + a*a/2 + math.Ln2 + logPhi(a)
	// The mean of a normal distribution cut off at 0.
	ratio := math.Exp(-a*a/2-logPhi(a)) / math.Sqrt(2*math.Pi)
	mean = root * (a + ratio)
	square = v * (1 + a*(a+ratio))
	return factor, mean, square
}

// logPhi returns the logarithm of the normal distribution function.
func logPhi(x float64) float64 {
	if x > -30 {
		return math.Log(math.Erfc(-x/math.Sqrt2) / 2)
	}
	return -x*x/2 - math.Log(-x) - math.Log(2*math.Pi)/2 + math.Log1p(-1/(x*x)+3/(x*x*x*x))
}

// logSum returns the logarithm of the sum of what these are the logarithms of.
func logSum(logs []float64) float64 {
	largest := slices.Max(logs)
	total := 0.0
	for _, l := range logs {
		total += math.Exp(l - largest)
	}
	return largest + math.Log(total)
}

func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// factor puts the Cholesky factor L of a positive definite matrix, of which it reads
// the lower half, in its place.
func factor(m [][]float64) {
	for i := range m {
		for j := range i + 1 {
			left := m[i][j] - dot(m[i][:j], m[j][:j])
			if i == j {
				m[i][i] = math.Sqrt(left)
			} else {
				m[i][j] = left / m[j][j]
			}
		}
	}
}

// forward solves L x = y, in the place of y.
func forward(l [][]float64, y []float64) []float64 {
	for i := range y {
		y[i] = (y[i] - dot(l[i][:i], y[:i])) / l[i][i]
	}
	return y
}

func dot(a, b []float64) float64 {
	total := 0.0
	for i, x := range a {
		total += x * b[i]
	}
	return total
}
