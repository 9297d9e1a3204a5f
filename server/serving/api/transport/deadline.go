package transport

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// A Pace is the minimum speed of clients: how fast a body has to arrive and a
// response has to be taken. Slower clients are cut off, so that they do not hold
// a connection and its memory for ever.
type Pace struct {
	Grace time.Duration // a request may wait for its client for so long; 0 is DefaultGrace
	Rate  int64         // and a second more for each so many bytes; 0 is DefaultRate
}

// Defaults of a Pace.
const (
	DefaultGrace = 20 * time.Second
	DefaultRate  = 64 << 10
)

// allowed returns how long a client may take for a number of bytes.
func (p Pace) allowed(bytes int64) time.Duration {
	return cmp.Or(p.Grace, DefaultGrace) + time.Duration(bytes)*time.Second/time.Duration(cmp.Or(p.Rate, DefaultRate))
}

// paced sets the deadlines of each request. A handler that sets write deadlines
// itself, as live connections do, replaces those of the pace.
func (p Pace) paced(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		control := http.NewResponseController(w)
		if r.Body != nil && r.Body != http.NoBody {
			body := &pacedBody{ReadCloser: r.Body, pace: p, control: control, began: time.Now()}
			// For a body that the handler leaves: the server reads the rest of it.
			body.extend()
			r.Body = body
		}
		next.ServeHTTP(&pacedWriter{ResponseWriter: w, pace: p, control: control}, r)
	})
}

// A pacedBody is the body of a request.
type pacedBody struct {
	io.ReadCloser
	pace    Pace
	control *http.ResponseController
	began   time.Time
	read    int64
}

// extend sets the deadline of the next read. A connection that cannot have a deadline,
// such as one in a test, is not limited.
func (b *pacedBody) extend() { b.control.SetReadDeadline(b.began.Add(b.pace.allowed(b.read))) }

// Read implements io.Reader.
func (b *pacedBody) Read(p []byte) (int, error) {
	b.extend()
	n, err := b.ReadCloser.Read(p)
	b.read += int64(n)
	if errors.Is(err, io.EOF) {
		// The server now watches the connection for its end, without a deadline.
		b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// A pacedWriter is the response to a request. The time that the handler takes
// between two writes does not count.
type pacedWriter struct {
	http.ResponseWriter
	pace    Pace
	control *http.ResponseController
	written int64
	waited  time.Duration // for the client
	own     atomic.Bool   // the handler sets its own deadlines
}

// Write implements io.Writer.
func (w *pacedWriter) Write(p []byte) (int, error) {
	began := time.Now()
	w.extend(began)
	n, err := w.ResponseWriter.Write(p)
	w.written += int64(n)
	w.waited += time.Since(began)
	return n, err
}

// extend sets the deadline of the next write.
func (w *pacedWriter) extend(now time.Time) {
	if !w.own.Load() {
		w.control.SetWriteDeadline(now.Add(w.pace.allowed(w.written) - w.waited))
	}
}

// FlushError implements the method of http.ResponseController.
func (w *pacedWriter) FlushError() error {
	began := time.Now()
	w.extend(began)
	err := w.control.Flush()
	w.waited += time.Since(began)
	return err
}

// SetWriteDeadline implements the method of http.ResponseController.
func (w *pacedWriter) SetWriteDeadline(deadline time.Time) error {
	w.own.Store(true)
	return w.control.SetWriteDeadline(deadline)
}

// SetReadDeadline implements the method of http.ResponseController. It has no
// effect: the body sets its own, where a library would allow a fixed time for
// any length.
func (w *pacedWriter) SetReadDeadline(time.Time) error { return nil }

// Unwrap implements the method of http.ResponseController.
func (w *pacedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
