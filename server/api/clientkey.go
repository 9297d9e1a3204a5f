package api

import (
	"context"
	"net"
	"net/netip"
)

// clientKeyOf is the key of the context of a request whose value names its
// client: the token that it presents, or else its address.
type clientKeyOf struct{}

// clientOf returns who sent a request, for limits per client.
func clientOf(ctx context.Context) string {
	client, _ := ctx.Value(clientKeyOf{}).(string)
	return client
}

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
