// Package flames holds the builtin bots of Flames Extinguisher. They know what
// the protocol tells them and nothing else of the match.
package flames

import (
	"bufio"
	"fmt"
	"io"

	"arbiter/bots/recorded"
	rules "arbiter/referee/games/flames"
)

// play answers every turn with the one action that choose returns, until the
// end of the input.
func play(in io.Reader, out io.Writer, choose func(r *reader) rules.Action) error {
	r, err := newReader(in)
	if err == nil {
		err = r.turn()
	}
	w := bufio.NewWriter(out)
	for err == nil {
		action := choose(r)
		fmt.Fprintln(w, action)
		if err = w.Flush(); err != nil {
			return err
		}
		passed := action == rules.Pass
		r.strayed = false
		if answer, ok := recorded.Next(in); ok {
			r.strayed = answer != action.String()
			passed = rules.ReadAnswer(answer).Passes()
		}
		if passed {
			r.cycle++
		}
		err = r.turn()
	}
	if err == io.EOF {
		return nil
	}
	return err
}
