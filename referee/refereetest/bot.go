package refereetest

import (
	"bufio"
	"io"
	"net/url"
)

// A Bot is a builtin bot that runs in process, seen from the other ends of its
// pipes.
type Bot struct {
	In  io.WriteCloser
	Out *bufio.Scanner
	End func() error // waits for the bot after its input was closed
}

// maxLine is more than any builtin bot writes on one line, a document included.
const maxLine = 16 << 20

// StartBot runs a builtin bot in process.
func StartBot(play func(in io.Reader, out io.Writer, options url.Values) error, options url.Values) Bot {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := play(inR, outW, options)
		outW.Close()
		inR.Close()
		done <- err
	}()
	lines := bufio.NewScanner(outR)
	lines.Buffer(nil, maxLine)
	return Bot{inW, lines, func() error { return <-done }}
}
