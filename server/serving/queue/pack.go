package queue

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/server/league"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/resolve"
)

// A packedBot is a bot in the bucket, or why there is none.
type packedBot struct {
	bot     league.Bot
	spec    process.Spec
	archive string // "" for a builtin bot
	stays   string // why it cannot travel
}

// travels reports whether a work can be played elsewhere. People, branches of recorded matches
// and games whose referee is a program of its own stay. All bots are to be builtin, or folders
// that an archive can hold.
func (c *Coordinator) travels(ctx context.Context, work dispatch.Work) bool {
	if _, own := work.Game.(referee.Rereader); own || work.Branch != nil {
		return false
	}
	for _, contender := range work.Contenders {
		if contender.Human != nil {
			return false
		}
		content := contender.Bot.Content()
		c.mu.Lock()
		p, ok := c.packed[content]
		c.mu.Unlock()
		if !ok {
			var err error
			if p, err = c.pack(ctx, contender); err != nil {
				c.Log.Warn("bot stays on this machine for now", "bot", contender.Bot.ID, "error", err)
				return false // the queue or the disk failed; the next match tries again
			}
			if p.stays != "" {
				c.Log.Info("bot plays on this machine only", "bot", contender.Bot.ID, "why", p.stays)
			}
			c.mu.Lock()
			c.packed[content] = p
			c.mu.Unlock()
		}
		c.mu.Lock()
		runs := c.runs(content, work.Slow)
		c.mu.Unlock()
		if p.stays != "" || !runs {
			return false
		}
	}
	return true
}

// pack puts a bot into the bucket. It refuses an archive that does not unpack to the
// same bot, for example because of links in it.
func (c *Coordinator) pack(ctx context.Context, contender dispatch.Contender) (packedBot, error) {
	p := packedBot{bot: contender.Bot, spec: contender.Spec}
	if p.spec.Dir == "" {
		_, err := resolve.Resolver{}.OneBuiltin(contender.Bot.Typed, contender.Bot.Game)
		var not resolve.NotBuiltinError
		switch {
		case errors.As(err, &not) && not.Option == "":
			p.stays = "it is a command line, whose files are on this machine"
		case err != nil:
			p.stays = err.Error()
		}
		return p, nil
	}
	archive, err := botstore.Pack(p.spec)
	sum := ""
	if err == nil {
		sum, err = sumOf(archive)
	}
	switch {
	case errors.As(err, new(league.UsageError)) || errors.As(err, new(*process.SpecError)):
		p.stays = err.Error()
		return p, nil
	case err != nil:
		return p, err
	case sum != p.bot.SHA256:
		p.stays = "its folder holds links, which an archive does not"
		return p, nil
	}
	p.archive = archiveName(archive)
	return p, c.put(ctx, p.archive, func() ([]byte, error) { return archive, nil })
}

// sumOf returns the SHA-256 of the bot in an archive.
func sumOf(archive []byte) (sum string, err error) {
	dir, err := os.MkdirTemp("", "arbiter-pack-")
	if err != nil {
		return "", err
	}
	_, sum, err = unpacked(archive, dir)
	return sum, errors.Join(err, process.RemoveFolder(dir))
}

// put makes an archive for the bucket, unless it has it.
func (c *Coordinator) put(ctx context.Context, name string, pack func() ([]byte, error)) error {
	bucket, err := c.js.Stream(ctx, botStream)
	if err != nil {
		return err
	}
	if _, err := bucket.GetLastMsgForSubject(ctx, sizeSubject(name)); err == nil {
		return nil
	}
	archive, err := pack()
	if err != nil {
		return err
	}
	n := 0
	for part := range slices.Chunk(archive, partSize) {
		if _, err := c.js.Publish(ctx, partSubject(name, n), part); err != nil {
			return err
		}
		n++
	}
	_, err = c.js.Publish(ctx, sizeSubject(name), []byte(strconv.Itoa(len(archive))))
	return err
}

// restock puts the archives that the bucket has lost into it again.
func (c *Coordinator) restock(ctx context.Context) error {
	c.mu.Lock()
	all := slices.Collect(maps.Values(c.packed))
	c.mu.Unlock()
	for _, p := range all {
		if p.archive == "" {
			continue
		}
		err := c.put(ctx, p.archive, func() ([]byte, error) { return botstore.Pack(p.spec) })
		if err != nil {
			return fmt.Errorf("bot %s: %w", p.bot.ID, err)
		}
	}
	return nil
}
