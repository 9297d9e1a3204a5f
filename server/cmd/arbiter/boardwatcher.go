package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"arbiter/referee"
)

// A watcher draws the board of a match as it is played: over the last one on a
// terminal, one below the other elsewhere.
type watcher struct {
	w        io.Writer
	match    referee.Match
	terminal bool
	delay    time.Duration
	text     []byte
}

func newWatcher(w io.Writer, m referee.Match, delay time.Duration) *watcher {
	watch := &watcher{w: w, match: m, delay: delay}
	if f, ok := w.(*os.File); ok {
		watch.terminal = term.IsTerminal(int(f.Fd()))
	}
	return watch
}

// clear moves to the top left corner and erases what is below.
const clear = "\x1b[H\x1b[J"

// Turn implements referee.Recorder.
func (w *watcher) Turn(t *referee.Turn) error {
	w.text = w.text[:0]
	if w.terminal {
		w.text = append(w.text, clear...)
	}
	w.text = fmt.Appendf(w.text, "turn %d\n", t.Number)
	for seat := range t.Asked.All() {
		reply := t.Replies[seat]
		if reply.Fault != nil {
			w.text = fmt.Appendf(w.text, "seat %d: %s\n", seat, reply.Fault.Error())
			continue
		}
		w.text = fmt.Appendf(w.text, "seat %d: %s  (%.1f ms)\n", seat, answerLine(reply.Lines), reply.Wall.Seconds()*1e3)
	}
	w.text = w.match.Board(w.text)
	w.text = append(w.text, '\n')
	if _, err := w.w.Write(w.text); err != nil {
		return err
	}
	if w.terminal {
		time.Sleep(w.delay)
	}
	return nil
}

// End implements referee.Recorder.
func (w *watcher) End(referee.Result, [][]byte) error { return nil }

// answerLine shows an answer on one line, cut to what a terminal holds.
func answerLine(lines []string) string {
	const most = 100
	if len(lines) == 1 && len(lines[0]) <= most {
		return lines[0]
	}
	whole := fmt.Sprintf("%q", lines)
	if len(whole) > most {
		whole = whole[:most] + " ..."
	}
	return whole
}
