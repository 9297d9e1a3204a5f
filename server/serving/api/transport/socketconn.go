package transport

import (
	"bufio"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

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
