package study

import (
	"fmt"
	"math"
	"strings"

	"arbiter/server/study/whatif"
)

// plusMinus returns a cost with its error, without digits that the error makes meaningless.
func plusMinus(x, err float64) string {
	if err >= 10 {
		return fmt.Sprintf("%.0f ± %.0f", x, err)
	}
	if math.Abs(x) >= 2 || err >= 2 {
		return fmt.Sprintf("%.1f ± %.1f", x, err)
	}
	return fmt.Sprintf("%.3f ± %.3f", x, err)
}

// costSum returns what a position is worth or several answers cost together: points, or
// shares of a win.
func costSum(x float64) string {
	if math.Abs(x) >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

// costText returns a cost with its error, and how sure it is.
func costText(c *whatif.Cost) string {
	if c == nil {
		return "-"
	}
	return strings.TrimSpace(plusMinus(c.Regret, c.Error) + " " + string(c.Sure))
}
