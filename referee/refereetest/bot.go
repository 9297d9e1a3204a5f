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
	return Bot{inW, bufio.NewScanner(outR), func() error { return <-done }}
}
