package ctf

import (
	"fmt"
	"regexp"
	"strconv"

	"arbiter/referee"
)

// Sentences of the published referee on a turn. Minions are those of the seat that the last
// line like "$0:" has named.
var (
	creditLine = regexp.MustCompile(`^Player \$([01]) credits: (\d{1,9})$`)
	seatLine   = regexp.MustCompile(`^\$([01]):$`)
	minionLine = regexp.MustCompile(`^- Minion (\d{1,2}) (?:moved to|is already at) \((\d{1,3}), (\d{1,3})\)$`)
)

// Contradicts implements referee.SummaryChecker. It knows the sentences on credits and on where
// minions have moved.
func (m *match) Contradicts(summary []string) string {
	seat := -1
	for _, line := range summary {
		if found := numbers(creditLine, line); found != nil {
			if own := m.state.Credits[found[0]]; own != found[1] {
				return fmt.Sprintf("the referee gave seat %d %d credits; the rules give it %d", found[0], found[1], own)
			}
		}
		if found := numbers(seatLine, line); found != nil {
			seat = found[0]
		}
		found := numbers(minionLine, line)
		if found == nil || seat < 0 {
			continue
		}
		id, r, c := found[0], found[1], found[2]
		if id >= m.state.PerSeat {
			return fmt.Sprintf("the referee moved minion %d of seat %d; each seat has %d", id, seat, m.state.PerSeat)
		}
		if own := m.state.Minions[seat][id].Pos; int(own.R) != r || int(own.C) != c {
			return fmt.Sprintf("the referee had minion %d of seat %d at %d %d; by the rules it is at %d %d", id, seat, r, c, own.R, own.C)
		}
	}
	return ""
}

var _ referee.SummaryChecker = (*match)(nil)

// numbers returns the numbers of a sentence; nil if it is another one.
func numbers(sentence *regexp.Regexp, line string) (all []int) {
	found := sentence.FindStringSubmatch(line)
	for _, text := range found[min(1, len(found)):] {
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil
		}
		all = append(all, n)
	}
	return all
}
