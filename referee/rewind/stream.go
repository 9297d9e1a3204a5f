package rewind

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"

	"arbiter/referee"
)

// A Stream is a referee.Player over the stdin and stdout of a bot that somebody
// else runs, such as a debugger. It has no limits of time: whoever runs the bot
// ends a wait by closing the stream from it.
type Stream struct {
	in    io.Writer
	out   *bufio.Reader
	ask   referee.Ask
	asked time.Time
	wrote chan error // of the input; a bot may answer before it has read it all
}

// NewStream returns the player of a bot that reads what is written to in.
func NewStream(in io.Writer, out io.Reader) *Stream {
	return &Stream{in: in, out: bufio.NewReader(out), wrote: make(chan error, 1)}
}

// Ask implements referee.Player.
func (s *Stream) Ask(ask referee.Ask) {
	s.ask, s.asked = ask, time.Now()
	go func() {
		_, err := s.in.Write(ask.Input)
		s.wrote <- err
	}()
}

// Reply implements referee.Player. The end of the stream is a crash.
func (s *Stream) Reply(ctx context.Context) (referee.Reply, error) {
	lines, err := s.answer()
	if wrote := <-s.wrote; wrote != nil && err == nil {
		err = wrote
	}
	reply := referee.Reply{Lines: lines, Wall: time.Since(s.asked)}
	switch {
	case ctx.Err() != nil:
		return reply, ctx.Err()
	case err != nil:
		reply.Lines = nil
		reply.Fault = &referee.Fault{Turn: s.ask.Turn, Seat: s.ask.Seat, Kind: referee.Crash, Why: "its output ended"}
	}
	return reply, nil
}

// answer reads an answer.
func (s *Stream) answer() ([]string, error) {
	if s.ask.Lines == referee.Document {
		return s.document()
	}
	var lines []string
	for range s.ask.Lines {
		line, err := s.out.ReadString('\n')
		if err != nil {
			return nil, err
		}
		lines = append(lines, strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"))
	}
	return lines, nil
}

// document reads lines until they are one JSON document, as bots write it: it ends
// with its line.
func (s *Stream) document() ([]string, error) {
	var text strings.Builder
	for {
		line, err := s.out.ReadString('\n')
		text.WriteString(line)
		whole := strings.TrimSpace(text.String())
		if whole != "" && (ends(whole) || errors.Is(err, io.EOF)) {
			return []string{whole}, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// ends reports whether a text without blanks around it is a whole answer.
func ends(text string) bool {
	if text[0] != '{' && text[0] != '[' {
		return true
	}
	last := text[len(text)-1]
	return (last == '}' || last == ']') && json.Valid([]byte(text))
}

// Finish implements referee.Player.
func (*Stream) Finish() {}

// Close implements referee.Player. It leaves the bot to who runs it.
func (s *Stream) Close() ([]byte, error) { return nil, nil }
