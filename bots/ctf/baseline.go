package ctf

import (
	"bufio"
	"errors"
	"io"
	"math/rand/v2"
	"net/url"

	"arbiter/bots/option"
	rules "arbiter/referee/games/ctf"
)

// Wait lets its first living minion wait, the smallest legal answer.
func Wait(in io.Reader, out io.Writer, _ url.Values) error {
	return play(in, out, func(_ *rules.Map, t *Turn, dst []byte) []byte {
		return rules.Command{}.Append(dst, t.Minions[0][0].ID)
	})
}

// Random gives each living minion any command that would have an effect, all
// alike probable. Option seed chooses the draws; the default is 1.
func Random(in io.Reader, out io.Writer, options url.Values) error {
	seed, err := option.Int(options, "seed", 1)
	if err != nil {
		return err
	}
	draw := rand.New(rand.NewPCG(uint64(seed), 0))
	choices := make([]rules.Command, 0, rules.MaxChoices)
	return play(in, out, func(m *rules.Map, t *Turn, dst []byte) []byte {
		credits := t.Credits[0]
		for i, own := range t.Minions[0] {
			if i > 0 {
				dst = append(dst, " | "...)
			}
			choices = m.Choices(own.Minion, credits, choices[:0])
			command := choices[draw.IntN(len(choices))]
			credits -= command.Verb.Price()
			dst = command.Append(dst, own.ID)
		}
		return dst
	})
}

// play answers every turn until the input ends.
func play(in io.Reader, out io.Writer, answer func(m *rules.Map, t *Turn, dst []byte) []byte) error {
	r, w := NewReader(in), bufio.NewWriter(out)
	m, err := r.Map()
	var line []byte
	for err == nil {
		var t *Turn
		if t, err = r.Turn(); err != nil {
			break
		}
		line = line[:0]
		if len(t.Minions[0]) > 0 {
			line = answer(m, t, line)
		} else { // only an explicit start position has nobody left to ask
			line = rules.Command{}.Append(line, 0)
		}
		line = append(line, '\n')
		if _, err = w.Write(line); err == nil {
			err = w.Flush()
		}
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
