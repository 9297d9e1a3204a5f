package doctor

import "fmt"

// keeperSituations are positions of Code Keeper.
func keeperSituations() []situation {
	return []situation{
		{title: "1 health left, beside a vampire", setup: keeperSetup(`"hero": {"hp": 1}`, "H4......")},
		{title: "no charges left", setup: keeperSetup(`"hero": {"charges": [0, 0, 0]}`, "H.1.2.3.")},
		{title: "enclosed by boxes", setup: keeperSetup(`"hero": {"hp": 20}`, "H0......", "0.......")},
		{title: "enclosed by obstacles", setup: keeperSetup(`"hero": {"hp": 20}`, "HX......", "X.......")},
		{title: "the exit is next to the hero", setup: keeperSetup(`"hero": {"hp": 20}`, "HE......")},
		{title: "nothing in sight", setup: keeperSetup(`"hero": {"hp": 20}`, "H.......")},
		{title: "a potion at full health, and a treasure", setup: keeperSetup(`"hero": {"hp": 20}`, "Hp......", "t.......")},
		{title: "a monster on an item, which makes two lines for one cell", setup: keeperSetup(
			`"hero": {"hp": 20}, "items": [[2, 1, 0]], "monsters": [[8, 1, 0, 3]]`, "H1......")},
		{title: "many charges and a negative score", setup: keeperSetup(`"hero": {"score": -123456, "charges": [1000, 1000, 1000]}`, "H.......")},
		{title: "surrounded by monsters", setup: keeperSetup(`"hero": {"hp": 20}`, "..323...", "..2H4...", "..313...")},
	}
}

// keeperSetup is a start position with the given fields and the left half of
// the first rows; the rest is floor.
func keeperSetup(fields string, top ...string) string {
	rows := ""
	for y := range 12 {
		row := "................"
		if y < len(top) {
			row = top[y] + "........"
		}
		rows += fmt.Sprintf("%q, ", row)
	}
	return fmt.Sprintf(`{"rows": [%s], %s}`, rows[:len(rows)-2], fields)
}
