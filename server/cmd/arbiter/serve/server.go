package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"time"

	"golang.org/x/sync/errgroup"

	"arbiter/server/kept/sqlite"
	"arbiter/server/playing/human"
	"arbiter/server/playing/live"
	"arbiter/server/serving/api"
	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/scheduler"
	"arbiter/server/study/analyst"
)

// A server starts and stops the parts of serve in order.
type server struct {
	analyst   *analyst.Analyst
	losses    *analyst.Spare // nil: they are not analysed
	db        *sqlite.DB
	handler   *api.Server
	scheduler *scheduler.Scheduler
	lobby     *human.Lobby
	hub       *live.Broadcaster
	log       *slog.Logger
	pprof     string // address of the profiles; "" for none
}

// shutdownTimeout is how long open requests may take after the last match.
const shutdownTimeout = 5 * time.Second

// run serves requests and plays matches until ctx is done. Then, in this order,
// the scheduler finishes or aborts the running matches, the matches of humans
// end, watchers are disconnected, and open requests are cancelled and waited
// for.
func (s server) run(ctx context.Context, listener net.Listener) error {
	requests, cancelRequests := context.WithCancel(context.WithoutCancel(ctx))
	defer cancelRequests()
	web := &http.Server{
		Handler: s.handler, ReadHeaderTimeout: transport.ReadHeaderTimeout, IdleTimeout: transport.IdleTimeout,
		BaseContext: func(net.Listener) context.Context { return requests },
		ErrorLog:    slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	group, running := errgroup.WithContext(ctx)
	group.Go(func() error {
		if err := web.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	group.Go(func() error {
		err := s.scheduler.Run(running, scheduler.Grace)
		s.lobby.Close()
		s.hub.Shutdown()
		cancelRequests()
		deadline, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
		defer cancel()
		err = errors.Join(err, ignoreTimeout(web.Shutdown(deadline)))
		s.handler.Wait(deadline)
		return err
	})
	group.Go(func() error { return s.analyst.Run(running) })
	if s.losses != nil {
		group.Go(func() error {
			s.losses.Run(running)
			return nil
		})
	}
	group.Go(func() error { return watchFile(running, s.db, s.log) })
	group.Go(func() error {
		s.handler.KeepPrepared(running)
		return nil
	})
	if s.pprof != "" {
		group.Go(func() error { return servePprof(running, s.pprof) })
	}
	err := group.Wait()
	s.log.Info("stopped")
	return err
}

// fileInterval is how often the database file is looked for.
const fileInterval = time.Second

// watchFile returns an error when the database file has gone: the server ends,
// rather than play matches whose results are lost.
func watchFile(ctx context.Context, db *sqlite.DB, log *slog.Logger) error {
	ticker := time.NewTicker(fileInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		if err := db.CheckPresent(); err != nil {
			log.Error("the server ends: its database has gone", "error", err)
			return fmt.Errorf("database: %w", err)
		}
	}
}

// ignoreTimeout drops the error of clients that keep their connections open.
func ignoreTimeout(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// servePprof serves net/http/pprof on a loopback address until ctx is done.
func servePprof(ctx context.Context, addr string) error {
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
