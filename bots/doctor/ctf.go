package doctor

import "fmt"

// ctfSituations are positions of Capture the Flag on a small map with the
// usual number of columns.
func ctfSituations() []situation {
	return []situation{
		{title: "all minions are frozen", setup: ctfSetup(`
			"minions": [[{"pos": [1, 2], "timeout": 3}, {"pos": [3, 2], "timeout": 4}, {"pos": [5, 2], "timeout": 4}],
			            [{"pos": [1, 32]}, {"pos": [3, 32]}, {"pos": [5, 32]}]]`)},
		{title: "a minion is dead, so that the ids have a gap", setup: ctfSetup(`
			"minions": [[{"pos": [1, 2], "health": 0}, {"pos": [3, 2]}, {"pos": [5, 2]}],
			            [{"pos": [1, 32]}, {"pos": [3, 32], "health": 0}, {"pos": [5, 32]}]]`)},
		{title: "one minion with 1 hp is left", seat: 1, setup: ctfSetup(`
			"minions": [[{"pos": [1, 2]}, {"pos": [3, 2]}, {"pos": [5, 2]}],
			            [{"pos": [1, 32], "health": 0}, {"pos": [3, 32], "health": 0}, {"pos": [5, 32], "health": 1}]]`)},
		{title: "no coins left and no opponent in sight", setup: ctfSetup(`"coins": [],
			"minions": [[{"pos": [1, 2]}, {"pos": [3, 2]}], [{"pos": [5, 32]}, {"pos": [5, 30]}]]`)},
		{title: "no score points, with opponents in sight", setup: ctfSetup(`"coins": [],
			"minions": [[{"pos": [1, 2]}, {"pos": [3, 2]}], [{"pos": [1, 6]}, {"pos": [1, 8]}]]`)},
		{title: "score points for everything", setup: ctfSetup(`"credits": [300, 300],
			"minions": [[{"pos": [1, 2]}, {"pos": [3, 2]}], [{"pos": [1, 6]}, {"pos": [1, 8]}]]`)},
		{title: "a minion carries the flag while its own flag is carried", setup: ctfSetup(`
			"flags": [{"carrier": 0}, {"carrier": 1}],
			"minions": [[{"pos": [1, 2]}, {"pos": [3, 20]}], [{"pos": [1, 12]}, {"pos": [3, 32]}]]`)},
		{title: "all minions share a cell", setup: ctfSetup(`
			"minions": [[{"pos": [3, 2]}, {"pos": [3, 2]}], [{"pos": [3, 2]}, {"pos": [3, 2]}]]`)},
		{title: "the last turn", seat: 1, setup: ctfSetup(`"max_turns": 1,
			"minions": [[{"pos": [1, 2]}, {"pos": [3, 2]}], [{"pos": [1, 32]}, {"pos": [3, 32]}]]`)},
	}
}

// ctfSetup is a start position with the given fields.
func ctfSetup(fields string) string {
	return fmt.Sprintf(`{"grid": [
		"###################################",
		"#.................................#",
		"#.####.##.#####.....#####.##.####.#",
		"#.................................#",
		"#.####.##.#####.....#####.##.####.#",
		"#.................................#",
		"###################################"
	], "flag_bases": [[3, 1], [3, 33]], %s}`, fields)
}
