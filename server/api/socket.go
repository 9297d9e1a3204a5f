//lint:file-ignore SA1019 its maintainers publish it under another name with the same interface; only this file would change

package api

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"nhooyr.io/websocket"

	"arbiter/server/live"
)

// A socket is a websocket: a message holds one line or several. It is closed
// with 1000 after the last line, with 1013 when the watcher was too slow, and
// with 1001 when the server ends or the match broke off.
//
// A close frame reaches only a client that reads what came before it, and it
// cannot be sent while another frame is stuck. So no more than a window is sent
// that the client has not read, which its answer to a ping tells: that fits
// into the buffers of the connection, and the close frame behind it.
type socket struct {
	conn    *websocket.Conn
	wire    *wire
	gone    context.Context // done when the client is
	slow    time.Duration
	unread  int // bytes since the last ping that was answered
	pinging sync.WaitGroup
}

// openSocket accepts a websocket. Origins other than the server's own are
// refused, because the browser of a person may be led to any page.
func (s *Server) openSocket(w http.ResponseWriter, r *http.Request) (sink, context.Context, error) {
	under := &wire{slow: s.Slow, patience: s.Patience}
	conn, err := websocket.Accept(hijacker{w, under}, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return nil, nil, err
	}
	// Nothing is read of the client but the answers to pings; this notices
	// when it goes. The end of the server cuts nobody off: it is told.
	gone := conn.CloseRead(context.WithoutCancel(r.Context()))
	ctx, cancel := context.WithCancel(r.Context())
	context.AfterFunc(gone, cancel)
	return &socket{conn: conn, wire: under, gone: gone, slow: s.Slow}, ctx, nil
}

// send waits for the patience of the wire at the most: the library answers a
// context that is done by cutting the connection, and nobody could be told why.
func (s *socket) send(lines [][]byte) error {
	text := bytes.TrimSuffix(bytes.Join(lines, nil), []byte("\n"))
	if len(text) <= window {
		if err := s.room(len(text)); err != nil {
			return err
		}
		return s.conn.Write(s.gone, websocket.MessageText, text)
	}
	message, err := s.conn.Writer(s.gone, websocket.MessageText)
	if err != nil {
		return err
	}
	for piece := range slices.Chunk(text, window) { // a line alone may be longer
		if err := s.room(len(piece)); err != nil {
			return err
		}
		if _, err := message.Write(piece); err != nil {
			return err
		}
	}
	return message.Close()
}

// room waits until there is room for n bytes in the window.
func (s *socket) room(n int) error {
	if s.unread+n > window {
		if err := s.ping(); err != nil {
			return err
		}
	}
	s.unread += n
	return nil
}

// ping waits until the client has read what it was sent.
func (s *socket) ping() error {
	answered := make(chan error, 1)
	s.pinging.Go(func() { answered <- s.conn.Ping(s.gone) })
	select {
	case err := <-answered:
		s.unread = 0
		return err
	case <-time.After(s.slow):
		return live.ErrBehind
	}
}

func (s *socket) end(err error) {
	defer s.pinging.Wait()
	code, reason := websocket.StatusGoingAway, err.Error()
	switch {
	case s.gone.Err() != nil:
		s.conn.CloseNow()
		return
	case errors.Is(err, io.EOF):
		code, reason = websocket.StatusNormalClosure, ""
	case errors.Is(err, live.ErrBehind):
		code, reason = websocket.StatusTryAgainLater, live.ErrBehind.Error()
	}
	s.wire.ending.Store(true)
	s.conn.Close(code, strings.ToValidUTF8(reason[:min(len(reason), 120)], ""))
}
