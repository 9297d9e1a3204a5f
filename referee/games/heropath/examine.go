package heropath

import (
	"fmt"

	"arbiter/referee"
)

// AnswerForm implements referee.Examiner.
func (Game) AnswerForm() string {
	return "The answer is one JSON document, which may span lines; the match continues as soon as it is complete:"
}

// rule quotes what the page of rules says of a reason for which a move is invalid.
func (r Reason) rule() string {
	switch r {
	case TooManyMoves:
		return "a move after `num_turns` moves"
	case OutOfBounds:
		return "a move to a cell outside the world, at any distance"
	case TooFar:
		return "a move beyond the speed"
	case NoSuchMonster:
		return "an attack on an id that does not exist"
	case MonsterDead:
		return "an attack on a dead monster, in range or not"
	case OutOfRange:
		return "an attack beyond the range"
	}
	return "The first error in the first phase with errors counts."
}

// Trials implements referee.Examiner: tests of HeroPath at the limits of what a
// test may be.
func (Game) Trials() []referee.Trial {
	const far = `{"x": 50, "y": 50, "hp": 5, "gold": 9, "exp": 9, "range": 0, "attack": 0}`
	const near = `{"x": 2, "y": 2, "hp": 60, "gold": 90, "exp": 2500, "range": 3, "attack": 7}`
	return []referee.Trial{
		{Title: "no monsters", Position: trial(10, 50, 7, 50, 7, ``)},
		{Title: "one monster that stays out of reach", Position: trial(4, 50, 1, 50, 1, far)},
		{Title: "a hero without speed", Position: trial(5, 50, 0, 50, 3, near+","+far)},
		{Title: "a hero without power and range", Position: trial(5, 50, 3, 0, 0, near)},
		{Title: "one turn", Position: trial(1, 50, 7, 50, 7, near)},
		{Title: "a world of one cell: width and height 0", Position: trial(5, 0, 7, 50, 7,
			`{"x": 0, "y": 0, "hp": 60, "gold": 90, "exp": 10, "range": 0, "attack": 1}`)},
		{Title: "several monsters on a cell", Position: trial(12, 50, 7, 50, 7, near+","+near+","+near)},
		{Title: "monsters without range and attack", Position: trial(6, 50, 7, 50, 7,
			`{"x": 2, "y": 2, "hp": 60, "gold": 90, "exp": 1000}`)},
		{Title: "numbers beyond 32 and 53 bits", Position: trial(9, 1_000_000_000, 1_000_000_000, 9_007_199_254_740_993, 1_000_000_000,
			`{"x": 999999999, "y": 1000000000, "hp": 9007199254740993, "gold": 1125899906842625, "exp": 1152921504606846977, "range": 1000000000, "attack": 1125899906842625},`+
				`{"x": 1, "y": 2, "hp": 9007199254740994, "gold": 1125899906842627, "exp": 3, "range": 0, "attack": 0}`)},
	}
}

// trial returns a test with a hero of the given speed, power and range at
// the corner of a square world.
func trial(turns, side, speed, power, reach int64, monsters string) string {
	return fmt.Sprintf(`{"hero": {"base_speed": %d, "base_power": %d, "base_range": %d,
		"level_speed_coeff": 10, "level_power_coeff": 10, "level_range_coeff": 10},
		"start_x": 0, "start_y": 0, "width": %d, "height": %d, "num_turns": %d, "monsters": [%s]}`,
		speed, power, reach, side, side, turns, monsters)
}
