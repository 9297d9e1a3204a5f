package serve

import (
	"net"
	"strings"
	"testing"
)

// "Another program listens there; want a free port."
func TestTakenPort(t *testing.T) {
	first, err := listenAt("127.0.0.1:0", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	_, err = listenAt(first.Addr().String(), nil)
	if want := "address " + first.Addr().String() + ": another program listens there; want a free port"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v; want %q", err, want)
	}
}

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
