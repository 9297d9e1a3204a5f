package tournaments

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"arbiter/referee/printable"
)

// A Screen is a log with a text below it that is kept up to date: on a terminal the text
// stands under the last line of the log, elsewhere only the log is written. It is safe for
// concurrent use.
type Screen struct {
	w        io.Writer
	terminal *os.File // that w writes to; nil if there is none

	mu    sync.Mutex
	shown string // what stands on the terminal
}

// NewScreen returns a Screen that writes to w.
func NewScreen(w io.Writer) *Screen { return &Screen{w: w, terminal: printable.Terminal(w)} }

// Live reports whether there is a terminal, on which Show has an effect.
func (s *Screen) Live() bool { return s.terminal != nil }

// Write writes to the log.
func (s *Screen) Write(text []byte) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	shown := s.shown
	s.erase()
	n, err = s.w.Write(text)
	s.draw(shown)
	return n, err
}

// Show puts a text in place of the one before; "" removes it.
func (s *Screen) Show(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.terminal == nil {
		return
	}
	s.erase()
	if text != "" {
		// A line that the terminal wraps takes more rows than erase goes up.
		columns, rows := printable.Size(s.terminal)
		s.draw(printable.Fit(text, columns, rows))
	}
}

// draw writes a text of whole lines below the log.
func (s *Screen) draw(text string) {
	s.shown = text
	if text != "" {
		io.WriteString(s.w, text)
	}
}

// erase removes the text from the terminal.
func (s *Screen) erase() {
	if lines := strings.Count(s.shown, "\n"); lines > 0 {
		fmt.Fprintf(s.terminal, "\x1b[%dA\x1b[J", lines)
	}
	s.shown = ""
}
