package main

import (
	"strings"
	"testing"
)

// "Scheme and host alone": anything else could add directives to the policy.
func TestEmbedOrigin(t *testing.T) {
	for origin, want := range map[string]bool{
		"https://example.org":       true,
		"http://localhost:3000":     true,
		"example.org":               false,
		"https://":                  false,
		"https://example.org/page":  false,
		"https://example.org; x":    false,
		"https://a.org https://b.c": false,
		"https://*.example.org":     false,
		"'self'":                    false,
	} {
		if got := isOrigin(origin); got != want {
			t.Errorf("isOrigin(%q) = %v; want %v", origin, got, want)
		}
	}
}

// "With tokens it needs --public-read."
func TestEmbedOriginWithTokens(t *testing.T) {
	f := serveSettings{EmbedOrigin: []string{"https://example.org"}}
	if _, err := f.tokens("secret"); err == nil || !strings.Contains(err.Error(), "--public-read") {
		t.Errorf("error %v; want one that names --public-read", err)
	}
	f.PublicRead = true
	if _, err := f.tokens("secret"); err != nil {
		t.Error(err)
	}
}
