package api_test

import (
	"bufio"
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// clientFrame returns a websocket frame as a client sends it, masked with zeros.
func clientFrame(first byte, payload string) []byte {
	head := []byte{first, 0x80 | byte(min(len(payload), 126))}
	if len(payload) >= 126 {
		head = binary.BigEndian.AppendUint16(head, uint16(len(payload)))
	}
	return append(append(head, 0, 0, 0, 0), payload...)
}

// Whatever a client sends on a websocket, its connection ends and nothing else
// does.
func FuzzSocketMessages(f *testing.F) {
	for _, seed := range [][]byte{
		clientFrame(0x81, "hello"), clientFrame(0x82, "\xff"), clientFrame(0x88, "\x03\xe8bye"), clientFrame(0x88, "\x00"), clientFrame(0x89, "ping"), clientFrame(0x8a, "pong"),
		clientFrame(0x01, "in"), clientFrame(0x80, "pieces"), clientFrame(0xff, ""), clientFrame(0x89, strings.Repeat("x", 200)),
		{0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}, {0x81, 0x05}, {},
	} {
		f.Add(seed)
	}
	s := serve(f, guardOff, hasty)
	address := strings.TrimPrefix(s.URL, "http://")
	f.Fuzz(func(t *testing.T, sent []byte) {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(time.Minute))
		const handshake = "GET /api/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
			"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
		if _, err := conn.Write(append([]byte(handshake), sent...)); err != nil {
			t.Fatal(err)
		}
		in := bufio.NewReader(conn)
		response, err := http.ReadResponse(in, nil)
		if err != nil || response.StatusCode != http.StatusSwitchingProtocols {
			t.Fatalf("handshake: %v, %v", response, err)
		}
		if half, ok := conn.(*net.TCPConn); ok {
			half.CloseWrite()
		}
		if _, err := io.Copy(io.Discard, in); err != nil && strings.Contains(err.Error(), "timeout") {
			t.Errorf("the connection is still open: %v", err)
		}
		ended, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		s.api.Wait(ended)
		if ended.Err() != nil {
			t.Error("the server still watches the connection")
		}
		alive, err := http.Get(s.URL + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		alive.Body.Close()
	})
}
