// Package toy has the bots of the toy.
package toy

import (
	"bufio"
	"context"
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

// Strengths has ratings of nobody.
func Strengths() option.Strengths {
	return option.Strengths{Unit: "toy points", Ratings: [option.Levels]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}
}

// Judge knows that 8 is the best answer to every position.
type Judge struct{ positions []referee.Match }

// Judging makes the judges of the toy.
func Judging() judge.Judging {
	return judge.Judging{Name: "adding up", Scale: 10, New: func(int) judge.Judge { return &Judge{} }}
}

// Look implements judge.Judge.
func (j *Judge) Look(m referee.Match) (kept bool) {
	j.positions = append(j.positions, m.(referee.Cloner).Clone())
	return true
}

// Took implements judge.Judge.
func (j *Judge) Took([]string) {}

// Same implements judge.Judge.
func (j *Judge) Same(_ int, a, b []string) bool { return fmt.Sprint(a) == fmt.Sprint(b) }

// Value implements judge.Judge: it does not search.
func (j *Judge) Value(context.Context, int, []string, int) judge.Estimate { return judge.Unknown() }

// Alternatives implements judge.Judge.
func (j *Judge) Alternatives(int) (best, line []string) { return []string{"8"}, nil }

// Gap implements judge.Judge: it does not guess.
func (j *Judge) Gap(int, []string) float64 { return 0 }

// Imagine implements judge.Judge: nothing is hidden.
func (j *Judge) Imagine(m referee.Match, _, _ int) (imagined referee.Match, drawn bool) {
	return m.(referee.Cloner).Clone(), false
}

// Continue implements judge.Judge.
func (j *Judge) Continue(position int, answers [][]string, _, _ int) float64 {
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
