package league

import (
	"slices"
	"strings"
)

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
