package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"arbiter/server/botstore"
	"arbiter/server/league"
)

// botBody is a bot of the database.
type botBody struct {
	ID           string           `json:"id" doc:"The name and the first characters of the digest: another version is another bot."`
	Game         string           `json:"game"`
	Name         string           `json:"name"`
	Typed        string           `json:"typed" doc:"The bot as it was typed."`
	Version      string           `json:"version" doc:"What its owner calls it."`
	Digest       string           `json:"digest" doc:"Of everything it is made of."`
	Stage        league.BotStatus `json:"stage" doc:"candidate, promoted, rejected, retired, or empty for one that was never registered."`
	Why          string           `json:"why" doc:"Of the stage."`
	Disabled     bool             `json:"disabled" doc:"Not to be played."`
	RegisteredAt *time.Time       `json:"registered_at"`
	ChangedAt    *time.Time       `json:"changed_at"`
	Matches      int              `json:"matches" doc:"That it has played."`
}

func botOf(b league.KnownBot) botBody {
	body := botBody{
		ID: b.ID, Game: b.Game, Name: b.Name, Typed: b.Typed, Version: b.Version, Digest: b.Digest,
		Stage: b.Status, Why: b.Why, Disabled: b.Disabled, Matches: b.Matches,
	}
	if !b.RegisteredAt.IsZero() {
		body.RegisteredAt, body.ChangedAt = &b.RegisteredAt, &b.ChangedAt
	}
	return body
}

type botsOut struct {
	Body struct {
		Bots []botBody `json:"bots" doc:"By game and name, the newest version first."`
	}
}

// BotPath names a bot.
type BotPath struct {
	Game string `path:"game"`
	ID   string `path:"id" doc:"Such as mine@4f2a1234."`
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
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/bots", OperationID: "list-bots", Tags: []string{"bots"},
		Summary: "List the bots and their versions",
	}, s.listBots)
	route(s, ScopePlay, huma.Operation{
		Method: http.MethodPost, Path: "/api/bots", OperationID: "register-bot", Tags: []string{"bots"},
		Summary:     "Register a bot of the server's machine",
		Description: "It is found, built and started once: this runs its code on the server. The same files are the same bot, however often they are registered.",
	}, s.registerBot)
	if s.Uploads != "" {
		route(s, ScopePlay, huma.Operation{
			Method: http.MethodPost, Path: "/api/bots/upload", OperationID: "upload-bot", Tags: []string{"bots"}, MaxBodyBytes: botstore.MaxPacked,
			BodyReadTimeout: uploadTime,
			Summary:         "Register a bot that is sent as a .tar.gz or .zip of its folder",
			Description:     "It is unpacked into a folder of its own, built and started once: this runs its code on the server. The same archive is the same bot.",
		}, s.uploadBot)
	}
	route(s, ScopeRead, huma.Operation{
		Method: http.MethodGet, Path: "/api/bots/{game}/{id}", OperationID: "get-bot", Tags: []string{"bots"},
		Summary: "Tell a bot",
	}, s.getBot)
	route(s, ScopePlay, huma.Operation{
		Method: http.MethodPatch, Path: "/api/bots/{game}/{id}", OperationID: "change-bot", Tags: []string{"bots"},
		Summary: "Promote, reject, retire, disable or enable a bot", Description: "Idempotent. A bot that is disabled or retired enters no new match; tournaments it is in go on.",
	}, s.changeBot)
	route(s, ScopeAdmin, huma.Operation{
		Method: http.MethodDelete, Path: "/api/bots/{game}/{id}", OperationID: "delete-bot", Tags: []string{"bots"}, DefaultStatus: http.StatusNoContent,
		Summary: "Forget a bot that has played nothing", Description: "Results stay true only as long as their bots are known: one that has played is retired instead. Idempotent.",
	}, s.deleteBot)
}

func (s *Server) listBots(ctx context.Context, in *struct {
	Game string `query:"game"`
	Name string `query:"name" doc:"All versions of one bot."`
}) (*botsOut, error) {
	bots, err := s.Store.KnownBots(ctx, in.Game, in.Name)
	if err != nil {
		return nil, err
	}
	out := &botsOut{}
	out.Body.Bots = []botBody{}
	for _, b := range bots {
		out.Body.Bots = append(out.Body.Bots, botOf(b))
	}
	return out, nil
}

func (s *Server) registerBot(ctx context.Context, in *struct {
	Body struct {
		Game string `json:"game"`
		Bot  string `json:"bot" minLength:"1" maxLength:"1000" doc:"As it would be typed there: a folder with bot.toml, an executable, a quoted command line, builtin:GAME/NAME or git:REF:FOLDER."`
	}
}) (*botOut, error) {
	b, err := s.Scheduler.Register(ctx, in.Body.Game, in.Body.Bot)
	if err != nil {
		return nil, err
	}
	return &botOut{botOf(b)}, nil
}

// uploadTime is how long an archive may take to arrive.
const uploadTime = time.Minute

func (s *Server) uploadBot(ctx context.Context, in *struct {
	Game    string `query:"game" required:"true"`
	RawBody []byte `contentType:"application/octet-stream" doc:"The archive, with a bot.toml at its root or in its only folder."`
}) (*botOut, error) {
	folder, err := botstore.Limits{}.Keep(in.RawBody, s.Uploads)
	if errors.As(err, new(league.UsageError)) {
		return nil, huma.Error422UnprocessableEntity(err.Error(), &huma.ErrorDetail{Location: "body", Message: err.Error()})
	}
	if err != nil {
		return nil, err
	}
	b, err := s.Scheduler.Register(ctx, in.Game, folder)
	if err != nil {
		return nil, err
	}
	return &botOut{botOf(b)}, nil
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
		return nil, league.FieldError{Field: "why", Err: errRejectedWithoutReason}
	}
	if err := s.Store.SetBotStatus(ctx, b, time.Now()); err != nil {
		return nil, err
	}
	return s.getBot(ctx, &in.BotPath)
}

var errRejectedWithoutReason = errors.New("it is empty; want why the bot is rejected")

func (s *Server) deleteBot(ctx context.Context, in *BotPath) (*struct{}, error) {
	return nil, gone(s.Store.DeleteBot(ctx, in.Game, in.ID))
}
