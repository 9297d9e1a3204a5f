// Package domain holds the builtin bots of Domain Expansion. They know what the
// protocol tells them and nothing else of the match.
package domain

import (
	"bufio"
	"fmt"
	"io"

	"arbiter/bots/recorded"
	rules "arbiter/referee/games/domain"
)

// play answers every turn with the action that choose returns, until the end
// of the input. The position it shows has the bot to move; choose must not
// change it.
func play(in io.Reader, out io.Writer, choose func(s *rules.State) rules.Action) error {
	r := reader{lines: bufio.NewScanner(in)}
	w := bufio.NewWriter(out)
	for {
		s, err := r.turn()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		action := choose(s)
		fmt.Fprintln(w, action)
		if err := w.Flush(); err != nil {
			return err
		}
		if answer, ok := recorded.Next(in); ok {
			if action, _, err = rules.ParseAnswer(answer); err != nil || !s.Legal(action) {
				return fmt.Errorf("the recorded answer %q is no legal action", answer)
			}
		}
		s.Step(action)
	}
}

// A reader follows the position from what the bot is sent. The protocol tells
// no walls that stood before the first action: the reader takes them for open.
type reader struct {
	lines   *bufio.Scanner
	state   rules.State
	started bool
}

// turn reads the input of one turn and returns the position in which the bot
// is to move, or io.EOF at the end of the input.
func (r *reader) turn() (*rules.State, error) {
	if !r.started {
		if err := r.start(); err != nil {
			return nil, err
		}
		r.started = true
		return &r.state, nil
	}
	line, err := r.line()
	if err != nil {
		return nil, err
	}
	action, _, err := rules.ParseAnswer(line)
	if err != nil {
		return nil, fmt.Errorf("the opponent's last action %q: %w", line, err)
	}
	if !r.state.Legal(action) {
		return nil, fmt.Errorf("the opponent's last action %q is not legal with its token at %v", line, r.state.Tokens[r.state.Mover])
	}
	r.state.Step(action)
	return &r.state, nil
}

// start reads the initial input and the first action line. Who has no last
// action to be told moves first and is player 0.
func (r *reader) start() error {
	size, err := r.line()
	if err != nil {
		return err
	}
	if want := fmt.Sprint(rules.Size, rules.Size); size != want {
		return fmt.Errorf("the size of the board is %q; want %q", size, want)
	}
	own, err := r.cell("the position of the bot's token")
	if err != nil {
		return err
	}
	opponent, err := r.cell("the position of the opponent's token")
	if err != nil {
		return err
	}
	if own == opponent {
		return fmt.Errorf("both tokens are at %v", own)
	}
	line, err := r.within()
	if err != nil {
		return err
	}
	if line == rules.NoAction {
		r.state = rules.NewState(own, opponent, 0)
		return nil
	}
	action, _, err := rules.ParseAnswer(line)
	if err != nil {
		return fmt.Errorf("the opponent's last action %q: %w", line, err)
	}
	r.state = rules.NewState(opponent, own, 0)
	if action.To != opponent || !r.state.Legal(action) {
		return fmt.Errorf("the opponent's last action %q is not legal with its token at %v", line, opponent)
	}
	r.state.Step(action)
	return nil
}

// cell reads a line that is a cell, "x y".
func (r *reader) cell(what string) (rules.Cell, error) {
	line, err := r.within()
	if err != nil {
		return 0, err
	}
	var x, y int
	if _, err := fmt.Sscanf(line, "%d %d", &x, &y); err != nil || min(x, y) < 0 || max(x, y) >= rules.Size {
		return 0, fmt.Errorf("%s is %q; want x y, both from 0 to %d", what, line, rules.Size-1)
	}
	return rules.At(x, y), nil
}

// within reads a line that must be there.
func (r *reader) within() (string, error) {
	line, err := r.line()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return line, err
}

func (r *reader) line() (string, error) {
	if r.lines.Scan() {
		return r.lines.Text(), nil
	}
	if err := r.lines.Err(); err != nil {
		return "", err
	}
	return "", io.EOF
}
