package rating

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// PriorElo is the standard deviation of the prior of a rating: normal, about
// 0 before the anchor is set, worth about half a game against an equal. It is
// used for all players where the likelihood has no maximum, and always for the
// seat advantage, which is worth the same.
const PriorElo = 500

// eloPerUnit is the Elo difference at which the odds grow by e.
const eloPerUnit = 400 / math.Ln10

// A fit is the maximum of the likelihood, in units of eloPerUnit before the
// scale: strengths by player, then log nu (when there are draws), then the
// seat advantage (when it is asked for).
type fit struct {
	players    int
	draw, seat int // positions of the parameters, or -1
	at         []float64
	cov        *mat.SymDense // of the parameters
	prior      bool
	meetings   []meeting
	z95        float64 // half of a 95 % interval in standard deviations
}

// newtonSteps is far more than the likelihood takes; it is concave, so some
// ten are enough.
const newtonSteps = 200

// errSingular tells that rounding has eaten the information of some games.
var errSingular = errors.New("leaderboard: the counts differ so much in size that the rare ones are lost in rounding")

// newFit climbs the log-likelihood, which is concave, by Newton steps that are
// halved until they climb.
func newFit(t table, prior, seatAdvantage bool) (fit, error) {
	f := fit{players: len(t.names), draw: -1, seat: -1, prior: prior, meetings: t.meetings, z95: z95}
	n := f.players
	for _, m := range t.meetings {
		if m.Draws > 0 { // without any draw the likeliest nu is 0: plain Bradley-Terry
			f.draw = n
			n++
			break
		}
	}
	if seatAdvantage {
		f.seat = n
		n++
	}
	f.at = make([]float64, n)
	gradient := mat.NewVecDense(n, nil)
	information := mat.NewSymDense(n, nil)
	var chol mat.Cholesky
	var step mat.VecDense
	best, last := f.logLikelihood(f.at), math.Inf(1)
	for range newtonSteps {
		f.derive(gradient, information)
		if !chol.Factorize(information) {
			return fit{}, errSingular
		}
		if err := chol.SolveVecTo(&step, gradient); err != nil {
			return fit{}, errSingular
		}
		next, likelihood := f.climb(&step, best)
		if next == nil {
			break
		}
		f.at, best = next, likelihood
		size := mat.Norm(&step, math.Inf(1))
		if size < 1e-10 || size < 1e-3 && size > last/2 { // near the top only rounding keeps a step from shrinking
			break
		}
		last = size
	}
	f.derive(gradient, information)
	if !chol.Factorize(information) {
		return fit{}, errSingular
	}
	f.cov = mat.NewSymDense(n, nil)
	if err := chol.InverseTo(f.cov); err != nil {
		return fit{}, errSingular
	}
	return f, nil
}

// climb returns the first point along step that is not below the likelihood at f.at,
// and its likelihood. It halves the step as often as needed, and returns nil if it
// finds no such point.
func (f *fit) climb(step *mat.VecDense, from float64) ([]float64, float64) {
	const slack = 1e-11 // more than the relative rounding of a long sum
	next := make([]float64, len(f.at))
	for share := 1.0; share > 1e-9; share /= 2 {
		for i := range next {
			next[i] = f.at[i] + share*step.AtVec(i)
		}
		if l := f.logLikelihood(next); l >= from-slack*math.Abs(from) {
			return next, l
		}
	}
	return nil, 0
}

// odds returns the probabilities of a meeting's outcomes at a point, and the
// logarithm of what normalizes them.
func (f *fit) odds(at []float64, m *meeting) (win, draw, loss, logSum float64) {
	half := f.half(at, m)
	top := math.Abs(half)
	logNu := math.Inf(-1)
	if f.draw >= 0 {
		logNu = at[f.draw]
		top = max(top, logNu)
	}
	win, draw, loss = math.Exp(half-top), math.Exp(logNu-top), math.Exp(-half-top)
	sum := win + draw + loss
	return win / sum, draw / sum, loss / sum, top + math.Log(sum)
}

// half returns half the difference of a meeting's players.
func (f *fit) half(at []float64, m *meeting) float64 {
	x := at[m.first] - at[m.second]
	if f.seat >= 0 {
		x += at[f.seat]
	}
	return x / 2
}

// precision returns the prior's weight on a parameter: the inverse of its
// variance, or 0.
func (f *fit) precision(parameter int) float64 {
	if f.prior || parameter == f.seat {
		return (eloPerUnit / PriorElo) * (eloPerUnit / PriorElo)
	}
	return 0
}

func (f *fit) logLikelihood(at []float64) float64 {
	sum := 0.0
	for i := range f.meetings {
		m := &f.meetings[i]
		w, d, l := m.share*float64(m.Wins), m.share*float64(m.Draws), m.share*float64(m.Losses)
		half := f.half(at, m)
		_, _, _, logSum := f.odds(at, m)
		sum += (w-l)*half - (w+d+l)*logSum
		if d > 0 {
			sum += d * at[f.draw]
		}
	}
	for i, x := range at {
		sum -= f.precision(i) * x * x / 2
	}
	return sum
}

// derive sets the gradient of the log-likelihood at f.at and the information,
// its negative second derivative.
func (f *fit) derive(gradient *mat.VecDense, information *mat.SymDense) {
	gradient.Zero()
	information.Zero()
	add := func(i, j int, x float64) { information.SetSym(i, j, information.At(i, j)+x) }
	if !f.prior {
		// The likelihood knows only differences. This term fixes the sum of the
		// strengths and leaves differences and their covariance as they are.
		for i := range f.players {
			for j := i; j < f.players; j++ {
				information.SetSym(i, j, 1)
			}
		}
	}
	for i, x := range f.at {
		gradient.SetVec(i, -f.precision(i)*x)
		add(i, i, f.precision(i))
	}
	for i := range f.meetings {
		m := &f.meetings[i]
		w, d, l := m.share*float64(m.Wins), m.share*float64(m.Draws), m.share*float64(m.Losses)
		n := w + d + l
		win, draw, loss, _ := f.odds(f.at, m)
		slope := (w - l - n*(win-loss)) / 2
		curve := n / 4 * (win + loss - (win-loss)*(win-loss))
		a, b := m.first, m.second
		gradient.SetVec(a, gradient.AtVec(a)+slope)
		gradient.SetVec(b, gradient.AtVec(b)-slope)
		add(a, a, curve)
		add(b, b, curve)
		add(a, b, -curve)
		cross := -n * draw * (win - loss) / 2 // of the difference and log nu
		if f.draw >= 0 {
			gradient.SetVec(f.draw, gradient.AtVec(f.draw)+d-n*draw)
			add(f.draw, f.draw, n*draw*(1-draw))
			add(a, f.draw, cross)
			add(b, f.draw, -cross)
		}
		if f.seat >= 0 {
			gradient.SetVec(f.seat, gradient.AtVec(f.seat)+slope)
			add(f.seat, f.seat, curve)
			add(a, f.seat, curve)
			add(b, f.seat, -curve)
			if f.draw >= 0 {
				add(f.draw, f.seat, cross)
			}
		}
	}
}

// drawRatio returns the share of draws between equals.
func (f *fit) drawRatio() float64 {
	if f.draw < 0 {
		return 0
	}
	return 1 / (1 + 2*math.Exp(-f.at[f.draw])) // nu / (2 + nu)
}

// difference returns how many Elo player i is above player j, or above the
// mean of all players for j = -1, with the half of its 95 % interval.
func (f *fit) difference(i, j int) (elo, error95 float64) {
	if i == j {
		return 0, 0
	}
	if j >= 0 {
		return f.between(i, j)
	}
	weights := make([]float64, len(f.at))
	for k := range f.players {
		weights[k] = -1 / float64(f.players)
	}
	weights[i]++
	return f.scaled(weights)
}

// between is what scaled returns for the difference of two players, without reading
// the whole covariance: a ladder asks for each pair of hundreds of players.
func (f *fit) between(i, j int) (elo, error95 float64) {
	x, c, draws := f.at[i]-f.at[j], f.cov, f.drawRatio()
	variance := c.At(i, i) + c.At(j, j) - 2*c.At(i, j)
	if d := f.draw; d >= 0 { // the scale's derivative by log nu is -draws
		variance += draws*draws*x*x*c.At(d, d) - 2*draws*x*(c.At(i, d)-c.At(j, d))
	}
	scale := eloPerUnit * (1 - draws)
	return scale * x, f.z95 * scale * math.Sqrt(max(variance, 0))
}

// seatAdvantage returns what the first seat is worth with the half of its 95 %
// interval.
func (f *fit) seatAdvantage() (elo, error95 float64) {
	weights := make([]float64, len(f.at))
	weights[f.seat] = 1
	return f.scaled(weights)
}

// scaled returns a weighted sum of parameters in Elo with the half of its 95 %
// interval.
func (f *fit) scaled(weights []float64) (elo, error95 float64) {
	elo, slope := f.slope(weights)
	v := mat.NewVecDense(len(slope), slope)
	variance := mat.Inner(v, f.cov, v)
	return elo, f.z95 * math.Sqrt(max(variance, 0))
}

// slope returns a weighted sum of parameters in Elo and, for the delta method, its
// derivatives by the parameters. The scale is the share of decided games between
// equals, 2/(2+nu); its own uncertainty counts.
func (f *fit) slope(weights []float64) (elo float64, slope []float64) {
	x := 0.0
	for k, w := range weights {
		x += w * f.at[k]
	}
	draws := f.drawRatio()
	scale := eloPerUnit * (1 - draws)
	slope = make([]float64, len(weights))
	for k, w := range weights {
		slope[k] = scale * w
	}
	if f.draw >= 0 {
		slope[f.draw] -= scale * draws * x // the scale's derivative by log nu
	}
	return scale * x, slope
}
