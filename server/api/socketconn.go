package api

import (
	"bufio"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// A wire is the connection under a websocket. The library answers a close
// frame with one even when it has sent its own before, of which browsers
// complain. So the wire says nothing more after the first, and what the client
// still says is not passed on: the library sees only that it hangs up.
type wire struct {
	net.Conn
	patience time.Duration // for each write
	slow     time.Duration // for the client to hang up after the close frame
	ending   atomic.Bool   // no more messages are written
	ended    atomic.Bool   // the close frame is written
}

// closeFrame is the first byte of a close frame.
const closeFrame = 0x88

// Write implements net.Conn.
func (w *wire) Write(p []byte) (int, error) {
	if w.ended.Load() {
		return 0, net.ErrClosed
	}
	last := w.ending.Load() && len(p) > 0 && p[0] == closeFrame
	w.ended.Store(last) // first: the client may answer at once
	if err := w.SetWriteDeadline(time.Now().Add(w.patience)); err != nil {
		return 0, err
	}
	n, err := w.Conn.Write(p)
	if last {
		// Both fail when the client has gone: then nobody misses them.
		w.SetReadDeadline(time.Now().Add(w.slow))
		if half, ok := w.Conn.(interface{ CloseWrite() error }); ok {
			half.CloseWrite()
		}
	}
	return n, err
}

// Read implements net.Conn.
func (w *wire) Read(p []byte) (int, error) {
	n, err := w.Conn.Read(p)
	for err == nil && w.ended.Load() {
		n, err = w.Conn.Read(p)
	}
	return n, err
}

// A hijacker gives the library a wire instead of the connection.
type hijacker struct {
	http.ResponseWriter
	wire *wire
}

// Hijack implements http.Hijacker.
func (h hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	h.wire.Conn = conn
	rw.Writer.Reset(h.wire)
	return h.wire, rw, nil
}
