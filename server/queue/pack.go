package queue

import (
	"context"
	"errors"
	"os"
	"strings"

	"arbiter/referee/process"
	"arbiter/server/botstore"
	"arbiter/server/dispatch"
	"arbiter/server/league"
	"arbiter/server/resolve"
)

// A packedBot is a bot in the bucket, or why there is none.
type packedBot struct {
	archive string // "" for a builtin bot
	stays   string // why it cannot travel
	bot     league.Bot
}

// travels reports whether a work can be played elsewhere: it has no person in it, is
// no branch of a recorded match, and its bots are builtin or folders that an archive
// can hold.
func (c *Coordinator) travels(ctx context.Context, work dispatch.Work) bool {
	if work.Branch != nil {
		return false
	}
	for _, contender := range work.Contenders {
		if contender.Human != nil {
			return false
		}
		digest := contender.Bot.Digest
		c.mu.Lock()
		p, ok := c.packed[digest]
		c.mu.Unlock()
		if !ok {
			var err error
			if p, err = c.pack(ctx, contender); err != nil {
				c.Log.Warn("bot stays on this machine for now", "bot", contender.Bot.ID, "error", err)
				return false // the queue failed; the next match tries again
			}
			if p.stays != "" {
				c.Log.Info("bot plays on this machine only", "bot", contender.Bot.ID, "why", p.stays)
			}
			c.mu.Lock()
			p.bot = contender.Bot
			c.packed[digest] = p
			c.mu.Unlock()
		}
		c.mu.Lock()
		runs := c.runs(digest)
		c.mu.Unlock()
		if p.stays != "" || !runs {
			return false
		}
	}
	return true
}

// pack puts a bot into the bucket. An archive that does not unpack to the same bot
// is none: there are links in it, for example.
func (c *Coordinator) pack(ctx context.Context, contender dispatch.Contender) (packedBot, error) {
	if contender.Spec.Dir == "" {
		if _, typed := resolve.SplitName(contender.Bot.Typed); strings.HasPrefix(typed, resolve.BuiltinPrefix) {
			return packedBot{}, nil
		}
		return packedBot{stays: "it is a command line, whose files are on this machine"}, nil
	}
	archive, err := botstore.Pack(contender.Spec.Dir, process.NotOfTheBot)
	if errors.As(err, new(league.UsageError)) {
		return packedBot{stays: err.Error()}, nil
	}
	if err != nil {
		return packedBot{}, err
	}
	dir, err := os.MkdirTemp("", "arbiter-pack-")
	if err != nil {
		return packedBot{}, err
	}
	_, digest, err := unpacked(archive, dir)
	err = errors.Join(err, process.RemoveFolder(dir))
	if err != nil {
		return packedBot{stays: err.Error()}, nil
	}
	if digest != contender.Bot.Digest {
		return packedBot{stays: "its folder holds links, which an archive does not"}, nil
	}
	p := packedBot{archive: archiveName(archive)}
	bucket, err := c.js.ObjectStore(ctx, botBucket)
	if err != nil {
		return p, err
	}
	if _, err := bucket.GetInfo(ctx, p.archive); err == nil {
		return p, nil
	}
	_, err = bucket.PutBytes(ctx, p.archive, archive)
	return p, err
}
