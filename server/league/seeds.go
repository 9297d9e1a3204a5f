package league

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"arbiter/referee"
)

// MaxSeeds is the maximum number of starts of a tournament.
const MaxSeeds = 1_000_000

// ParseSeeds parses a list of seeds: numbers and inclusive ranges such as 1..60,
// separated by commas, blanks or newlines. The rest of a line after # is a
// comment. Duplicate seeds are an error. Errors name the line, if there are several.
func ParseSeeds(text string) ([]Start, error) {
	var starts []Start
	seen := make(map[int64]bool)
	number, where := 0, ""
	for line := range strings.Lines(text) {
		if number++; number > 1 || len(line) < len(text) {
			where = fmt.Sprintf("line %d: ", number)
		}
		line, _, _ = strings.Cut(line, "#")
		items := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) })
		for _, item := range items {
			from, to, err := seedRange(item)
			if err != nil {
				return nil, fmt.Errorf("%s%w", where, err)
			}
			if uint64(to)-uint64(from) >= uint64(MaxSeeds-len(starts)) {
				return nil, fmt.Errorf("%s%q makes more than %d seeds; want fewer", where, excerpt(item), MaxSeeds)
			}
			for seed := from; ; seed++ {
				if seen[seed] {
					return nil, fmt.Errorf("%s%q: duplicate seed %d; want each once", where, excerpt(item), seed)
				}
				seen[seed] = true
				starts = append(starts, Start{Seed: seed})
				if seed == to { // tested here because to may be math.MaxInt64
					break
				}
			}
		}
	}
	if len(starts) == 0 {
		return nil, fmt.Errorf("no seeds in %q; want a list, e.g. 1..60 or 1,5,9..12", excerpt(text))
	}
	return starts, nil
}

// ShiftStarts returns the starts for playing a tournament again after n playings: seeds that no
// playing before has used, so that 1..60 becomes 61..120 after one playing, and 1,5 becomes
// 6,10. So the playings are independent, and unchanged bots repeat no match. Seeds beyond 64
// bits are an error. starts must not be empty.
func ShiftStarts(starts []Start, n int) ([]Start, error) {
	bySeed := func(a, b Start) int { return cmp.Compare(a.Seed, b.Seed) }
	low, high := slices.MinFunc(starts, bySeed).Seed, slices.MaxFunc(starts, bySeed).Seed
	span := new(big.Int).Sub(big.NewInt(high), big.NewInt(low))
	step := span.Add(span, big.NewInt(1)).Mul(span, big.NewInt(int64(n)))
	if last := new(big.Int).Add(big.NewInt(high), step); !last.IsInt64() {
		return nil, fmt.Errorf("playing number %d needs seeds beyond 64 bits; want a tournament with smaller seeds", n+1)
	}
	moved := slices.Clone(starts)
	for i := range moved {
		moved[i].Seed += step.Int64()
	}
	return moved, nil
}

// SeedWarning warns if the starts are seeds of a game whose seed decides nothing, and
// says what to use instead. It returns "" for other starts.
func SeedWarning(g referee.Game, starts []Start) string {
	opener, ok := g.(referee.Opener)
	if !ok || !slices.ContainsFunc(starts, func(s Start) bool { return s.Position == "" }) {
		return ""
	}
	return fmt.Sprintf("A seed decides nothing in %s: bots that draw no numbers play the same game on each. Use openings instead, 1 to %d, for different starts.", g.Info().Name, opener.OpeningCount())
}

// FormatSeeds formats a list of seeds as ParseSeeds reads it, with consecutive
// seeds as ranges.
func FormatSeeds(starts []Start) string {
	var items []string
	for from := 0; from < len(starts); {
		to := from
		for to+1 < len(starts) && starts[to].Seed < math.MaxInt64 && starts[to+1].Seed == starts[to].Seed+1 {
			to++
		}
		item := strconv.FormatInt(starts[from].Seed, 10)
		if to > from {
			item += ".." + strconv.FormatInt(starts[to].Seed, 10)
		}
		items = append(items, item)
		from = to + 1
	}
	return strings.Join(items, ",")
}

// seedRange parses 7 or 1..60.
func seedRange(item string) (from, to int64, err error) {
	low, high, isRange := strings.Cut(item, "..")
	if !isRange {
		high = low
	}
	from, errFrom := strconv.ParseInt(low, 10, 64)
	to, errTo := strconv.ParseInt(high, 10, 64)
	if errFrom != nil || errTo != nil {
		return 0, 0, fmt.Errorf("%q is not a seed; want a 64-bit integer, e.g. 7, or a range, e.g. 1..60", excerpt(item))
	}
	if from > to {
		return 0, 0, fmt.Errorf("%q runs backwards; want %d..%d", excerpt(item), to, from)
	}
	return from, to, nil
}

// maxExcerpt is the maximum length, in bytes, of input quoted in an error.
const maxExcerpt = 60

// excerpt returns a text truncated for an error.
func excerpt(text string) string {
	if len(text) <= maxExcerpt {
		return text
	}
	return text[:maxExcerpt] + "..."
}
