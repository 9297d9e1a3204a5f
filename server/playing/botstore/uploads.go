package botstore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"arbiter/referee/process"
	"arbiter/server/league"
)

// The default quotas of uploads: a bot with its dependencies, and some dozens of
// those.
const (
	DefaultBotBytes   = 512 << 20
	DefaultTotalBytes = 8 << 30
)

// MaxBuiltFiles is the maximum number of files and folders of a bot once it is
// built: several times that of a large node_modules.
const MaxBuiltFiles = 100_000

// Uploads keeps the folders of uploaded bots, each under the SHA-256 of its
// archive. Its exported fields are set before use; its methods may be called
// concurrently.
type Uploads struct {
	Dir        string // created when missing
	BotBytes   int64  // maximum size of a bot, built; 0 is DefaultBotBytes
	TotalBytes int64  // maximum size of all of them; 0 is DefaultTotalBytes

	// Typed returns known bots as they were typed. A folder that none of them
	// names is deleted.
	Typed func(ctx context.Context) ([]string, error)
	// Owned returns the known bots of an owner, which count towards a Quota.
	Owned func(ctx context.Context, owner string) ([]league.KnownBot, error)

	mu       sync.Mutex
	busy     map[string]use   // folders in use, by name
	sizes    map[string]int64 // bytes of the other folders, by name
	measured bool             // sizes has those of earlier processes
}

// A use is that of a folder by a call of Receive.
type use struct {
	owner string
	done  chan struct{} // closed when the folder is free
}

// A Quota bounds what an owner may have uploaded. The zero value does not.
type Quota struct {
	Owner string
	Bots  int   // that are not retired; 0 is no limit
	Bytes int64 // on the disk; 0 is no limit
}

// BotLimit returns what the folder of a bot may hold, before it is built and
// after.
func (u *Uploads) BotLimit() process.FolderLimit {
	l := process.FolderLimit{Bytes: u.BotBytes, Files: MaxBuiltFiles}
	if l.Bytes == 0 {
		l.Bytes = DefaultBotBytes
	}
	return l
}

// TotalLimit returns how many bytes all uploaded bots may hold together.
func (u *Uploads) TotalLimit() int64 {
	if u.TotalBytes == 0 {
		return DefaultTotalBytes
	}
	return u.TotalBytes
}

// Receive unpacks an archive and registers its bot: the folder or, when the
// archive has a single folder at its top, that one, or the source file that is all
// there is in it. An archive that was received
// before is not unpacked again. Unless a bot is registered, nothing of the
// archive stays.
//
// What is wrong with the archive is a league.UsageError, a lack of room a
// league.ConflictError, and what exceeds the quota a league.QuotaError. An error of
// register is returned as it is.
func (u *Uploads) Receive(ctx context.Context, archive []byte, quota Quota, register func(folder string) error) error {
	sum := sha256.Sum256(archive)
	name := hex.EncodeToString(sum[:])
	dir, err := filepath.Abs(u.Dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := u.take(ctx, name, quota); err != nil {
		return err
	}
	defer u.free(name)
	home := filepath.Join(dir, name)
	if !exists(home) {
		if err := u.unpack(archive, home); err != nil {
			return err
		}
	}
	folder, err := inner(home)
	if err == nil {
		err = register(folder)
	}
	if err != nil {
		err = errors.Join(err, u.forget(context.WithoutCancel(ctx), name))
	}
	return err
}

// take waits until nobody else uses the folder of that name and reserves room for it.
// If there is too little room, it deletes what no bot needs.
func (u *Uploads) take(ctx context.Context, name string, quota Quota) error {
	for cleared := false; ; {
		used, wait, err := u.tryTake(ctx, name, quota)
		switch {
		case err != nil:
			return err
		case wait != nil:
			select {
			case <-wait:
			case <-ctx.Done():
				return ctx.Err()
			}
		case used == 0:
			return nil
		case cleared:
			return league.Conflictf("no room: uploaded bots use %s of %s, and one may need %s; delete bots that have played no match, or let the operator allow more",
				mebibytes(used), mebibytes(u.TotalLimit()), mebibytes(u.BotLimit().Bytes))
		default:
			if err := u.Clear(ctx); err != nil {
				return err
			}
			cleared = true
		}
	}
}

// mebibytes rounds a number of bytes up to MiB.
func mebibytes(bytes int64) string { return process.Mebibytes((bytes + 1<<20 - 1) &^ (1<<20 - 1)) }

// tryTake is take without waiting: it returns what to wait for, or how many
// bytes are used when there is no room.
func (u *Uploads) tryTake(ctx context.Context, name string, quota Quota) (used int64, wait <-chan struct{}, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if busy, ok := u.busy[name]; ok {
		return 0, busy.done, nil
	}
	if err := u.measure(); err != nil {
		return 0, nil, err
	}
	if err := u.within(ctx, name, quota); err != nil {
		return 0, nil, err
	}
	// A bot that is being received may grow to its limit. So it is counted in
	// full, and the sum cannot be passed by what is built at the same time.
	each := u.BotLimit().Bytes
	used = int64(len(u.busy)) * each
	for other, size := range u.sizes {
		if other != name {
			used += size
		}
	}
	if used+each > u.TotalLimit() {
		return max(1, used), nil, nil
	}
	if u.busy == nil {
		u.busy = map[string]use{}
	}
	u.busy[name] = use{quota.Owner, make(chan struct{})}
	delete(u.sizes, name)
	return 0, nil, nil
}

// within returns a league.QuotaError when an owner may not receive the folder of
// that name; mu is held. What the owner receives at the same time counts as a bot
// of full size, so that two uploads cannot both take the last place. A folder that
// one of its bots has already is received again.
func (u *Uploads) within(ctx context.Context, name string, quota Quota) error {
	if u.Owned == nil || quota.Bots == 0 && quota.Bytes == 0 {
		return nil
	}
	owned, err := u.Owned(ctx, quota.Owner)
	if err != nil {
		return err
	}
	bots, bytes, folders, counted := 0, int64(0), map[string]bool{}, map[string]bool{}
	for _, b := range owned {
		active := b.Status != league.BotRetired
		if active {
			bots++
		}
		for element := range strings.SplitSeq(b.Typed, string(filepath.Separator)) {
			counted[element] = counted[element] || active
			if size, ok := u.sizes[element]; ok && !folders[element] {
				folders[element] = true
				bytes += size
			}
		}
	}
	if folders[name] {
		return nil
	}
	for folder, use := range u.busy {
		if use.owner == quota.Owner {
			if !counted[folder] { // one that was just registered is a bot already
				bots++
			}
			bytes += u.BotLimit().Bytes
		}
	}
	each := u.BotLimit().Bytes
	switch {
	case quota.Bots > 0 && bots >= quota.Bots:
		return league.QuotaError{
			Quota: fmt.Sprintf("the token %s has %d bots, of %d", quota.Owner, bots, quota.Bots),
			Fix:   "delete one that has played no match, or retire one",
		}
	case quota.Bytes > 0 && bytes+each > quota.Bytes:
		return league.QuotaError{
			Quota: fmt.Sprintf("the bots of the token %s use %s of %s, and one more may need %s", quota.Owner, mebibytes(bytes), mebibytes(quota.Bytes), mebibytes(each)),
			Fix:   "delete one that has played no match",
		}
	}
	return nil
}

// measure looks once at what earlier processes have left; mu is held.
func (u *Uploads) measure() error {
	if u.measured {
		return nil
	}
	names, err := u.names()
	if err != nil {
		return err
	}
	u.sizes = map[string]int64{}
	for _, name := range names {
		u.sizes[name] = u.sizeOf(name)
	}
	u.measured = true
	return nil
}

// names lists the folders of archives and what was being unpacked when a process
// was killed.
func (u *Uploads) names() (names []string, err error) {
	entries, err := os.ReadDir(u.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, entry := range entries {
		sum, err := hex.DecodeString(entry.Name())
		if err == nil && len(sum) == sha256.Size || strings.HasPrefix(entry.Name(), draftPrefix) {
			names = append(names, entry.Name())
		}
	}
	return names, err
}

// sizeOf measures a folder as far as it can be read.
func (u *Uploads) sizeOf(name string) int64 {
	bytes, _ := process.FolderLimit{}.Check(filepath.Join(u.Dir, name))
	return bytes
}

// free lets others use the folder of that name.
func (u *Uploads) free(name string) {
	size := u.sizeOf(name)
	u.mu.Lock()
	defer u.mu.Unlock()
	if size > 0 {
		u.sizes[name] = size
	}
	close(u.busy[name].done)
	delete(u.busy, name)
}

// draftPrefix begins the names of folders into which archives are unpacked.
const draftPrefix = ".upload-"

// unpack unpacks an archive into a new folder.
func (u *Uploads) unpack(archive []byte, home string) error {
	draft, err := os.MkdirTemp(filepath.Dir(home), draftPrefix)
	if err != nil {
		return err
	}
	err = UnpackLimits{Bytes: min(MaxBytes, u.BotLimit().Bytes)}.Unpack(archive, draft)
	if err == nil {
		err = os.Rename(draft, home)
	}
	if err != nil {
		err = errors.Join(err, os.RemoveAll(draft))
	}
	return err
}

// forget deletes a folder that no bot names.
func (u *Uploads) forget(ctx context.Context, name string) error {
	needed, err := u.needed(ctx)
	if err != nil || needed[name] {
		return err
	}
	return process.RemoveFolder(filepath.Join(u.Dir, name))
}

// Clear deletes the folders that no known bot names: those of bots that were
// deleted, and of uploads that a killed process did not finish.
func (u *Uploads) Clear(ctx context.Context) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	names, err := u.names()
	if err != nil {
		return err
	}
	needed, err := u.needed(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		_, busy := u.busy[name]
		draft := strings.HasPrefix(name, draftPrefix)
		if busy || needed[name] || draft && len(u.busy) > 0 {
			continue
		}
		err = errors.Join(err, process.RemoveFolder(filepath.Join(u.Dir, name)))
		delete(u.sizes, name)
	}
	return err
}

// needed returns the names of folders that known bots are typed with. Only the
// name counts: the folders may have been moved since.
func (u *Uploads) needed(ctx context.Context) (map[string]bool, error) {
	if u.Typed == nil {
		return nil, nil
	}
	typed, err := u.Typed(ctx)
	return league.PathElements(typed), err
}

// inner returns the folder that has the content of home: its only folder if home has
// nothing else, or home itself. If that folder has only a source file, it returns the
// file.
func inner(home string) (string, error) {
	entries, err := os.ReadDir(home)
	if err == nil && len(entries) == 1 && entries[0].IsDir() {
		home = filepath.Join(home, entries[0].Name())
		entries, err = os.ReadDir(home)
	}
	if err == nil && len(entries) == 1 {
		if file := filepath.Join(home, entries[0].Name()); entries[0].Type().IsRegular() && process.IsSource(file) {
			return file, nil
		}
	}
	return home, err
}
