package api

import (
	"context"
	"net"
	"net/netip"
)

// A caller is who sends a request.
type caller struct {
	client string // the token that is presented, or else the address: what limits are counted by
	token  string // the name of the token; "" without one
	scope  Scope
}

// callerKey is the key of the context of a request whose value is its *caller.
type callerKey struct{}

// callerOf returns who sent a request. Nobody has no scope.
func callerOf(ctx context.Context) caller {
	if c, ok := ctx.Value(callerKey{}).(*caller); ok {
		return *c
	}
	return caller{}
}

// clientOf returns who sent a request, for limits per client.
func clientOf(ctx context.Context) string { return callerOf(ctx).client }

// addressOf returns the address of a client without its port. Addresses of
// IPv6 are cut to the 64 bits that one customer has.
func addressOf(remote string) string {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		return remote
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	if ip = ip.Unmap().WithZone(""); ip.Is6() {
		if prefix, err := ip.Prefix(64); err == nil {
			return prefix.String()
		}
	}
	return ip.String()
}

// isLoopback reports whether a request comes from this machine.
func isLoopback(remote string) bool {
	ip, err := netip.ParseAddrPort(remote)
	return err == nil && ip.Addr().Unmap().IsLoopback()
}
