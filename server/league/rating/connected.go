package rating

import (
	"fmt"
	"slices"
)

// connected reports whether the likelihood surely has one maximum: whether
// wins lead from every player to every other (L. R. Ford, "Solution of a
// ranking problem from binary comparisons", 1957). Draws do not lead anywhere:
// a pair that has only wins of one side and draws is fitted ever better by an
// ever greater difference with ever more draws between equals.
func (t table) connected() bool {
	beat := make([][]int, len(t.names))
	lostTo := make([][]int, len(t.names))
	for _, m := range t.meetings {
		if m.Wins > 0 {
			beat[m.first] = append(beat[m.first], m.second)
			lostTo[m.second] = append(lostTo[m.second], m.first)
		}
		if m.Losses > 0 {
			beat[m.second] = append(beat[m.second], m.first)
			lostTo[m.first] = append(lostTo[m.first], m.second)
		}
	}
	return len(reach(beat, 0)) == len(t.names) && len(reach(lostTo, 0)) == len(t.names)
}

// groups returns the players who met, directly or through others, in the
// order of their names; a group is in the order of its first name.
func (t table) groups() [][]int {
	met := make([][]int, len(t.names))
	for _, m := range t.meetings {
		met[m.first] = append(met[m.first], m.second)
		met[m.second] = append(met[m.second], m.first)
	}
	var groups [][]int
	seen := make([]bool, len(t.names))
	for i := range t.names {
		if seen[i] {
			continue
		}
		group := reach(met, i)
		for _, j := range group {
			seen[j] = true
		}
		slices.Sort(group)
		groups = append(groups, group)
	}
	return groups
}

// reach returns the nodes that edges lead to from a start, itself included.
func reach(edges [][]int, start int) []int {
	seen := make([]bool, len(edges))
	seen[start] = true
	found := []int{start}
	for k := 0; k < len(found); k++ {
		for _, j := range edges[found[k]] {
			if !seen[j] {
				seen[j] = true
				found = append(found, j)
			}
		}
	}
	return found
}

// priorNotes says why ratings are rough, since the prior is used, and for whom that matters.
func (t table) priorNotes(why string) []string {
	notes := []string{why}
	if groups := t.groups(); len(groups) > 1 {
		notes[0] = fmt.Sprintf("%d groups of bots never met; ratings compare only within a group:", len(groups))
		for _, group := range groups[:min(len(groups), maxListed)] {
			notes[0] += fmt.Sprintf(" {%s}", list(t.pick(group)))
		}
	}
	var undefeated, winless []int
	for i, r := range t.records {
		switch {
		case r.Wins > 0 && r.Losses == 0:
			undefeated = append(undefeated, i)
		case r.Losses > 0 && r.Wins == 0:
			winless = append(winless, i)
		}
	}
	if len(undefeated) > 0 {
		notes = append(notes, fmt.Sprintf("never lost, so the rating may be far higher: %s", list(t.pick(undefeated))))
	}
	if len(winless) > 0 {
		notes = append(notes, fmt.Sprintf("never won, so the rating may be far lower: %s", list(t.pick(winless))))
	}
	return notes
}

func (t table) pick(players []int) []string {
	names := make([]string, len(players))
	for i, p := range players {
		names[i] = t.names[p]
	}
	return names
}
