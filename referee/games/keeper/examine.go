package keeper

import (
	"fmt"

	"arbiter/referee"
)

// AnswerForm implements referee.Examiner.
func (Game) AnswerForm() string {
	return "**The format of the line** is strict: one space between the parts, capital letters, integers (a sign and leading zeros are allowed),\nand nothing before the command."
}

// What the page of rules says of illegal actions.
const (
	ruleTarget   = "A target outside the maze is an invalid command."
	ruleWeapon   = "What is a weapon other than 0 to 3? | An invalid command."
	ruleNoEffect = "Some well-formed actions have no effect: an attack without a charge or out of range, a MOVE to an obstacle next to the hero"
)

// Trials implements referee.Examiner: positions of Code Keeper.
func (Game) Trials() []referee.Trial {
	return []referee.Trial{
		{Title: "1 health left, beside a vampire", Position: trial(`"hero": {"hp": 1}`, "H4......")},
		{Title: "no charges left", Position: trial(`"hero": {"charges": [0, 0, 0]}`, "H.1.2.3.")},
		{Title: "enclosed by boxes", Position: trial(`"hero": {"hp": 20}`, "H0......", "0.......")},
		{Title: "enclosed by obstacles", Position: trial(`"hero": {"hp": 20}`, "HX......", "X.......")},
		{Title: "the exit is next to the hero", Position: trial(`"hero": {"hp": 20}`, "HE......")},
		{Title: "nothing is in sight", Position: trial(`"hero": {"hp": 20}`, "H.......")},
		{Title: "a potion at full health, and a treasure", Position: trial(`"hero": {"hp": 20}`, "Hp......", "t.......")},
		{Title: "a monster on an item: two lines for one cell", Position: trial(
			`"hero": {"hp": 20}, "items": [[2, 1, 0]], "monsters": [[8, 1, 0, 3]]`, "H1......")},
		{Title: "many charges and a negative score", Position: trial(`"hero": {"score": -123456, "charges": [1000, 1000, 1000]}`, "H.......")},
		{Title: "surrounded by monsters", Position: trial(`"hero": {"hp": 20}`, "..323...", "..2H4...", "..313...")},
	}
}

// trial returns a start position with the given fields and the left halves
// of the first rows; the rest is floor.
func trial(fields string, top ...string) string {
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
