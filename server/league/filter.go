package league

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"arbiter/referee/nearest"
)

// A Filter selects matches by conditions that must all hold for the same seat.
// The zero Filter selects everything.
type Filter struct {
	conditions []condition
	text       string // as parsed
}

// A condition compares one number or text of a seat of a match.
type condition struct {
	name, value string // as they were parsed
	holds       func(m Match, seat int) bool
}

// Seat reports whether all conditions hold for a seat of the match.
func (f Filter) Seat(m Match, seat int) bool {
	for _, c := range f.conditions {
		if !c.holds(m, seat) {
			return false
		}
	}
	return true
}

// Match reports whether all conditions hold for some seat of the match.
func (f Filter) Match(m Match) bool {
	for seat := range m.Seats {
		if f.Seat(m, seat) {
			return true
		}
	}
	return false
}

// opponent is the name of a condition on the bots in all other seats: one of them is the bot,
// or none is with !=.
const opponent = "opponent"

// opponentCondition returns a condition on the bots in the other seats. A solo match has none.
func opponentCondition(text, operator, value string) (func(Match, int) bool, error) {
	if operator != "=" && operator != "!=" {
		return nil, textOperator(text, operator)
	}
	return func(m Match, seat int) bool {
		met := false
		for other, id := range m.Seats {
			met = met || other != seat && isBot(id, value)
		}
		return met == (operator == "=")
	}, nil
}

// noFault is the value of "fault" for a seat without a fault.
const noFault = "none"

// textFields returns the fields that are compared as text, by name.
func textFields() map[string]func(m Match, seat int) string {
	return map[string]func(m Match, seat int) string{
		"bot":    func(m Match, seat int) string { return m.Seats[seat] },
		opponent: nil, // a seat may have several
		"reason": func(m Match, _ int) string { return m.Reason },
		"fault": func(m Match, seat int) string {
			if kind := m.fault(seat); kind != "" {
				return string(kind)
			}
			return noFault
		},
	}
}

// metricPrefix is the prefix of a metric's name in a filter.
const metricPrefix = "metric."

// numberField returns a function that reads a number of a match: seat, score,
// seed, a metric or an attribute. It returns false where the match has no such
// number; no condition on that holds.
func numberField(name string) func(m Match, seat int) (float64, bool) {
	switch name {
	case "seat":
		return func(_ Match, seat int) (float64, bool) { return float64(seat), true }
	case "score":
		return func(m Match, seat int) (float64, bool) { return m.Outcome.Value(m.Outcome.Scores[seat]), true }
	case "seed":
		return func(m Match, _ int) (float64, bool) { return float64(m.Start.Seed), m.Start.Position == "" }
	}
	if metric, ok := strings.CutPrefix(name, metricPrefix); ok {
		return func(m Match, seat int) (float64, bool) { return m.metric(seat, metric) }
	}
	return func(m Match, _ int) (float64, bool) { return m.attribute(name) }
}

// ParseFilter parses conditions separated by commas, all of which must hold:
//
//	cols<34,minions>=4,seat=1,reason=flag,fault=timeout,metric.depth>5
//
// bot and opponent (the bot in any other seat) are IDs or the names before the "@". They,
// reason and fault ("none" for no fault, "any" for every kind) are
// text and take = and !=. seat, score, seed, metric.NAME and the game's
// attributes are numbers and also take <, <=, > and >=. CheckNames finds mistyped names.
func ParseFilter(text string) (Filter, error) {
	f := Filter{text: text}
	if strings.TrimSpace(text) == "" {
		return f, nil
	}
	for i, part := range strings.Split(text, ",") {
		c, err := parseCondition(strings.TrimSpace(part))
		if err != nil {
			return Filter{}, fmt.Errorf("condition %d: %w", i+1, err)
		}
		f.conditions = append(f.conditions, c)
	}
	return f, nil
}

// Values returns the values with which a text is compared, such as bot.
func (f Filter) Values(name string) (all []string) {
	for _, c := range f.conditions {
		if c.name == name {
			all = append(all, c.value)
		}
	}
	return all
}

// cutName returns the name of a condition and the rest of it.
func cutName(text string) (name, rest string) {
	start := strings.IndexAny(text, "<>=!")
	return strings.TrimSpace(text[:start]), text[start:]
}

func parseCondition(text string) (c condition, err error) {
	start := strings.IndexAny(text, "<>=!")
	if start < 0 {
		return c, fmt.Errorf("%q compares nothing; want a condition, e.g. cols<34 or reason=flag", excerpt(text))
	}
	end := start
	for end < len(text) && strings.ContainsRune("<>=!", rune(text[end])) {
		end++
	}
	name, operator, value := strings.TrimSpace(text[:start]), text[start:end], strings.TrimSpace(text[end:])
	if !slices.Contains([]string{"=", "!=", "<", "<=", ">", ">="}, operator) {
		return c, fmt.Errorf("%q: found %q; want =, !=, <, <=, > or >=", excerpt(text), excerpt(operator))
	}
	if !isName(name) {
		return c, fmt.Errorf("%q: found the name %q; want bot, opponent, reason, fault, seat, score, seed, metric.NAME or an attribute of the game",
			excerpt(text), excerpt(name))
	}
	if value == "" {
		return c, fmt.Errorf("%q: no value after %s", excerpt(text), operator)
	}
	c.name, c.value = name, value
	if read, ok := textFields()[name]; ok {
		equal := func(found, wanted string) bool { return found == wanted }
		switch {
		case name == "bot":
			equal = isBot
		case name == "fault" && c.value == AnyFault:
			equal = func(found, _ string) bool { return found != noFault }
		}
		if name == opponent {
			c.holds, err = opponentCondition(text, operator, c.value)
		} else {
			c.holds, err = textCondition(text, read, equal, operator, c.value)
		}
	} else {
		c.holds, err = numberCondition(text, numberField(name), operator, value)
	}
	return c, err
}

// isBot reports whether a bot's ID is the wanted one or has the wanted name, as
// Query.Bot does.
func isBot(id, wanted string) bool { return id == wanted || strings.HasPrefix(id, wanted+"@") }

// isName reports whether a text can be a field name: letters, digits, _ and the
// dots and dashes of metrics.
func isName(name string) bool {
	for _, r := range name {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("_.-", r) {
			return false
		}
	}
	return name != "" && name != metricPrefix
}

func textCondition(text string, read func(Match, int) string, equal func(found, wanted string) bool, operator, value string) (func(Match, int) bool, error) {
	switch operator {
	case "=":
		return func(m Match, seat int) bool { return equal(read(m, seat), value) }, nil
	case "!=":
		return func(m Match, seat int) bool { return !equal(read(m, seat), value) }, nil
	}
	return nil, textOperator(text, operator)
}

func textOperator(text, operator string) error {
	return fmt.Errorf("%q: found %s with text; want = or !=", excerpt(text), operator)
}

func numberCondition(text string, read func(Match, int) (float64, bool), operator, value string) (func(Match, int) bool, error) {
	limit, err := strconv.ParseFloat(value, 64)
	if err != nil || math.IsNaN(limit) || math.IsInf(limit, 0) {
		if name, _ := cutName(text); !slices.Contains(numberFields(), name) {
			if hint := nearest.Hint(name, slices.Sorted(maps.Keys(textFields()))); hint != "" {
				return nil, fmt.Errorf("no condition %q%s", excerpt(name), hint)
			}
		}
		return nil, fmt.Errorf("%q: found %q; want a number", excerpt(text), excerpt(value))
	}
	return func(m Match, seat int) bool {
		x, ok := read(m, seat)
		return ok && holds(x, operator, limit)
	}, nil
}

func holds(x float64, operator string, limit float64) bool {
	switch operator {
	case "=":
		return x == limit
	case "!=":
		return x != limit
	case "<":
		return x < limit
	case "<=":
		return x <= limit
	case ">":
		return x > limit
	}
	return x >= limit
}
