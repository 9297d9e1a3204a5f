package queue

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/resolve"
)

// DefaultCacheBytes is how much the bots of a worker may take on its disk.
const DefaultCacheBytes = 8 << 30

// failedFor is how long a bot that cannot be run is not tried again.
const failedFor = time.Minute

// Bots are the bots of a worker: builtin ones, and those that it has fetched,
// unpacked and, where they were built on another platform, built. Nothing else is
// started, whatever a coordinator asks for. Each is kept under the SHA-256 of its
// archive and its own. The exported fields are set before use. One goroutine uses it:
// the worker's that takes tasks.
type Bots struct {
	Dir      string // created when missing
	MaxBytes int64  // on the disk; 0 is DefaultCacheBytes
	Resolver resolve.Resolver
	Box      *sandbox.Sandbox

	replyWait, patience time.Duration // set by tests alone; 0 is the constant

	known map[string]*knownBot // by ID and SHA-256
}

// A knownBot is one that was asked for before.
type knownBot struct {
	contender dispatch.Contender
	err       error
	at        time.Time // when it was asked for last; with err, when it failed
	bytes     int64
}

// patience is how long a bot's archive is asked for again when it does not come. The
// queue may be made anew meanwhile, and its bucket filled again.
const patience = 15 * time.Second

// contender returns a bot that can be started. It has been started once. A fetchError
// passes: it says nothing of the bot.
func (b *Bots) contender(ctx context.Context, conn *nats.Conn, wanted bot) (dispatch.Contender, error) {
	key := wanted.Game + "/" + wanted.ID + "/" + wanted.SHA256 + "/" + wanted.Typed
	if k := b.known[key]; k != nil && (k.err == nil || time.Since(k.at) < failedFor) {
		if k.err == nil {
			k.at = time.Now()
		}
		return k.contender, k.err
	}
	c, err := b.get(ctx, conn, wanted)
	begun := time.Now()
	for rest := retryAfter; errors.As(err, new(fetchError)) && ctx.Err() == nil; rest *= 2 {
		if time.Since(begun) > cmp.Or(b.patience, patience) {
			return c, err
		}
		select {
		case <-time.After(rest):
		case <-ctx.Done():
		}
		c, err = b.get(ctx, conn, wanted)
	}
	if err == nil {
		err = resolve.TryStart(b.Box, c)
	}
	if ctx.Err() != nil {
		return c, ctx.Err()
	}
	if b.known == nil {
		b.known = map[string]*knownBot{}
	}
	b.known[key] = &knownBot{contender: c, err: err, at: time.Now(), bytes: sizeOf(c.Spec.Dir)}
	if err == nil {
		err = b.bound()
	}
	return c, err
}

func (b *Bots) get(ctx context.Context, conn *nats.Conn, wanted bot) (dispatch.Contender, error) {
	if wanted.Archive == "" {
		c, err := b.Resolver.OneBuiltin(wanted.Typed, wanted.Game)
		if errors.As(err, new(resolve.NotBuiltinError)) {
			err = fmt.Errorf("%w: a worker plays builtin bots and archives, and starts no command of a coordinator", err)
		}
		if err == nil && (c.Bot.ID != wanted.ID || c.Bot.SHA256 != wanted.SHA256) {
			err = fmt.Errorf("%s is %s with the SHA-256 %s here; the coordinator has %s, %s", wanted.Typed, c.Bot.ID, c.Bot.SHA256, wanted.ID, wanted.SHA256)
		}
		return c, err
	}
	if !isSHA256(wanted.Archive) || !isSHA256(wanted.SHA256) {
		return dispatch.Contender{}, fmt.Errorf("bot %s: archive %q of the bot %q; want the SHA-256 of both in hexadecimal digits", wanted.ID, wanted.Archive, wanted.SHA256)
	}
	store := botstore.Copies{Dir: filepath.Join(b.Dir, wanted.Archive+"-"+wanted.SHA256)}
	if c, ok, err := earlier(store, wanted); ok || err != nil {
		return c, err
	}
	archive, err := b.fetchArchive(ctx, conn, wanted.Archive)
	if err != nil {
		return dispatch.Contender{}, err
	}
	return b.unpack(ctx, store, wanted, archive)
}

// earlier returns the bot that an earlier life unpacked, and built, of an archive.
func earlier(store botstore.Copies, wanted bot) (c dispatch.Contender, ok bool, err error) {
	entries, _ := os.ReadDir(store.Dir)
	for _, entry := range entries {
		local := wanted.Bot
		local.SHA256 = entry.Name()
		if c, ok, err = store.Get(local); ok || err != nil {
			c.Bot = wanted.Bot
			return c, ok, err
		}
	}
	return c, false, nil
}

// fetchArchive reads an archive from the bucket.
func (b *Bots) fetchArchive(ctx context.Context, conn *nats.Conn, name string) ([]byte, error) {
	text, err := b.read(ctx, conn, sizeSubject(name))
	if err != nil {
		return nil, fetchError{name, err}
	}
	size, err := strconv.Atoi(string(text))
	if err != nil {
		return nil, fmt.Errorf("the size of archive %s: %w", name, err)
	}
	var archive []byte
	for n := 0; len(archive) < size; n++ {
		part, err := b.read(ctx, conn, partSubject(name, n))
		if err != nil {
			return nil, fetchError{name, err}
		}
		if len(part) == 0 {
			return nil, fmt.Errorf("archive %s ends after %d bytes of %d", name, len(archive), size)
		}
		archive = append(archive, part...)
	}
	if found := archiveName(archive); found != name {
		return nil, fmt.Errorf("archive %s has the SHA-256 %s", name, found)
	}
	return archive, nil
}

// read reads the message of a subject in the bucket.
func (b *Bots) read(ctx context.Context, conn *nats.Conn, subject string) ([]byte, error) {
	soon, cancel := context.WithTimeout(ctx, cmp.Or(b.replyWait, replyWait))
	defer cancel()
	message, err := conn.RequestWithContext(soon, readBots+subject, nil)
	if err != nil {
		return nil, err
	}
	switch status := message.Header.Get("Status"); status {
	case "":
		return message.Data, nil
	case notThere:
		return nil, errors.New("it is not in the bucket")
	default:
		return nil, fmt.Errorf("status %s %s", status, message.Header.Get("Description"))
	}
}

// A fetchError says that the queue did not hand out an archive. It passes.
type fetchError struct {
	archive string
	error
}

// Error implements error.
func (e fetchError) Error() string { return fmt.Sprintf("archive %s: %v", e.archive, e.error) }

// Unwrap returns what the queue said.
func (e fetchError) Unwrap() error { return e.error }

// partSize is how many bytes of an archive a message has at most.
const partSize = 128 << 10

// sizeSubject is where the bucket has an archive's size, in decimal digits. It is
// written last.
func sizeSubject(archive string) string { return "$O." + botBucket + ".M." + archive }

// partSubject is where the bucket has the nth part of an archive.
func partSubject(archive string, n int) string {
	return fmt.Sprintf("$O.%s.C.%s.%d", botBucket, archive, n)
}

// archiveName returns the name of an archive in the bucket.
func archiveName(archive []byte) string {
	sum := sha256.Sum256(archive)
	return hex.EncodeToString(sum[:])
}

// isSHA256 reports whether a text is a SHA-256: it becomes the name of a folder.
func isSHA256(text string) bool {
	sum, err := hex.DecodeString(text)
	return err == nil && len(sum) == sha256.Size && text == hex.EncodeToString(sum)
}

// unpack makes a bot of an archive. Its files must have the bot's SHA-256, which
// was taken on the coordinator. On another platform it is then built, which
// changes them; its build sees to the rest.
func (b *Bots) unpack(ctx context.Context, store botstore.Copies, wanted bot, archive []byte) (c dispatch.Contender, err error) {
	if err := os.MkdirAll(b.Dir, 0o755); err != nil {
		return c, err
	}
	draft, err := os.MkdirTemp(b.Dir, ".draft-")
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, process.RemoveFolder(draft)) }()
	spec, sum, err := unpacked(archive, draft)
	if err != nil {
		return c, err
	}
	if sum != wanted.SHA256 {
		return c, fmt.Errorf("the bot in its archive has the SHA-256 %s; want %s", sum, wanted.SHA256)
	}
	spec.Name, spec.Version = wanted.Name, wanted.Version
	local := wanted.Bot
	if wanted.Platform != platform() && len(spec.Build) > 0 {
		if output, err := process.Build(ctx, spec, b.Resolver.Build); err != nil {
			return c, fmt.Errorf("%w\n%s", err, output)
		}
		built, err := spec.Digests()
		if err != nil {
			return c, err
		}
		local.SHA256 = built.SHA256
	}
	if err := store.Put(dispatch.Contender{Bot: local, Spec: spec}); err != nil {
		return c, err
	}
	c, ok, err := store.Get(local)
	if err == nil && !ok {
		err = errors.New("the copy of the bot in the cache is another one; is the disk damaged?")
	}
	c.Bot = wanted.Bot
	return c, err
}

// unpacked unpacks an archive into an empty folder and returns the bot in it and
// its SHA-256.
func unpacked(archive []byte, dir string) (spec process.Spec, sum string, err error) {
	if err := (botstore.UnpackLimits{}).Unpack(archive, dir); err != nil {
		return spec, "", err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return spec, "", err
	}
	if len(entries) != 1 {
		return spec, "", fmt.Errorf("the archive has %d entries at its top; want one folder", len(entries))
	}
	if spec, err = process.ResolveCopy(filepath.Join(dir, entries[0].Name())); err != nil {
		return spec, "", err
	}
	digests, err := spec.Digests()
	return spec, digests.SHA256, err
}

// bound deletes the bots that were asked for longest ago until the rest fit. One that
// is being played goes on: the system keeps open files, and a match whose bot cannot be
// started any more is handed back.
func (b *Bots) bound() error {
	most := b.MaxBytes
	if most == 0 {
		most = DefaultCacheBytes
	}
	for {
		total, oldest := int64(0), ""
		for key, k := range b.known {
			total += k.bytes
			if k.bytes > 0 && (oldest == "" || k.at.Before(b.known[oldest].at)) {
				oldest = key
			}
		}
		if total <= most || time.Since(b.known[oldest].at) < time.Minute {
			return nil
		}
		if err := process.RemoveFolder(filepath.Dir(b.known[oldest].contender.Spec.Dir)); err != nil {
			return err
		}
		delete(b.known, oldest)
	}
}

// Clear deletes what no match needs: what was being unpacked, and all bots of earlier runs if
// they take more than MaxBytes. Call it before use.
func (b *Bots) Clear() error {
	entries, err := os.ReadDir(b.Dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	most := b.MaxBytes
	if most == 0 {
		most = DefaultCacheBytes
	}
	full := sizeOf(b.Dir) > most/2
	for _, entry := range entries {
		if full || strings.HasPrefix(entry.Name(), ".draft-") {
			err = errors.Join(err, process.RemoveFolder(filepath.Join(b.Dir, entry.Name())))
		}
	}
	return err
}

// sizeOf measures a folder as far as it can be read. A bot without a folder has the
// size 0.
func sizeOf(dir string) int64 {
	if dir == "" {
		return 0
	}
	size, _ := process.FolderLimit{}.Check(dir)
	return size
}
