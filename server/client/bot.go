package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"

	"arbiter/referee/process"
	"arbiter/server/league"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/resolve"
)

// EnterBots implements league.BotService: it registers bots. One that is a folder or a
// source file here, or in a commit of the repository here, is uploaded.
func (c *Client) EnterBots(ctx context.Context, game string, typed []string) ([]league.Bot, error) {
	bots, err := c.enterBots(ctx, game, "", typed)
	for i, b := range bots {
		for j, other := range bots[:i] {
			if b.Name == other.Name && b.ID != other.ID {
				fmt.Fprintf(c.Log, "%s and %s are two bots with one name; NAME=BOT gives a command line another one.\n", typed[j], typed[i])
			}
		}
	}
	return bots, err
}

// enterBots is EnterBots of bots that are to enter a ladder; "" for none.
func (c *Client) enterBots(ctx context.Context, game, ladder string, typed []string) (bots []league.Bot, err error) {
	for i, arg := range typed {
		at := ctx
		if len(typed) > 1 {
			at = resolve.WithNumber(ctx, i+1, len(typed))
		}
		var b league.Bot
		err := resolve.Slowly(c.Log, resolve.BuildingText(at, arg)+" on the server", func() (err error) {
			b, err = c.enterBot(ctx, game, ladder, arg)
			return err
		})
		build := league.BuildError{}
		failed := errors.As(err, &build)
		io.WriteString(c.Log, build.Output)
		var p *Problem
		if field := (league.FieldError{}); errors.As(err, &p) && errors.As(err, &field) && p.Usage() && !failed {
			err = league.UsageError{Err: field.Err} // it names the bot
		}
		if err != nil {
			return nil, err
		}
		bots = append(bots, b)
	}
	return bots, nil
}

// botID matches the ID of a bot, NAME@DIGEST.
var botID = regexp.MustCompile(`^\S+@[0-9a-f]{8}$`)

// enterBot uploads a bot that is a local folder or source file, or one in a commit
// of the repository here. Anything else is the ID of a bot that the server knows, or is
// resolved on the server's machine.
func (c *Client) enterBot(ctx context.Context, game, ladder, arg string) (league.Bot, error) {
	name, bot := resolve.SplitName(arg)
	commit := strings.HasPrefix(bot, resolve.GitPrefix)
	info, err := os.Stat(bot)
	folder := !commit && err == nil && info.IsDir()
	switch {
	case name != "" && (commit || folder):
		return league.Bot{}, league.Usagef("bot %s: the name of a folder that is uploaded is in its %s; want name = %q there", arg, process.BotFile, name)
	case commit:
		return c.uploadCommit(ctx, game, ladder, arg)
	case folder, process.IsSource(bot):
		return c.upload(ctx, game, ladder, arg, name, bot)
	}
	if botID.MatchString(arg) {
		if b, err := c.bot(ctx, game, arg); !errors.Is(err, league.ErrNotFound) {
			return b, err
		}
	}
	b, err := c.register(ctx, game, arg)
	var p *Problem
	if _, builtin := resolve.BuiltinPath(arg); !builtin && errors.As(err, &p) && p.Forbidden() {
		err = fmt.Errorf("bot %s: %w; make it a source file or a folder with a %s, which is uploaded and takes the scope play alone", arg, err, process.BotFile)
	}
	return b, err
}

// uploadCommit uploads the folder of a bot typed as git:REF[:path] as it was
// committed. The server has another repository, or none.
func (c *Client) uploadCommit(ctx context.Context, game, ladder, typed string) (b league.Bot, err error) {
	dir, err := os.MkdirTemp("", "arbiter-git-")
	if err != nil {
		return b, err
	}
	defer func() { err = errors.Join(err, process.RemoveFolder(dir)) }()
	folder, err := resolve.Export(ctx, typed, dir)
	if err != nil {
		return b, err
	}
	return c.upload(ctx, game, ladder, typed, "", folder)
}

// upload uploads a bot that is a folder, or a source file, which is called as the bot
// is to be.
func (c *Client) upload(ctx context.Context, game, ladder, typed, name, path string) (league.Bot, error) {
	spec, err := process.Resolve(path, c.Own...)
	if err != nil {
		return league.Bot{}, league.UsageError{Err: err} // the server would report the same after the upload
	}
	spec.Name = cmp.Or(name, spec.Name)
	archive, err := botstore.Pack(spec)
	if errors.As(err, new(league.UsageError)) {
		return league.Bot{}, league.Usagef("bot %s: %w", typed, err)
	}
	if err != nil {
		return league.Bot{}, err
	}
	b, err := c.sendBot(ctx, game, ladder, archive)
	b.Typed = typed
	return b, err
}

// register registers a bot that is on the server's machine, as it would be typed
// there. A bot that does not exist or cannot be built is a *Problem.
func (c *Client) register(ctx context.Context, game, typed string) (b league.Bot, err error) {
	body := struct {
		Game string `json:"game"`
		Bot  string `json:"bot"`
	}{game, typed}
	return b, c.post(ctx, body, &b, buildTimeout, "api", "bots")
}

// sendBot registers a bot from a .tar.gz or .zip archive of its folder. With a ladder
// that it is to enter, a build that fails is kept there.
func (c *Client) sendBot(ctx context.Context, game, ladder string, archive []byte) (b league.Bot, err error) {
	query := url.Values{"game": {game}}
	if ladder != "" {
		query.Set("ladder", ladder)
	}
	return b, c.do(ctx, request{
		method: http.MethodPost, path: []string{"api", "bots", "upload"}, query: query,
		body: archive, contentType: "application/octet-stream", timeout: buildTimeout,
	}, &b)
}

// bot returns a known bot by its ID, or league.ErrNotFound.
func (c *Client) bot(ctx context.Context, game, id string) (b league.Bot, err error) {
	return b, c.get(ctx, &b, nil, "api", "bots", game, id)
}

// SameBot implements league.BotService.
func (c *Client) SameBot(ctx context.Context, game string, same league.Bot) (league.Bot, error) {
	var list struct{ Bots []league.Bot }
	if err := c.get(ctx, &list, url.Values{"game": {game}}, "api", "bots"); err != nil {
		return league.Bot{}, err
	}
	for _, b := range list.Bots {
		if b.Same(same) {
			return b, nil
		}
	}
	return league.Bot{}, fmt.Errorf("bot of %s with digest %s: %w", game, same.Content(), league.ErrNotFound)
}
