package transport

import (
	"errors"
	"io"
	"net"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// A bodyContext makes a body that cannot be read the client's error, although huma
// takes it for the server's. Such a body has a chunk whose header is no number, or ends
// before its length.
type bodyContext struct {
	humaContext
	body *watchedBody
}

// humaContext is huma.Context under a name that does not hide its method Context.
type humaContext huma.Context

// watchBody is a middleware of huma that watches how the body is read.
func watchBody(ctx huma.Context, next func(huma.Context)) {
	next(bodyContext{ctx, &watchedBody{Reader: ctx.BodyReader()}})
}

// Unwrap returns the context of the adapter, as humachi.Unwrap wants it.
func (c bodyContext) Unwrap() huma.Context { return c.humaContext }

// BodyReader implements huma.Context.
func (c bodyContext) BodyReader() io.Reader {
	if c.body.Reader == nil {
		return nil
	}
	return c.body
}

// SetStatus implements huma.Context.
func (c bodyContext) SetStatus(code int) {
	if code == http.StatusInternalServerError && c.body.broken != nil {
		code = http.StatusBadRequest
	}
	c.humaContext.SetStatus(code)
}

// brokenBody is a transformer of responses. It says what is wrong with the body.
func brokenBody(ctx huma.Context, _ string, response any) (any, error) {
	c, ok := ctx.(bodyContext)
	problem, isProblem := response.(*huma.ErrorModel)
	if !ok || !isProblem || c.body.broken == nil || problem.Status != http.StatusInternalServerError {
		return response, nil
	}
	return &huma.ErrorModel{
		Title: http.StatusText(http.StatusBadRequest), Status: http.StatusBadRequest,
		Detail: "the body cannot be read: " + c.body.broken.Error() + "; want all bytes of its Content-Length, or whole chunks",
	}, nil
}

// A watchedBody notes why it could not be read to its end. A client that is too slow
// is a matter of Pace.
type watchedBody struct {
	io.Reader
	broken error
}

// Read implements io.Reader.
func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	var timeout net.Error
	if err != nil && !errors.Is(err, io.EOF) && !(errors.As(err, &timeout) && timeout.Timeout()) {
		b.broken = err
	}
	return n, err
}

// Close implements io.Closer.
func (b *watchedBody) Close() error {
	if c, ok := b.Reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
