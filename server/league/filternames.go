package league

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"arbiter/referee"
	"arbiter/referee/nearest"
)

// numberFields are the numbers that every match has.
func numberFields() []string { return []string{"seat", "score", "seed"} }

// CheckNames returns an error if a condition has an unknown name or an unknown kind of fault.
// It names the nearest one. attributes are those of the game, or of all games if no game is
// selected. Metrics have
// the names that bots give them, so any is accepted.
func (f Filter) CheckNames(attributes []string) error {
	texts := slices.Sorted(maps.Keys(textFields()))
	known := slices.Concat(texts, numberFields(), attributes)
	for i, c := range f.conditions {
		if strings.HasPrefix(c.name, metricPrefix) {
			continue
		}
		if !slices.Contains(known, c.name) {
			return fmt.Errorf("condition %d: unknown name %q%s; want one of %s or metric.NAME",
				i+1, excerpt(c.name), nearest.Hint(c.name, known), strings.Join(known, ", "))
		}
		if c.name == "fault" && c.value != noFault && c.value != AnyFault {
			if err := CheckFault(c.value); err != nil {
				return fmt.Errorf("condition %d: %w", i+1, err)
			}
		}
	}
	return nil
}

// AnyFault in a Query or a filter stands for a fault of any kind.
const AnyFault = "any"

// FaultNames returns the names of the kinds of fault.
func FaultNames() []string {
	var names []string
	for _, k := range referee.Kinds() {
		names = append(names, string(k.Kind))
	}
	return names
}

// CheckFault returns an error if there is no kind of fault of that name.
func CheckFault(kind string) error {
	kinds := FaultNames()
	if slices.Contains(kinds, kind) {
		return nil
	}
	return fmt.Errorf("unknown fault %q%s; want one of %s", excerpt(kind), nearest.Hint(kind, kinds), strings.Join(kinds, ", "))
}

// A FilterNumber is an attribute or a metric that a filter compares.
type FilterNumber struct {
	Name   string // without the prefix of metrics
	Metric bool
}

// Numbers returns the attributes and metrics that the filter compares, each once: what it
// needs of a match beside its result.
func (f Filter) Numbers() []FilterNumber {
	var all []FilterNumber
	for _, c := range f.conditions {
		if _, text := textFields()[c.name]; text || slices.Contains(numberFields(), c.name) {
			continue
		}
		var n FilterNumber
		n.Name, n.Metric = strings.CutPrefix(c.name, metricPrefix)
		if !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	return all
}

// String returns the filter as it was parsed.
func (f Filter) String() string { return f.text }
