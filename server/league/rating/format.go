package rating

import (
	"fmt"
	"math"
)

// Missing stands in texts for a missing figure.
const Missing = "-"

// WithError formats a figure with its 95 % error: "+12.34 ± 5.67".
func WithError(value, error95 *float64) string {
	switch {
	case value == nil:
		return Missing
	case error95 == nil:
		return fmt.Sprintf("%+.2f", *value)
	}
	return fmt.Sprintf("%+.2f ± %.2f", *value, *error95)
}

// Percent formats a share between 0 and 1 with so many decimals: "97.50 %".
func Percent(share *float64, decimals int) string {
	if share == nil {
		return Missing
	}
	return fmt.Sprintf("%.*f %%", decimals, 100**share)
}

// Share formats a share between 0 and 1 in whole percent. Only 0 and 1 become "0 %" and "100
// %"; what would be rounded to them is "< 1 %" or "> 99 %". The pages have the same function
// (percent in web/src/ui/format.ts).
func Share(share float64) string {
	text := fmt.Sprintf("%.0f %%", 100*share)
	switch {
	case share > 0 && text == "0 %":
		return "< 1 %"
	case share < 1 && text == "100 %":
		return "> 99 %"
	}
	return text
}

// Probability formats a probability with so many decimals: "97.5 %". Below 1 % and above 99 %
// it has at least one decimal. An estimate is never certain, so the ends are "under 0.1 %" and
// "over 99.9 %". The pages have the same function (probability in web/src/ui/format.ts).
func Probability(p *float64, decimals int) string {
	if p == nil {
		return Missing
	}
	percent := 100 * *p
	if percent < 1 || percent > 99 {
		decimals = max(decimals, 1)
	}
	least := math.Pow10(-decimals)
	switch {
	case percent < least:
		return fmt.Sprintf("under %.*f %%", decimals, least)
	case percent > 100-least:
		return fmt.Sprintf("over %.*f %%", decimals, 100-least)
	}
	return fmt.Sprintf("%.*f %%", decimals, percent)
}

// leastPValue is the smallest p-value that is told.
const leastPValue = 0.001

// PValue formats a p-value: "p = 0.034". What would be rounded to 0 is "p < 0.001".
func PValue(p float64) string {
	if p < leastPValue {
		return fmt.Sprintf("p < %v", leastPValue)
	}
	return fmt.Sprintf("p = %.3f", p)
}
