package rating

// classes sums up trials by their class, as far as the variance of their mean
// needs it.
type classes struct {
	of      map[string]class // classes that have a name
	trials  float64
	sum     float64 // of the trials' values
	squares float64 // of the values
	cubes   float64

	// Sums over all classes.
	classSquares float64 // of the square of a class's sum
	products     float64 // of its sum times its size
	sizeSquares  float64 // of the square of its size
}

// A class is starts that are one another turned or mirrored.
type class struct{ trials, sum float64 }

// add counts a trial, and reports whether it is the first one of its class.
func (c *classes) add(name string, value float64) (first bool) {
	c.trials++
	c.sum += value
	c.squares += value * value
	c.cubes += value * value * value
	before := c.of[name]
	if name == "" {
		before = class{}
	} else {
		if c.of == nil {
			c.of = map[string]class{}
		}
		c.of[name] = class{before.trials + 1, before.sum + value}
	}
	after := class{before.trials + 1, before.sum + value}
	c.classSquares += after.sum*after.sum - before.sum*before.sum
	c.products += after.sum*after.trials - before.sum*before.trials
	c.sizeSquares += after.trials*after.trials - before.trials*before.trials
	return before.trials == 0
}

// designEffect returns the design effect, at least 1: the variance of the mean relative
// to as many independent trials. It is the squared deviations of the classes' sums
// divided by those of the trials (Liang and Zeger, see EstimateClusters). It is 1 while
// no class has two trials. Where no spread is seen it is the largest one that such
// classes can have, at which the trials of a class are always alike (L. Kish, "Survey
// Sampling", 1965).
func (c *classes) designEffect() float64 {
	if c.sizeSquares == c.trials {
		return 1
	}
	mean := c.sum / c.trials
	apart := c.squares - c.trials*mean*mean
	if apart <= 1e-9*c.trials { // rounding
		return c.sizeSquares / c.trials
	}
	together := c.classSquares - 2*mean*c.products + mean*mean*c.sizeSquares
	return max(1, together/apart)
}
