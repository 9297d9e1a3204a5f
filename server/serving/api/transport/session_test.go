package transport_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"arbiter/server/serving/api/transport"
)

// A session keeps a token in a cookie, which is as good as the token in a header,
// until it is closed.
func TestSession(t *testing.T) {
	s := serve(t, transport.Guard{Tokens: []transport.Token{transport.NewToken("play", "p")}, Burst: 1 << 20})
	open := func(token string, header ...string) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), "POST", s.URL+"/api/session", strings.NewReader(`{"token":"`+token+`"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		response, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response
	}
	scope := func(header ...string) string {
		_, text := s.do("GET", "/api/session", "", header...)
		var session struct {
			Asked bool
			Scope string
		}
		if err := json.Unmarshal(text, &session); err != nil || !session.Asked {
			t.Errorf("%v: %s; want a session that asks for a token", err, text)
		}
		return session.Scope
	}
	if got := scope(); got != "" {
		t.Errorf("without a token the scope is %q; want none", got)
	}
	if response := open("wrong"); response.StatusCode != 422 || len(response.Cookies()) > 0 {
		t.Errorf("a wrong token: %d, cookies %v; want 422 and none", response.StatusCode, response.Cookies())
	}
	if response := open("p", "Sec-Fetch-Site", "cross-site"); response.StatusCode != 403 {
		t.Errorf("a page of another site: %d; want 403", response.StatusCode)
	}
	kept := open("p").Cookies()[0]
	if !kept.HttpOnly || kept.SameSite != http.SameSiteStrictMode || kept.Secure || kept.Path != "/" {
		t.Errorf("%v; want HttpOnly, SameSite=Strict, not Secure without TLS, on /", kept)
	}
	if cookies := open("p", "X-Forwarded-Proto", "https").Cookies(); !cookies[0].Secure {
		t.Errorf("behind a proxy with TLS: %v; want Secure", cookies[0])
	}
	shown := []string{"Cookie", kept.Name + "=" + kept.Value}
	if got := scope(shown...); got != "play" {
		t.Errorf("with the cookie the scope is %q; want play", got)
	}
	if status, _ := s.do("GET", "/api/games", "", shown...); status != 204 {
		t.Errorf("with the cookie: %d; want 204", status)
	}
	r, err := http.NewRequestWithContext(t.Context(), "DELETE", s.URL+"/api/session", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if cookies := response.Cookies(); len(cookies) != 1 || cookies[0].MaxAge >= 0 {
		t.Errorf("%d, cookies %v; want one that is deleted", response.StatusCode, cookies)
	}
}

// A server without tokens permits everything and requires no login.
func TestSessionWithoutTokens(t *testing.T) {
	s := serve(t, guardOff)
	if session := s.want(200, "GET", "/api/session", ""); session["asked"] != false || session["scope"] != "admin" {
		t.Errorf("%v; want nothing asked, and everything allowed", session)
	}
}
