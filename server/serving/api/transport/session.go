package transport

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// A session is a token in a cookie that scripts cannot read and that browsers
// send to this site only. Browsers need one for websockets, on which they cannot
// set headers.
const (
	sessionCookie = "arbiter_token"
	sessionPath   = "/api/session"
)

// sessionBody is what a client may do.
type sessionBody struct {
	Asked   bool   `json:"asked" doc:"Whether the server requires tokens."`
	Scope   Scope  `json:"scope" enum:",read,upload,play,admin" doc:"Scope of the presented token; empty without a valid one, or read where the server lets everybody read. admin if the server requires no tokens."`
	Token   string `json:"token,omitempty" doc:"Name of the presented token: the owner of what it makes."`
	Unknown bool   `json:"unknown,omitempty" doc:"Whether a token was presented that the server does not know."`
}

type sessionOut struct {
	Cookie string `header:"Set-Cookie" doc:"Keeps the token; without one, forgets it."`
	Body   sessionBody
}

type sessionIn struct {
	Authorization string `header:"Authorization" hidden:"true"`
	Cookie        string `cookie:"arbiter_token" hidden:"true"`
	address       string
}

// Resolve implements huma.Resolver.
func (in *sessionIn) Resolve(ctx huma.Context) []error {
	in.address = addressOf(ctx.RemoteAddr())
	return nil
}

// tokenIn is a token to keep in the session cookie.
type tokenIn struct {
	Body struct {
		Token string `json:"token" minLength:"1" maxLength:"4000"`
	}
	encrypted bool
	address   string
}

// Resolve implements huma.Resolver. TLS may end at a proxy in front of the
// server.
func (in *tokenIn) Resolve(ctx huma.Context) []error {
	in.address = addressOf(ctx.RemoteAddr())
	in.encrypted = ctx.TLS() != nil || ctx.Header("X-Forwarded-Proto") == "https"
	return nil
}

// Sessions registers the routes of sessions.
func (r *Router) Sessions() {
	tag := []string{"session"}
	Route(r, ScopePublic, huma.Operation{
		Method: http.MethodGet, Path: sessionPath, OperationID: "get-session", Tags: tag,
		Summary: "Get the scope of the presented token, and whether the server requires one", Description: "Requires no token.",
	}, func(_ context.Context, in *sessionIn) (*sessionOut, error) {
		session, err := r.session(in.address, secretOf(in.Authorization, in.Cookie))
		return &sessionOut{Body: session}, err
	})
	Route(r, ScopePublic, huma.Operation{
		Method: http.MethodPost, Path: sessionPath, OperationID: "open-session", Tags: tag,
		Summary:     "Log in: keep a token in the cookie arbiter_token until the browser is closed",
		Description: "Requires no other token. Idempotent.",
	}, r.openSession)
	Route(r, ScopePublic, huma.Operation{
		Method: http.MethodDelete, Path: sessionPath, OperationID: "close-session", Tags: tag,
		Summary: "Log out: delete the cookie", Description: "Requires no token. Idempotent.",
	}, func(context.Context, *struct{}) (*sessionOut, error) {
		session, err := r.session("", "")
		return &sessionOut{Cookie: tokenCookie("", false, -1).String(), Body: session}, err
	})
}

// session returns what a token permits that an address presents.
func (r *Router) session(address, secret string) (sessionBody, error) {
	if len(r.Guard.Tokens) == 0 {
		return sessionBody{Scope: ScopeAdmin}, nil
	}
	token, err := r.gate.keeper.token(address, secret)
	scope, unknown := token.Scope, token.Scope == "" && secret != ""
	if scope == "" && r.Guard.PublicRead {
		scope = ScopeRead
	}
	return sessionBody{Asked: true, Scope: scope, Token: token.Name, Unknown: unknown}, err
}

func (r *Router) openSession(_ context.Context, in *tokenIn) (*sessionOut, error) {
	session, err := r.session(in.address, in.Body.Token)
	if err != nil {
		return nil, err
	}
	if session.Unknown {
		return nil, wrongToken(unknownToken)
	}
	cookie := tokenCookie(in.Body.Token, in.encrypted, 0)
	if cookie.Valid() != nil {
		return nil, wrongToken("has characters that a cookie cannot hold; want letters, digits and ASCII punctuation")
	}
	return &sessionOut{Cookie: cookie.String(), Body: session}, nil
}

// wrongToken returns the problem of a token that cannot be kept.
func wrongToken(reason string) error {
	return huma.Error422UnprocessableEntity("token: "+reason, &huma.ErrorDetail{Location: "body.token", Message: reason})
}

// tokenCookie returns the cookie that holds a token. A negative age deletes it.
func tokenCookie(secret string, encrypted bool, age int) *http.Cookie {
	return &http.Cookie{
		Name: sessionCookie, Value: secret, Path: "/", MaxAge: age,
		HttpOnly: true, Secure: encrypted, SameSite: http.SameSiteStrictMode,
	}
}
