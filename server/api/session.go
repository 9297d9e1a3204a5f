package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// A browser keeps its token in a cookie that no page can read and that no other
// site makes it send: a websocket can be given no header.
const (
	sessionCookie = "arbiter_token"
	sessionPath   = "/api/session"
)

// sessionBody is what a client may do.
type sessionBody struct {
	Asked bool  `json:"asked" doc:"Whether the server asks for a token at all."`
	Scope Scope `json:"scope" enum:",read,play,admin" doc:"What the token that was shown allows; empty for none. Where none is asked for, everything: admin."`
}

type sessionOut struct {
	Cookie *http.Cookie `header:"Set-Cookie"`
	Body   sessionBody
}

type sessionIn struct {
	Authorization string `header:"Authorization" hidden:"true"`
	Cookie        string `cookie:"arbiter_token" hidden:"true"`
}

// tokenIn is a token that a browser is to keep.
type tokenIn struct {
	Body struct {
		Token string `json:"token" minLength:"1" maxLength:"4000"`
	}
	encrypted bool
}

// Resolve implements huma.Resolver. A proxy in front of the server may be the
// one that does TLS.
func (in *tokenIn) Resolve(ctx huma.Context) []error {
	in.encrypted = ctx.TLS() != nil || ctx.Header("X-Forwarded-Proto") == "https"
	return nil
}

func (s *Server) sessions() {
	tag := []string{"session"}
	route(s, ScopePublic, huma.Operation{
		Method: http.MethodGet, Path: sessionPath, OperationID: "get-session", Tags: tag,
		Summary: "Tell whether tokens are asked for, and what yours allows", Description: "Needs no token.",
	}, func(_ context.Context, in *sessionIn) (*sessionOut, error) {
		return &sessionOut{Body: s.session(secretOf(in.Authorization, in.Cookie))}, nil
	})
	route(s, ScopePublic, huma.Operation{
		Method: http.MethodPost, Path: sessionPath, OperationID: "open-session", Tags: tag,
		Summary: "Keep a token in the cookie arbiter_token until the browser is closed", Description: "Needs no other token. Idempotent.",
	}, s.openSession)
	route(s, ScopePublic, huma.Operation{
		Method: http.MethodDelete, Path: sessionPath, OperationID: "close-session", Tags: tag,
		Summary: "Forget the token in the cookie", Description: "Needs no token. Idempotent.",
	}, func(context.Context, *struct{}) (*sessionOut, error) {
		return &sessionOut{Cookie: cookie("", false, -1), Body: s.session("")}, nil
	})
}

// session says what a token allows.
func (s *Server) session(token string) sessionBody {
	if len(s.Guard.Tokens) == 0 {
		return sessionBody{Scope: ScopeAdmin}
	}
	return sessionBody{Asked: true, Scope: scopeOf(s.Guard.Tokens, token)}
}

func (s *Server) openSession(_ context.Context, in *tokenIn) (*sessionOut, error) {
	session := s.session(in.Body.Token)
	if session.Scope == "" {
		const why = "the server knows no such token"
		return nil, huma.Error422UnprocessableEntity(why, &huma.ErrorDetail{Location: "body.token", Message: why})
	}
	kept := cookie(in.Body.Token, in.encrypted, 0)
	if kept.Valid() != nil {
		const why = "the token has characters that no cookie can carry; want one of plain letters, digits and signs"
		return nil, huma.Error422UnprocessableEntity(why, &huma.ErrorDetail{Location: "body.token", Message: why})
	}
	return &sessionOut{Cookie: kept, Body: session}, nil
}

// cookie makes the cookie of a token; an age below 0 deletes it.
func cookie(token string, encrypted bool, age int) *http.Cookie {
	return &http.Cookie{
		Name: sessionCookie, Value: token, Path: "/", MaxAge: age,
		HttpOnly: true, Secure: encrypted, SameSite: http.SameSiteStrictMode,
	}
}
