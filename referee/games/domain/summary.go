package domain

import (
	"fmt"
	"regexp"

	"arbiter/referee"
)

// Sentences of the published referee on the last turn.
var (
	wonLine = regexp.MustCompile(`^Player ([01]) won by conquering (\d{1,2}) cells!$`)
	tieLine = "It's a tie!"
)

var _ referee.SummaryChecker = (*match)(nil)

// Contradicts implements referee.SummaryChecker. It knows the sentences on who has won.
func (m *match) Contradicts(summary []string) string {
	for _, line := range summary {
		own := "nobody has won"
		switch {
		case m.reason == reasonDomainTie:
			own = tieLine
		case m.reason == reasonDomain && m.scores[0] > m.scores[1]:
			own = won(0, m.scores[0])
		case m.reason == reasonDomain:
			own = won(1, m.scores[1])
		}
		if (line == tieLine || wonLine.MatchString(line)) && line != own {
			return fmt.Sprintf("the referee said %q; by the rules it is %q", line, own)
		}
	}
	return ""
}

// won returns what the published referee says of a victory.
func won(seat int, cells int64) string {
	return fmt.Sprintf("Player %d won by conquering %d cells!", seat, cells)
}
