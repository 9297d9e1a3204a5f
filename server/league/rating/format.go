package rating

import "fmt"

// Missing is what stands in texts for a figure that there is none of.
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
