package matches

import (
	"fmt"
	"io"
	"os"
	"time"

	"arbiter/referee"
	"arbiter/referee/printable"
	"arbiter/server/cmd/arbiter/output"
)

// A boardWatcher draws the board of a match after every turn. On a terminal
// each board replaces the one before it; elsewhere they follow one another.
type boardWatcher struct {
	w        io.Writer
	match    referee.Match
	terminal *os.File // that w writes to; nil if there is none
	delay    time.Duration
	text     []byte
}

func newBoardWatcher(w io.Writer, m referee.Match, delay time.Duration) *boardWatcher {
	return &boardWatcher{w: w, match: m, terminal: printable.Terminal(w), delay: delay}
}

// clearScreen moves the cursor to the top left corner and erases the screen.
const clearScreen = "\x1b[H\x1b[J"

// Turn implements referee.Recorder.
func (b *boardWatcher) Turn(t *referee.Turn) error {
	if b.terminal != nil {
		if _, err := b.terminal.WriteString(clearScreen); err != nil {
			return err
		}
	}
	b.text = fmt.Appendf(b.text[:0], "turn %d\n", t.Number)
	for seat := range t.Asked.All() {
		reply := t.Replies[seat]
		if reply.Fault != nil {
			b.text = fmt.Appendf(b.text, "seat %d: %s\n", seat, printable.Line(reply.Fault.Error()))
			continue
		}
		b.text = fmt.Appendf(b.text, "seat %d: %s  (%.1f ms)\n", seat, output.ShortAnswer(reply.Lines), reply.Wall.Seconds()*1e3)
	}
	b.text = b.match.Board(b.text)
	b.text = append(b.text, '\n')
	if _, err := b.w.Write(b.text); err != nil {
		return err
	}
	if b.terminal != nil {
		time.Sleep(b.delay)
	}
	return nil
}

// End implements referee.Recorder.
func (b *boardWatcher) End(referee.Result, [][]byte) error { return nil }
