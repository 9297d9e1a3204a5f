//lint:file-ignore SA1019 its maintainers publish it under another name with the same interface; only this file would change

package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"

	"nhooyr.io/websocket"

	"arbiter/server/live"
)

// A socket is a websocket: a message holds one line or several. It is closed
// with 1000 after the last line, with 1013 when the watcher was too slow, and
// with 1001 when the server ends or the match broke off.
type socket struct{ conn *websocket.Conn }

// openSocket accepts a websocket. Origins other than the server's own are
// refused, because the browser of a person may be led to any page.
func openSocket(w http.ResponseWriter, r *http.Request) (sink, context.Context, error) {
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return nil, nil, err
	}
	// Nothing is read of the client; this notices when it goes.
	return &socket{conn}, conn.CloseRead(r.Context()), nil
}

func (s *socket) send(ctx context.Context, lines [][]byte) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return s.conn.Write(ctx, websocket.MessageText, bytes.TrimSuffix(bytes.Join(lines, nil), []byte("\n")))
}

func (s *socket) end(err error) {
	switch {
	case errors.Is(err, io.EOF):
		s.conn.Close(websocket.StatusNormalClosure, "")
	case errors.Is(err, live.ErrBehind):
		s.conn.Close(websocket.StatusTryAgainLater, live.ErrBehind.Error())
	case errors.Is(err, context.Canceled):
		s.conn.CloseNow()
	default:
		reason := err.Error()
		s.conn.Close(websocket.StatusGoingAway, reason[:min(len(reason), 120)])
	}
}
