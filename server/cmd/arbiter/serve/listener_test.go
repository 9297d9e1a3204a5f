package serve

import (
	"net"
	"testing"
)

// "One that listens on all addresses is not at [::]."
func TestShownAddress(t *testing.T) {
	for address, want := range map[string]string{"[::]:80": "localhost:80", "0.0.0.0:80": "localhost:80", "127.0.0.1:80": "127.0.0.1:80", "[::1]:80": "[::1]:80", "192.0.2.1:80": "192.0.2.1:80"} {
		a, err := net.ResolveTCPAddr("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		if got := shownAddress(a); got != want {
			t.Errorf("%s: %s; want %s", address, got, want)
		}
	}
}
