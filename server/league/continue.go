package league

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Same reports whether two definitions ask for the same matches.
func (t Tournament) Same(other Tournament) bool {
	if !slices.Equal(t.Bots, other.Bots) || !slices.Equal(t.Starts, other.Starts) || !t.Series.Continues(other.Series) || !other.Series.Continues(t.Series) {
		return false
	}
	// The other fields have no lists: an empty list and none at all would not be equal.
	t.Bots, t.Starts, t.Series = other.Bots, other.Starts, other.Series
	t.Owner, t.CreatedAt = other.Owner, other.CreatedAt
	return reflect.DeepEqual(t, other)
}

// Continues reports whether the definition is before, or before made longer, so that it has
// every match of before. A check plays each start once, however many games it is given.
func (t Tournament) Continues(before Tournament, check bool) bool {
	longer := t
	longer.Bots, longer.Starts, longer.Fresh, longer.Games, longer.Rounds, longer.Series = before.Bots, before.Starts, before.Fresh, before.Games, before.Rounds, before.Series
	return longer.Same(before) && (t.Format.Fixed() || len(t.Bots) == len(before.Bots) && len(t.Starts) == len(before.Starts) && t.Games == before.Games) &&
		begins(t.Bots, before.Bots) && (len(t.Bots) == len(before.Bots) || !t.dealsGroups()) &&
		begins(t.Starts, before.Starts) &&
		(len(t.Starts) == len(before.Starts) || check || before.Games <= len(before.Starts)) && // none has been gone round
		grows(before.Games, t.Games) && grows(before.Rounds, t.Rounds) && t.Series.Continues(before.Series)
}

// dealsGroups reports whether the bots decide which groups of them meet. A series has cells.
func (t Tournament) dealsGroups() bool {
	return t.Seats > 2 && t.Format == RoundRobin && t.Series.IsZero()
}

// begins reports whether a list begins with another one.
func begins[T comparable](list, with []T) bool {
	return len(list) >= len(with) && slices.Equal(list[:len(with)], with)
}

// grows reports whether a number is at least what it was; 0 is a choice of its
// own.
func grows(before, now int) bool { return now == before || before != 0 && now > before }

// Key returns eight hexadecimal characters that differ between different definitions. They stay
// the same when a definition is made longer by starts, games or rounds.
func (t Tournament) Key() string {
	parts := []any{t.Game, t.Format, t.Bots, t.Challengers, t.Limits, t.Starts[:min(1, len(t.Starts))]}
	if t.Seats > 2 {
		parts = append(parts, t.Seats)
	}
	kept, err := json.Marshal(parts)
	if err != nil {
		panic(err) // of texts and numbers
	}
	return fmt.Sprintf("%x", sha256.Sum256(kept))[:8]
}

// Difference returns the first thing in which the definition differs from before, for people:
// "other bots: a@1 and b@2, before a@1".
func (t Tournament) Difference(before Tournament) string {
	other := func(what string, now, was any) string { return fmt.Sprintf("other %s: %v, before %v", what, now, was) }
	switch {
	case t.Game != before.Game:
		return other("game", t.Game, before.Game)
	case t.Referee != before.Referee:
		return fmt.Sprintf("the referee of %s has changed: its files have the digest %.16s, before %.16s", t.Game, t.Referee, before.Referee)
	case t.Seats != before.Seats:
		return other("seats", t.Seats, before.Seats)
	case t.Format != before.Format:
		return other("format", t.Format, before.Format)
	case !slices.Equal(t.Bots, before.Bots):
		return other("bots", listed(t.Bots), listed(before.Bots))
	case !slices.Equal(t.Starts, before.Starts):
		return other("starts", startText(t.Starts), startText(before.Starts))
	case t.Limits != before.Limits:
		return other("limits", LimitText(t.Limits), LimitText(before.Limits))
	case t.Games != before.Games:
		return other("games", t.Games, before.Games)
	case t.Rounds != before.Rounds:
		return other("rounds", t.Rounds, before.Rounds)
	case t.Challengers != before.Challengers:
		return other("challengers", t.Challengers, before.Challengers)
	}
	return "other settings"
}

// mostListed is how many bots or starts a message lists.
const mostListed = 8

// listed returns a list as text: the first ones of a long one.
func listed(words []string) string {
	switch n := len(words); {
	case n > mostListed:
		return fmt.Sprintf("%s and %d more", strings.Join(words[:mostListed], ", "), n-mostListed)
	case n > 1:
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

// startText returns starts as text, seeds as they are typed.
func startText(starts []Start) string {
	if !slices.ContainsFunc(starts, func(s Start) bool { return s.Position != "" }) {
		return listed(strings.Split(FormatSeeds(starts), ","))
	}
	var names []string
	for _, s := range starts {
		names = append(names, s.String())
	}
	return listed(names)
}
