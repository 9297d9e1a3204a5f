package main

import (
	"io"

	"arbiter/referee/printable"
)

// streams is what a verb reads and writes besides files. Results go to out,
// everything else that people read goes to err. Both quote control,
// bidirectional and invisible characters, which may come from bots, replays and servers, so
// that no verb can forget to; JSON keeps its meaning.
type streams struct {
	in    io.Reader
	out   *printable.Writer
	err   *printable.Writer
	raw   io.Writer // stdout, which nothing is quoted on; see data
	token string    // the value of tokenVariable
	args  []string  // as typed, without the program's name
}

// newStreams returns the streams of the program.
func newStreams(in io.Reader, stdout, stderr io.Writer, token string) streams {
	return streams{in: in, out: printable.NewWriter(stdout), err: printable.NewWriter(stderr), raw: stdout, token: token}
}

// data returns stdout for a verb whose output other programs read: exactly what
// is written, unless it goes to a terminal.
func (s streams) data() io.Writer {
	if printable.Terminal(s.out) != nil {
		return s.out
	}
	return s.raw
}

// flush writes what out and err have kept back.
func (s streams) flush() {
	s.out.Flush() // whoever wrote the rest has reported errors
	s.err.Flush()
}
