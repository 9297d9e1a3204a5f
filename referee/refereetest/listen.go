package refereetest

import (
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// Listen starts a service that anybody on this machine may connect to, and that
// closes each connection. It ends with the test.
func Listen(t *testing.T, network, address string) net.Addr {
	t.Helper()
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	if filepath.IsAbs(address) {
		if err := os.Chmod(address, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	return l.Addr()
}

// FreePort returns a port of this machine that nobody listens on. It is below those that
// systems give to outgoing connections: one of these may have it before the test does.
func FreePort(t *testing.T) string {
	t.Helper()
	for range 100 {
		port := strconv.Itoa(10_000 + rand.IntN(20_000))
		if l, err := net.Listen("tcp", "127.0.0.1:"+port); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal("a hundred ports are taken")
	return ""
}
