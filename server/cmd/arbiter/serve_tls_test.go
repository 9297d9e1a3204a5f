//lint:file-ignore SA1019 see server/serving/api/transport/socket.go

package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/server/cmd/arbiter/output"

	"nhooyr.io/websocket"

	"arbiter/referee/refereetest"
)

// certificate writes a certificate for 127.0.0.1 and its key. It returns their
// files and the pool with which a client trusts the certificate.
func certificate(t *testing.T) (cert, key string, trusted *x509.CertPool) {
	t.Helper()
	secret, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
	}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, secret.Public(), secret)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := x509.MarshalPKCS8PrivateKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, kind string, data []byte) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	parsed, err := x509.ParseCertificate(signed)
	if err != nil {
		t.Fatal(err)
	}
	trusted = x509.NewCertPool()
	trusted.AddCert(parsed)
	return write("cert.pem", "CERTIFICATE", signed), write("key.pem", "PRIVATE KEY", packed), trusted
}

// With a certificate everything is served over TLS, including live matches.
func TestServeTLS(t *testing.T) {
	cert, key, trusted := certificate(t)
	s := startServing(t, arbiterProgram(t), filepath.Join(t.TempDir(), "t.db"), "--tls-cert", cert, "--tls-key", key)
	if !strings.HasPrefix(s.url, "https://127.0.0.1:") {
		t.Fatalf("it prints the URL %s", s.url)
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}}}
	response, err := client.Get(s.url + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(response.Body)
	response.Body.Close()
	if response.StatusCode != http.StatusOK || string(text) != "ok\n" {
		t.Errorf("/healthz: %d %q", response.StatusCode, text)
	}

	body := strings.NewReader(`{"game":"keeper","bots":["builtin:keeper/greedy"],"first_ms":0,"turn_ms":0}`)
	response, err = client.Post(s.url+"/api/matches", "application/json", body)
	if err != nil {
		t.Fatal(err)
	}
	var match struct{ ID string }
	err = json.NewDecoder(response.Body).Decode(&match)
	response.Body.Close()
	if err != nil || match.ID == "" {
		t.Fatalf("%d %v", response.StatusCode, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), refereetest.Hang)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, s.url+"/api/live/"+match.ID, &websocket.DialOptions{HTTPClient: client})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow()
	conn.SetReadLimit(1 << 22)
	last := ""
	for {
		_, text, err := conn.Read(ctx)
		if websocket.CloseStatus(err) == websocket.StatusNormalClosure {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		last = string(text)
	}
	if !strings.Contains(last, `{"result":`) {
		t.Errorf("the last message is %.200q; want the result in it", last)
	}
}

// "1001 means that the server is shutting down", here after an interrupt.
func TestServeClosesWithGoingAway(t *testing.T) {
	s := startServing(t, arbiterProgram(t), filepath.Join(t.TempDir(), "t.db"))
	ctx, cancel := context.WithTimeout(t.Context(), refereetest.Hang)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, s.url+"/api/live", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow()
	if _, _, err := conn.Read(ctx); err != nil { // hello
		t.Fatal(err)
	}
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if _, _, err = conn.Read(ctx); websocket.CloseStatus(err) != websocket.StatusGoingAway {
		t.Errorf("%v; want the status %d", err, websocket.StatusGoingAway)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("%v; want exit code 0", err)
	}
}

// A wrong certificate is reported before anything is served.
func TestServeTLSRefuses(t *testing.T) {
	cert, key, _ := certificate(t)
	_, other, _ := certificate(t)
	for _, tt := range []struct {
		name, cert, key string
		want            []string
	}{
		{"no key", cert, "", []string{"TLS needs both --tls-cert and --tls-key"}},
		{"a key that does not exist", cert, "nowhere.pem", []string{cert, "nowhere.pem", "no such file"}},
		{"a key of another certificate", cert, other, []string{cert, other, "does not match"}},
		{"certificate and key swapped", key, cert, []string{key, cert, "PEM"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var stderr bytes.Buffer
			args := []string{"serve", "--addr", "127.0.0.1:0", "--db", filepath.Join(t.TempDir(), "t.db"), "--tls-cert", tt.cert}
			if tt.key != "" {
				args = append(args, "--tls-key", tt.key)
			}
			if code := run(args, output.NewStreams(strings.NewReader(""), io.Discard, &stderr, "")); code != output.ExitUsage {
				t.Errorf("exit code %d; want %d", code, output.ExitUsage)
			}
			for _, want := range tt.want {
				if !strings.Contains(stderr.String(), want) {
					t.Errorf("stderr is %q; want %q in it", stderr.String(), want)
				}
			}
		})
	}
}
