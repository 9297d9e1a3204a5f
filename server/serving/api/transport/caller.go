package transport

import (
	"context"
	"fmt"
	"net"
	"net/netip"

	"github.com/danielgtaylor/huma/v2"
)

// A Caller is who sends a request.
type Caller struct {
	Client string // the token that is presented, or else the address: what limits are counted by
	Token  string // the name of the token; "" without one
	Scope  Scope
	Remote bool // it comes from another machine, perhaps through a proxy on this one
}

// callerKey is the key of the context of a request whose value is its *Caller.
type callerKey struct{}

// CallerOf returns who sent a request. Nobody has no scope.
func CallerOf(ctx context.Context) Caller {
	if c, ok := ctx.Value(callerKey{}).(*Caller); ok {
		return *c
	}
	return Caller{}
}

// clientOf returns who sent a request, for limits per client.
func clientOf(ctx context.Context) string { return CallerOf(ctx).Client }

// nameOf returns what a client is called in problems.
func nameOf(ctx context.Context) string {
	who := CallerOf(ctx)
	if who.Token != "" {
		return "the token " + who.Token
	}
	return "the address " + who.Client
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

// MayChange returns a problem of status 403 unless a request may change what belongs
// to an owner: its own, with ScopePlay nobody's, and with ScopeAdmin everything.
func MayChange(ctx context.Context, what, owner string) error {
	who := CallerOf(ctx)
	switch {
	case who.Scope.Includes(ScopeAdmin), owner != "" && owner == who.Token, owner == "" && who.Scope.Includes(ScopePlay):
		return nil
	case owner == "":
		return huma.Error403Forbidden(fmt.Sprintf("%s belongs to nobody; to change it a token needs the scope %s, and %s has %s", what, ScopePlay, who.Token, who.Scope))
	}
	return huma.Error403Forbidden(fmt.Sprintf("%s belongs to %s; to change it the token %s needs the scope %s", what, owner, who.Token, ScopeAdmin))
}

// MayDelete is MayChange for deleting. A thing without an owner may be what an
// organiser had before there were owners. Deleting it needs ScopeAdmin.
func MayDelete(ctx context.Context, what, owner string) error {
	if who := CallerOf(ctx); owner == "" && !who.Scope.Includes(ScopeAdmin) {
		return huma.Error403Forbidden(fmt.Sprintf("%s belongs to nobody; to delete it the token %s needs the scope %s", what, who.Token, ScopeAdmin))
	}
	return MayChange(ctx, what, owner)
}
