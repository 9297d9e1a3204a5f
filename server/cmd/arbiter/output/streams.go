// Package output is what a verb prints and how it ends: streams that are safe to
// print to, files that are complete or absent, a progress meter, exit codes.
package output

import (
	"context"
	"io"

	"arbiter/referee/printable"
)

// Streams is what a verb reads and writes besides files. Results go to Out,
// everything else that people read goes to Err. Both quote control,
// bidirectional and invisible characters, which may come from bots, replays and servers, so
// that no verb can forget to; JSON keeps its meaning.
type Streams struct {
	In    io.Reader
	Out   *printable.Writer
	Err   *printable.Writer
	Raw   io.Writer // stdout, which nothing is quoted on; see Data
	Token string    // the value of flags.TokenVariable
	Args  []string  // as typed, without the program's name
}

// NewStreams returns the streams of the program.
func NewStreams(in io.Reader, stdout, stderr io.Writer, token string) Streams {
	return Streams{In: in, Out: printable.NewWriter(stdout), Err: printable.NewWriter(stderr), Raw: stdout, Token: token}
}

// Input returns what In has, and fails once ctx is done: nothing else ends a read of
// stdin. The goroutine behind it ends with the input or with the program.
func (s Streams) Input(ctx context.Context) io.Reader {
	read, write := io.Pipe()
	go func() {
		_, err := io.Copy(write, s.In)
		write.CloseWithError(err)
	}()
	context.AfterFunc(ctx, func() { write.CloseWithError(ctx.Err()) })
	return read
}

// Data returns stdout for a verb whose output other programs read: exactly what
// is written, unless it goes to a terminal.
func (s Streams) Data() io.Writer {
	if printable.Terminal(s.Out) != nil {
		return s.Out
	}
	return s.Raw
}

// Flush writes what Out and Err have kept back.
func (s Streams) Flush() {
	s.Out.Flush() // whoever wrote the rest has reported errors
	s.Err.Flush()
}
