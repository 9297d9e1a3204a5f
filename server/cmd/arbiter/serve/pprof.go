package serve

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/pprof"
	"strings"

	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
)

// servePprof serves net/http/pprof on a loopback address until ctx is done.
func servePprof(ctx context.Context, addr string) error {
	host, _, err := net.SplitHostPort(addr)
	if ip := net.ParseIP(strings.Trim(host, "[]")); err != nil || ip == nil || !ip.IsLoopback() {
		return league.Usagef("pprof %q: want a loopback address, e.g. 127.0.0.1:6060", addr)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	server := &http.Server{Addr: addr, Handler: mux, ReadHeaderTimeout: transport.ReadHeaderTimeout}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
