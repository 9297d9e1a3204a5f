package ctf

import (
	"slices"
	"strings"

	"arbiter/referee"
)

// Parts implements referee.Parter: a part is the command of a minion.
func (Game) Parts(answer string) []referee.Part {
	var parts []referee.Part
	for text := range strings.SplitSeq(answer, "|") {
		words := strings.Fields(strings.ToUpper(text))
		if len(words) < 2 {
			continue
		}
		of := "minion " + words[1]
		if !slices.ContainsFunc(parts, func(p referee.Part) bool { return p.Of == of }) {
			parts = append(parts, referee.Part{Of: of, Kind: words[0], Text: strings.Join(words, " ")})
		}
	}
	return parts
}
