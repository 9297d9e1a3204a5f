package printable

import (
	"io"
	"os"
	"sync"
	"unicode/utf8"

	"golang.org/x/term"
)

// A Writer quotes what is written to it as Text does and passes it on. It keeps
// back a character that is not complete until the rest of it is written, or
// until Flush. It is safe for concurrent use.
type Writer struct {
	to io.Writer

	// ASCII makes it write characters beyond ASCII in ASCII: see the function ASCII. Set it
	// before use.
	ASCII bool

	mu   sync.Mutex
	part []byte // the beginning of a character, or a CR that an LF may follow
	buf  []byte
}

// NewWriter returns a Writer in front of another.
func NewWriter(to io.Writer) *Writer { return &Writer{to: to} }

// Write implements io.Writer.
func (w *Writer) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	whole := text
	if len(w.part) > 0 {
		whole = append(w.part, text...)
	}
	end := len(whole) - incomplete(whole)
	if w.ASCII { // what follows may take the place of a blank
		for n := 0; n < 2 && end == len(whole)-n && end > 0 && whole[end-1] == ' '; n++ {
			end--
		}
	}
	w.buf = w.quoted(w.buf[:0], whole[:end])
	w.part = append([]byte(nil), whole[end:]...)
	if len(w.buf) == 0 {
		return len(text), nil
	}
	if _, err := w.to.Write(w.buf); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Flush writes what was kept back.
func (w *Writer) Flush() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.part) == 0 {
		return nil
	}
	rest := w.quoted(nil, w.part)
	w.part = nil
	_, err := w.to.Write(rest)
	return err
}

// quoted appends text as it is written.
func (w *Writer) quoted(to, text []byte) []byte {
	if w.ASCII {
		return appendASCII(to, appendText(nil, text))
	}
	return appendText(to, text)
}

// incomplete returns how many bytes at the end of text depend on what follows
// them: a CR, or the first bytes of a character.
func incomplete(text []byte) int {
	if len(text) > 0 && text[len(text)-1] == '\r' {
		return 1
	}
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if last := text[len(text)-n:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				return n
			}
			return 0
		}
	}
	return 0
}

// Terminal returns the terminal that w is or writes to as a Writer, and nil if there is
// no terminal. Whoever draws on it with escape sequences of his own has to quote
// everything else himself.
func Terminal(w io.Writer) *os.File {
	if quoting, ok := w.(*Writer); ok {
		w = quoting.to
	}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}
