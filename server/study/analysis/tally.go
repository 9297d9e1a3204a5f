package analysis

import "math"

// A Tally sums up samples.
type Tally struct {
	N       int     `json:"n"`
	Mean    float64 `json:"mean"`
	Squares float64 `json:"squares"` // summed squares of the deviations from the mean
}

// add takes a sample in (Welford's method).
func (t *Tally) add(x float64) {
	t.N++
	d := x - t.Mean
	t.Mean += d / float64(t.N)
	t.Squares += d * (x - t.Mean)
}

// What a few samples alike say of the spread of others: little. A tally counts
// as if it had priorSamples more, with a deviation of priorDeviation of the
// scale; else two equal samples would be a certainty.
const (
	priorSamples   = 2
	priorDeviation = 0.1
)

// deviation estimates the standard deviation of a sample.
func (t *Tally) deviation(scale float64) float64 {
	prior := priorDeviation * scale
	return math.Sqrt((t.Squares + priorSamples*prior*prior) / float64(max(t.N-1, 0)+priorSamples))
}

// err returns half the width of the 95 % interval for the mean.
func (t *Tally) err(scale float64) float64 {
	free := max(t.N-1, 0) + priorSamples
	return student(free) * t.deviation(scale) / math.Sqrt(float64(t.N))
}

// student returns the 97.5 % quantile of Student's distribution (Abramowitz and
// Stegun, 26.7.5; within 0.5 % from 4 degrees of freedom on).
func student(free int) float64 {
	const z = 1.959964
	const z3, z5, z7 = z * z * z, z * z * z * z * z, z * z * z * z * z * z * z
	n := float64(free)
	return z + (z3+z)/(4*n) + (5*z5+16*z3+3*z)/(96*n*n) + (3*z7+19*z5+17*z3-15*z)/(384*n*n*n)
}
