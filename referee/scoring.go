package referee

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// A Scoring says how scores are written and which of two is better. A score is a whole number
// in units of its last decimal, so that scores compare and add up exactly. The zero value means
// whole numbers, the larger one better.
type Scoring struct {
	Decimals  int  `json:"decimals,omitempty"`  // with one, 125 is 12.5
	Ascending bool `json:"ascending,omitempty"` // a smaller score is better
}

// MaxDecimals is the most decimals of a score.
const MaxDecimals = 9

// Text returns a score as people write it: "-0.5".
func (s Scoring) Text(score int64) string {
	text := strconv.FormatInt(score, 10)
	if s.Decimals == 0 {
		return text
	}
	digits, negative := strings.CutPrefix(text, "-")
	if missing := s.Decimals + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	point := len(digits) - s.Decimals
	if digits = digits[:point] + "." + digits[point:]; negative {
		return "-" + digits
	}
	return digits
}

// Number returns a score as a number of JSON, exactly.
func (s Scoring) Number(score int64) json.Number { return json.Number(s.Text(score)) }

// Texts returns scores as people write them, in brackets.
func (s Scoring) Texts(scores []int64) string { return fmt.Sprint(s.Numbers(scores)) }

// String says how a game scores.
func (s Scoring) String() string {
	better := "larger"
	if s.Ascending {
		better = "smaller"
	}
	return fmt.Sprintf("%d decimals, the %s one better", s.Decimals, better)
}

// Numbers returns scores as numbers of JSON.
func (s Scoring) Numbers(scores []int64) []json.Number {
	all := make([]json.Number, len(scores))
	for i, score := range scores {
		all[i] = s.Number(score)
	}
	return all
}

// Value returns a score in points: 12.5 for 125 with one decimal.
func (s Scoring) Value(score int64) float64 {
	if s.Decimals == 0 {
		return float64(score)
	}
	return float64(score) / math.Pow10(s.Decimals)
}

// Worth returns points, with the opposite sign where the smaller score is better: of two worths
// the larger one is better. Worth of a worth returns the points.
func (s Scoring) Worth(value float64) float64 {
	if s.Ascending {
		return -value
	}
	return value
}

// Margin returns by how much a score is better than another one, in units of the last decimal;
// negative if it is worse.
func (s Scoring) Margin(score, than int64) int64 {
	if s.Ascending {
		return than - score
	}
	return score - than
}

// Ranks returns the ranks of scores by seat. Rank 1 is the best; ties share the better rank.
func (s Scoring) Ranks(scores []int64) []int {
	if !s.Ascending {
		return RankScores(scores)
	}
	turned := slices.Clone(scores)
	for i, score := range scores {
		turned[i] = ^score // as a negative number has the opposite order, without overflow
	}
	return RankScores(turned)
}

// Parse parses a decimal number as a score. Digits beyond the decimals of the game must be
// zeros. Anything else, and a number too large for an int64, is an error.
func (s Scoring) Parse(text string) (int64, error) {
	n, ok := new(big.Rat).SetString(text)
	if !ok || len(text) > 40 || strings.ContainsAny(text, "/eExX_") {
		return 0, fmt.Errorf("the score %.40q; want a number", text)
	}
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(s.Decimals)), nil)
	n.Mul(n, new(big.Rat).SetInt(unit))
	switch {
	case !n.IsInt():
		return 0, fmt.Errorf("the score %s has more than the %d decimals of the game", text, s.Decimals)
	case !n.Num().IsInt64() || n.Num().Int64() == math.MinInt64:
		return 0, fmt.Errorf("the score %s is larger than a score can be with %d decimals", text, s.Decimals)
	}
	return n.Num().Int64(), nil
}
