package client

import (
	"net/http"
	"testing"
)

// "But never without encryption, where the token could be read."
func TestRedirectStaysEncrypted(t *testing.T) {
	for _, tt := range []struct {
		from, to string
		follows  bool
	}{
		{"https://a.example", "https://b.example", true},
		{"http://a.example", "https://a.example", true},
		{"https://a.example", "http://a.example", false},
	} {
		from, err := http.NewRequest(http.MethodGet, tt.from, nil)
		if err != nil {
			t.Fatal(err)
		}
		to, err := http.NewRequest(http.MethodGet, tt.to, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := redirect(to, []*http.Request{from}); (err == nil) != tt.follows {
			t.Errorf("from %s to %s: %v; want follows %t", tt.from, tt.to, err, tt.follows)
		}
	}
}
