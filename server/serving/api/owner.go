package api

import (
	"context"
	"fmt"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/league"
	"arbiter/server/serving/scheduler"
)

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

// MayDelete is MayChange for deleting. What is nobody's may be what an organiser had
// before there were owners: that needs ScopeAdmin.
func MayDelete(ctx context.Context, what, owner string) error {
	if who := CallerOf(ctx); owner == "" && !who.Scope.Includes(ScopeAdmin) {
		return huma.Error403Forbidden(fmt.Sprintf("%s belongs to nobody; to delete it the token %s needs the scope %s", what, who.Token, ScopeAdmin))
	}
	return MayChange(ctx, what, owner)
}

// mayOf checks the owner of a tournament with MayChange or MayDelete. One that does
// not exist is left to who looks for it.
func (s *Server) mayOf(ctx context.Context, tournament string, may func(ctx context.Context, what, owner string) error) error {
	t, err := s.Store.Tournament(ctx, tournament)
	if err != nil {
		return ignoreNotFound(err)
	}
	return may(ctx, "tournament "+tournament, t.Owner)
}

// startOwned starts a tournament. One that runs or is done stays as it is, for
// which nobody needs to own it.
func (s *Server) startOwned(ctx context.Context, id string) error {
	status, err := s.Store.TournamentStatus(ctx, id)
	if err != nil {
		return err
	}
	if status.State == league.Running || status.State == league.Done {
		return nil
	}
	if err := MayChange(ctx, "tournament "+id, status.Owner); err != nil {
		return err
	}
	return s.Scheduler.Start(ctx, id)
}

// asker returns who asks the scheduler for something.
func (s *Server) asker(ctx context.Context) scheduler.Asker {
	who := CallerOf(ctx)
	by := scheduler.Asker{Name: who.Token, AnyBot: who.Scope.Includes(ScopeAdmin)}
	if !by.AnyBot {
		by.Waiting = s.Quotas.waiting()
		by.Build = func() error { return s.builds.take(who.Token) }
	}
	return by
}

// refused returns the problem of a bot that the caller may not name.
func refused(bot scheduler.BotRefused) error {
	return huma.Error403Forbidden(
		bot.Error()+"; that needs a token of the scope admin. Upload the bot as a folder with a bot.toml, as arbiter does with --server, or name a registered or a builtin bot",
		&huma.ErrorDetail{Location: "body." + bot.Field, Message: bot.Error(), Value: bot.Bot})
}

// checkNewName returns a usage error for a name under which nothing is saved: one
// that cannot be shown on a line.
func checkNewName(name string) error {
	if err := league.CheckName(name); err != nil {
		return league.FieldError{Field: "name", Err: err}
	}
	return nil
}
