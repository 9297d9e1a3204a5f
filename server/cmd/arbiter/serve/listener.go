package serve

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"syscall"

	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
)

// listen opens the port. An address that other machines can reach requires a
// token, because whoever may write to the server can run programs here.
func (f serveSettings) listen(tokens []transport.Token) (net.Listener, error) {
	host, err := listenHost("addr", f.Addr)
	if err != nil {
		return nil, err
	}
	if len(tokens) == 0 && !loopback(host) {
		return nil, league.Usagef("address %s: other machines could run programs here; want a token, from --tokens or %s, or the address 127.0.0.1", f.Addr, flags.TokenVariable)
	}
	if f.TLSCert == "" {
		return listenAt(f.Addr, nil)
	}
	pair, err := tls.LoadX509KeyPair(f.TLSCert, f.TLSKey)
	if err != nil {
		return nil, league.Usagef("TLS certificate %s and key %s: %w", f.TLSCert, f.TLSKey, err)
	}
	// Without NextProtos only HTTP/1.1 is offered: a websocket takes over its
	// connection, which HTTP/2 does not allow.
	return listenAt(f.Addr, &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12})
}

// listenAt opens a port, without TLS where secure is nil. The error says what the port needs.
func listenAt(address string, secure *tls.Config) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("address %s: another program listens there; want a free port, and --addr 127.0.0.1:0 takes one", address)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("address %s: this user may not open that port; want one from 1024 on", address)
	case err != nil || secure == nil:
		return listener, err
	}
	return tls.NewListener(listener, secure), nil
}

// listenHost returns the host of an address to listen on. The error, one of usage, names the
// setting.
func listenHost(setting, address string) (string, error) {
	host, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return "", league.Usagef("%s: found %q; want HOST:PORT, e.g. 127.0.0.1:8080, with a port up to 65535", setting, address)
	}
	return host, nil
}

// shownAddress returns the address under which a browser on this machine reaches
// a listener: one that listens on all addresses is not at [::].
func shownAddress(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if ip := net.ParseIP(host); err == nil && ip != nil && ip.IsUnspecified() {
		return net.JoinHostPort("localhost", port)
	}
	return a.String()
}

// loopback reports whether only this machine can reach a host.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// loopbackAddress reports whether an address, HOST:PORT, names this machine's loopback
// by its IP address.
func loopbackAddress(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && ip != nil && ip.IsLoopback()
}

// scheme returns the scheme of the server's URL.
func (f serveSettings) scheme() string {
	if f.TLSCert != "" {
		return "https"
	}
	return "http"
}
