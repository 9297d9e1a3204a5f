package flames

import (
	"io"
	"math/rand/v2"
	"net/url"

	"arbiter/bots/option"
	rules "arbiter/referee/games/flames"
)

// Random answers one random valid action in every turn. Its option seed, 1
// when it is not given, decides which.
func Random(in io.Reader, out io.Writer, options url.Values) error {
	seed, err := option.Int(options, "seed", 1)
	if err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(uint64(seed), 0))
	return play(in, out, func(turn *reader) rules.Action {
		return turn.valid.At(r.IntN(turn.valid.Len()))
	})
}
