package keeper

import rules "arbiter/referee/games/keeper"

// Tries are the actions that were taken since there was news, and the positions that
// they were taken in. An action is worth less each time that it is taken in the same
// position: what the hero waits for, by how he imagines the monsters, may never come.
type tries struct {
	here  uint64 // the position of this turn: see keyOf
	count int
	taken [rules.TurnLimit]try // the first count
}

type try struct {
	position uint64
	action   rules.Action
}

func (t *tries) clear() { t.count = 0 }

// of returns how often an action was taken in the position of this turn.
func (t *tries) of(action rules.Action) (n int) {
	for _, earlier := range t.taken[:t.count] {
		if earlier == (try{t.here, action}) {
			n++
		}
	}
	return n
}

// add remembers what was taken in this turn. A match has no more than TurnLimit.
func (t *tries) add(action rules.Action) {
	if t.count < len(t.taken) {
		t.taken[t.count] = try{t.here, action}
		t.count++
	}
}
