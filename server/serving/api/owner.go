package api

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/league"
	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/scheduler"
)

// mayOf checks the owner of a tournament with MayChange or MayDelete. One that does
// not exist is left to who looks for it.
func (s *Server) mayOf(ctx context.Context, tournament string, may func(ctx context.Context, what, owner string) error) error {
	t, err := s.Store.Tournament(ctx, tournament)
	if err != nil {
		return ignoreNotFound(err)
	}
	return may(ctx, "tournament "+tournament, t.Owner)
}

// startOwned starts a tournament. A tournament that runs or is done stays as it is, and
// its owner does not matter then.
func (s *Server) startOwned(ctx context.Context, id string) error {
	status, err := s.Store.TournamentStatus(ctx, id)
	if err != nil {
		return err
	}
	if status.State == league.Running || status.State == league.Done {
		return nil
	}
	if err := transport.MayChange(ctx, "tournament "+id, status.Owner); err != nil {
		return err
	}
	return s.Scheduler.Start(ctx, id)
}

// asker returns who asks the scheduler for something.
func (s *Server) asker(ctx context.Context) scheduler.Asker {
	who := transport.CallerOf(ctx)
	by := scheduler.Asker{Name: who.Token, AnyBot: who.Scope.Includes(transport.ScopeAdmin)}
	if !by.AnyBot {
		by.Waiting = s.Quotas.waiting()
		by.Build = func() error { return s.builds.take(who.Token) }
	}
	return by
}

// refused returns the problem of a bot that the caller may not name.
func refused(bot scheduler.BotRefusedError) error {
	const advice = "; that needs a token of the scope admin. Upload the bot as a folder with a bot.toml, as arbiter does with --server, or name a registered or a builtin bot"
	return huma.Error403Forbidden(bot.Error()+advice, &huma.ErrorDetail{Location: "body." + bot.Field, Message: bot.Why() + advice, Value: bot.Bot})
}

// checkNewName returns a usage error for a name under which nothing is saved: one
// that cannot be shown on a line.
func checkNewName(name string) error {
	if err := league.CheckName(name); err != nil {
		return league.FieldError{Field: "name", Err: err}
	}
	return nil
}
