package doctor

import "fmt"

// heropathSituations are tests of HeroPath at the edges of what a test may be.
func heropathSituations() []situation {
	const far = `{"x": 50, "y": 50, "hp": 5, "gold": 9, "exp": 9, "range": 0, "attack": 0}`
	const near = `{"x": 2, "y": 2, "hp": 60, "gold": 90, "exp": 2500, "range": 3, "attack": 7}`
	return []situation{
		{title: "no monsters", setup: heropathSetup(10, 50, 7, 50, 7, ``)},
		{title: "one monster that is never in reach", setup: heropathSetup(4, 50, 1, 50, 1, far)},
		{title: "a hero without speed", setup: heropathSetup(5, 50, 0, 50, 3, near+","+far)},
		{title: "a hero without power and range", setup: heropathSetup(5, 50, 3, 0, 0, near)},
		{title: "one turn", setup: heropathSetup(1, 50, 7, 50, 7, near)},
		{title: "a world of one cell, with width and height 0", setup: heropathSetup(5, 0, 7, 50, 7,
			`{"x": 0, "y": 0, "hp": 60, "gold": 90, "exp": 10, "range": 0, "attack": 1}`)},
		{title: "several monsters on a cell", setup: heropathSetup(12, 50, 7, 50, 7, near+","+near+","+near)},
		{title: "monsters without range and attack", setup: heropathSetup(6, 50, 7, 50, 7,
			`{"x": 2, "y": 2, "hp": 60, "gold": 90, "exp": 1000}`)},
		{title: "numbers beyond 32 and 53 bits", setup: heropathSetup(9, 1_000_000_000, 1_000_000_000, 9_007_199_254_740_993, 1_000_000_000,
			`{"x": 999999999, "y": 1000000000, "hp": 9007199254740993, "gold": 1125899906842625, "exp": 1152921504606846977, "range": 1000000000, "attack": 1125899906842625},`+
				`{"x": 1, "y": 2, "hp": 9007199254740994, "gold": 1125899906842627, "exp": 3, "range": 0, "attack": 0}`)},
	}
}

// heropathSetup is a test with a hero of the given speed, power and range at
// the corner of a square world.
func heropathSetup(turns, side, speed, power, reach int64, monsters string) string {
	return fmt.Sprintf(`{"hero": {"base_speed": %d, "base_power": %d, "base_range": %d,
		"level_speed_coeff": 10, "level_power_coeff": 10, "level_range_coeff": 10},
		"start_x": 0, "start_y": 0, "width": %d, "height": %d, "num_turns": %d, "monsters": [%s]}`,
		speed, power, reach, side, side, turns, monsters)
}
