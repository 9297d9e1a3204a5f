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

// CheckNames returns an error if a condition has a name that no match has, or a
// kind of fault that there is not, and names the nearest one. attributes are those
// of the game, or of all games where matches of several are selected. Metrics have
// the names that bots give them, so any is accepted. A saved filter is used
// without this check: older builds may have known other attributes.
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

// CheckFault returns an error if there is no kind of fault of that name, spelled
// as now or as older builds spelled it.
func CheckFault(kind string) error {
	kinds := FaultNames()
	if slices.Contains(kinds, string(referee.ParseKind(kind))) {
		return nil
	}
	return fmt.Errorf("unknown fault %q%s; want one of %s", excerpt(kind), nearest.Hint(kind, kinds), strings.Join(kinds, ", "))
}
