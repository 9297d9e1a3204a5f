package keeper

import (
	"io"
	"net/url"

	"arbiter/bots/option"
	rules "arbiter/referee/games/keeper"
	"arbiter/referee/rng"
)

// Random draws one of the actions that do something: a step, an attack in range
// with a charge left, or to wait. Option seed, default 1, decides the draws.
func Random(in io.Reader, out io.Writer, options url.Values) error {
	seed, err := option.Int(options, "seed", 1)
	if err != nil {
		return err
	}
	return answer(in, out, random(seed))
}

// random returns the choice that Random plays.
func random(seed int64) thinker {
	r := rng.NewSplitMix64(uint64(seed))
	var known rules.Knowledge
	var actions []rules.Action
	return func(hero rules.Hero, visible []rules.Entity) rules.Action {
		known.See(hero, visible)
		actions = known.State.Actions(actions[:0])
		return actions[r.Below(len(actions))]
	}
}
