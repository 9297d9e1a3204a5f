// Package toy has the bots of the toy.
package toy

import (
	"bufio"
	"fmt"
	"io"
	"net/url"

	"arbiter/bots/judge"
	"arbiter/bots/option"
	"arbiter/referee"
)

// Wait takes 1, Random 5, and Greedy what nobody may take.
func Wait(in io.Reader, out io.Writer, _ url.Values) error   { return play(in, out, "1") }
func Random(in io.Reader, out io.Writer, _ url.Values) error { return play(in, out, "5") }
func Greedy(in io.Reader, out io.Writer, _ url.Values) error { return play(in, out, "9") }

func play(in io.Reader, out io.Writer, answer string) error {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		if _, err := fmt.Fprintln(out, answer); err != nil {
			return err
		}
	}
	return lines.Err()
}

// Ladder has ratings of nobody.
func Ladder() option.Ladder {
	return option.Ladder{Unit: "toy points", Ratings: [option.Levels]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}
}

// Judge knows that 8 is the best answer to every position.
type Judge struct{ positions []referee.Match }

// Judging makes the judges of the toy.
func Judging() judge.Judging {
	return judge.Judging{Name: "adding up", Scale: 10, New: func(int) judge.Judge { return &Judge{} }}
}

// Look implements analysis.Judge.
func (j *Judge) Look(m referee.Match) { j.positions = append(j.positions, m.(referee.Cloner).Clone()) }

// Took implements analysis.Judge.
func (j *Judge) Took([]string) {}

// Same implements analysis.Judge.
func (j *Judge) Same(_ int, a, b []string) bool { return fmt.Sprint(a) == fmt.Sprint(b) }

// Best implements analysis.Sampler.
func (j *Judge) Best(int) (answer []string, line []string) { return []string{"8"}, nil }

// Sample implements analysis.Sampler.
func (j *Judge) Sample(position int, answers [][]string, _ int) float64 {
	m := j.positions[position].(referee.Cloner).Clone()
	answer := answers[0]
	for !m.Over() {
		if answer == nil {
			answer = []string{"8"}
		}
		m.Answer(0, answer)
		m.Step()
		answer = nil
	}
	return float64(m.Result().Scores[0])
}
