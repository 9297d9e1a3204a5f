//lint:file-ignore SA1019 its maintainers publish it under another name with the same interface; only this file would change

package transport

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"nhooyr.io/websocket"
)

// A socket is a sink that is a websocket; a message holds one or more lines. It is
// closed with status 1000 after the last line, and with 1013 when the client fell
// behind. A reason that has a CloseCode is sent with that code. Any other reason, such
// as a server that shuts down, is sent with 1001.
//
// A client receives a close frame only after reading everything before it, and
// none can be sent while another frame is blocked. So a socket keeps at most a
// window unread by the client, which it measures with pings: the window fits
// into the buffers of the connection, and a close frame behind it.
type socket struct {
	conn    *websocket.Conn
	under   *socketConn
	gone    context.Context // done when the client has disconnected
	slow    time.Duration
	behind  error          // see Streams
	unread  int            // bytes sent since the last answered ping
	running sync.WaitGroup // the reader and pings
}

// openSocket accepts a websocket. Requests of other origins are refused, since
// any page that a person visits could open one.
func (s *Streams) openSocket(w http.ResponseWriter, r *http.Request) (sink, context.Context, error) {
	under := &socketConn{slow: s.Slow, patience: s.Patience}
	conn, err := websocket.Accept(hijacker{w, under}, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return nil, nil, err
	}
	// The reader ignores the server's shutdown, so that the client gets a close
	// frame then.
	gone, left := context.WithCancel(context.WithoutCancel(r.Context()))
	ctx, cancel := context.WithCancel(r.Context())
	context.AfterFunc(gone, cancel)
	to := &socket{conn: conn, under: under, gone: gone, slow: s.Slow, behind: s.Behind}
	to.running.Go(func() {
		defer left()
		to.read()
	})
	return to, ctx, nil
}

// read reads pongs, and returns when the client has disconnected. A client that
// sends messages is disconnected. (The library's CloseRead would wait for itself
// then, for 15 seconds.)
func (s *socket) read() {
	defer s.conn.CloseNow()
	if _, _, err := s.conn.Reader(s.gone); err == nil {
		s.under.ending.Store(true)
		s.conn.Close(websocket.StatusPolicyViolation, "messages are not expected here")
	}
}

// send blocks for at most the patience of the socketConn. It takes no context:
// the library cuts the connection when one is done, and no reason could be sent.
func (s *socket) send(lines [][]byte) error {
	text := bytes.TrimSuffix(bytes.Join(lines, nil), []byte("\n"))
	if len(text) <= Window {
		if err := s.reserve(len(text)); err != nil {
			return err
		}
		return s.conn.Write(s.gone, websocket.MessageText, text)
	}
	message, err := s.conn.Writer(s.gone, websocket.MessageText)
	if err != nil {
		return err
	}
	for piece := range slices.Chunk(text, Window) { // a single line may exceed the window
		if err := s.reserve(len(piece)); err != nil {
			return err
		}
		if _, err := message.Write(piece); err != nil {
			return err
		}
	}
	return message.Close()
}

// reserve waits until the window has room for n bytes.
func (s *socket) reserve(n int) error {
	if s.unread+n > Window {
		if err := s.ping(); err != nil {
			return err
		}
	}
	s.unread += n
	return nil
}

// ping waits until the client has read everything sent so far. It returns
// behind when that takes longer than slow.
func (s *socket) ping() error {
	pong := make(chan error, 1)
	s.running.Go(func() { pong <- s.conn.Ping(s.gone) })
	select {
	case err := <-pong:
		s.unread = 0
		return err
	case <-time.After(s.slow):
		return s.behind
	}
}

func (s *socket) end(reason error) {
	defer s.running.Wait()
	code, text := websocket.StatusGoingAway, reason.Error()
	var coded interface{ CloseCode() int }
	switch {
	case s.gone.Err() != nil:
		s.conn.CloseNow()
		return
	case errors.Is(reason, io.EOF):
		code, text = websocket.StatusNormalClosure, ""
	case errors.Is(reason, s.behind):
		code, text = websocket.StatusTryAgainLater, s.behind.Error()
	case errors.As(reason, &coded):
		code = websocket.StatusCode(coded.CloseCode())
	}
	s.under.ending.Store(true)
	s.conn.Close(code, strings.ToValidUTF8(text[:min(len(text), 120)], "")) // a close frame holds 123 bytes of text
}

// A socketConn is the net.Conn under a websocket. The websocket library answers
// a close frame with another one even when it has sent one before, which
// browsers report as an error. So after the first close frame a socketConn
// writes nothing and hides what the client sends: the library sees only the end
// of the connection.
type socketConn struct {
	net.Conn
	patience time.Duration // deadline of each write
	slow     time.Duration // for the client to hang up after the close frame
	ending   atomic.Bool   // no more messages are written
	ended    atomic.Bool   // the close frame has been written
}

// closeFrame is the first byte of a close frame (RFC 6455, section 5.5.1).
const closeFrame = 0x88

// Write implements net.Conn.
func (c *socketConn) Write(p []byte) (int, error) {
	if c.ended.Load() {
		return 0, net.ErrClosed
	}
	last := c.ending.Load() && len(p) > 0 && p[0] == closeFrame
	c.ended.Store(last) // before the write: the client may answer at once
	if err := c.SetWriteDeadline(time.Now().Add(c.patience)); err != nil {
		return 0, err
	}
	n, err := c.Conn.Write(p)
	if last {
		// Both fail when the client has gone, which does no harm.
		c.SetReadDeadline(time.Now().Add(c.slow))
		if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
			half.CloseWrite()
		}
	}
	return n, err
}

// Read implements net.Conn.
func (c *socketConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	for err == nil && c.ended.Load() {
		n, err = c.Conn.Read(p)
	}
	return n, err
}

// A hijacker gives the websocket library a socketConn in place of the
// connection.
type hijacker struct {
	http.ResponseWriter
	conn *socketConn
}

// Hijack implements http.Hijacker.
func (h hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	h.conn.Conn = conn
	rw.Writer.Reset(h.conn)
	return h.conn, rw, nil
}
