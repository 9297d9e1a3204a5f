package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/league"
	"arbiter/server/playing/botstore"
	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/scheduler"
)

// botBody is a known bot.
type botBody struct {
	ID           string           `json:"id" doc:"The name and the first characters of the digest: each version is a bot of its own."`
	Game         string           `json:"game"`
	Name         string           `json:"name"`
	Typed        string           `json:"typed" doc:"The bot as it was entered, e.g. a folder or a command line."`
	Version      string           `json:"version" doc:"The owner's name for this version."`
	Digest       string           `json:"digest" doc:"XXH64 of everything the bot consists of, which the ID is made of."`
	SHA256       string           `json:"sha256" doc:"SHA-256 of the same, which decides whether two bots are one; empty for a bot that version 0.1 has stored and that has not been entered since."`
	Stage        league.BotStatus `json:"stage" doc:"candidate, promoted, rejected or retired; empty if the bot was never registered."`
	Why          string           `json:"why" doc:"Reason for the stage."`
	Disabled     bool             `json:"disabled" doc:"Whether the bot is barred from new matches."`
	Owner        string           `json:"owner,omitempty" doc:"Name of the token that brought the bot; absent: nobody's."`
	RegisteredAt *time.Time       `json:"registered_at"`
	ChangedAt    *time.Time       `json:"changed_at"`
	Matches      int              `json:"matches" doc:"Number of matches played."`
	Commit       string           `json:"commit,omitempty" doc:"The commit that a bisect or a history built the bot from."`
	Subject      string           `json:"subject,omitempty" doc:"The first line of that commit's message."`
	Build        *buildBody       `json:"build,omitempty" doc:"How the bot was built; in the answer to its registration alone."`
}

// buildBody is how a bot was built.
type buildBody struct {
	Command []string `json:"command" doc:"The build; empty: the bot is run as it is."`
	Output  string   `json:"output" doc:"The first and the last part of what the build printed."`
}

func registeredOf(r scheduler.Registered) *botOut {
	body := botOf(r.KnownBot)
	body.Build = &buildBody{nonNil(r.Build), r.Output}
	return &botOut{body}
}

func botOf(b league.KnownBot) botBody {
	body := botBody{
		ID: b.ID, Game: b.Game, Name: b.Name, Typed: b.Typed, Version: b.Version, Digest: b.Digest, SHA256: b.SHA256,
		Stage: b.Status, Why: b.Why, Disabled: b.Disabled, Owner: b.Owner, Matches: b.Matches,
	}
	if !b.RegisteredAt.IsZero() {
		body.RegisteredAt, body.ChangedAt = &b.RegisteredAt, &b.ChangedAt
	}
	return body
}

type botsOut struct {
	Body struct {
		Bots []botBody `json:"bots" doc:"By game and name, newest version first."`
	}
}

// BotPath names a bot.
type BotPath struct {
	Game string `path:"game"`
	ID   string `path:"id" doc:"ID of a bot, e.g. mine@4f2a1234."`
}

type botOut struct{ Body botBody }

type botChange struct {
	BotPath
	Body struct {
		Stage    *league.BotStatus `json:"stage,omitempty" enum:"candidate,promoted,rejected,retired"`
		Why      *string           `json:"why,omitempty" maxLength:"1000"`
		Disabled *bool             `json:"disabled,omitempty"`
	}
}

func (s *Server) bots() {
	tag := []string{"bots"}
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/bots", OperationID: "list-bots", Tags: tag,
		Summary: "List the bots and their versions",
	}, s.listBots)
	transport.Route(s.router, transport.ScopeUpload, huma.Operation{
		Method: http.MethodPost, Path: "/api/bots", OperationID: "register-bot", Tags: tag,
		Summary:     "Register a bot on the server's machine",
		Description: "Builds the bot and starts it once, which runs its code on the server. Registering the same files again returns the same bot. Other files that would have the ID of a known bot are refused (422). Any bot but a builtin one requires scope admin.",
	}, s.registerBot)
	if s.Uploads != nil {
		transport.Route(s.router, transport.ScopeUpload, huma.Operation{
			Method: http.MethodPost, Path: "/api/bots/upload", OperationID: "upload-bot", Tags: tag, MaxBodyBytes: botstore.MaxPacked,
			BodyReadTimeout: uploadTimeout,
			Summary:         "Upload and register a bot as a .tar.gz or .zip of its folder",
			Description: "Unpacks the archive into a new folder, builds the bot and starts it once, which runs its code on the server. Uploading the same archive again returns the same bot. " +
				"A damaged archive, or one whose bot is refused (422), leaves nothing on the server. 409 means that the server has no room for more, 429 that the token has not.",
		}, s.uploadBot)
	}
	transport.Route(s.router, transport.ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/bots/{game}/{id}", OperationID: "get-bot", Tags: tag,
		Summary: "Get a bot",
	}, s.getBot)
	transport.Route(s.router, transport.ScopeUpload, huma.Operation{
		Method: http.MethodPatch, Path: "/api/bots/{game}/{id}", OperationID: "change-bot", Tags: tag,
		Summary:     "Promote, reject, retire, disable or enable a bot",
		Description: "Idempotent. A disabled or retired bot enters no new matches; it finishes the tournaments that it is in. Another owner's bot requires scope admin.",
	}, s.changeBot)
	transport.Route(s.router, transport.ScopeUpload, huma.Operation{
		Method: http.MethodDelete, Path: "/api/bots/{game}/{id}", OperationID: "delete-bot", Tags: tag, DefaultStatus: http.StatusNoContent,
		Summary:     "Delete a bot that has played no match",
		Description: "Results refer to bots, so a bot that has played cannot be deleted; retire it instead. Idempotent. A bot that is not the token's own requires scope admin.",
	}, s.deleteBot)
}

func (s *Server) listBots(ctx context.Context, in *struct {
	Game string `query:"game"`
	Name string `query:"name" doc:"Lists all versions of one bot."`
}) (*botsOut, error) {
	bots, err := s.Store.KnownBots(ctx, in.Game, in.Name)
	if err != nil {
		return nil, err
	}
	commits, err := s.commits(ctx)
	if err != nil {
		return nil, err
	}
	out := &botsOut{}
	out.Body.Bots = []botBody{}
	for _, b := range bots {
		body := botOf(b)
		body.Commit, body.Subject = commits[b.ID].commit, commits[b.ID].subject
		out.Body.Bots = append(out.Body.Bots, body)
	}
	return out, nil
}

func (s *Server) registerBot(ctx context.Context, in *struct {
	Body struct {
		Game string `json:"game"`
		Bot  string `json:"bot" minLength:"1" maxLength:"1000" doc:"A bot on the server's machine: a folder with bot.toml, an executable, a source file, a quoted command line, builtin:GAME/NAME or git:REF:FOLDER."`
	}
}) (*botOut, error) {
	b, err := s.Scheduler.Register(ctx, in.Body.Game, in.Body.Bot, s.asker(ctx))
	if err != nil {
		return nil, err
	}
	return registeredOf(b), nil
}

// uploadTimeout bounds the time to receive an archive.
const uploadTimeout = time.Minute

func (s *Server) uploadBot(ctx context.Context, in *struct {
	Game    string `query:"game" required:"true"`
	Ladder  string `query:"ladder" maxLength:"100" doc:"A ladder that the bot is to enter, which keeps what fails in its build. Uploading does not enter it."`
	RawBody []byte `contentType:"application/octet-stream" doc:"The archive, with bot.toml at its root or in its only folder, or with one source file and nothing else."`
}) (*botOut, error) {
	who := transport.CallerOf(ctx)
	if in.Ladder != "" {
		if _, err := s.Scheduler.Ladder(ctx, in.Ladder); err != nil {
			return nil, err
		}
	}
	if !who.Scope.Includes(transport.ScopeAdmin) {
		if err := s.builds.take(who.Token); err != nil {
			return nil, err
		}
	}
	var b scheduler.Registered
	err := s.Uploads.Receive(ctx, in.RawBody, s.Quotas.uploads(who), func(folder string) (err error) {
		// The folder is the server's own choice.
		b, err = s.Scheduler.Register(ctx, in.Game, folder, scheduler.Asker{Name: who.Token, AnyBot: true})
		return err
	})
	if err != nil {
		if in.Ladder != "" {
			s.keepBuildFailure(ctx, in.Ladder, err)
		}
		return nil, err
	}
	return registeredOf(b), nil
}

func (s *Server) getBot(ctx context.Context, in *BotPath) (*botOut, error) {
	b, err := s.Store.KnownBot(ctx, in.Game, in.ID)
	if err != nil {
		return nil, err
	}
	return &botOut{botOf(b)}, nil
}

func (s *Server) changeBot(ctx context.Context, in *botChange) (*botOut, error) {
	b, err := s.Store.KnownBot(ctx, in.Game, in.ID)
	if err != nil {
		return nil, err
	}
	if err := transport.MayChange(ctx, "bot "+b.ID, b.Owner); err != nil {
		return nil, err
	}
	if b.Status == "" {
		b.Status = league.BotCandidate
	}
	if in.Body.Stage != nil {
		b.Status, b.Why = *in.Body.Stage, ""
	}
	if in.Body.Why != nil {
		b.Why = *in.Body.Why
	}
	if in.Body.Disabled != nil {
		b.Disabled = *in.Body.Disabled
	}
	if b.Status == league.BotRejected && b.Why == "" {
		return nil, league.FieldError{Field: "why", Err: errors.New("empty; want the reason for the rejection")}
	}
	if err := s.Store.SetBotStatus(ctx, b, time.Now()); err != nil {
		return nil, err
	}
	return s.getBot(ctx, &in.BotPath)
}

func (s *Server) deleteBot(ctx context.Context, in *BotPath) (*struct{}, error) {
	b, err := s.Store.KnownBot(ctx, in.Game, in.ID)
	if err == nil {
		err = transport.MayDelete(ctx, "bot "+b.ID, b.Owner)
	}
	if err == nil {
		err = s.Store.DeleteBot(ctx, in.Game, in.ID)
	}
	return nil, ignoreNotFound(err)
}
