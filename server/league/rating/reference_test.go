package rating

import (
	"fmt"
	"slices"
	"testing"

	"arbiter/docs/reference"
)

// The figures in docs/rating.md are the keys of an estimate.
func TestReferenceFigures(t *testing.T) {
	figures := slices.DeleteFunc(reference.Keys(Estimate{}, "json"), func(key string) bool { return key == "note" })
	reference.Names(t, "docs/rating.md", "figures", figures)
}

// "arbiter check asks": the hypotheses and caps of each question.
func TestReferenceQuestions(t *testing.T) {
	row := func(about, flags string, ask func(Unit) Question) []string {
		pairs, duels := ask(PairUnit), ask(DuelUnit)
		return []string{about, flags, signed(pairs.Elo0), signed(pairs.Elo1), fmt.Sprintf("%d, %d", pairs.Cap, duels.Cap)}
	}
	reference.Block(t, "docs/rating.md", "questions", reference.Table(
		[]string{"question", "flags", "elo0", "elo1", "cap: pairs, solo starts"},
		row("not weaker", "none", NotWeaker),
		row("no large loss", "`--quick`", QuickNotWeaker),
		row("stronger", "`--prove stronger`", Stronger),
		[]string{"as much as the time allows", "`--within 20m`", "from the measured speed", "0", "from the measured speed"},
	))
}

// signed returns a number with its sign, 0 without.
func signed(elo float64) string {
	if elo == 0 {
		return "0"
	}
	return fmt.Sprintf("%+g", elo)
}
